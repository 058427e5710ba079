"""A page filled with blocks of equal pieces."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.draw import Outline
from pnp.impose.area import Area
from pnp.impose.grid import grid_at
from pnp.impose.lattice import Lattice, Quarter
from pnp.impose.mosaic import Mosaic, Parting
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


@dataclass(frozen=True, slots=True)
class Pattern:
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
    """Square millimetres of a trim."""
    if outline.shape == "rectangle":
        return outline.width * outline.height
    if outline.shape == "circle":
        return 3.141592653589793 * outline.width**2 / 4
    flat = outline.width if outline.shape == "hex-pointy" else outline.height
    return 3**0.5 / 2 * flat**2
