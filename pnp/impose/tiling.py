"""How boards come on paper that are larger than a page, or fold: which tiles they are cut into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_uppercase
from typing import NamedTuple, TypeAlias

from pnp.draw import Outline
from pnp.impose.grid import areas, best_grid
from pnp.impose.profile import PrintProfile
from pnp.impose.rim import LANE, LEAST_MARK
from pnp.impose.spacing import fold_gap, least_rim
from pnp.model import ONE_PANEL, Panels
from pnp.units import ZERO, Length, mm

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
        return Tiling(_strips(width, panels.columns, None), _strips(height, panels.rows, None), panels)
    found = [
        Tiling(_strips(width, panels.columns, across), _strips(height, panels.rows, down), panels)
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


def _strips(length: Length, panels: int, parts: _Parts | None) -> tuple[TileStrip, ...]:
    """The strips of a board along one direction: each panel in the same parts, or whole."""
    each = parts or ((ZERO, _share(length, panels)),)
    return tuple(
        TileStrip(Length(length.emu * panel // panels) + start, part, panel, place)
        for panel in range(panels)
        for place, (start, part) in enumerate(each)
    )
