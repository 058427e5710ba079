"""Shapes: rectangles, circles, hexagons, lines, paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pnp.draw import Path
from pnp.layout.element.attribute import BLEED, Painted, Placed, Stroked, attribute
from pnp.layout.kind import FLAG, MEASURE, MILLIMETRES, PATH, SIZE, SPOTS, VIEW, PathView, choice
from pnp.layout.measure import Measure, Spot
from pnp.layout.shape import draw_circle, draw_ellipse, draw_hex, draw_line, draw_path, draw_points, draw_rect

if TYPE_CHECKING:
    from pnp.draw import Item
    from pnp.layout.context import DrawPlace


@dataclass(kw_only=True, eq=False, repr=False)
class Rect(Placed, Painted):
    """A rectangle."""

    tag = "rect"
    rx: float = attribute(MILLIMETRES, "radius of the corners", 0.0)
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The rectangle."""
        return draw_rect(self, place.box, place.frame, place.bleed)


@dataclass(kw_only=True, eq=False, repr=False)
class Circle(Placed, Painted):
    """A circle: by `cx cy r`, or the largest in its box."""

    tag = "circle"
    cx: Measure | None = attribute(MEASURE, "middle, from the left of the frame")
    cy: Measure | None = attribute(MEASURE, "middle, from the top of the frame")
    r: Measure | None = attribute(SIZE, "radius; shares are of the shorter side of the frame")
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The circle."""
        return draw_circle(self, place.box, place.frame, place.bleed)

    def own_size(self) -> tuple[Measure | None, Measure | None]:
        """Twice its radius, where it has one."""
        width, height = Placed.own_size(self)
        return width or _doubled(self.r), height or _doubled(self.r)


@dataclass(kw_only=True, eq=False, repr=False)
class Ellipse(Placed, Painted):
    """An ellipse: by `cx cy rx ry`, or the one that fills its box."""

    tag = "ellipse"
    cx: Measure | None = attribute(MEASURE, "middle, from the left of the frame")
    cy: Measure | None = attribute(MEASURE, "middle, from the top of the frame")
    rx: Measure | None = attribute(SIZE, "radius across")
    ry: Measure | None = attribute(SIZE, "radius down")
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The ellipse."""
        return draw_ellipse(self, place.box, place.frame, place.bleed)

    def own_size(self) -> tuple[Measure | None, Measure | None]:
        """Twice its radius, where it has one."""
        width, height = Placed.own_size(self)
        return width or _doubled(self.rx), height or _doubled(self.ry)


@dataclass(kw_only=True, eq=False, repr=False)
class Hex(Placed, Painted):
    """A regular hexagon: by `cx cy r`, or the largest in its box."""

    tag = "hex"
    orientation: Literal["pointy", "flat"] | None = attribute(
        choice("pointy", "flat"), "corner or edge on top; without it as the piece, `pointy` on other shapes"
    )
    cx: Measure | None = attribute(MEASURE, "middle, from the left of the frame")
    cy: Measure | None = attribute(MEASURE, "middle, from the top of the frame")
    r: Measure | None = attribute(SIZE, "distance of the corners from the middle")
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The hexagon."""
        flat = place.context.outline.shape == "hex-flat"
        return draw_hex(self, place.box, place.frame, place.bleed, flat=flat)


@dataclass(kw_only=True, eq=False, repr=False)
class Line(Stroked):
    """A straight line; black without a `stroke`."""

    tag = "line"
    x1: Measure = attribute(MEASURE, "start, from the left of the frame", Measure())
    y1: Measure = attribute(MEASURE, "start, from the top of the frame", Measure())
    x2: Measure = attribute(MEASURE, "end, from the left of the frame", Measure())
    y2: Measure = attribute(MEASURE, "end, from the top of the frame", Measure())

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The line."""
        return draw_line(self, place.frame)


@dataclass(kw_only=True, eq=False, repr=False)
class Polyline(Painted):
    """Lines through points; the last is not joined to the first."""

    tag = "polyline"
    points: tuple[Spot, ...] = attribute(
        SPOTS, "pairs of distances in the frame, such as `0,0 50%,8 100%,0`", (), required=True
    )
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The lines."""
        return draw_points(self, place.box, place.frame, place.bleed)


@dataclass(kw_only=True, eq=False, repr=False)
class Polygon(Painted):
    """A closed shape through points."""

    tag = "polygon"
    points: tuple[Spot, ...] = attribute(
        SPOTS, "pairs of distances in the frame, such as `0,0 50%,8 100%,0`", (), required=True
    )
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The shape."""
        return draw_points(self, place.box, place.frame, place.bleed)


@dataclass(kw_only=True, eq=False, repr=False)
class PathElement(Placed, Painted):
    """A path in SVG's notation, in millimetres from the top left of its box, or scaled into the box by `viewBox`."""

    tag = "path"
    d: Path = attribute(PATH, "the path data of SVG", (), required=True)
    view_box: PathView | None = attribute(
        VIEW, "`x y width height` of the path's own coordinates, fitted into the box", name="viewBox"
    )
    fill_rule: Literal["nonzero", "evenodd"] = attribute(
        choice("nonzero", "evenodd"), "what counts as inside", "nonzero"
    )

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The path."""
        return draw_path(self, place.box)


def _doubled(radius: Measure | None) -> Measure | None:
    return None if radius is None else Measure(2 * radius.mm, 2 * radius.share)
