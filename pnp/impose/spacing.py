"""How much space pieces keep: between one another, at the rim of their block, beside a fold."""

from __future__ import annotations

from pnp.draw import Outline
from pnp.impose.area import Axis
from pnp.impose.profile import PrintProfile
from pnp.units import ZERO, Length, mm

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
    if outline.shape in ("rectangle", "circle"):
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
