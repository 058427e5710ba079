"""Geometry of SVG: lengths, basic shapes, transforms and viewports (SVG 2 §8 and §10), boxes of paths."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from pnp.draw import Fill, Group, Item, Path, Picture, Stroke, ellipse, polygon, rectangle
from pnp.draw.path import Segment, level_places
from pnp.geometry import IDENTITY, Box, Matrix, Point, around, scale, shift, turn
from pnp.icons.svg.limits import MAX_COORDINATE, MAX_FACTOR
from pnp.icons.svg.xml_node import Faults, SvgNode
from pnp.icons.svg_path import SvgPathError, parse_path
from pnp.units import EMU_PER_INCH, EMU_PER_MM, EMU_PER_PT

_PX = EMU_PER_INCH / 96  # 96 px to the inch, CSS Values 4 §6.2
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "mm": EMU_PER_MM / _PX,
    "cm": EMU_PER_MM * 10 / _PX,
    "pt": EMU_PER_PT / _PX,
    "pc": EMU_PER_PT * 12 / _PX,
    "in": EMU_PER_INCH / _PX,
}
_RELATIVE = frozenset(["em", "ex", "rem", "ch", "vw", "vh", "vmin", "vmax"])
_LENGTH = re.compile(r"\s*+([+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?)\s*+([a-z]*+|%)\s*+", re.IGNORECASE)
_POINTS = re.compile(r"(?:\s*+,?\s*+[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?(?=[\s,]|\Z))*")
_NUMBERS = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?")


class Viewport(NamedTuple):
    """Width and height that percentages refer to, in user units."""

    width: float
    height: float

    @property
    def diagonal(self) -> float:
        """The reference of lengths that are neither across nor down (SVG 2 §8.9)."""
        return math.hypot(self.width, self.height) / math.sqrt(2)


def length(text: str | None, reference: float) -> float | None:
    """Pixels, or None for what is no length that we know."""
    match = _LENGTH.fullmatch(text or "")
    if match is None:
        return None
    number, unit = float(match.group(1)), match.group(2).lower()
    factor = reference / 100 if unit == "%" else _UNITS.get(unit)
    if factor is None or not abs(number * factor) <= MAX_COORDINATE:
        return None
    return number * factor


def is_relative(text: str) -> bool:
    """Whether the text is a length in units of the font or of the screen."""
    match = _LENGTH.fullmatch(text)
    return match is not None and match.group(2).lower() in _RELATIVE


def numbers(text: str) -> list[float] | None:
    """Numbers between blanks and commas, or None when there is anything else or one is out of range."""
    rest = _NUMBERS.sub(" ", text)
    values = [float(word) for word in _NUMBERS.findall(text)]
    return values if not rest.strip(" ,\t\r\n") and all(abs(v) <= MAX_COORDINATE for v in values) else None


class Shapes:
    """Reads the geometry of elements; what cannot be read becomes a finding."""

    TAGS = frozenset(["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"])

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def path(self, node: SvgNode, viewport: Viewport) -> Path:
        """The outline of a shape element; empty where SVG draws nothing."""
        match node.tag:
            case "path":
                return self._path(node)
            case "rect":
                return self._rectangle(node, viewport)
            case "circle":
                radius = self.length(node, "r", viewport.diagonal)
                return self._ellipse(node, viewport, radius, radius)
            case "ellipse":
                rx, ry = self._radius(node, "rx", viewport.width), self._radius(node, "ry", viewport.height)
                return self._ellipse(
                    node, viewport, rx if rx is not None else ry, ry if ry is not None else rx
                )
            case "line":
                ends = [
                    (self._x(node, "x1", viewport), self._y(node, "y1", viewport)),
                    (self._x(node, "x2", viewport), self._y(node, "y2", viewport)),
                ]
                return polygon(ends, closed=False)
            case _:
                return self._points(node, closed=node.tag == "polygon")

    def length(self, node: SvgNode, name: str, reference: float, default: float | None = 0.0) -> float | None:
        """The attribute in pixels; ``default`` when it is missing, ``auto`` or faulty."""
        text = node.attributes.get(name)
        if text is None or text.strip() in ("auto", ""):
            return default
        value = length(text, reference)
        if value is None and is_relative(text):
            self._faults.feature(f"{name} in units of the font", node, "write plain numbers")
        if value is None:
            self._faults.value(f"{name}='{text[:40]}' is no length", node, "write plain numbers")
            return default
        return value

    def _x(self, node: SvgNode, name: str, viewport: Viewport) -> float:
        return self.length(node, name, viewport.width) or 0.0

    def _y(self, node: SvgNode, name: str, viewport: Viewport) -> float:
        return self.length(node, name, viewport.height) or 0.0

    def _radius(self, node: SvgNode, name: str, reference: float) -> float | None:
        """A radius; None where it is missing or negative, so that the other one counts."""
        value = self.length(node, name, reference, default=None)
        return None if value is not None and value < 0 else value

    def _path(self, node: SvgNode) -> Path:
        try:
            return parse_path(node.attributes.get("d", ""))
        except SvgPathError as fault:
            self._faults.value(
                f"the path data is faulty at character {fault.offset + 1}: {fault}",
                node,
                "save the drawing again",
            )
            return fault.done

    def _rectangle(self, node: SvgNode, viewport: Viewport) -> Path:
        width, height = self._x(node, "width", viewport), self._y(node, "height", viewport)
        if width <= 0 or height <= 0:
            return ()
        box = Box(self._x(node, "x", viewport), self._y(node, "y", viewport), width, height)
        rx, ry = self._radius(node, "rx", viewport.width), self._radius(node, "ry", viewport.height)
        rx, ry = (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0
        rx, ry = min(rx, width / 2), min(ry, height / 2)
        if rx <= 0 or ry <= 0 or abs(rx - ry) < 1e-9:
            return rectangle(box, min(rx, ry))
        return _rounded(box, rx, ry)

    def _ellipse(self, node: SvgNode, viewport: Viewport, rx: float | None, ry: float | None) -> Path:
        if not rx or not ry or rx < 0 or ry < 0:
            return ()
        return ellipse(self._x(node, "cx", viewport), self._y(node, "cy", viewport), rx, ry)

    def _points(self, node: SvgNode, *, closed: bool) -> Path:
        text = node.attributes.get("points", "")
        values = numbers(text)
        if values is None or len(values) % 2:
            message = f"points='{text[:40]}' are no pairs of numbers"
            self._faults.value(message, node, "save the drawing again")
            values = [float(number) for number in _POINTS.match(text).group().replace(",", " ").split()]  # type: ignore[union-attr]
            values = values[: len(values) // 2 * 2]  # SVG 2 §9.5.4: what can be read is drawn
        return polygon(list(zip(values[0::2], values[1::2], strict=True)), closed=closed)


def _rounded(box: Box, rx: float, ry: float) -> Path:
    """A rectangle whose corners are quarters of an ellipse."""
    quarter = ellipse(0.0, 0.0, rx, ry)  # M, then the quarters bottom right, bottom left, top left, top right
    centres = [
        (box.right - rx, box.bottom - ry),
        (box.x + rx, box.bottom - ry),
        (box.x + rx, box.y + ry),
        (box.right - rx, box.y + ry),
    ]
    path: list[Segment] = []
    start = (rx, 0.0)
    for (cx, cy), (_, *curve) in zip(centres, quarter[1:5], strict=True):
        values = [float(number) for number in curve]
        path.append(("L" if path else "M", start[0] + cx, start[1] + cy))
        path.append(("C", *(value + (cy if index % 2 else cx) for index, value in enumerate(values))))
        start = (values[4], values[5])
    return (*path, ("Z",))


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


def view_box(node: SvgNode, faults: Faults) -> Box | None:
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
