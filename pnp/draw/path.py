"""Paths: sequences of segments in millimetres, y downwards.

A path is a tuple of segments, each a tuple that starts with its letter: ``("M", x, y)`` begins a subpath,
``("L", x, y)`` is a line, ``("C", x1, y1, x2, y2, x, y)`` a cubic Bézier curve, ``("R", x, y, width,
height)`` a whole rectangle and ``("Z",)`` closes the subpath. Coordinates are absolute.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

from pnp.geometry import Box, Matrix, Point
from pnp.memo import IdentityMemo

Segment: TypeAlias = tuple[str | float, ...]
Path: TypeAlias = tuple[Segment, ...]

# Distance of the control points of the cubic that comes nearest to a quarter of the unit circle:
# 4/3·(√2 − 1), https://spencermortensen.com/articles/bezier-circle/ gives 0.551915 for the least radial
# error.
_KAPPA = 0.5519150244935106


def rectangle(box: Box, radius: float = 0.0) -> Path:
    """The outline of a box, with round corners of ``radius`` (at most half the shorter side)."""
    if min(radius, box.width, box.height) <= 0:
        return (("R", box.x, box.y, box.width, box.height),)
    return rounded(box, (radius, radius, radius, radius))


def rounded(box: Box, radii: tuple[float, float, float, float]) -> Path:
    """A rectangle with a radius for each corner from the top left clockwise: at most half a side."""
    most = min(box.width, box.height) / 2
    a, b, c, d = (min(radius, most) for radius in radii)
    k = 1 - _KAPPA
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return (
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
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """The outline of an ellipse, clockwise from its right end."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def circle(cx: float, cy: float, radius: float) -> Path:
    """The outline of a circle."""
    return ellipse(cx, cy, radius, radius)


def arc_curves(
    start: Point, rx: float, ry: float, rotation: float, large: bool, sweep: bool, end: Point
) -> list[tuple[float, ...]]:
    """Cubic curves along an elliptical arc: for each its two control points and its end.

    By the implementation notes of SVG 2, §B.2.4 (from endpoints to centre) and §B.2.5 (radii that are too
    small grow). ``rotation`` is in degrees; the radii are not zero.
    """
    rx, ry = abs(rx), abs(ry)
    cos, sin = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
    half_x, half_y = (start.x - end.x) / 2, (start.y - end.y) / 2
    ux, uy = (cos * half_x + sin * half_y) / rx, (cos * half_y - sin * half_x) / ry
    reach = ux * ux + uy * uy  # squared half chord, measured in the unit circle that the ellipse is mapped to
    if reach >= 1:
        grow = math.sqrt(reach)
        rx, ry, ux, uy, away = rx * grow, ry * grow, ux / grow, uy / grow, 0.0
    else:
        away = math.sqrt((1 - reach) / reach) * (-1 if large == sweep else 1) if reach else 0.0
    centre_ux, centre_uy = away * uy, -away * ux
    cx = cos * rx * centre_ux - sin * ry * centre_uy + (start.x + end.x) / 2
    cy = sin * rx * centre_ux + cos * ry * centre_uy + (start.y + end.y) / 2
    first = math.atan2(uy - centre_uy, ux - centre_ux)
    last = math.atan2(-uy - centre_uy, -ux - centre_ux)
    angle = (last - first) % math.tau if sweep else -((first - last) % math.tau)

    def place(x: float, y: float) -> tuple[float, float]:
        return cx + cos * rx * x - sin * ry * y, cy + sin * rx * x + cos * ry * y

    count = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    step = angle / count
    # Tangent length of the cubic that meets an arc of the unit circle at its ends and its middle.
    reach = 4 / 3 * math.tan(step / 4)
    curves: list[tuple[float, ...]] = []
    for index in range(count):
        from_cos, from_sin = math.cos(first + index * step), math.sin(first + index * step)
        to_cos, to_sin = math.cos(first + (index + 1) * step), math.sin(first + (index + 1) * step)
        stop = end if index == count - 1 else place(to_cos, to_sin)
        curves.append(
            (
                *place(from_cos - reach * from_sin, from_sin + reach * from_cos),
                *place(to_cos + reach * to_sin, to_sin - reach * to_cos),
                *stop,
            )
        )
    return curves


def polygon(points: Sequence[tuple[float, float]], *, closed: bool = True) -> Path:
    """Straight lines through the points in order."""
    if not points:
        return ()
    (x, y), *rest = points
    lines: list[Segment] = [("M", x, y), *(("L", px, py) for px, py in rest)]
    return (*lines, ("Z",)) if closed else tuple(lines)


def moved_path(path: Path, dx: float, dy: float) -> Path:
    """The path further to the right by ``dx`` and down by ``dy``."""
    return tuple(_moved_segment(segment, (dx, dy)) for segment in path)


def _moved_segment(segment: Segment, step: tuple[float, float]) -> Segment:
    letter, *numbers = segment
    points = 2 if letter == "R" else len(numbers)  # width and height follow the corner of a rectangle
    return (letter, *(float(n) + step[i % 2] if i < points else n for i, n in enumerate(numbers)))


def mapped_path(path: Path, matrix: Matrix) -> Path:
    """The path with every point moved by the matrix; a rectangle becomes a polygon."""
    result: list[Segment] = []
    for letter, *coordinates in path:
        values = [float(number) for number in coordinates]
        if letter == "R":
            x, y, width, height = values
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            points = [matrix.apply(*corner) for corner in corners]
            result += [("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",)]
        else:
            pairs = (matrix.apply(x, y) for x, y in zip(values[0::2], values[1::2], strict=True))
            result.append((letter, *(number for pair in pairs for number in pair)))
    return tuple(result)


def level_places(p: float, q: float, r: float, s: float) -> list[float]:
    """Where along a cubic curve one of its coordinates neither grows nor falls: 0 is its start, 1 its end.

    Some may lie beyond the ends.
    """
    a, b, c = s - 3 * r + 3 * q - p, 2 * (r - 2 * q + p), q - p
    if abs(a) < 1e-12:
        return [-c / b] if abs(b) > 1e-12 else []
    square = b * b - 4 * a * c
    return [(-b + sign * math.sqrt(square)) / (2 * a) for sign in (1, -1)] if square >= 0 else []


def path_data(path: Path) -> str:
    """The path in the language of SVG's ``d`` (SVG 2 §9.3)."""
    parts = []
    for letter, *numbers in path:
        if letter == "R":
            x, y, width, height = (svg_number(float(value)) for value in numbers)
            parts.append(f"M{x} {y}h{width}v{height}h{svg_number(-float(numbers[2]))}Z")
        else:
            parts.append(str(letter) + " ".join(svg_number(float(value)) for value in numbers))
    return "".join(parts)


def svg_number(value: float, places: int = 4) -> str:
    """A number as SVG writes it: at most this many decimals, and no zeros at the end."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path_box(path: Path) -> Box:
    """The smallest box around all points of the path, control points included; empty for an empty path."""
    return _BOXES.of(path)


def _box(path: Path) -> Box:
    numbers: list[Any] = []
    for segment in path:
        if segment[0] == "R":
            _, x, y, width, height = segment
            numbers += (x, y, x + width, y + height)  # type: ignore[operator]  # only the letter is no number
        else:
            numbers += segment[1:]
    if not numbers:
        return Box(0.0, 0.0, 0.0, 0.0)
    xs, ys = numbers[::2], numbers[1::2]
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top)


_BOXES: IdentityMemo[Path, Box] = IdentityMemo(_box, 4096)
"""Boxes of paths: the same art is on many faces, and each is checked, placed and written."""
