"""The n-up grid: how many pieces of one size a page holds, and where. All sums are exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from pnp.draw import Outline
from pnp.impose.area import Area, Axis, edges, folds, reach
from pnp.impose.lattice import Lattice, Quarter, lattices
from pnp.impose.profile import PrintProfile
from pnp.model.paper import Margins
from pnp.units import Length


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
