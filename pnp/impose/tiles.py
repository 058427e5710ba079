"""The faces of tiles of boards, printed separately, then glued together or laid side by side at a fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pnp.colour import WHITE, Colour
from pnp.diagnostics import Diagnostic, note, times
from pnp.draw import Face, Fill, Group, Halo, Item, Outline, Stroke, rectangle, with_items
from pnp.geometry import Box, Matrix, shift, turn
from pnp.impose.lane_room import page_grid
from pnp.impose.limits import MOST_TILES
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import TILE_MARK, PieceFaces
from pnp.impose.tiling import OVERLAP, Tile, TileStrip, Tiling, tiling
from pnp.model import ONE_PANEL, Panels, Style
from pnp.units import MM_PER_PT, Length, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

_LINE = Colour(60, 60, 60)
_DASH = (2.0, 1.0)
_WORDS = Style("Barlow Semi Condensed", weight=500, size=pt(7), colour=_LINE)
_NOTE = replace(_WORDS, size=pt(5.5))
_REACH = 0.95  # mm that such a line reaches out from its middle
_EDGES = ("top", "right", "bottom", "left")
_HALO = Halo(WHITE, 0.4)


def tile_boards(
    pieces: Sequence[PieceFaces],
    profile: PrintProfile,
    context: TextContext | None,
    panels: Callable[[Outline], Panels] = lambda _: ONE_PANEL,
) -> tuple[list[PieceFaces], list[Diagnostic]]:
    """The pieces with tiles for each that folds, or is a rectangle larger than a page, and a note on each.

    A tile has the key of its board, ``#`` and its name. What cannot be tiled stays as it is; imposing reports
    why it does not fit.

    Args:
        pieces: Boards.
        profile: How they are printed.
        context: To name neighbours on glue strips and at folds with; None leaves words out.
        panels: Into which a board of that outline folds.

    Diagnostics: S115 (printed as tiles).
    """
    made: list[PieceFaces] = []
    found: list[Diagnostic] = []
    plans = [_plan(piece, profile, panels) for piece in pieces]
    sizes: Counter[Outline] = Counter()
    for piece, plan in zip(pieces, plans, strict=True):
        for outline, count in plan.sizes().items() if plan is not None else ():
            sizes[outline] += count * piece.copies
    backs = profile.backed and any(piece.back is not None for piece in pieces)
    rims = {outline: _rim(outline, count, profile, backs=backs) for outline, count in sizes.items()}
    for piece, plan in zip(pieces, plans, strict=True):
        if plan is None or plan.count > MOST_TILES:
            made.append(piece)
            if plan is not None:
                message = f"board would be printed as {times(plan.count, 'tile')}, the limit is {MOST_TILES}"
                cure = "use larger paper, or make the board smaller"
                found.append(note("S115", message, piece.span, cure, piece=piece.key))
            continue
        made += [_tile(piece, plan, tile, rims[tile.outline], context) for tile in plan.tiles()]
        found.append(_told(piece, plan, profile))
    return made, found


def _plan(piece: PieceFaces, profile: PrintProfile, panels: Callable[[Outline], Panels]) -> Tiling | None:
    outline, backs = piece.front.outline, piece.back is not None and profile.backed
    return tiling(outline, profile, backs=backs, panels=panels(outline))


class _Rim(NamedTuple):
    """The visible bleed beyond tiles of one size.

    Attributes:
        bleed: In millimetres.
        edges: Those beyond which there is bleed enough for words, or none at all, which hides them. At the
            rim of a full grid there may be less than the whole bleed, in which words would be cut through.
    """

    bleed: float
    edges: tuple[str, ...] = ()


def _rim(outline: Outline, count: int, profile: PrintProfile, *, backs: bool) -> _Rim:
    """The visible bleed beyond ``count`` tiles."""
    page, bleed = page_grid(outline, count, profile, backs=backs), profile.bleed.mm
    needed = bleed / 2 + _REACH
    if page is None or 0 < page.grid.inner.mm < needed:
        return _Rim(bleed)
    rim, quarters = page.grid.rim, page.grid.turn // 90
    rims = (rim.top, rim.right, rim.bottom, rim.left)
    return _Rim(
        bleed, tuple(edge for at, edge in enumerate(_EDGES) if rims[(at + quarters) % 4].mm >= needed)
    )


def _told(piece: PieceFaces, plan: Tiling, profile: PrintProfile) -> Diagnostic:
    """The note on a board that is printed as tiles."""
    size = f"{piece.front.width:g} × {piece.front.height:g} mm"
    tiles = f"it is printed as {times(plan.count, 'tile')}"
    count = plan.panels.count
    if count == 1:
        message = f"board of {size} is larger than a page of {profile.paper.name}, {tiles}"
        cure = f"cut each tile out, glue row by row with an overlap of {OVERLAP}"
    elif plan.count == count:
        message = f"board of {size} folds into {times(count, 'panel')}, {tiles}"
        cure = "cut each panel out, lay them edge to edge, and hinge them on the back"
    else:
        message = f"board of {size} folds into {times(count, 'panel')}, {tiles}"
        cure = f"cut each tile out, glue the tiles of each panel with an overlap of {OVERLAP}, lay the panels edge to edge"
    return note("S115", message, piece.span, cure, piece=piece.key)


def _tile(piece: PieceFaces, plan: Tiling, tile: Tile, rim: _Rim, context: TextContext | None) -> PieceFaces:
    name = plan.name(tile.column, tile.row)
    left, top = plan.columns[tile.column], plan.rows[tile.row]
    front = _window(with_items(piece.front), left.start, top.start, tile)
    behind = piece.back and _window(
        with_items(piece.back), Length.from_mm(piece.back.width) - left.end, top.start, tile
    )
    marks = (*_strips(plan, tile, context), *_beside(plan, tile, rim, context))
    return replace(
        piece,
        key=f"{piece.key}{TILE_MARK}{name}",
        label=f"{piece.label} {name}",
        front=replace(front, items=(*front.items, *marks)),
        back=behind,
    )


def _window(face: Face, left: Length, top: Length, tile: Tile) -> Face:
    """The part of a face in a tile; it goes on beyond the tile, so that a cut may miss by the bleed."""
    return replace(face, outline=tile.outline, items=(Group(face.items, shift(-left.mm, -top.mm)),))


def _strips(plan: Tiling, tile: Tile, context: TextContext | None) -> Iterator[Item]:
    """The lines for laying the tiles to the right and below, and their names beyond; all is glued over."""
    width, height = tile.outline.width, tile.outline.height
    beside, below = _next(plan.columns, tile.column), _next(plan.rows, tile.row)
    if beside is not None:
        x = (beside.start - plan.columns[tile.column].start).mm
        yield from _dashed((x, 0.0, x, height))
        words = _glued(plan.name(tile.column + 1, tile.row), context)
        if words:
            yield Group(words, turn(270).then(shift((x + width) / 2 + 0.9, height / 2)))
    if below is not None:
        y = (below.start - plan.rows[tile.row].start).mm
        yield from _dashed((0.0, y, width, y))
        words = _glued(plan.name(tile.column, tile.row + 1), context)
        if words:
            yield Group(words, shift(width / 2, (y + height) / 2 + 0.9))


def _next(strips: Sequence[TileStrip], at: int) -> TileStrip | None:
    """The next strip of the same panel."""
    found = strips[at + 1] if at + 1 < len(strips) else None
    return found if found is not None and found.panel == strips[at].panel else None


def _beside(plan: Tiling, tile: Tile, rim: _Rim, context: TextContext | None) -> Iterator[Item]:
    """Words in the bleed of each edge: the tile's name and, at a fold, the tile that meets it there."""
    if context is None:
        return
    name = _noted(plan.name(tile.column, tile.row), context)
    for edge in rim.edges:
        upright, step = edge in ("left", "right"), 1 if edge in ("right", "bottom") else -1
        across, along = tile.outline.width, tile.outline.height
        across, along = (across, along) if upright else (along, across)
        beyond = (across + rim.bleed / 2 if step > 0 else -rim.bleed / 2) + 0.55
        yield Group(name, _beyond(beyond, along / 8, upright=upright))
        column, row = tile.column + (step if upright else 0), tile.row + (0 if upright else step)
        if _folds(plan.columns, tile.column, column) or _folds(plan.rows, tile.row, row):
            words = _noted(_words("hinge", plan.name(column, row), context), context)
            yield Group(words, _beyond(beyond, along / 2, upright=upright))


def _beyond(across: float, along: float, *, upright: bool) -> Matrix:
    """The place of words beside an edge, which is upright or level."""
    return turn(270).then(shift(across, along)) if upright else shift(along, across)


def _noted(text: str, context: TextContext) -> tuple[Item, ...]:
    """Words on white, for use on colour that is cut off, the middle of the baseline at the origin."""
    from pnp.text import set_label

    words, width = set_label(text, _NOTE, 0.0, 0.0, context, "middle")
    return (Fill(rectangle(Box(-width / 2 - 0.5, -1.5, width + 1.0, 1.9)), WHITE), *words)


def _folds(strips: Sequence[TileStrip], at: int, other: int) -> bool:
    """Whether there is a fold between a strip and another one beside it."""
    return 0 <= other < len(strips) and strips[other].panel != strips[at].panel


def _dashed(line: tuple[float, float, float, float]) -> Iterator[Item]:
    x1, y1, x2, y2 = line
    path = (("M", x1, y1), ("L", x2, y2))
    yield Stroke(path, WHITE, 0.75 * MM_PER_PT)
    yield Stroke(path, _LINE, 0.25 * MM_PER_PT, dash=_DASH)


def _words(key: str, name: str, context: TextContext) -> str:
    from pnp.i18n import label

    return f"{label(key, context.language)}: {name}"


def _glued(name: str, context: TextContext | None) -> tuple[Item, ...]:
    """The words on a strip that the tile of that name covers, the middle of the baseline at the origin."""
    if context is None:
        return ()
    from pnp.text import set_label

    return set_label(_words("glue-here", name, context), _WORDS, 0.0, 0.0, context, "middle", halo=_HALO)[0]
