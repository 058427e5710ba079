"""Frames, the boxes of elements inside them, and distances: millimetres, or a share of the frame."""

from __future__ import annotations

import math
from typing import NamedTuple

from pnp.draw.face import Shape
from pnp.geometry import Box, Matrix

TOUCH = 0.01
"""Millimetres by which an edge may miss the trim and still touch it."""


class Frame(NamedTuple):
    """The box that the places of elements refer to, and the trim of the face.

    Attributes:
        box: In the coordinates of the face, or of the transformed group around.
        trim: Of the face in the same coordinates; None where these are turned askew, so that nothing touches
            it.
        shape: Of the outline.
    """

    box: Box
    trim: Box | None
    shape: Shape = "rectangle"

    def around(self, box: Box) -> Frame:
        """The frame of elements inside ``box``."""
        return Frame(box, self.trim, self.shape)

    def under(self, matrix: Matrix) -> Frame:
        """This frame as something that is drawn through ``matrix`` sees it."""
        trim = self.trim
        if trim is not None:
            trim = _seen(trim, matrix) or (
                _like_before(trim, matrix, self.shape) if self.shape not in ("rectangle", "path") else None
            )
        return Frame(self.box, trim, self.shape)


def _seen(box: Box, matrix: Matrix) -> Box | None:
    """The box before ``matrix`` is applied; None unless it stays upright."""
    a, b, c, d, _, _ = matrix
    upright = abs(b) < 1e-9 and abs(c) < 1e-9
    crosswise = abs(a) < 1e-9 and abs(d) < 1e-9
    inverse = matrix.inverse() if upright or crosswise else None
    return None if inverse is None else inverse.apply_box(box)


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
        box.y <= trim.y + TOUCH,
        box.right >= trim.right - TOUCH,
        box.bottom >= trim.bottom - TOUCH,
        box.x <= trim.x + TOUCH,
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


class Measure(NamedTuple):
    """A distance that may depend on the size of the frame: millimetres plus a share of that size."""

    mm: float = 0.0
    share: float = 0.0

    def of(self, whole: float) -> float:
        """Millimetres, where the frame measures ``whole`` millimetres in the direction at hand."""
        return self.mm + self.share * whole


class Insets(NamedTuple):
    """Distances inwards from the edges of the frame, clockwise from the top; None for ``auto``."""

    top: Measure | None
    right: Measure | None
    bottom: Measure | None
    left: Measure | None


class FramePoint(NamedTuple):
    """A point of the frame."""

    x: Measure
    y: Measure

    def of(self, frame: Box) -> tuple[float, float]:
        """The point, in the coordinates of the frame itself."""
        return frame.x + self.x.of(frame.width), frame.y + self.y.of(frame.height)


NOTHING = Measure()
HALF = Measure(0.0, 0.5)
CENTRE = FramePoint(HALF, HALF)
