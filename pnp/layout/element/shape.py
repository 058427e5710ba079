"""Shapes: rectangles, circles, hexagons, lines, paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from pnp.colour import BLACK
from pnp.draw import Fill, Group, Item, Paint, Path, Stroke, circle, ellipse, polygon, rectangle, rounded
from pnp.geometry import Box, scale, shift
from pnp.layout.element.attribute import BLEED, Painted, Placed, Stroked, attribute
from pnp.layout.fault import LayoutFault
from pnp.layout.frame import CENTRE, Frame, FramePoint, Measure, bled, touched
from pnp.layout.kind import (
    FLAG,
    FRAME_POINTS,
    MEASURE,
    MILLIMETRES,
    NO_PAINT,
    PATH,
    SIZE,
    VIEW,
    PathView,
    choice,
    hexagon,
    laid,
)

if TYPE_CHECKING:
    from pnp.draw.face import Shape
    from pnp.layout.drawing import DrawPlace


class Rect(Placed, Painted):
    """A rectangle."""

    tag = "rect"
    sample = '<rect inset="4" rx="2" fill="#3B4754"/>'
    rx: float = attribute(MILLIMETRES, "radius of the corners", 0.0)
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The rectangle; corners beside a bled edge are not rounded."""
        box, trim = place.box, place.frame.trim
        if not self.bleed or trim is None:
            return painted(self, rectangle(box, self.rx), box)
        grown = bled(box, place.frame, place.bleed)
        if self.rx <= 0 or grown == box:
            return painted(self, rectangle(grown, self.rx), grown)
        top, right, bottom, left = touched(box, trim)
        r = self.rx
        corners = (
            0.0 if top or left else r,
            0.0 if top or right else r,
            0.0 if bottom or right else r,
            0.0 if bottom or left else r,
        )
        return painted(self, rounded(grown, corners), grown)


class Round(Placed, Painted):
    """A shape about its middle: by `cx`, `cy` and a radius, or as large as its box allows.

    Attributes:
        radius_names: Attributes that say how large it is: one, or one across and one down.
    """

    radius_names: ClassVar[Sequence[str]] = ("r",)

    cx: Measure | None = attribute(MEASURE, "middle, from the left of the frame")
    cy: Measure | None = attribute(MEASURE, "middle, from the top of the frame")

    def radii(self, frame: Frame) -> tuple[float, float]:
        """Half its width and height in millimetres."""
        shorter = min(frame.box.width, frame.box.height)
        across, down = (radius.of(shorter) if radius else shorter / 2 for radius in self._radii())
        wide, high = self.reach(frame.shape)
        return across * wide, down * high

    def reach(self, shape: Shape) -> tuple[float, float]:  # noqa: ARG002
        """How far it reaches across and down, in radii, on a piece of that shape."""
        return 1.0, 1.0

    def own_size(self, shape: Shape) -> tuple[Measure | None, Measure | None]:
        """Twice as far as it reaches, where it has a radius."""
        width, height = Placed.own_size(self, shape)
        (across, down), (wide, high) = self._radii(), self.reach(shape)
        return width or _times(across, 2 * wide), height or _times(down, 2 * high)

    def box(self, frame: Frame, *, slotted: bool) -> Box:
        """About its middle, where it has one or a radius.

        Raises:
            LayoutFault: L210, it has two places or sizes.
        """
        middle, radius = self._written(("cx", "cy")), self._written(self.radius_names)
        if not middle and not radius:
            return Placed.box(self, frame, slotted=slotted)
        if slotted:
            frame = frame.around(Placed.box(self, frame, slotted=True))
            return about(self.cx, self.cy, *self.radii(frame), frame.box)
        placed = self._written(("x", "y", "inset", "center"))
        sized = self._written(("width", "height"))
        if clash := (placed + sized if middle else sized):
            first = (middle + radius)[0]
            message = f"'<{self.tag}>' has '{first}' and '{clash[0]}', which contradict each other"
            cure = "write its middle and its radius, or 'center', 'width' and 'height'"
            raise LayoutFault("L210", message, cure)
        across, along = self.radii(frame)
        if placed:
            return self.placed(frame, Measure(2 * across), Measure(2 * along), slotted=False)
        return about(self.cx, self.cy, across, along, frame.box)

    def _radii(self) -> tuple[Measure | None, Measure | None]:
        """Across and down, where it has them."""
        radii = [getattr(self, name) for name in self.radius_names]
        return radii[0], radii[-1]

    def _written(self, names: Sequence[str]) -> list[str]:
        """Those of some attributes that it has."""
        return [name for name in names if getattr(self, name) is not None]


class Circle(Round):
    """A circle: by `cx cy r`, or the largest in its box."""

    tag = "circle"
    sample = '<circle cx="50%" cy="50%" r="8" fill="#3B4754"/>'
    r: Measure | None = attribute(SIZE, "radius; shares are of the shorter side of the frame")
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The circle; it grows by the bleed when it touches the trim."""
        centre = place.box.centre
        radius = min(place.box.width, place.box.height) / 2 + growth(place, bleed=self.bleed)
        outer = Box(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius)
        return painted(self, circle(centre.x, centre.y, radius), outer)


class Ellipse(Round):
    """An ellipse: by `cx cy rx ry`, or the one that fills its box."""

    tag = "ellipse"
    sample = '<ellipse cx="50%" cy="50%" rx="9" ry="6" fill="#3B4754"/>'
    radius_names = ("rx", "ry")
    rx: Measure | None = attribute(SIZE, "radius across")
    ry: Measure | None = attribute(SIZE, "radius down")
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The ellipse; it grows by the bleed when it touches the trim."""
        outer = place.box.grown(growth(place, bleed=self.bleed))
        centre = place.box.centre
        return painted(self, ellipse(centre.x, centre.y, outer.width / 2, outer.height / 2), outer)

    def radii(self, frame: Frame) -> tuple[float, float]:
        """Shares are of the width and of the height, and so are radii that it does not have."""
        width, height = frame.box.width, frame.box.height
        across = self.rx.of(width) if self.rx else width / 2
        return across, self.ry.of(height) if self.ry else height / 2


class Hex(Round):
    """A regular hexagon: by `cx cy r`, or the largest in its box."""

    tag = "hex"
    sample = '<hex cx="50%" cy="50%" r="8" fill="#3B4754"/>'
    orientation: Literal["pointy", "flat"] | None = attribute(
        choice("pointy", "flat"), "corner or edge on top; without it as the piece, `pointy` on other shapes"
    )
    r: Measure | None = attribute(SIZE, "distance of the corners from the middle")
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The hexagon; its edges move out by the bleed when it touches the trim, so that the rim is even."""
        grow = growth(place, bleed=self.bleed)
        corners = hexagon(place.box, "hex-flat" if self._is_flat(place.frame.shape) else "hex-pointy", grow)
        return painted(self, polygon(corners), place.box.grown(grow))

    def reach(self, shape: Shape) -> tuple[float, float]:
        """To its corners and edges: the corners are 2/√3 as far from the middle as the edges."""
        edges = 3**0.5 / 2
        return (1.0, edges) if self._is_flat(shape) else (edges, 1.0)

    def _is_flat(self, shape: Shape) -> bool:
        """Whether it has an edge on top, on a piece of that shape."""
        return self.orientation == "flat" or (self.orientation is None and shape == "hex-flat")


class Line(Stroked):
    """A straight line; black without a `stroke`."""

    tag = "line"
    sample = '<line x1="4" y1="50%" x2="20" y2="50%" stroke="#3B4754"/>'
    x1: Measure = attribute(MEASURE, "start, from the left of the frame", Measure())
    y1: Measure = attribute(MEASURE, "start, from the top of the frame", Measure())
    x2: Measure = attribute(MEASURE, "end, from the left of the frame", Measure())
    y2: Measure = attribute(MEASURE, "end, from the top of the frame", Measure())

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The line."""
        ends = [point.of(place.frame.box) for point in self._ends()]
        paint = BLACK if self.stroke is None else laid(self.stroke, place.box)
        if paint is None or self.stroke_width <= 0:
            return []
        path = polygon(ends, closed=False)
        return [Stroke(path, paint, self.stroke_width, self.dash, self.stroke_linecap, self.stroke_linejoin)]

    def box(self, frame: Frame, *, slotted: bool) -> Box:  # noqa: ARG002
        """The smallest around both ends."""
        return spanned(self._ends(), frame.box)

    def _ends(self) -> tuple[FramePoint, FramePoint]:
        return FramePoint(self.x1, self.y1), FramePoint(self.x2, self.y2)


class Cornered(Painted):
    """A shape through points.

    Attributes:
        closed: Whether the last is joined to the first.
    """

    closed: ClassVar[bool]

    points: tuple[FramePoint, ...] = attribute(
        FRAME_POINTS, "pairs of distances in the frame, such as `0,0 50%,8 100%,0`", (), required=True
    )
    bleed: bool = attribute(FLAG, BLEED, False)

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The shape; points on the trim move out to the edge of the bleed."""
        points = [point.of(place.frame.box) for point in self.points]
        if self.bleed:
            points = [_pushed(x, y, place.frame, place.bleed) for x, y in points]
        return painted(self, polygon(points, closed=self.closed), place.box)

    def box(self, frame: Frame, *, slotted: bool) -> Box:  # noqa: ARG002
        """The smallest around its points."""
        return spanned(self.points, frame.box)


class Polyline(Cornered):
    """Lines through points; the last is not joined to the first."""

    tag = "polyline"
    closed = False
    sample = '<polyline points="0,0 50%,8 100%,0" stroke="#3B4754"/>'


class Polygon(Cornered):
    """A closed shape through points."""

    tag = "polygon"
    closed = True
    sample = '<polygon points="10,0 20,18 0,18" fill="#3B4754"/>'


class PathElement(Placed, Painted):
    """A path in SVG's notation, in millimetres from the top left of its box, or scaled by `viewBox`."""

    tag = "path"
    sample = '<path d="M0 8 L8 0 L16 8 Z" x="4" y="4" fill="#3B4754"/>'
    d: Path = attribute(PATH, "the path data of SVG", (), required=True)
    view_box: PathView | None = attribute(
        VIEW, "`x y width height` of the path's own coordinates, fitted into the box", name="viewBox"
    )
    fill_rule: Literal["nonzero", "evenodd"] = attribute(
        choice("nonzero", "evenodd"), "what counts as inside", "nonzero"
    )

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The path in its own coordinates, moved to its box or fitted into it."""
        box, view = place.box, self.view_box
        if view is None:
            matrix = shift(box.x, box.y)
            inner = Box(0.0, 0.0, box.width, box.height)
            thinner = 1.0
        else:
            thinner = min(box.width / view.width, box.height / view.height)
            if thinner <= 0:
                return []
            left = box.x + (box.width - view.width * thinner) / 2
            top = box.y + (box.height - view.height * thinner) / 2
            matrix = shift(-view.x, -view.y).then(scale(thinner)).then(shift(left, top))
            inner = Box(view.x, view.y, view.width, view.height)
        items = painted(self, self.d, inner, 1 / thinner, even_odd=self.fill_rule == "evenodd")
        return [Group(tuple(items), matrix)] if items else []


def about(cx: Measure | None, cy: Measure | None, across: float, along: float, box: Box) -> Box:
    """The box about a point of ``box``, by default its middle, with the given half width and height."""
    x, y = FramePoint(cx or CENTRE.x, cy or CENTRE.y).of(box)
    return Box(x - across, y - along, 2 * across, 2 * along)


def spanned(ends: Iterable[FramePoint], box: Box) -> Box:
    """The smallest box around points of ``box``."""
    points = [end.of(box) for end in ends]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def growth(place: DrawPlace, *, bleed: bool) -> float:
    """Millimetres by which a round shape with that ``bleed`` grows on all sides."""
    trim = place.frame.trim
    return place.bleed if bleed and trim is not None and any(touched(place.box, trim)) else 0.0


def painted(
    element: Painted, path: Path, box: Box, thicker: float = 1.0, *, even_odd: bool = False
) -> list[Item]:
    """The path filled and drawn as the element says; a gradient lies over ``box``."""
    items: list[Item] = []
    fill: Paint | None = laid(element.fill, box)
    if element.fill is None and (element.stroke is None or element.stroke == NO_PAINT):
        fill = BLACK
    if fill is not None:
        items.append(Fill(path, fill, even_odd))
    stroke = laid(element.stroke, box)
    if stroke is not None and element.stroke_width > 0:
        dash = tuple(length * thicker for length in element.dash)
        width = element.stroke_width * thicker
        items.append(Stroke(path, stroke, width, dash, element.stroke_linecap, element.stroke_linejoin))
    return items


def _times(radius: Measure | None, factor: float) -> Measure | None:
    return None if radius is None else Measure(factor * radius.mm, factor * radius.share)


def _pushed(x: float, y: float, frame: Frame, bleed: float) -> tuple[float, float]:
    edge = bled(Box(x, y, 0.0, 0.0), frame, bleed)
    # A point is a box without size: the edge that touches moves away from the one that stays.
    right = edge.x if edge.x < x else edge.right
    bottom = edge.y if edge.y < y else edge.bottom
    return right, bottom
