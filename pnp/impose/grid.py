"""The n-up grid: how many pieces of one size stand on a page, and where. All sums are exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.draw import Outline
from pnp.impose.margin import Margins
from pnp.impose.profile import PrintProfile
from pnp.units import ZERO, Length, mm

Axis: TypeAlias = Literal["x", "y"]
Quarter: TypeAlias = Literal[0, 90, 180, 270]

# A rim of colour beyond the outermost cuts that a knife can miss by: half of the width that printers ask for.
LEAST_RIM = mm(1)
# Between shapes that are cut out one by one: room for scissors and the thickness of two cutting lines.
LEAST_SHAPE_GUTTER = mm(2)


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


def flip_axis(profile: PrintProfile, *, lying: bool) -> Axis:
    """The axis of the page whose coordinates change when the sheet is turned over.

    The long edge of an upright page is vertical, so turning over it exchanges left and right; on a landscape page it
    exchanges top and bottom. Without a flip edge (fronts and backs on papers of their own) the long edge is meant.
    """
    over_long = profile.duplex != "short-edge"
    return "x" if over_long != lying else "y"


def best_grid(outline: Outline, profile: PrintProfile, *, backs: bool = False) -> Grid | None:
    """The grid with the most places, or None when not even one piece fits (or not the grid that is asked for).

    Upright and landscape paper and both turns of the piece are tried; of equals the first of upright paper, upright
    piece wins.

    Args:
        outline: Of the pieces.
        profile: Paper, margins, gutter, bleed.
        backs: Whether backs are printed, so that the block must also keep the margins from behind.
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
            grid = _grid(outline, profile, backs=backs, lying=lying, turn=turn)
            if grid is not None:
                yield grid


_TURNS: tuple[Quarter, Quarter] = (0, 90)


def _grid(outline: Outline, profile: PrintProfile, *, backs: bool, lying: bool, turn: Quarter) -> Grid | None:
    area = Area.of(profile, lying=lying, backs=backs)
    width, height = Length.from_mm(outline.width), Length.from_mm(outline.height)
    if turn == 90:
        width, height = height, width
    gutter = gutter_for(outline, profile)
    edge = least_rim(outline, profile)
    columns = _most(area.width, width, gutter, edge)
    rows = _most(area.height, height, gutter, edge)
    if profile.grid is not None:
        if profile.grid[0] > columns or profile.grid[1] > rows:
            return None
        columns, rows = profile.grid
    if not columns or not rows:
        return None
    left = area.centred(
        area.page_width, _run(columns, width, gutter), area.margin.left, area.margin.right, edge
    )
    top = area.centred(
        area.page_height, _run(rows, height, gutter), area.margin.top, area.margin.bottom, edge
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
    )


@dataclass(frozen=True, slots=True)
class Area:
    """A page and its margins, as it is looked at."""

    page_width: Length
    page_height: Length
    margin: Margins

    @classmethod
    def of(cls, profile: PrintProfile, *, lying: bool, backs: bool) -> Area:
        """The page of the profile's paper, upright or lying."""
        paper, margin = profile.paper, profile.margin
        if lying:
            paper_width, paper_height, margin = paper.height, paper.width, margin.lying()
        else:
            paper_width, paper_height = paper.width, paper.height
        if backs:
            margin = margin.mirrored(flip_axis(profile, lying=lying))
        return cls(paper_width, paper_height, margin)

    @property
    def width(self) -> Length:
        """Between the side margins."""
        return self.page_width - self.margin.left - self.margin.right

    @property
    def height(self) -> Length:
        """Between the upper and lower margin."""
        return self.page_height - self.margin.top - self.margin.bottom

    @staticmethod
    def centred(page: Length, block: Length, before: Length, after: Length, edge: Length) -> Length:
        """Where a block begins: in the middle of the page, or as near to it as margins and rim allow."""
        middle = (page - block).half()
        return max(before + edge, min(middle, page - after - edge - block))


def reach(outline: Outline, bleed: Length) -> Length:
    """How far a bleed reaches beyond the box around the trim.

    A hexagon's corners move out 2/√3 times as far as its edges (see ``Outline.corners``).
    """
    if outline.shape in ("rectangle", "circle"):
        return bleed
    return Length.from_mm(bleed.mm * 2 / 3**0.5) + Length(1)  # rounding must not let corners meet


def gutter_for(outline: Outline, profile: PrintProfile) -> Length:
    """The space between the trims of neighbours: shapes that are cut out one by one keep their whole bleed."""
    if outline.shape == "rectangle":
        return profile.gutter
    return max(profile.gutter, 2 * reach(outline, profile.bleed), LEAST_SHAPE_GUTTER)


def least_rim(outline: Outline, profile: PrintProfile) -> Length:
    """The bleed without which the outer edges of a block are not worth printing.

    As much as neighbours show between them, at least ``LEAST_RIM``: with a gutter of twice the bleed every piece has its
    whole bleed on every edge; pieces that share their cuts may have a narrower rim where that saves a row.
    """
    bleed = reach(outline, profile.bleed)
    return max(min(bleed, gutter_for(outline, profile).half()), min(bleed, LEAST_RIM))


def _most(room: Length, cell: Length, gutter: Length, edge: Length) -> int:
    """The largest n with n cells, n − 1 gutters and two rims in the room."""
    if cell <= ZERO:
        return 0
    return max(0, (room - 2 * edge + gutter) // (cell + gutter))


def _run(count: int, cell: Length, gutter: Length) -> Length:
    return count * cell + (count - 1) * gutter
