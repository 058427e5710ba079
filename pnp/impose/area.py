"""Pages as they are looked at, upright or lying, turned over or folded; free areas, space between pieces."""

from __future__ import annotations

from dataclasses import replace
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
