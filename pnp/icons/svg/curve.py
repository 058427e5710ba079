"""Paths under maps, and the exact boxes around paths and items."""

from __future__ import annotations

import math

from pnp.draw import Fill, Group, Item, Path, Stroke
from pnp.draw.path import Segment
from pnp.geometry import IDENTITY, Box, Matrix


def mapped(path: Path, matrix: Matrix) -> Path:
    """The path with every point moved by the matrix."""
    result: list[Segment] = []
    for letter, *numbers in path:
        values = [float(number) for number in numbers]
        if letter == "R":
            x, y, width, height = values
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            points = [matrix.apply(*corner) for corner in corners]
            result += [("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",)]
        else:
            pairs = (matrix.apply(x, y) for x, y in zip(values[0::2], values[1::2], strict=True))
            result.append((letter, *(number for pair in pairs for number in pair)))
    return tuple(result)


def solid(path: Path) -> Path:
    """The parts of the path that have an inside; the same path where all do.

    A line that goes to and fro on itself has none, and SVG fills nothing there, but viewers and printers of
    PDFs draw a line as thin as they can (ISO 32000-1 §8.5.3.3.1).
    """
    parts: list[list[Segment]] = []
    for segment in path:
        if segment[0] in ("M", "R") or not parts:
            parts.append([])
        parts[-1].append(segment)
    kept = [part for part in parts if not _is_flat(part)]
    return path if len(kept) == len(parts) else tuple(segment for part in kept for segment in part)


def _is_flat(part: list[Segment]) -> bool:
    """Whether all points of a part lie on one line."""
    values = [float(number) for letter, *numbers in part if letter != "R" for number in numbers]
    points = list(zip(values[0::2], values[1::2], strict=True))
    if not points:
        return part[0][0] != "R"
    x, y = points[0]
    far_x, far_y = max(((px - x, py - y) for px, py in points), key=lambda far: math.hypot(*far))
    slack = 1e-9 * (far_x * far_x + far_y * far_y)
    return all(abs((px - x) * far_y - (py - y) * far_x) <= slack for px, py in points)


def bounds(path: Path) -> Box | None:
    """The smallest upright box around what the path draws (not around control points); None when empty."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for letter, *numbers in path:
        values = [float(number) for number in numbers]
        if letter == "R":
            xs += [values[0], values[0] + values[2]]
            ys += [values[1], values[1] + values[3]]
        elif letter == "C":
            xs += _extremes(x, values[0], values[2], values[4])
            ys += _extremes(y, values[1], values[3], values[5])
        elif values:
            xs.append(values[0])
            ys.append(values[1])
        if values and letter != "R":
            x, y = values[-2:]
    if not xs:
        return None
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """The ends of a cubic in one coordinate, and its values where the derivative is zero."""
    values = [p0, p3]
    if min(p0, p3) <= min(p1, p2) and max(p1, p2) <= max(p0, p3):
        return values
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-12:
        roots = [-c / b] if abs(b) > 1e-12 else []
    else:
        square = b * b - 4 * a * c
        roots = [(-b + sign * math.sqrt(square)) / (2 * a) for sign in (1, -1)] if square >= 0 else []
    for t in roots:
        if 0 < t < 1:
            s = 1 - t
            values.append(s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3)
    return values


def items_box(items: list[Item] | tuple[Item, ...], matrix: Matrix = IDENTITY) -> Box:
    """The box around items, lines counted with their thickness; an empty box for no items."""
    boxes: list[Box] = []
    for item in items:
        if isinstance(item, Group):
            boxes.append(items_box(item.items, item.matrix.then(matrix)))
        elif isinstance(item, Fill | Stroke):
            box = bounds(item.path)
            if box is not None:
                boxes.append(matrix.apply_box(box.grown(item.width / 2 if isinstance(item, Stroke) else 0.0)))
    if not boxes:
        return Box(0.0, 0.0, 0.0, 0.0)
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)
