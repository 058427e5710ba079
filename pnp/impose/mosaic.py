"""Pieces of several sizes on one page: grids side by side, parted by straight cuts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.impose.area import Axis, flip_axis
from pnp.impose.grid import PageBlock, PageLattice
from pnp.impose.profile import PrintProfile
from pnp.model.paper import Margins
from pnp.units import Length


@dataclass(frozen=True, slots=True)
class Parting:
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
                replace(cut, at=page - cut.at)
                if cut.axis == axis
                else replace(cut, start=page - cut.end, end=page - cut.start)
                for cut in self.partings
            ),
        )


def axis_of(profile: PrintProfile, layout: PageLattice | Mosaic) -> Axis:
    """The axis of the page whose coordinates change from front to back, by folding or turning over."""
    return layout.fold or flip_axis(profile, lying=layout.lying)
