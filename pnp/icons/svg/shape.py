"""The basic shapes of SVG 2 §10 as paths."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from pnp.draw import Path, ellipse, polygon, rectangle
from pnp.draw.path import Segment
from pnp.geometry import Box
from pnp.icons.svg.limits import MAX_COORDINATE
from pnp.icons.svg.xml_node import Faults, Node
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

    def path(self, node: Node, viewport: Viewport) -> Path:
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

    def length(self, node: Node, name: str, reference: float, default: float | None = 0.0) -> float | None:
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

    def _x(self, node: Node, name: str, viewport: Viewport) -> float:
        return self.length(node, name, viewport.width) or 0.0

    def _y(self, node: Node, name: str, viewport: Viewport) -> float:
        return self.length(node, name, viewport.height) or 0.0

    def _radius(self, node: Node, name: str, reference: float) -> float | None:
        """A radius; None where it is missing or negative, so that the other one counts."""
        value = self.length(node, name, reference, default=None)
        return None if value is not None and value < 0 else value

    def _path(self, node: Node) -> Path:
        try:
            return parse_path(node.attributes.get("d", ""))
        except SvgPathError as fault:
            self._faults.value(
                f"the path data is faulty at character {fault.offset + 1}: {fault}",
                node,
                "save the drawing again",
            )
            return fault.done

    def _rectangle(self, node: Node, viewport: Viewport) -> Path:
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

    def _ellipse(self, node: Node, viewport: Viewport, rx: float | None, ry: float | None) -> Path:
        if not rx or not ry or rx < 0 or ry < 0:
            return ()
        return ellipse(self._x(node, "cx", viewport), self._y(node, "cy", viewport), rx, ry)

    def _points(self, node: Node, *, closed: bool) -> Path:
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
