"""Transforms and viewports of SVG (SVG 2 §8), paths under them, and exact boxes around paths."""

from __future__ import annotations

import math
import re
from typing import Any

from pnp.draw import Fill, Group, Item, Path, Picture, Stroke
from pnp.draw.path import Segment, level_places
from pnp.geometry import IDENTITY, Box, Matrix, Point, around, scale, shift, turn
from pnp.icons.svg.limits import MAX_FACTOR
from pnp.icons.svg.shape import length, numbers
from pnp.icons.svg.xml_node import Faults, Node

_FUNCTION = re.compile(r"\s*+,?\s*+([A-Za-z]++)\s*+\(([^()]*+)\)")


def parse_transform(text: str) -> Matrix | None:
    """The map that a transform list describes, or None when the list breaks the grammar."""
    matrix = IDENTITY
    at = 0
    text = text.strip()
    while at < len(text):
        match = _FUNCTION.match(text, at)
        one = _function(match.group(1), match.group(2)) if match else None
        if match is None or one is None:
            return None
        matrix = one.then(matrix)  # the last function of the list is applied to points first
        at = match.end()
    return matrix if all(abs(number) < MAX_FACTOR for number in matrix) else None


_ANGLES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_VALUE = re.compile(r"([+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?)(px|deg|grad|rad|turn)?")


def _function(name: str, arguments: str) -> Matrix | None:  # noqa: PLR0911, PLR0912 - one return a function
    words = [_VALUE.fullmatch(word) for word in arguments.replace(",", " ").split()]
    if None in words:
        return None
    values = [
        float(word.group(1)) * _ANGLES.get(word.group(2) or "", 1.0) for word in words if word is not None
    ]
    match (name, values):
        case ("matrix", [a, b, c, d, e, f]):
            return Matrix(a, b, c, d, e, f)
        case ("translate" | "translateX", [x]):
            return shift(x, 0.0)
        case ("translateY", [y]):
            return shift(0.0, y)
        case ("translate", [x, y]):
            return shift(x, y)
        case ("scale", [x]):
            return scale(x)
        case ("scale", [x, y]):
            return scale(x, y)
        case ("scaleX", [x]):
            return scale(x, 1.0)
        case ("scaleY", [y]):
            return scale(1.0, y)
        case ("rotate", [angle]) if abs(angle) < MAX_FACTOR:
            return turn(angle)
        case ("rotate", [angle, x, y]) if abs(angle) < MAX_FACTOR:
            return turn(angle, Point(x, y))
        case ("skewX", [angle]) if abs(angle) < MAX_FACTOR:
            return Matrix(1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0)
        case ("skewY", [angle]) if abs(angle) < MAX_FACTOR:
            return Matrix(1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0)
        case _:
            return None


_ORIGINS = {"left": 0.0, "top": 0.0, "center": 50.0, "right": 100.0, "bottom": 100.0}


def transform_origin(text: str, width: float, height: float) -> Point | None:
    """The point that ``transform-origin`` names, percentages of the width and height; None if unreadable."""
    words = text.lower().split()
    if len(words) == 1:
        words.append("center")
    if words[0] in ("top", "bottom") or words[1] in ("left", "right"):
        words[:2] = words[1::-1]
    whole = (width, height)
    values = [
        _ORIGINS[word] / 100 * side if word in _ORIGINS else length(word, side)
        for word, side in zip(words, whole, strict=False)
    ]
    return None if None in values else Point(*(value or 0.0 for value in values))


def view_box(node: Node, faults: Faults) -> Box | None:
    """The ``viewBox`` attribute, or None when it is missing or faulty."""
    text = node.attributes.get("viewBox")
    if text is None:
        return None
    values = numbers(text)
    if values is None or len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        faults.value(f"viewBox='{text[:40]}' is no box", node, "write viewBox='0 0 512 512'")
        return None
    return Box(*values)


def fitted_view(view: Box, width: float, height: float, ratio: str) -> Matrix:
    """From the viewBox to a viewport of the given size (SVG 2 §8.2, ``preserveAspectRatio``)."""
    sx, sy = width / view.width, height / view.height
    if ratio.strip() == "none":
        return shift(-view.x, -view.y).then(scale(sx, sy))
    factor = max(sx, sy) if "slice" in ratio else min(sx, sy)
    spare_x, spare_y = width - view.width * factor, height - view.height * factor
    share_x = 0.0 if "xMin" in ratio else 1.0 if "xMax" in ratio else 0.5
    share_y = 0.0 if "YMin" in ratio else 1.0 if "YMax" in ratio else 0.5
    return shift(-view.x, -view.y).then(scale(factor)).then(shift(spare_x * share_x, spare_y * share_y))


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
    xs: list[Any] = []
    ys: list[Any] = []
    for segment in part:
        if segment[0] != "R":
            xs += segment[1::2]
            ys += segment[2::2]
    if not xs:
        return part[0][0] != "R"
    x, y = xs[0], ys[0]
    ways = [(px - x, py - y) for px, py in zip(xs, ys, strict=True)]
    lengths = [dx * dx + dy * dy for dx, dy in ways]
    longest = max(lengths)
    far_x, far_y = ways[lengths.index(longest)]
    slack = 1e-9 * longest
    return all(abs(dx * far_y - dy * far_x) <= slack for dx, dy in ways)


def bounds(path: Path) -> Box | None:
    """The smallest upright box around what the path draws (not around control points); None when empty."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    numbers: Any  # all but the letter of a segment
    for numbers in path:
        if numbers[0] == "R":
            _, left, top, width, height = numbers
            xs += (left, left + width)
            ys += (top, top + height)
        elif numbers[0] == "C":
            _, x1, y1, x2, y2, x3, y3 = numbers
            xs += _extremes(x, x1, x2, x3)
            ys += _extremes(y, y1, y2, y3)
            x, y = x3, y3
        elif len(numbers) == 3:
            _, x, y = numbers
            xs.append(x)
            ys.append(y)
    if not xs:
        return None
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top)


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """The ends of a cubic in one coordinate, and its values where the derivative is zero."""
    values = [p0, p3]
    low, high = (p0, p3) if p0 <= p3 else (p3, p0)
    if low <= p1 <= high and low <= p2 <= high:
        return values
    for t in level_places(p0, p1, p2, p3):
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
        elif isinstance(item, Picture):
            boxes.append(matrix.apply_box(Box(item.x, item.y, item.width, item.height)))
    return around(boxes) if boxes else Box(0.0, 0.0, 0.0, 0.0)
