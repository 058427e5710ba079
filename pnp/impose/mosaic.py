"""Pages with pieces of several sizes: blocks of equal pieces, parted by straight cuts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from pnp.draw import Outline
from pnp.impose.grid import Area, Axis, Lattice, PageBlock, PageLattice, Quarter, flip_axis, grid_at
from pnp.impose.profile import PrintProfile
from pnp.model.paper import Margins
from pnp.units import ZERO, Length


@dataclass(frozen=True, slots=True)
class OutlineBlock:
    """Pieces of one outline in a room of the page.

    Attributes:
        outline: Of the pieces.
        lattice: Their places.
        count: Of pieces, at most as many as there are places.
        turn: Of the pieces.
        left: Left edge of the leftmost trims.
        top: Upper edge of the topmost trims.
        room: What is kept free round the trims.
    """

    outline: Outline
    lattice: Lattice
    count: int
    turn: Quarter
    left: Length
    top: Length
    room: Margins

    def moved(self, right: Length, down: Length) -> OutlineBlock:
        """The block moved right and down."""
        left, top = self.left + right, self.top + down
        return OutlineBlock(self.outline, self.lattice, self.count, self.turn, left, top, self.room)


class Pattern(NamedTuple):
    """A filled page.

    Attributes:
        area: Of the page.
        blocks: In order of filling.
        partings: In order of cutting.
    """

    area: Area
    blocks: tuple[OutlineBlock, ...]
    partings: tuple[Parting, ...]

    @property
    def counts(self) -> dict[Outline, int]:
        """Pieces by outline."""
        counts: dict[Outline, int] = {}
        for block in self.blocks:
            counts[block.outline] = counts.get(block.outline, 0) + block.count
        return counts

    def mosaic(self, profile: PrintProfile) -> Mosaic:
        """The grids on the page, all of them together in its middle."""
        right = max(block.left + block.lattice.width + block.room.right for block in self.blocks)
        bottom = max(block.top + block.lattice.height + block.room.bottom for block in self.blocks)
        area = self.area
        dx = max(ZERO, area.page_width - area.margin.right - right).half()
        dy = max(ZERO, area.page_height - area.margin.bottom - bottom).half()
        if area.fold == "x":
            dx = ZERO
        if area.fold == "y":
            dy = ZERO
        return Mosaic(
            area.page_width,
            area.page_height,
            tuple(
                grid_at(
                    block.lattice,
                    block.outline,
                    profile,
                    area,
                    (block.left + dx, block.top + dy, block.turn),
                    block.room,
                )
                for block in self.blocks
            ),
            tuple(
                Parting(
                    cut.axis,
                    cut.at + (dx if cut.axis == "x" else dy),
                    cut.start + (dy if cut.axis == "x" else dx),
                    cut.end + (dy if cut.axis == "x" else dx),
                )
                for cut in self.partings
            ),
            area.fold,
        )


def outline_area(outline: Outline) -> float:
    """Square millimetres of a trim, or of the box around a free outline."""
    if outline.shape in ("rectangle", "path"):
        return outline.width * outline.height
    if outline.shape == "circle":
        return 3.141592653589793 * outline.width**2 / 4
    flat = outline.width if outline.shape == "hex-pointy" else outline.height
    return 3**0.5 / 2 * flat**2


class Parting(NamedTuple):
    """A straight cut through a whole piece of the page, between grids.

    Attributes:
        axis: Whose coordinate the cut keeps: x for an upright cut.
        at: That coordinate.
        start: Where along the other axis the cut begins.
        end: Where it ends.
    """

    axis: Axis
    at: Length
    start: Length
    end: Length


@dataclass(frozen=True, slots=True)
class Mosaic:
    """Grids on one page.

    Attributes:
        page_width: Of the page as it is looked at.
        page_height: Of the page as it is looked at.
        parts: The grids; at least one.
        partings: Cuts that part them, in order of cutting: each goes through all of what the cuts before left
            whole.
        fold: See ``PageLattice``.
    """

    page_width: Length
    page_height: Length
    parts: tuple[PageLattice, ...]
    partings: tuple[Parting, ...]
    fold: Axis | None = None

    @property
    def count(self) -> int:
        """Places on the page."""
        return sum(part.count for part in self.parts)

    @property
    def lying(self) -> bool:
        """Whether the page is wider than high."""
        return self.page_width > self.page_height

    @property
    def block(self) -> PageBlock:
        """The block that all grids cover together."""
        parts = self.parts
        left, right = min(part.left for part in parts), max(part.right for part in parts)
        top, bottom = min(part.top for part in parts), max(part.bottom for part in parts)
        return PageBlock(
            self.page_width,
            self.page_height,
            left,
            top,
            right,
            bottom,
            Margins(
                top=top - min(part.top - part.rim.top for part in parts),
                right=max(part.right + part.rim.right for part in parts) - right,
                bottom=max(part.bottom + part.rim.bottom for part in parts) - bottom,
                left=left - min(part.left - part.rim.left for part in parts),
            ),
        )

    @property
    def unfolded(self) -> PageBlock:
        """The block that fronts and backs cover on a folded page; the block itself on others."""
        return self.block.unfolded(self.fold)

    def flipped(self, axis: Axis) -> Mosaic:
        """This mosaic seen from the back, after the page was turned over along ``axis``."""
        page = self.page_width if axis == "x" else self.page_height
        return replace(
            self,
            parts=tuple(part.flipped(axis) for part in self.parts),
            partings=tuple(
                cut._replace(at=page - cut.at)
                if cut.axis == axis
                else cut._replace(start=page - cut.end, end=page - cut.start)
                for cut in self.partings
            ),
        )


def axis_of(profile: PrintProfile, layout: PageLattice | Mosaic) -> Axis:
    """The axis of the page whose coordinates change from front to back, by folding or turning over."""
    if profile.paper.single:  # no sheet is turned over, and backs are upright
        return "x"
    return layout.fold or flip_axis(profile, lying=layout.lying)
