"""Shapes: from elements and their boxes to filled and drawn paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.colour import BLACK
from pnp.draw import Fill, Group, Item, Paint, Path, Stroke, circle, ellipse, polygon, rectangle
from pnp.draw.path import Segment
from pnp.geometry import Box, scale, shift
from pnp.layout.form import hexagon
from pnp.layout.frame import Frame, bled, touched
from pnp.layout.measure import Spot
from pnp.layout.paint import NO_PAINT, laid

if TYPE_CHECKING:
    from pnp.layout.element import Circle, Ellipse, Hex, Line, Painted, PathElement, Polygon, Polyline, Rect


def draw_rect(element: Rect, box: Box, frame: Frame, bleed: float) -> list[Item]:
    """A rectangle; corners beside a bled edge are not rounded."""
    if not element.bleed or frame.trim is None:
        return _painted(element, rectangle(box, element.rx), box)
    grown = bled(box, frame, bleed)
    if element.rx <= 0 or grown == box:
        return _painted(element, rectangle(grown, element.rx), grown)
    top, right, bottom, left = touched(box, frame.trim)
    radii = [
        0.0 if out else element.rx for out in (top or left, top or right, bottom or right, bottom or left)
    ]
    return _painted(element, _rounded(grown, radii), grown)


def _rounded(box: Box, radii: Sequence[float]) -> Path:
    """A rectangle with a radius for each corner, clockwise from the top left."""
    most = min(box.width, box.height) / 2
    a, b, c, d = (min(radius, most) for radius in radii)
    # The quarter circle of the corners of ``pnp.draw.rectangle``: its control points lie this share from the corner.
    k = 1 - 0.5519150244935106
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    segments: list[Segment] = [
        ("M", x + a, y),
        ("L", right - b, y),
        ("C", right - b * k, y, right, y + b * k, right, y + b),
        ("L", right, bottom - c),
        ("C", right, bottom - c * k, right - c * k, bottom, right - c, bottom),
        ("L", x + d, bottom),
        ("C", x + d * k, bottom, x, bottom - d * k, x, bottom - d),
        ("L", x, y + a),
        ("C", x, y + a * k, x + a * k, y, x + a, y),
        ("Z",),
    ]
    return tuple(segments)


def draw_circle(element: Circle, box: Box, frame: Frame, bleed: float) -> list[Item]:
    """A circle; it grows by the bleed when it touches the trim."""
    grow = bleed if element.bleed and frame.trim is not None and any(touched(box, frame.trim)) else 0.0
    centre, radius = box.centre, min(box.width, box.height) / 2 + grow
    outer = Box(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius)
    return _painted(element, circle(centre.x, centre.y, radius), outer)


def draw_ellipse(element: Ellipse, box: Box, frame: Frame, bleed: float) -> list[Item]:
    """An ellipse; it grows by the bleed when it touches the trim."""
    grow = bleed if element.bleed and frame.trim is not None and any(touched(box, frame.trim)) else 0.0
    outer = box.grown(grow)
    centre = box.centre
    return _painted(element, ellipse(centre.x, centre.y, outer.width / 2, outer.height / 2), outer)


def draw_hex(element: Hex, box: Box, frame: Frame, bleed: float, *, flat: bool) -> list[Item]:
    """A hexagon; its edges move out by the bleed when it touches the trim, so that the rim is even."""
    grow = bleed if element.bleed and frame.trim is not None and any(touched(box, frame.trim)) else 0.0
    is_flat = element.orientation == "flat" or (element.orientation is None and flat)
    corners = hexagon(box, "hex-flat" if is_flat else "hex-pointy", grow)
    return _painted(element, polygon(corners), box.grown(grow))


def draw_line(element: Line, frame: Frame) -> list[Item]:
    """A line, black unless it says otherwise."""
    ends = [Spot(element.x1, element.y1).of(frame.box), Spot(element.x2, element.y2).of(frame.box)]
    path = polygon(ends, closed=False)
    box = Box(
        min(x for x, _ in ends),
        min(y for _, y in ends),
        abs(ends[1][0] - ends[0][0]),
        abs(ends[1][1] - ends[0][1]),
    )
    paint = BLACK if element.stroke is None else laid(element.stroke, box)
    if paint is None or element.stroke_width <= 0:
        return []
    return [
        Stroke(
            path, paint, element.stroke_width, element.dash, element.stroke_linecap, element.stroke_linejoin
        )
    ]


def draw_points(element: Polyline | Polygon, box: Box, frame: Frame, bleed: float) -> list[Item]:
    """Straight lines through points; points on the trim move out to the edge of the bleed."""
    points = [spot.of(frame.box) for spot in element.points]
    if element.bleed:
        points = [_pushed(x, y, frame, bleed) for x, y in points]
    return _painted(element, polygon(points, closed=element.tag == "polygon"), box)


def _pushed(x: float, y: float, frame: Frame, bleed: float) -> tuple[float, float]:
    spot = bled(Box(x, y, 0.0, 0.0), frame, bleed)
    # A point is a box without size: the edge that touches moves away from the one that stays.
    right = spot.x if spot.x < x else spot.right
    bottom = spot.y if spot.y < y else spot.bottom
    return right, bottom


def draw_path(element: PathElement, box: Box) -> list[Item]:
    """A path in its own coordinates, moved to its box or fitted into it."""
    view = element.view_box
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
    items = _painted(element, element.d, inner, 1 / thinner, even_odd=element.fill_rule == "evenodd")
    return [Group(tuple(items), matrix)] if items else []


def _painted(
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
