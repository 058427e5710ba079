"""Pages as they are looked at: upright or lying, turned over or folded, and what their margins leave."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.impose.profile import PrintProfile
from pnp.model.paper import Margins
from pnp.units import Length

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


@dataclass(frozen=True, slots=True)
class Area:
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
        return replace(self, margin=margin, fold=None)

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
