"""The n-up grid: how many pieces of one size a page holds, and where. All sums are exact.

An area is the free part of a page as it is looked at, upright or lying, turned over or folded. A lattice has
places for pieces in columns and rows, or in rows that are pushed into one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from pnp.draw import Outline
from pnp.impose.profile import PrintProfile
from pnp.model.paper import Margins
from pnp.units import ZERO, Length, mm

Axis: TypeAlias = Literal["x", "y"]


def flip_axis(profile: PrintProfile, *, lying: bool) -> Axis:
    """The axis of the page whose coordinates change when the sheet is turned over.

    The long edge of an upright page is vertical, so turning over it exchanges left and right; on a landscape
    page it exchanges top and bottom. Without a flip edge (fronts and backs on papers of their own) the long
    edge is meant.
    """
    over_long = profile.duplex != "short-edge"
    return "x" if over_long != lying else "y"


def folds(profile: PrintProfile, *, backs: bool) -> tuple[Axis | None, ...]:
    """Axes across which pages may be folded; None for not at all."""
    return _FOLDS[profile.fold] if backs else (None,)


_FOLDS: dict[str, tuple[Axis | None, ...]] = {
    "none": (None,),
    "vertical": ("x",),
    "horizontal": ("y",),
    "any": ("x", "y"),
}


class Area(NamedTuple):
    """A page and its margins, as it is looked at; of a page that is folded the half that holds the fronts.

    Attributes:
        page_width: Of the whole page.
        page_height: Of the whole page.
        margin: What is kept free; that beyond the fold is half a page.
        fold: Axis across which the page is folded; None for not at all.
    """

    page_width: Length
    page_height: Length
    margin: Margins
    fold: Axis | None = None

    @classmethod
    def of(cls, profile: PrintProfile, *, lying: bool, backs: bool, fold: Axis | None = None) -> Area:
        """The page of the profile's paper, upright or lying; fronts are left of the fold or above it."""
        paper, margin = profile.paper, profile.margin
        if lying:
            paper_width, paper_height, margin = paper.height, paper.width, margin.lying()
        else:
            paper_width, paper_height = paper.width, paper.height
        if backs:
            margin = margin.mirrored(fold or flip_axis(profile, lying=lying))
        if fold == "x":
            margin = replace(margin, right=paper_width - paper_width.half())
        elif fold == "y":
            margin = replace(margin, bottom=paper_height - paper_height.half())
        return cls(paper_width, paper_height, margin, fold)

    @property
    def unfolded(self) -> Area:
        """The whole page of one that is folded."""
        margin = self.margin
        if self.fold == "x":
            margin = replace(margin, right=margin.left)
        elif self.fold == "y":
            margin = replace(margin, bottom=margin.top)
        return self._replace(margin=margin, fold=None)

    @property
    def lying(self) -> bool:
        """Whether the page is wider than high."""
        return self.page_width > self.page_height

    @property
    def width(self) -> Length:
        """Between the side margins."""
        return self.page_width - self.margin.left - self.margin.right

    @property
    def height(self) -> Length:
        """Between the upper and lower margin."""
        return self.page_height - self.margin.top - self.margin.bottom

    @staticmethod
    def centred(page: Length, block: Length, before: Length, after: Length) -> Length:
        """Where a block begins: in the middle of the page, or as near to it as what is kept free allows."""
        middle = (page - block).half()
        return max(before, min(middle, page - after - block))


# A rim of colour beyond the outermost cuts that a knife can miss by: half of the width that printers ask for.
LEAST_RIM = mm(1)
# Between the bleed and the fold that fronts and backs are folded along: room for marks at the inner ends of
# the cuts.
FOLD_MARK = mm(3)
# Between shapes that are cut out one by one: room for scissors and the thickness of two cutting lines.
LEAST_SHAPE_GUTTER = mm(2)


def reach(outline: Outline, bleed: Length) -> Length:
    """How far a bleed reaches beyond the box around the trim.

    A hexagon's corners move out 2/√3 times as far as its edges (see ``Outline.corners``).
    """
    if not is_hexagon(outline):
        return bleed
    return Length.from_mm(bleed.mm * 2 / 3**0.5) + Length(1)  # rounding must not let corners meet


def gutter_for(outline: Outline, profile: PrintProfile) -> Length:
    """The space between the trims of neighbours: shapes that are cut out one by one keep their whole bleed.

    Hexagons without bleed and gutter share their edges, as rectangles do.
    """
    if outline.shape == "rectangle" or (is_hexagon(outline) and profile.bleed == profile.gutter == ZERO):
        return profile.gutter
    return max(profile.gutter, 2 * profile.bleed, LEAST_SHAPE_GUTTER)


def is_hexagon(outline: Outline) -> bool:
    """Whether the shape is a hexagon, so that its rows can be pushed into one another."""
    return outline.shape in ("hex-pointy", "hex-flat")


def least_rim(outline: Outline, profile: PrintProfile) -> Length:
    """The bleed without which the outer edges of a block are not worth printing.

    As much as neighbours show between them, at least ``LEAST_RIM``: with a gutter of twice the bleed every
    piece has its whole bleed on every edge; pieces that share their cuts may have a narrower rim where that
    saves a row. Shapes that are no rectangle keep their whole bleed.
    """
    bleed = reach(outline, profile.bleed)
    if outline.shape != "rectangle":
        return bleed
    return max(min(bleed, gutter_for(outline, profile).half()), min(bleed, LEAST_RIM))


def fold_gap(outline: Outline, profile: PrintProfile) -> Length:
    """The space between the innermost trims and the fold: the whole bleed, and marks."""
    return reach(outline, profile.bleed) + FOLD_MARK


def edges(
    outline: Outline, profile: PrintProfile, fold: Axis | None
) -> tuple[tuple[Length, Length], tuple[Length, Length]]:
    """The space that a block needs beyond its outermost trims: left and right, above and below."""
    rim = least_rim(outline, profile)
    inner = fold_gap(outline, profile)
    return (rim, inner if fold == "x" else rim), (rim, inner if fold == "y" else rim)


Quarter: TypeAlias = Literal[0, 90, 180, 270]


class Nest(NamedTuple):
    """How lines of hexagons are pushed into one another.

    Attributes:
        along: Axis along which every other line is shifted by half a pitch: x for rows, y for columns.
        step: From one line to the next, √3/2 of the pitch along the line, so that all gaps are equally wide.
        shifted: Which lines are shifted: the even ones (0) or the odd ones (1), counted from 0.
        short: Whether shifted lines hold one piece less, for want of room.
    """

    along: Axis
    step: Length
    shifted: Literal[0, 1]
    short: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lattice:
    """Places for pieces of one size, row by row from the top left.

    Attributes:
        columns: Places in a row, the longest one.
        rows: Places in a column, the longest one.
        cell_width: Of one trim as placed on the page.
        cell_height: Of one trim as placed on the page.
        gutter: Between neighbouring trims.
        nest: How lines are pushed into one another; None for straight columns and rows.
    """

    columns: int
    rows: int
    cell_width: Length
    cell_height: Length
    gutter: Length
    nest: Nest | None = None

    @property
    def count(self) -> int:
        """How many places there are."""
        places = self.columns * self.rows
        if self.nest is None or not self.nest.short:
            return places
        return places - sum(1 for _ in self._missing())

    @property
    def width(self) -> Length:
        """From the leftmost trim's left edge to the rightmost one's right edge."""
        nest = self.nest
        if nest is not None and nest.along == "y":
            return (self.columns - 1) * nest.step + self.cell_width
        return run(self.columns, self.cell_width, self.gutter) + self._overhang("x")

    @property
    def height(self) -> Length:
        """From the upper edge of the topmost trim to the lower one of the lowest."""
        nest = self.nest
        if nest is not None and nest.along == "x":
            return (self.rows - 1) * nest.step + self.cell_height
        return run(self.rows, self.cell_height, self.gutter) + self._overhang("y")

    def _overhang(self, axis: Axis) -> Length:
        nest = self.nest
        if nest is None or nest.along != axis or nest.short or self._lines < 2:
            return ZERO
        return self._half

    @property
    def _lines(self) -> int:
        return self.rows if self.nest is not None and self.nest.along == "x" else self.columns

    @property
    def _half(self) -> Length:
        """How far a shifted line is shifted."""
        along = self.nest.along if self.nest is not None else "x"
        return ((self.cell_width if along == "x" else self.cell_height) + self.gutter).half()

    def _missing(self) -> Iterator[tuple[int, int]]:
        nest = self.nest
        if nest is not None and nest.short:
            for line in range(nest.shifted, self._lines, 2):
                yield (self.columns - 1, line) if nest.along == "x" else (line, self.rows - 1)

    def places(self) -> list[tuple[int, int]]:
        """Column and row of every place, row by row."""
        missing = set(self._missing())
        return [
            (column, row)
            for row in range(self.rows)
            for column in range(self.columns)
            if (column, row) not in missing
        ]

    def offset(self, column: int, row: int) -> tuple[Length, Length]:
        """How far right and down the trim in that column and row lies, from the corner of them all."""
        x = column * (self.cell_width + self.gutter)
        y = row * (self.cell_height + self.gutter)
        nest = self.nest
        if nest is None:
            return x, y
        if nest.along == "x":
            return x + (self._half if row % 2 == nest.shifted else ZERO), row * nest.step
        return column * nest.step, y + (self._half if column % 2 == nest.shifted else ZERO)

    def behind(self, column: int, row: int, axis: Axis) -> tuple[int, int]:
        """Column and row of the place on the other side of this one, with the lattice turned over."""
        nest, columns, rows = self.nest, self.columns, self.rows
        if nest is not None and nest.short:
            columns -= nest.along == "x" and row % 2 == nest.shifted
            rows -= nest.along == "y" and column % 2 == nest.shifted
        return (columns - 1 - column, row) if axis == "x" else (column, rows - 1 - row)

    def turned_nest(self, axis: Axis) -> Nest | None:
        """The nest of this lattice turned over along ``axis``."""
        nest = self.nest
        if nest is None:
            return None
        other: Literal[0, 1] = 0 if nest.shifted else 1
        if nest.along == axis:  # lines stay; the shift is seen from the other end
            turned = nest.shifted if nest.short or self._lines < 2 else other
        else:  # lines come in reverse
            turned = nest.shifted if self._lines % 2 else other
        return nest._replace(shifted=turned)


def lattices(
    outline: Outline,
    profile: PrintProfile,
    turn: Quarter,
    room: tuple[Length, Length],
    grid: tuple[int, int] | None = None,
) -> Iterator[Lattice]:
    """The fullest lattices for a room, hexagons nested and in straight rows; none where not one piece fits.

    Args:
        outline: Of the pieces.
        profile: Gutter and bleed.
        turn: Of the pieces, 0 or 90.
        room: Width and height for all trims.
        grid: Columns and rows that are asked for instead of as many as fit.
    """
    width, height = Length.from_mm(outline.width), Length.from_mm(outline.height)
    if turn == 90:
        width, height = height, width
    if is_hexagon(outline):
        pointy = (outline.shape == "hex-pointy") != (turn == 90)
        nested = _nested((width, height), gutter_for(outline, profile), room, grid, "x" if pointy else "y")
        if nested is not None:
            yield nested
    gutter = _straight_gutter(outline, profile)
    columns, rows = _most(room[0], width, gutter), _most(room[1], height, gutter)
    if grid is not None:
        columns, rows = grid if grid[0] <= columns and grid[1] <= rows else (0, 0)
    if columns and rows:
        yield Lattice(columns=columns, rows=rows, cell_width=width, cell_height=height, gutter=gutter)


def _straight_gutter(outline: Outline, profile: PrintProfile) -> Length:
    """Between neighbours in straight rows: corners of hexagons meet, and they bleed further than edges."""
    gutter = gutter_for(outline, profile)
    return max(gutter, 2 * reach(outline, profile.bleed)) if is_hexagon(outline) else gutter


def _nested(
    cell: tuple[Length, Length],
    gutter: Length,
    room: tuple[Length, Length],
    grid: tuple[int, int] | None,
    along: Axis,
) -> Lattice | None:
    """Lines along an axis; None when a line has no room or would be empty."""
    here, across = (0, 1) if along == "x" else (1, 0)
    pitch = cell[here] + gutter
    step = nest_step(pitch)
    most = _most(room[here], cell[here], gutter)
    lines = 1 + (room[across] - cell[across]) // step if room[across] >= cell[across] else 0
    if grid is not None:
        if grid[here] > most or grid[across] > lines:
            return None
        most, lines = grid[here], grid[across]
    short = run(most, cell[here], gutter) + pitch.half() > room[here]
    if not most or not lines or (short and most < 2 <= lines):
        return None
    return Lattice(
        columns=most if along == "x" else lines,
        rows=lines if along == "x" else most,
        cell_width=cell[0],
        cell_height=cell[1],
        gutter=gutter,
        nest=Nest(along, step, 1, short),
    )


def nest_step(pitch: Length) -> Length:
    """From one line of hexagons to the next, for a pitch along the line: √3/2 of it, rounded up."""
    return Length.from_mm(pitch.mm * 3**0.5 / 2) + Length(1)


def run(count: int, cell: Length, gutter: Length) -> Length:
    """The length of ``count`` cells with gutters between them."""
    return Length(count * cell.emu + (count - 1) * gutter.emu)


def _most(room: Length, cell: Length, gutter: Length) -> int:
    """The largest n with n cells and n − 1 gutters in the room."""
    if cell.emu <= 0:
        return 0
    return max(0, (room.emu + gutter.emu) // (cell.emu + gutter.emu))


class PageBlock(NamedTuple):
    """The part of a page that is covered with pieces: the page's size, the edges of the trims, the bleed."""

    page_width: Length
    page_height: Length
    left: Length
    top: Length
    right: Length
    bottom: Length
    rim: Margins

    def unfolded(self, fold: Axis | None) -> PageBlock:
        """The block that fronts and backs cover together on a folded page; this block where none is."""
        if fold == "x":
            return self._replace(
                right=self.page_width - self.left, rim=replace(self.rim, right=self.rim.left)
            )
        if fold == "y":
            return self._replace(
                bottom=self.page_height - self.top, rim=replace(self.rim, bottom=self.rim.top)
            )
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLattice(Lattice):
    """A lattice on a page.

    Attributes:
        page_width: Of the page as it is looked at.
        page_height: Of the page as it is looked at.
        left: Left edge of the leftmost trims.
        top: Upper edge of the topmost trims.
        turn: Clockwise turn of the pieces, 0 or 90 degrees.
        bleed: Of pieces with nothing near.
        inner: How far bleed reaches between neighbours, at most half the gutter.
        rim: How far bleed reaches at the outer edges of the whole block, at most what the printable area
            leaves.
        fold: Axis across which the page is folded in its middle, the backs being on the other half; None
            where sheets are turned over.
    """

    page_width: Length
    page_height: Length
    left: Length
    top: Length
    turn: Quarter
    bleed: Length
    inner: Length
    rim: Margins
    fold: Axis | None = None

    @property
    def parts(self) -> tuple[PageLattice, ...]:
        """The grids on the page: this one."""
        return (self,)

    @property
    def lying(self) -> bool:
        """Whether the page is wider than high."""
        return self.page_width > self.page_height

    @property
    def right(self) -> Length:
        """Right edge of the rightmost trims."""
        return self.left + self.width

    @property
    def bottom(self) -> Length:
        """Lower edge of the lowest trims."""
        return self.top + self.height

    @property
    def block(self) -> PageBlock:
        """The block that the grid covers."""
        return PageBlock(
            self.page_width, self.page_height, self.left, self.top, self.right, self.bottom, self.rim
        )

    @property
    def unfolded(self) -> PageBlock:
        """The block that fronts and backs cover on a folded page; the block itself on others."""
        return self.block.unfolded(self.fold)

    def place(self, column: int, row: int) -> tuple[Length, Length]:
        """The top-left corner of the trim in that column and row, both from 0."""
        x, y = self.offset(column, row)
        return self.left + x, self.top + y

    def flipped(self, axis: Axis) -> PageLattice:
        """This grid seen from the back, after turning over along ``axis`` (x: left and right change)."""
        rim, nest = self.rim, self.turned_nest(axis)
        if axis == "x":
            rim = replace(rim, left=rim.right, right=rim.left)
            return replace(self, left=self.page_width - self.right, rim=rim, nest=nest)
        rim = replace(rim, top=rim.bottom, bottom=rim.top)
        return replace(self, top=self.page_height - self.bottom, rim=rim, nest=nest)


def best_grid(outline: Outline, profile: PrintProfile, *, backs: bool = False) -> PageLattice | None:
    """The grid with the most places; None when no piece fits, or not in the grid that is asked for.

    Upright and landscape paper and both turns of the piece are tried, and hexagons in rows that are pushed
    into one another and in straight ones; of equals the first of upright paper, upright piece wins. With a
    fold the grid is that of the fronts, in the upper or left half of the page.

    Args:
        outline: Of the pieces.
        profile: Paper, margins, gutter, bleed.
        backs: Whether backs are printed, so that the block must also keep the margins as seen from the back.
            Without backs nothing is folded.
    """
    best: PageLattice | None = None
    for grid in grids(outline, profile, backs=backs):
        if best is None or grid.count > best.count:
            best = grid
    return best


def grids(outline: Outline, profile: PrintProfile, *, backs: bool = False) -> Iterator[PageLattice]:
    """The fullest grids of each orientation that hold at least one piece."""
    tried = list(areas(profile, backs=backs))
    for lying, turn in product((False, True), TURNS):
        for area in tried:
            if area.lying == lying:
                across, down = edges(outline, profile, area.fold)
                room = (area.width - across[0] - across[1], area.height - down[0] - down[1])
                for lattice in lattices(outline, profile, turn, room, profile.grid):
                    yield centred(lattice, outline, profile, area, turn)


def areas(profile: PrintProfile, *, backs: bool) -> Iterator[Area]:
    """The printable areas that are tried: of upright and landscape paper, with each fold."""
    square = profile.paper.width == profile.paper.height
    for lying in (False,) if square else (False, True):
        for fold in folds(profile, backs=backs):
            yield Area.of(profile, lying=lying, backs=backs, fold=fold)


TURNS: tuple[Quarter, Quarter] = (0, 90)
"""Turns of pieces that are tried."""


def centred(
    lattice: Lattice, outline: Outline, profile: PrintProfile, area: Area, turn: Quarter
) -> PageLattice:
    """The lattice as a grid in the middle of its page, or as near to it as margins and bleed allow."""
    across, down = edges(outline, profile, area.fold)
    margin = area.margin
    left = area.centred(area.page_width, lattice.width, margin.left + across[0], margin.right + across[1])
    top = area.centred(area.page_height, lattice.height, margin.top + down[0], margin.bottom + down[1])
    return grid_at(lattice, outline, profile, area, (left, top, turn))


def grid_at(
    lattice: Lattice,
    outline: Outline,
    profile: PrintProfile,
    area: Area,
    at: tuple[Length, Length, Quarter],
    room: Margins | None = None,
) -> PageLattice:
    """The lattice as a grid at a place of the page.

    Args:
        lattice: Its places.
        outline: Of the pieces.
        profile: Bleed.
        area: Page and margins.
        at: Left edge, upper edge, turn of the pieces.
        room: For bleed round the block; None for all that the margins leave.
    """
    left, top, turn = at
    bleed, margin = reach(outline, profile.bleed), area.margin
    rim = Margins(
        top=min(bleed, top - margin.top),
        right=min(bleed, area.page_width - left - lattice.width - margin.right),
        bottom=min(bleed, area.page_height - top - lattice.height - margin.bottom),
        left=min(bleed, left - margin.left),
    )
    if room is not None:
        rim = Margins(
            min(rim.top, room.top),
            min(rim.right, room.right),
            min(rim.bottom, room.bottom),
            min(rim.left, room.left),
        )
    return PageLattice(
        columns=lattice.columns,
        rows=lattice.rows,
        cell_width=lattice.cell_width,
        cell_height=lattice.cell_height,
        gutter=lattice.gutter,
        nest=lattice.nest,
        page_width=area.page_width,
        page_height=area.page_height,
        left=left,
        top=top,
        turn=turn,
        bleed=profile.bleed,
        inner=min(bleed, lattice.gutter.half()),
        rim=rim,
        fold=area.fold,
    )
