"""Points, boxes and matrices in the plane.

The origin is top-left, y grows downwards; numbers are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Point(NamedTuple):
    """A place in millimetres."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle: left, top, width and height in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """X of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Y of the bottom edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, top: float, right: float, bottom: float, left: float) -> Box:
        """This box with each edge moved inwards (outwards where negative); never of negative size."""
        return Box(
            self.x + left,
            self.y + top,
            max(0.0, self.width - left - right),
            max(0.0, self.height - top - bottom),
        )

    def grown(self, by: float) -> Box:
        """This box with every edge moved outwards by ``by``."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: float, dy: float) -> Box:
        """This box shifted."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def meets(self, other: Box, slack: float = 1e-6) -> bool:
        """Whether the two share more than an edge (``slack`` millimetres are forgiven)."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def holds(self, other: Box, slack: float = 1e-6) -> bool:
        """Whether ``other`` lies wholly inside (``slack`` millimetres are forgiven)."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.x + other.width <= self.x + self.width + slack
            and other.y + other.height <= self.y + self.height + slack
        )


_FLAT = 1e-12
"""Areas below this are rounding errors of the factors that make them."""


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of them.

    Raises:
        ValueError: No box is given.
    """
    left, top = min([box.x for box in boxes]), min([box.y for box in boxes])
    right, bottom = max([box.right for box in boxes]), max([box.bottom for box in boxes])
    return Box(left, top, right - left, bottom - top)


class Matrix(NamedTuple):
    """An affine map in PDF's order (ISO 32000-1 §8.3.3): x' = a·x + c·y + e, y' = b·x + d·y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, after: Matrix) -> Matrix:
        """The map that does this one first and ``after`` next."""
        return Matrix(
            self.a * after.a + self.b * after.c,
            self.a * after.b + self.b * after.d,
            self.c * after.a + self.d * after.c,
            self.c * after.b + self.d * after.d,
            self.e * after.a + self.f * after.c + after.e,
            self.e * after.b + self.f * after.d + after.f,
        )

    def inverse(self) -> Matrix | None:
        """The map back; None for a map that flattens the plane."""
        a, b, c, d, e, f = self
        determinant = a * d - b * c
        if abs(determinant) < _FLAT:
            return None
        ia, ib, ic, id_ = d / determinant, -b / determinant, -c / determinant, a / determinant
        return Matrix(ia, ib, ic, id_, -(ia * e + ic * f), -(ib * e + id_ * f))

    @property
    def scale(self) -> float:
        """How many times larger a line becomes, on the average of all directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    def apply(self, x: float, y: float) -> Point:
        """Where the point lands."""
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def apply_box(self, box: Box) -> Box:
        """The smallest upright box around the image of ``box``."""
        a, b, c, d, e, f = self
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        if b == 0.0 == c and a > 0.0 < d:  # neither turned nor mirrored, as most are
            x, y = a * left + e, d * top + f
            return Box(x, y, a * right + e - x, d * bottom + f - y)
        xs = (
            a * left + c * top + e,
            a * right + c * top + e,
            a * left + c * bottom + e,
            a * right + c * bottom + e,
        )
        ys = (
            b * left + d * top + f,
            b * right + d * top + f,
            b * left + d * bottom + f,
            b * right + d * bottom + f,
        )
        x, y = min(xs), min(ys)
        return Box(x, y, max(xs) - x, max(ys) - y)


IDENTITY = Matrix()
ORIGIN = Point(0.0, 0.0)


def shift(dx: float, dy: float) -> Matrix:
    """The map that moves by (dx, dy)."""
    return Matrix(1.0, 0.0, 0.0, 1.0, dx, dy)


def scale(sx: float, sy: float | None = None) -> Matrix:
    """The map that stretches from the origin; ``sy`` is ``sx`` when left out."""
    return Matrix(sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)


_QUARTERS = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}


def turn(degrees: float, about: Point = ORIGIN) -> Matrix:
    """The clockwise turn (y points down) about a point; quarter turns are exact."""
    quarter = _QUARTERS.get(int(degrees % 360)) if float(degrees).is_integer() else None
    if quarter is None:
        angle = math.radians(degrees)
        quarter = (math.cos(angle), math.sin(angle))
    cos, sin = quarter
    back = shift(-about.x, -about.y)
    return back.then(Matrix(cos, sin, -sin, cos, 0.0, 0.0)).then(shift(about.x, about.y))
