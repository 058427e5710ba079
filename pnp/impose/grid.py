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
# Between the bleed and the fold that fronts and backs are folded along: room for marks at the inner ends of the cuts.
FOLD_MARK = mm(3)
# Between shapes that are cut out one by one: room for scissors and the thickness of two cutting lines.
LEAST_SHAPE_GUTTER = mm(2)


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


def flip_axis(profile: PrintProfile, *, lying: bool) -> Axis:
    """The axis of the page whose coordinates change when the sheet is turned over.

    The long edge of an upright page is vertical, so turning over it exchanges left and right; on a landscape page it
    exchanges top and bottom. Without a flip edge (fronts and backs on papers of their own) the long edge is meant.
    """
    over_long = profile.duplex != "short-edge"
    return "x" if over_long != lying else "y"


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


def folds(profile: PrintProfile, *, backs: bool) -> tuple[Axis | None, ...]:
    """Axes across which pages may be folded; None for not at all."""
    return _FOLDS[profile.fold] if backs else (None,)


_FOLDS: dict[str, tuple[Axis | None, ...]] = {
    "none": (None,),
    "vertical": ("x",),
    "horizontal": ("y",),
    "any": ("x", "y"),
}


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


@dataclass(frozen=True, slots=True)
class Area:
    """A page and its margins, as it is looked at; of a page that is folded the half that holds the fronts.

    Attributes:
        page_width: Of the whole page.
        page_height: Of the whole page.
        margin: What is kept free; that behind the fold is half a page.
        fold: Axis across which the page is folded; None for not at all.
    """

    page_width: Length
    page_height: Length
    margin: Margins
    fold: Axis | None = None

    @classmethod
    def of(cls, profile: PrintProfile, *, lying: bool, backs: bool, fold: Axis | None = None) -> Area:
        """The page of the profile's paper, upright or lying; fronts lie to the left of the fold or above it."""
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
        return replace(self, margin=margin, fold=None)

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


def fold_gap(outline: Outline, profile: PrintProfile) -> Length:
    """The space between the innermost trims and the fold: the whole bleed, and marks."""
    return reach(outline, profile.bleed) + FOLD_MARK


def edges(
    outline: Outline, profile: PrintProfile, fold: Axis | None
) -> tuple[tuple[Length, Length], tuple[Length, Length]]:
    """What a block needs beyond its outermost trims: left and right, above and below."""
    rim = least_rim(outline, profile)
    inner = fold_gap(outline, profile)
    return (rim, inner if fold == "x" else rim), (rim, inner if fold == "y" else rim)


def _most(room: Length, cell: Length, gutter: Length) -> int:
    """The largest n with n cells and n − 1 gutters in the room."""
    if cell <= ZERO:
        return 0
    return max(0, (room + gutter) // (cell + gutter))


def _run(count: int, cell: Length, gutter: Length) -> Length:
    return count * cell + (count - 1) * gutter
