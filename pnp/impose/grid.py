"""The n-up grid: how many pieces of one size stand on a page, and where. All sums are exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.draw import Outline
from pnp.impose.area import Area, Axis, flip_axis, folds
from pnp.impose.margin import Margins
from pnp.impose.profile import PrintProfile
from pnp.impose.spacing import edges, gutter_for, reach
from pnp.units import ZERO, Length

Quarter: TypeAlias = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class Block:
    """What is covered with pieces on a page: the page's size, the edges of the trims, and bleed beyond them."""

    page_width: Length
    page_height: Length
    left: Length
    top: Length
    right: Length
    bottom: Length
    rim: Margins


@dataclass(frozen=True, slots=True)
class Grid:
    """Places for pieces of one size on a page, row by row from the top left.

    Attributes:
        page_width: Of the page as it is looked at.
        page_height: Of the page as it is looked at.
        columns: Places in a row.
        rows: Rows on a page.
        cell_width: Of one trim as it stands on the page.
        cell_height: Of one trim as it stands on the page.
        gutter: Between neighbouring trims.
        left: Left edge of the first column's trims.
        top: Upper edge of the first row's trims.
        turn: Clockwise turn of the pieces, 0 or 90 degrees.
        bleed: Of pieces with nothing near.
        inner: How far bleed reaches between neighbours, at most half the gutter.
        rim: How far bleed reaches at the outer edges of the whole block, at most what the printable area leaves.
        fold: Axis across which the page is folded in its middle, the backs being on the other half; None where sheets
            are turned over.
    """

    page_width: Length
    page_height: Length
    columns: int
    rows: int
    cell_width: Length
    cell_height: Length
    gutter: Length
    left: Length
    top: Length
    turn: Quarter
    bleed: Length
    inner: Length
    rim: Margins
    fold: Axis | None = None

    @property
    def count(self) -> int:
        """Places on a page."""
        return self.columns * self.rows

    @property
    def lying(self) -> bool:
        """Whether the page is wider than high."""
        return self.page_width > self.page_height

    @property
    def right(self) -> Length:
        """Right edge of the last column's trims."""
        return self.left + _run(self.columns, self.cell_width, self.gutter)

    @property
    def bottom(self) -> Length:
        """Lower edge of the last row's trims."""
        return self.top + _run(self.rows, self.cell_height, self.gutter)

    @property
    def block(self) -> Block:
        """What the grid covers."""
        return Block(
            self.page_width, self.page_height, self.left, self.top, self.right, self.bottom, self.rim
        )

    @property
    def unfolded(self) -> Block:
        """What fronts and backs cover on a page that is folded; the block itself on others."""
        block, rim = self.block, self.rim
        if self.fold == "x":
            return replace(block, right=self.page_width - self.left, rim=replace(rim, right=rim.left))
        if self.fold == "y":
            return replace(block, bottom=self.page_height - self.top, rim=replace(rim, bottom=rim.top))
        return block

    def place(self, column: int, row: int) -> tuple[Length, Length]:
        """The top-left corner of the trim in that column and row, both from 0."""
        return (
            self.left + column * (self.cell_width + self.gutter),
            self.top + row * (self.cell_height + self.gutter),
        )

    def flipped(self, axis: Axis) -> Grid:
        """This grid seen from behind, after the page was turned over along ``axis`` (x: left and right change)."""
        rim = self.rim
        if axis == "x":
            return replace(
                self, left=self.page_width - self.right, rim=replace(rim, left=rim.right, right=rim.left)
            )
        return replace(
            self, top=self.page_height - self.bottom, rim=replace(rim, top=rim.bottom, bottom=rim.top)
        )


def axis_of(profile: PrintProfile, grid: Grid) -> Axis:
    """The axis of the page whose coordinates change on the way from front to back, by folding or turning over."""
    return grid.fold or flip_axis(profile, lying=grid.lying)


def best_grid(outline: Outline, profile: PrintProfile, *, backs: bool = False) -> Grid | None:
    """The grid with the most places, or None when not even one piece fits (or not the grid that is asked for).

    Upright and landscape paper and both turns of the piece are tried; of equals the first of upright paper, upright
    piece wins. With a fold the grid is that of the fronts, in the upper or left half of the page.

    Args:
        outline: Of the pieces.
        profile: Paper, margins, gutter, bleed.
        backs: Whether backs are printed, so that the block must also keep the margins from behind. Without backs
            nothing is folded.
    """
    best: Grid | None = None
    for grid in grids(outline, profile, backs=backs):
        if best is None or grid.count > best.count:
            best = grid
    return best


def grids(outline: Outline, profile: PrintProfile, *, backs: bool = False) -> Iterator[Grid]:
    """The fullest grid of each orientation that holds at least one piece."""
    square = profile.paper.width == profile.paper.height
    for lying in (False,) if square else (False, True):
        for turn in _TURNS:
            for fold in folds(profile, backs=backs):
                grid = _grid(outline, profile, Area.of(profile, lying=lying, backs=backs, fold=fold), turn)
                if grid is not None:
                    yield grid


_TURNS: tuple[Quarter, Quarter] = (0, 90)


def _grid(outline: Outline, profile: PrintProfile, area: Area, turn: Quarter) -> Grid | None:
    width, height = Length.from_mm(outline.width), Length.from_mm(outline.height)
    if turn == 90:
        width, height = height, width
    gutter = gutter_for(outline, profile)
    across, down = edges(outline, profile, area.fold)
    columns = _most(area.width - across[0] - across[1], width, gutter)
    rows = _most(area.height - down[0] - down[1], height, gutter)
    if profile.grid is not None:
        if profile.grid[0] > columns or profile.grid[1] > rows:
            return None
        columns, rows = profile.grid
    if not columns or not rows:
        return None
    left = area.centred(
        area.page_width,
        _run(columns, width, gutter),
        area.margin.left + across[0],
        area.margin.right + across[1],
    )
    top = area.centred(
        area.page_height, _run(rows, height, gutter), area.margin.top + down[0], area.margin.bottom + down[1]
    )
    right = area.page_width - left - _run(columns, width, gutter)
    bottom = area.page_height - top - _run(rows, height, gutter)
    margin, bleed = area.margin, reach(outline, profile.bleed)
    return Grid(
        page_width=area.page_width,
        page_height=area.page_height,
        columns=columns,
        rows=rows,
        cell_width=width,
        cell_height=height,
        gutter=gutter,
        left=left,
        top=top,
        turn=turn,
        bleed=profile.bleed,
        inner=min(bleed, gutter.half()),
        rim=Margins(
            top=min(bleed, top - margin.top),
            right=min(bleed, right - margin.right),
            bottom=min(bleed, bottom - margin.bottom),
            left=min(bleed, left - margin.left),
        ),
        fold=area.fold,
    )


def _most(room: Length, cell: Length, gutter: Length) -> int:
    """The largest n with n cells and n − 1 gutters in the room."""
    if cell <= ZERO:
        return 0
    return max(0, (room + gutter) // (cell + gutter))


def _run(count: int, cell: Length, gutter: Length) -> Length:
    return count * cell + (count - 1) * gutter
