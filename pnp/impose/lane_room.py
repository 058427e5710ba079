"""The grid for the pages of one size: the fullest, or one with room for lanes and marks at no extra sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import ceil
from typing import NamedTuple

from pnp.diagnostics import times
from pnp.draw import Outline
from pnp.impose.furniture import BLANK_RIM, LEAST_MARK, Edge, Marked, Rim, rims, usual_lanes
from pnp.impose.grid import Area, PageLattice, best_grid, centred, edges, grid_at, grids
from pnp.impose.mosaic import Mosaic
from pnp.impose.profile import PrintProfile

_MOST_FEWER = 3
"""Columns and rows that are given up at most: what a lane needs is less than two of the smallest pieces."""


class Room(NamedTuple):
    """Items with room round a block: the ruler, the footer beside it, marks at every edge.

    Attributes:
        ruler: Whether the ruler has.
        footer: Whether the footer has.
        marks: Whether marks have.
        level: Whether ruler and footer have it above and below, so that the page is not turned to read them.
    """

    ruler: bool
    footer: bool
    marks: bool
    level: bool

    @property
    def worth(self) -> tuple[int, bool]:
        """Greater for more room; upright lanes are better than none."""
        return sum(self[:3]), self.level


_NAMES = Room._fields[:3]
_WHOLE = Room(ruler=True, footer=True, marks=True, level=True)


class PageGrid(NamedTuple):
    """The grid of all pages of one size.

    Attributes:
        grid: Its places.
        cures: For what has no room there (a field of ``Room``), what would make room and what that costs.
    """

    grid: PageLattice
    cures: Mapping[str, str]


def page_grid(outline: Outline, count: int, profile: PrintProfile, *, backs: bool) -> PageGrid | None:
    """The grid for ``count`` pieces on as few pages as possible; None when not even one piece fits.

    The fullest grid, unless ruler, footer or marks have no room round it, or ruler or footer only at its
    sides. Then it is the first of these that has room for more of them: the fullest of those with fewer
    columns or rows that take no page more, and have them level if they can; the fullest one, moved from the
    middle of the page to its upper or left edge. A grid that is asked for stays as it is.

    What is printed at the edges is taken to be as long as in most games, so the grid does not depend on
    words.

    Args:
        outline: Of the pieces.
        count: Of the pieces.
        profile: How to print.
        backs: As in ``best_grid``.
    """
    full = best_grid(outline, profile, backs=backs)
    if full is None:
        return None
    if profile.grid is not None:
        return PageGrid(full, {})
    room = room_round(full, outline, profile, backs=backs)
    if room == _WHOLE:
        return PageGrid(full, {})
    pages, best = ceil(count / full.count), (full, room)
    smaller = sorted(_smaller(outline, profile, backs=backs), key=lambda grid: -grid.count)
    for grid in [each for each in smaller if ceil(count / each.count) == pages]:
        found = room_round(grid, outline, profile, backs=backs)
        if found.worth > best[1].worth:
            best = grid, found
    for grid in _moved(full, outline, profile, backs=backs):
        found = room_round(grid, outline, profile, backs=backs)
        if found.worth[0] > best[1].worth[0]:
            best = grid, found
    cures = {
        name: cure
        for name, has in zip(_NAMES, best[1], strict=False)
        if not has and (cure := _cure(name, smaller, outline, (count, pages), profile, backs=backs))
    }
    return PageGrid(best[0], cures)


def has_lanes(layout: PageLattice | Mosaic, outline: Outline, profile: PrintProfile, *, backs: bool) -> bool:
    """Whether ruler and footer have room on a full page; see ``room_round``."""
    return room_round(layout, outline, profile, backs=backs)[:2] == (True, True)


def room_round(layout: PageLattice | Mosaic, outline: Outline, profile: PrintProfile, *, backs: bool) -> Room:
    """Items with room round the block of a full page.

    Args:
        layout: Of the page.
        outline: Of its pieces.
        profile: Marks and margins.
        backs: Whether sheets have backs.
    """
    folded = layout.fold is not None
    marked = marked_round(layout, outline, profile)
    free = free_rims(layout, profile, marked=marked, backs=backs, unfolded=folded)
    block = layout.unfolded if folded else layout.block
    ruler, footer, taken = usual_lanes(block, free)
    level = ruler and footer and not (taken[Edge.LEFT].used or taken[Edge.RIGHT].used)
    if profile.marks == "none" or outline.shape != "rectangle" or isinstance(layout, Mosaic):
        return Room(ruler, footer, True, level)
    depths = {
        Edge.TOP: (block.top, block.rim.top),
        Edge.RIGHT: (block.page_width - block.right, block.rim.right),
        Edge.BOTTOM: (block.page_height - block.bottom, block.rim.bottom),
        Edge.LEFT: (block.left, block.rim.left),
    }
    ends = (taken[edge].mark((trim - rim).mm, trim.mm) for edge, (trim, rim) in depths.items())
    return Room(ruler, footer, all(start - end >= LEAST_MARK / 2 for start, end in ends), level)


def marked_round(layout: PageLattice | Mosaic, outline: Outline, profile: PrintProfile) -> Marked:
    """The straight marks round the block of a page."""
    if profile.marks == "none" or outline.shape != "rectangle":
        return "no"
    return "over-bleed" if isinstance(layout, Mosaic) else "outside"


def free_rims(
    layout: PageLattice | Mosaic, profile: PrintProfile, *, marked: Marked, backs: bool, unfolded: bool
) -> Mapping[Edge, Rim]:
    """The rims of a page, no lane taken: of the whole page, or of one half of it where it is folded."""
    area = Area.of(profile, lying=layout.lying, backs=backs, fold=layout.fold)
    if unfolded:
        return rims(layout.unfolded, area.unfolded.margin, marked)
    return rims(layout.block, area.margin, marked)


def _smaller(outline: Outline, profile: PrintProfile, *, backs: bool) -> Iterator[PageLattice]:
    """The fullest grids with a few columns and rows fewer, each in the middle of its page."""
    for full in grids(outline, profile, backs=backs):
        area = Area.of(profile, lying=full.lying, backs=backs, fold=full.fold)
        for columns, rows in product(range(_MOST_FEWER + 1), repeat=2):
            if (columns or rows) and columns < full.columns and rows < full.rows:
                fewer = replace(full, columns=full.columns - columns, rows=full.rows - rows)
                yield centred(fewer, outline, profile, area, full.turn)


def _moved(
    grid: PageLattice, outline: Outline, profile: PrintProfile, *, backs: bool
) -> Iterator[PageLattice]:
    """The grid as far up and left as it may be printed; a page that is folded keeps its grid."""
    if grid.fold is not None:
        return
    area = Area.of(profile, lying=grid.lying, backs=backs)
    across, down = edges(outline, profile, None)
    top, left = max(area.margin.top, BLANK_RIM) + down[0], max(area.margin.left, BLANK_RIM) + across[0]
    if top < grid.top:
        yield grid_at(grid, outline, profile, area, (grid.left, top, grid.turn))
    if left < grid.left:
        yield grid_at(grid, outline, profile, area, (left, grid.top, grid.turn))


def _cure(
    name: str,
    smaller: list[PageLattice],
    outline: Outline,
    sheets: tuple[int, int],
    profile: PrintProfile,
    *,
    backs: bool,
) -> str:
    """The change that makes room for a field of ``Room``, and the extra sheets; empty if nothing does.

    Args:
        name: Of the field.
        smaller: Grids to choose from, the fullest first.
        outline: Of the pieces.
        sheets: Pieces, and how many sheets they take.
        profile: How to print.
        backs: As in ``best_grid``.
    """
    at, (count, pages) = _NAMES.index(name), sheets
    for grid in smaller:
        if room_round(grid, outline, profile, backs=backs)[at]:
            asked = replace(profile, grid=(grid.columns, grid.rows))
            taken = best_grid(outline, asked, backs=backs)
            if taken is not None and room_round(taken, outline, profile, backs=backs)[at]:
                more = ceil(count / taken.count) - pages
                words = times(more, "sheet") if more else "no sheet"
                return f"take --grid {grid.columns}x{grid.rows}, which leaves room and needs {words} more"
    return ""
