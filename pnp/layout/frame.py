"""Frames, and the boxes of elements inside them."""

from __future__ import annotations

import math
from typing import NamedTuple

from pnp.draw.face import Shape
from pnp.geometry import Box, Matrix
from pnp.layout.element import Circle, Element, Ellipse, Hex, Icon, Line, Placed, Polygon, Polyline
from pnp.layout.fault import LayoutFault
from pnp.layout.measure import CENTRE, Measure, Spot

_TOUCH = 0.01
"""Millimetres by which an edge may miss the trim and still touch it."""


class Frame(NamedTuple):
    """Where elements stand: the box that their places refer to, and the trim of the face.

    Attributes:
        box: In the coordinates of the face, or of the transformed group around.
        trim: Of the face in the same coordinates; None where these are turned askew, so that nothing touches it.
        shape: Of the outline.
    """

    box: Box
    trim: Box | None
    shape: Shape = "rectangle"

    def around(self, box: Box) -> Frame:
        """The frame of what stands inside of ``box``."""
        return Frame(box, self.trim, self.shape)

    def under(self, matrix: Matrix) -> Frame:
        """This frame as something that is drawn through ``matrix`` sees it."""
        trim = self.trim
        if trim is not None:
            trim = _seen(trim, matrix) or (
                _like_before(trim, matrix, self.shape) if self.shape != "rectangle" else None
            )
        return Frame(self.box, trim, self.shape)


def _seen(box: Box, matrix: Matrix) -> Box | None:
    """The box before ``matrix`` is applied; None unless it stays upright."""
    a, b, c, d, e, f = matrix
    upright = abs(b) < 1e-9 and abs(c) < 1e-9
    crosswise = abs(a) < 1e-9 and abs(d) < 1e-9
    determinant = a * d - b * c
    if not (upright or crosswise) or determinant == 0:
        return None
    inverse = Matrix(
        d / determinant,
        -b / determinant,
        -c / determinant,
        a / determinant,
        (c * f - d * e) / determinant,
        (b * e - a * f) / determinant,
    )
    return inverse.apply_box(box)


def _like_before(trim: Box, matrix: Matrix, shape: Shape) -> Box | None:
    """The box of a hexagon before sixth turns, of a circle before any: turned so, they look as they did."""
    a, b, c, d, e, f = matrix
    scale = math.hypot(a, b)
    sixths = math.degrees(math.atan2(b, a)) / 60
    turned = abs(a - d) < 1e-9 and abs(b + c) < 1e-9 and scale > 0
    if not turned or (shape != "circle" and abs(sixths - round(sixths)) > 1e-6):
        return None
    x, y = trim.centre.x - e, trim.centre.y - f
    width, height = trim.width / scale, trim.height / scale
    return Box((a * x + b * y) / scale**2 - width / 2, (a * y - b * x) / scale**2 - height / 2, width, height)


def touched(box: Box, trim: Box) -> tuple[bool, bool, bool, bool]:
    """Which edges of the box (top, right, bottom, left) lie on the trim or beyond it."""
    return (
        box.y <= trim.y + _TOUCH,
        box.right >= trim.right - _TOUCH,
        box.bottom >= trim.bottom - _TOUCH,
        box.x <= trim.x + _TOUCH,
    )


def bled(box: Box, frame: Frame, bleed: float) -> Box:
    """The box with every edge that touches the trim moved out to the edge of the bleed."""
    if frame.trim is None:
        return box
    trim, out = frame.trim, frame.trim.grown(bleed)
    top, right, bottom, left = touched(box, trim)
    x0, y0 = (out.x if left else box.x), (out.y if top else box.y)
    x1, y1 = (out.right if right else box.right), (out.bottom if bottom else box.bottom)
    return Box(x0, y0, x1 - x0, y1 - y0)


def extent(element: Element, around: Box, *, slotted: bool, flat: bool) -> Box:
    """The box that an element fills.

    Args:
        element: Any but the face.
        around: The frame's box.
        slotted: Whether that is a slot made for the element; its own place then counts no more, but for an ``inset``.
        flat: Whether a hexagon that does not say has an edge on top.

    Raises:
        LayoutFault: L210, the place contradicts itself; L211, there is no room.
    """
    box = around
    if isinstance(element, Circle | Hex) and (element.r is not None or element.cx is not None):
        box = _round(element, around, flat=flat)
    elif isinstance(element, Ellipse) and (element.rx is not None or element.cx is not None):
        box = _elliptic(element, around)
    elif isinstance(element, Line):
        box = _spanned([Spot(element.x1, element.y1), Spot(element.x2, element.y2)], around)
    elif isinstance(element, Polyline | Polygon):
        box = _spanned(element.points, around)
    elif isinstance(element, Placed) and (element.inset is not None or not slotted):
        box = _placed(element, around, slotted=slotted)
    return box


def _placed(element: Placed, box: Box, *, slotted: bool) -> Box:
    width, height = (None, None) if slotted else (element.width, element.height)
    if isinstance(element, Icon) and element.size is not None and not slotted:
        width, height = width or element.size, height or element.size
    corner = element.x is not None or element.y is not None
    if element.inset is not None:
        if not slotted and (corner or element.center is not None):
            raise _twice(element, "'inset' and by another attribute")
        top, right, bottom, left = element.inset
        x, w = _axis(left, right, width, box.width, element)
        y, h = _axis(top, bottom, height, box.height, element)
    elif element.center is not None:
        if corner:
            raise _twice(element, "'center' and by 'x' or 'y'")
        w = box.width if width is None else width.of(box.width)
        h = box.height if height is None else height.of(box.height)
        x, y = element.center.x.of(box.width) - w / 2, element.center.y.of(box.height) - h / 2
    else:
        x, w = _axis(element.x, None, width, box.width, element)
        y, h = _axis(element.y, None, height, box.height, element)
    if w < -_TOUCH or h < -_TOUCH:
        raise LayoutFault(
            "L211",
            f"'<{element.tag}>' has no room: its box would be {w:.4g} × {h:.4g} mm",
            "make its inset smaller",
        )
    return Box(box.x + x, box.y + y, max(w, 0.0), max(h, 0.0))


def _twice(element: Element, ways: str) -> LayoutFault:
    return LayoutFault("L210", f"'<{element.tag}>' is placed by {ways}", "keep one of them")


def _axis(
    start: Measure | None, end: Measure | None, size: Measure | None, whole: float, element: Element
) -> tuple[float, float]:
    """Where the box begins and how long it is, in one direction."""
    if size is None:
        first = start.of(whole) if start else 0.0
        return first, whole - first - (end.of(whole) if end else 0.0)
    if start is not None and end is not None:
        raise LayoutFault(
            "L210",
            f"'<{element.tag}>' has an inset on both sides and a size",
            "write 'auto' for one side of the inset, or leave out the size",
        )
    length = size.of(whole)
    if end is not None:
        return whole - end.of(whole) - length, length
    return (start.of(whole) if start else 0.0), length


def _round(element: Circle | Hex, box: Box, *, flat: bool) -> Box:
    shorter = min(box.width, box.height)
    radius = element.r.of(shorter) if element.r else shorter / 2
    x, y = Spot(element.cx or CENTRE.x, element.cy or CENTRE.y).of(box)
    across = along = radius
    if isinstance(element, Hex):
        # The corners of a hexagon are 2/√3 as far from its middle as its edges.
        if element.orientation == "flat" or (element.orientation is None and flat):
            along = radius * 3**0.5 / 2
        else:
            across = radius * 3**0.5 / 2
    return Box(x - across, y - along, 2 * across, 2 * along)


def _elliptic(element: Ellipse, box: Box) -> Box:
    rx = element.rx.of(box.width) if element.rx else box.width / 2
    ry = element.ry.of(box.height) if element.ry else box.height / 2
    x, y = Spot(element.cx or CENTRE.x, element.cy or CENTRE.y).of(box)
    return Box(x - rx, y - ry, 2 * rx, 2 * ry)


def _spanned(spots: tuple[Spot, ...] | list[Spot], box: Box) -> Box:
    points = [spot.of(box) for spot in spots]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)
