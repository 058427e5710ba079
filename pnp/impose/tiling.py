"""Boards larger than a page: cut into tiles that overlap, are printed apart and glued together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import TYPE_CHECKING

from pnp.colour import WHITE, Colour
from pnp.dataclass import dataclass
from pnp.diagnostics import Diagnostic, note, times
from pnp.draw import Face, Group, Halo, Item, Outline, Stroke, with_items
from pnp.geometry import shift, turn
from pnp.impose.grid import areas, best_grid
from pnp.impose.limits import MOST_TILES
from pnp.impose.profile import PrintProfile
from pnp.impose.rim import LANE, LEAST_MARK
from pnp.impose.sheet import TILE_MARK, PieceFaces
from pnp.impose.spacing import fold_gap, least_rim
from pnp.model import Style
from pnp.units import MM_PER_PT, ZERO, Length, mm, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

OVERLAP = mm(8)
"""Of neighbouring tiles: as much as a glue stick covers."""

_LINE = Colour(60, 60, 60)
_DASH = (2.0, 1.0)
_WORDS = Style("Barlow Semi Condensed", weight=500, size=pt(7), colour=_LINE)
_HALO = Halo(WHITE, 0.4)


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a board is cut.

    Attributes:
        width: Of each tile.
        height: Of each tile.
        lefts: Left edge of each column of tiles on the board.
        tops: Upper edge of each row.
    """

    width: Length
    height: Length
    lefts: tuple[Length, ...]
    tops: tuple[Length, ...]

    @property
    def count(self) -> int:
        """How many tiles there are."""
        return len(self.lefts) * len(self.tops)

    @staticmethod
    def name(column: int, row: int) -> str:
        """The name of a tile: rows have letters, columns numbers, so ``A1`` is at the top left."""
        return f"{ascii_uppercase[row]}{column + 1}"


def tile_boards(
    pieces: Sequence[PieceFaces], profile: PrintProfile, context: TextContext | None
) -> tuple[list[PieceFaces], list[Diagnostic]]:
    """The pieces with tiles in place of each that is a rectangle and larger than a page, and a note on each of those.

    A tile has the key of its board, ``#`` and its name. What cannot be tiled stays as it is; imposing tells why it does
    not fit.

    Args:
        pieces: Boards.
        profile: How they are printed.
        context: To name neighbours on the glue strips with; None leaves words out.

    Diagnostics: S115 (printed as tiles).
    """
    made: list[PieceFaces] = []
    found: list[Diagnostic] = []
    for piece in pieces:
        plan = tiling(piece.front.outline, profile, backs=piece.back is not None and profile.backed)
        if plan is None or plan.count > MOST_TILES:
            made.append(piece)
            if plan is not None:
                message = f"board would be printed as {times(plan.count, 'tile')}, the limit is {MOST_TILES}"
                cure = "use larger paper, or make the board smaller"
                found.append(note("S115", message, piece.span, cure, piece=piece.key))
            continue
        made += _tiles(piece, plan, context)
        size = f"{piece.front.width:g} × {piece.front.height:g} mm"
        message = f"board of {size} is larger than a page of {profile.paper.name}, it is printed as {times(plan.count, 'tile')}"
        cure = f"cut each tile out, glue row by row with an overlap of {OVERLAP}"
        found.append(note("S115", message, piece.span, cure, piece=piece.key))
    return made, found


def tiling(outline: Outline, profile: PrintProfile, *, backs: bool) -> Tiling | None:
    """The fewest equal tiles that cover a board; None where it fits on a page, is no rectangle or no tiles would do.

    There may be more than ``MOST_TILES``, which are not printed.
    """
    plain = replace(profile, grid=None)
    if outline.shape != "rectangle" or best_grid(outline, plain, backs=backs) is not None:
        return None
    width, height = Length.from_mm(outline.width), Length.from_mm(outline.height)
    found: list[Tiling] = []
    for room in _rooms(outline, plain, backs=backs):
        across, down = _parted(width, room[0]), _parted(height, room[1])
        if across is not None and down is not None:
            found.append(Tiling(across[0], down[0], across[1], down[1]))
    return min(found, key=lambda plan: plan.count, default=None)


def _rooms(outline: Outline, profile: PrintProfile, *, backs: bool) -> Iterator[tuple[Length, Length]]:
    """Width and height that one tile may have on each page that is tried, with room for marks, footer and ruler."""
    rim = max(least_rim(outline, profile), profile.bleed)
    around = 2 * (rim + mm(LEAST_MARK))
    for area in areas(profile, backs=backs):
        inner = fold_gap(outline, profile) if area.fold else ZERO
        width, height = area.width - around, area.height - around - 4 * mm(LANE)
        yield (width - inner, height) if area.fold == "x" else (width, height - inner)


def _parted(length: Length, room: Length) -> tuple[Length, tuple[Length, ...]] | None:
    """Length of each of the fewest equal parts that overlap, and where they begin."""
    if room <= 2 * OVERLAP:
        return None
    count = max(1, -(-(length - OVERLAP).emu // (room - OVERLAP).emu))
    if count > len(ascii_uppercase):
        return None
    part = Length(-(-(length + (count - 1) * OVERLAP).emu // count))
    last = (length - part).emu
    starts = tuple(Length(last * at // (count - 1)) if count > 1 else ZERO for at in range(count))
    return part, starts


def _tiles(piece: PieceFaces, plan: Tiling, context: TextContext | None) -> Iterator[PieceFaces]:
    for row, top in enumerate(plan.tops):
        for column, left in enumerate(plan.lefts):
            name = plan.name(column, row)
            back = piece.back and _window(
                with_items(piece.back), Length.from_mm(piece.back.width) - left - plan.width, top, plan
            )
            front = _window(with_items(piece.front), left, top, plan)
            strips = tuple(_strips(plan, column, row, context))
            yield replace(
                piece,
                key=f"{piece.key}{TILE_MARK}{name}",
                label=f"{piece.label} {name}",
                front=replace(front, items=(*front.items, *strips)),
                back=back,
            )


def _window(face: Face, left: Length, top: Length, plan: Tiling) -> Face:
    """What of a face shows in a tile; beyond the tile it goes on, so that a cut may miss by the bleed."""
    outline = Outline("rectangle", plan.width.mm, plan.height.mm)
    return replace(face, outline=outline, items=(Group(face.items, shift(-left.mm, -top.mm)),))


def _strips(plan: Tiling, column: int, row: int, context: TextContext | None) -> Iterator[Item]:
    """The lines at which the next tiles to the right and below are laid, and their names beyond; all is glued over."""
    width, height = plan.width.mm, plan.height.mm
    if column + 1 < len(plan.lefts):
        x = (plan.lefts[column + 1] - plan.lefts[column]).mm
        yield from _dashed((x, 0.0, x, height))
        words = _words(plan.name(column + 1, row), context)
        if words:
            yield Group(words, turn(270).then(shift((x + width) / 2 + 0.9, height / 2)))
    if row + 1 < len(plan.tops):
        y = (plan.tops[row + 1] - plan.tops[row]).mm
        yield from _dashed((0.0, y, width, y))
        words = _words(plan.name(column, row + 1), context)
        if words:
            yield Group(words, shift(width / 2, (y + height) / 2 + 0.9))


def _dashed(line: tuple[float, float, float, float]) -> Iterator[Item]:
    x1, y1, x2, y2 = line
    path = (("M", x1, y1), ("L", x2, y2))
    yield Stroke(path, WHITE, 0.75 * MM_PER_PT)
    yield Stroke(path, _LINE, 0.25 * MM_PER_PT, dash=_DASH)


def _words(name: str, context: TextContext | None) -> tuple[Item, ...]:
    if context is None:
        return ()
    from pnp.i18n import label
    from pnp.text import set_label

    text = f"{label('glue-here', context.language)}: {name}"
    return set_label(text, _WORDS, 0.0, 0.0, context, "middle", halo=_HALO)[0]
