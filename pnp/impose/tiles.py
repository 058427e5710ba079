"""Boards larger than a page, or folded: the tiles that they are cut into, and the faces of these tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pnp.colour import WHITE, Colour
from pnp.diagnostics import Diagnostic, note, times
from pnp.draw import Face, Fill, Group, Halo, Item, Outline, Stroke, rectangle, with_items
from pnp.geometry import Box, Matrix, shift, turn
from pnp.i18n import label
from pnp.impose.fit import page_grid
from pnp.impose.furniture import LANE, LEAST_MARK
from pnp.impose.grid import areas, best_grid, fold_gap, least_rim
from pnp.impose.limits import MOST_TILES
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import TILE_MARK, PieceFaces
from pnp.model import ONE_PANEL, Panels, Style
from pnp.text import set_label
from pnp.units import MM_PER_PT, ZERO, Length, mm, pt

if TYPE_CHECKING:
    from pnp.text import TextContext


OVERLAP = mm(8)
"""Overlap of neighbouring tiles: as much as a glue stick covers."""
_LEAST_REST = mm(25)
"""Least size of a last tile that is smaller than the others: slimmer ones are hard to glue straight."""
_SHEET_WORTH = 2
"""Tiles more that are worth cutting and glueing for one sheet less."""


class TileStrip(NamedTuple):
    """A column or a row of tiles.

    Attributes:
        start: On the board, from its left or upper edge.
        length: Across the strip.
        panel: Number of the panel along this direction, from 0.
        place: Number of the strip within its panel, from 0.
    """

    start: Length
    length: Length
    panel: int
    place: int

    @property
    def end(self) -> Length:
        """Where it ends on the board."""
        return self.start + self.length


class Tile(NamedTuple):
    """One tile of a board."""

    column: int
    row: int
    outline: Outline


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a board is cut.

    Attributes:
        columns: From left to right. Neighbours in one panel overlap, those of two panels meet at the fold.
        rows: From top to bottom.
        panels: Into which the board folds.
    """

    columns: tuple[TileStrip, ...]
    rows: tuple[TileStrip, ...]
    panels: Panels = ONE_PANEL

    @property
    def count(self) -> int:
        """How many tiles there are."""
        return len(self.columns) * len(self.rows)

    def tiles(self) -> Iterator[Tile]:
        """All tiles: panel by panel, in each row by row."""
        for down, across in product(range(self.panels.rows), range(self.panels.columns)):
            for row, top in enumerate(self.rows):
                for column, left in enumerate(self.columns):
                    if (top.panel, left.panel) == (down, across):
                        yield Tile(column, row, Outline("rectangle", left.length.mm, top.length.mm))

    def sizes(self) -> Mapping[Outline, int]:
        """How many tiles there are of each size."""
        return Counter(tile.outline for tile in self.tiles())

    def name(self, column: int, row: int) -> str:
        """The name of a tile: a letter for the row, a number for the column, such as ``A1`` or ``P2-A1``."""
        left, top = self.columns[column], self.rows[row]
        tile = f"{ascii_uppercase[top.place]}{left.place + 1}"
        if self.panels.count == 1:
            return tile
        panel = f"P{top.panel * self.panels.columns + left.panel + 1}"
        return panel if self.count == self.panels.count else f"{panel}-{tile}"


def tiling(
    outline: Outline, profile: PrintProfile, *, backs: bool, panels: Panels = ONE_PANEL
) -> Tiling | None:
    """The tiles of a board that cost the least paper and glue; of equals those of the fewest sizes.

    None where it fits on a page and does not fold, is no rectangle or no tiles would do. There may be more
    than ``MOST_TILES``, which are not printed.

    Args:
        outline: Of the board.
        profile: How it is printed.
        backs: Whether it has a back that is printed.
        panels: Into which it folds: no tile spans a fold.
    """
    if outline.shape != "rectangle":
        return None
    plain = replace(profile, grid=None)
    width, height = Length.from_mm(outline.width), Length.from_mm(outline.height)
    panel = (_share(width, panels.columns), _share(height, panels.rows))
    sheets = _SheetCount(plain, backs=backs)
    if sheets.fits(outline if panels.count == 1 else Outline("rectangle", panel[0].mm, panel[1].mm)):
        if panels.count == 1:
            return None
        return Tiling(
            _tile_strips(width, panels.columns, None), _tile_strips(height, panels.rows, None), panels
        )
    found = [
        Tiling(_tile_strips(width, panels.columns, across), _tile_strips(height, panels.rows, down), panels)
        for room in _rooms(outline, plain, backs=backs)
        for across, down in product(_parted(panel[0], room[0]), _parted(panel[1], room[1]))
    ]

    def cost(plan: Tiling) -> tuple[int, int]:
        return _SHEET_WORTH * sheets.of(plan) + plan.count, len(plan.sizes())

    return min(found, key=cost, default=None)


class _SheetCount:
    """How many sheets tiles take, as ``impose`` puts them: tiles of one size share sheets."""

    def __init__(self, profile: PrintProfile, *, backs: bool) -> None:
        self._profile, self._backs = profile, backs
        self._places: dict[Outline, int] = {}

    def fits(self, outline: Outline) -> bool:
        """Whether one fits on a page."""
        return self._each(outline) > 0

    def of(self, plan: Tiling) -> int:
        """The sheets of all tiles."""
        return sum(-(-count // max(1, self._each(tile))) for tile, count in plan.sizes().items())

    def _each(self, outline: Outline) -> int:
        known = self._places.get(outline)
        if known is None:
            grid = best_grid(outline, self._profile, backs=self._backs)
            known = self._places[outline] = 0 if grid is None else grid.count
        return known


def _rooms(outline: Outline, profile: PrintProfile, *, backs: bool) -> Iterator[tuple[Length, Length]]:
    """Width and height of one tile on each page that is tried, with room for marks, footer and ruler."""
    rim = max(least_rim(outline, profile), profile.bleed)
    around = 2 * (rim + mm(LEAST_MARK))
    for area in areas(profile, backs=backs):
        inner = fold_gap(outline, profile) if area.fold else ZERO
        width, height = area.width - around, area.height - around - 4 * mm(LANE)
        yield (width - inner, height) if area.fold == "x" else (width, height - inner)


_Parts: TypeAlias = tuple[tuple[Length, Length], ...]
"""Where each part begins, and its length."""


def _parted(length: Length, room: Length) -> Iterator[_Parts]:
    """The fewest overlapping parts: even, or as long as possible but for the last, which may share a page."""
    if room <= 2 * OVERLAP:
        return
    step = room - OVERLAP
    count = max(1, -(-(length - OVERLAP).emu // step.emu))
    if count > len(ascii_uppercase):
        return
    part = Length(-(-(length + (count - 1) * OVERLAP).emu // count))
    last = (length - part).emu
    yield tuple((Length(last * at // (count - 1)) if count > 1 else ZERO, part) for at in range(count))
    rest = length - (count - 1) * step
    if count > 1 and _LEAST_REST <= rest < part:
        yield tuple((at * step, room if at + 1 < count else rest) for at in range(count))


def _share(length: Length, panels: int) -> Length:
    """One of equal parts of a board; a length that does not come out even is rounded up."""
    return Length(-(-length.emu // panels))


def _tile_strips(length: Length, panels: int, parts: _Parts | None) -> tuple[TileStrip, ...]:
    """The strips of a board along one direction: each panel in the same parts, or whole."""
    each = parts or ((ZERO, _share(length, panels)),)
    return tuple(
        TileStrip(Length(length.emu * panel // panels) + start, part, panel, place)
        for panel in range(panels)
        for place, (start, part) in enumerate(each)
    )


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
    context: TextContext,
    panels: Callable[[Outline], Panels] = lambda _: ONE_PANEL,
) -> tuple[list[PieceFaces], list[Diagnostic]]:
    """The pieces with tiles for each that folds, or is a rectangle larger than a page, and a note on each.

    A tile has the key of its board, ``#`` and its name. What cannot be tiled stays as it is; imposing reports
    why it does not fit.

    Args:
        pieces: Boards.
        profile: How they are printed.
        context: To name neighbours on glue strips and at folds with.
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
        found.append(_tiling_note(piece, plan, profile))
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


def _tiling_note(piece: PieceFaces, plan: Tiling, profile: PrintProfile) -> Diagnostic:
    """The note on a board that is printed as tiles."""
    size = f"{piece.front.width:g} × {piece.front.height:g} mm"
    tiles = f"it is printed as {times(plan.count, 'tile')}"
    count = plan.panels.count
    if count == 1:
        message = f"board of {size} is larger than a page of {profile.paper.name}, {tiles}"
        cure = f"cut each tile out, glue row by row with an overlap of {OVERLAP}"
        if whole := _whole(piece, profile):
            return note("S115", message, piece.span, [cure, whole], piece=piece.key)
    elif plan.count == count:
        message = f"board of {size} folds into {times(count, 'panel')}, {tiles}"
        cure = "cut each panel out, lay them edge to edge, and hinge them on the back"
    else:
        message = f"board of {size} folds into {times(count, 'panel')}, {tiles}"
        cure = f"cut each tile out, glue the tiles of each panel with an overlap of {OVERLAP}, lay the panels edge to edge"
    return note("S115", message, piece.span, cure, piece=piece.key)


def _whole(piece: PieceFaces, profile: PrintProfile) -> str:
    """How a board that the bare paper would hold stays whole; empty for a larger one."""
    paper = sorted((profile.paper.width.mm, profile.paper.height.mm))
    board = sorted((piece.front.width, piece.front.height))
    if board[0] > paper[0] or board[1] > paper[1]:
        return ""
    margin = profile.margin
    room = (
        profile.paper.width.mm - margin.left.mm - margin.right.mm - 2 * profile.bleed.mm,
        profile.paper.height.mm - margin.top.mm - margin.bottom.mm - 2 * profile.bleed.mm,
    )
    return (
        f"to keep it whole, make it {room[0]:.4g} × {room[1]:.4g} mm at most, use larger paper, "
        "or write 'fit: page' in the set, which prints it smaller"
    )


def _tile(piece: PieceFaces, plan: Tiling, tile: Tile, rim: _Rim, context: TextContext) -> PieceFaces:
    name = plan.name(tile.column, tile.row)
    left, top = plan.columns[tile.column], plan.rows[tile.row]
    front = _window(with_items(piece.front), left.start, top.start, tile)
    behind = piece.back and _window(
        with_items(piece.back), Length.from_mm(piece.back.width) - left.end, top.start, tile
    )
    marks = (*_strips(plan, tile, context), *_beside(plan, tile, rim, context))
    return piece._replace(
        key=f"{piece.key}{TILE_MARK}{name}",
        label=f"{piece.label} {name}",
        front=front._replace(items=(*front.items, *marks)),
        back=behind,
    )


def _window(face: Face, left: Length, top: Length, tile: Tile) -> Face:
    """The part of a face in a tile; it goes on beyond the tile, so that a cut may miss by the bleed."""
    return face._replace(outline=tile.outline, items=(Group(face.items, shift(-left.mm, -top.mm)),))


def _strips(plan: Tiling, tile: Tile, context: TextContext) -> Iterator[Item]:
    """The lines for laying the tiles to the right and below, and their names beyond; all is glued over."""
    width, height = tile.outline.width, tile.outline.height
    beside, below = _next(plan.columns, tile.column), _next(plan.rows, tile.row)
    if beside is not None:
        x = (beside.start - plan.columns[tile.column].start).mm
        yield from _dashed((x, 0.0, x, height))
        yield Group(
            _glued(plan.name(tile.column + 1, tile.row), context),
            turn(270).then(shift((x + width) / 2 + 0.9, height / 2)),
        )
    if below is not None:
        y = (below.start - plan.rows[tile.row].start).mm
        yield from _dashed((0.0, y, width, y))
        yield Group(
            _glued(plan.name(tile.column, tile.row + 1), context), shift(width / 2, (y + height) / 2 + 0.9)
        )


def _next(strips: Sequence[TileStrip], at: int) -> TileStrip | None:
    """The next strip of the same panel."""
    found = strips[at + 1] if at + 1 < len(strips) else None
    return found if found is not None and found.panel == strips[at].panel else None


def _beside(plan: Tiling, tile: Tile, rim: _Rim, context: TextContext) -> Iterator[Item]:
    """Words in the bleed of each edge: the tile's name and, at a fold, the tile that meets it there."""
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
    return f"{label(key, context.language)}: {name}"


def _glued(name: str, context: TextContext) -> tuple[Item, ...]:
    """The words on a strip that the tile of that name covers, the middle of the baseline at the origin."""
    return set_label(_words("glue-here", name, context), _WORDS, 0.0, 0.0, context, "middle", halo=_HALO)[0]
