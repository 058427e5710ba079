"""Paints: colours and gradients as the draw list knows them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from pnp.colour import Colour
from pnp.draw import ColourStop, Gradient, Paint
from pnp.geometry import IDENTITY, Box, Matrix, Point
from pnp.icons.icon import INK
from pnp.icons.svg.colour import css_colour
from pnp.icons.svg.fault import Faults
from pnp.icons.svg.limits import MAX_HREFS, MAX_STOPS
from pnp.icons.svg.shape import Viewport, length
from pnp.icons.svg.style import StyleSheet
from pnp.icons.svg.transform import parse_transform
from pnp.icons.svg.xml_node import Node

_URL = re.compile(r"""url\(\s*+['"]?([^'")]*+)['"]?\s*+\)\s*+(.*+)""", re.DOTALL)
_GRADIENTS = ("linearGradient", "radialGradient")


class FramedPaint(NamedTuple):
    """A paint, and the map from its frame to the element's where that is no plain turn, shift and scale."""

    paint: Paint
    frame: Matrix | None = None


def faded(colour: Colour, opacity: float) -> Colour:
    """The colour with its opacity multiplied; ``CurrentColour`` stays what it is."""
    return replace(colour, alpha=round(colour.alpha * opacity)) if opacity < 1 else colour


def fraction(text: str | None, default: float = 1.0) -> float:
    """A number or percentage, held between 0 and 1."""
    value = length(text, 1.0)
    return default if value is None else min(max(value, 0.0), 1.0)


def reference(text: str) -> tuple[str, str] | None:
    """The target of ``url(…)`` and what follows it, or None when the text is no reference."""
    match = _URL.fullmatch(text.strip())
    return (match.group(1).strip(), match.group(2).strip()) if match else None


class Paints:
    """Resolves fills and strokes of one file."""

    def __init__(self, ids: Mapping[str, Node], sheet: StyleSheet, faults: Faults) -> None:
        self._ids = ids
        self._sheet = sheet
        self._faults = faults
        self._made: dict[tuple[Node, float, Colour], tuple[ColourStop, ...]] = {}

    def colour(self, text: str, current: Colour, node: Node) -> Colour | None:
        """The colour written in ``text``; None for ``none`` and for what cannot be read."""
        word = text.strip()
        if word.lower() == "currentcolor":
            return current
        if word.lower() == "none":
            return None
        found = css_colour(word)
        if found is None:
            self._faults.value(f"'{word[:40]}' is no colour", node, "write it as '#B3202C'")
        return found

    def current(self, style: Mapping[str, str], node: Node) -> Colour:
        """The value of ``currentColor`` here."""
        text = style.get("color", "currentColor")
        return self.colour(text, INK, node) or INK

    def paint(
        self, text: str, opacity: float, style: Mapping[str, str], node: Node, box: Box, viewport: Viewport
    ) -> FramedPaint | None:
        """The paint of an element's fill or stroke.

        Args:
            text: Value of ``fill`` or ``stroke``.
            opacity: Value of ``fill-opacity`` or ``stroke-opacity``.
            style: Of the element, for ``currentColor``.
            node: The element.
            box: Around its path.
            viewport: What percentages refer to.
        """
        link = reference(text)
        current = self.current(style, node)
        if link is None:
            colour = self.colour(text, current, node)
            return None if colour is None else FramedPaint(faded(colour, opacity))
        target, fallback = link
        found = self._ids.get(target[1:]) if target.startswith("#") else None
        if found is not None and found.tag in _GRADIENTS:
            return self._gradient(found, opacity, current, box, viewport)
        if found is not None:
            self._faults.feature(found.tag, node, "fill with a colour or a gradient")
        elif target.startswith("#"):
            self._faults.value(
                f"there is no '{target[:40]}' to paint with",
                node,
                "paint with a colour, or save the drawing again",
            )
        else:
            self._faults.feature("a reference to another file", node, "put the gradient into this file")
        colour = self.colour(fallback, current, node) if fallback else None
        return None if colour is None else FramedPaint(faded(colour, opacity))

    def _gradient(
        self, node: Node, opacity: float, current: Colour, box: Box, viewport: Viewport
    ) -> FramedPaint | None:
        chain = self._chain(node)
        attributes: dict[str, str] = {}
        for link in reversed(chain):
            attributes.update(link.attributes)
        stops = next((stops for link in chain if (stops := self._stops(link, opacity, current))), ())
        if not stops:
            return None
        if attributes.get("spreadMethod", "pad").strip() != "pad":
            self._faults.feature("spreadMethod", node, "let the last colour run on")
        in_box = attributes.get("gradientUnits", "objectBoundingBox").strip() == "objectBoundingBox"
        if in_box and (box.width <= 0 or box.height <= 0):
            return None  # SVG 2 §8.11: a box without area has no such paint
        matrix = parse_transform(attributes.get("gradientTransform", ""))
        if matrix is None:
            self._faults.value("the gradientTransform cannot be read", node, "save the drawing again")
            matrix = IDENTITY
        if in_box:
            matrix = matrix.then(Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y))
        frame = Viewport(1.0, 1.0) if in_box else viewport
        if node.tag == "linearGradient":
            return self._linear(attributes, frame, matrix, stops)
        return self._radial(node, attributes, frame, matrix, stops)

    def _chain(self, node: Node) -> list[Node]:
        chain = [node]
        while len(chain) < MAX_HREFS:
            target = chain[-1].attributes.get("href", "").strip()
            following = self._ids.get(target[1:]) if target.startswith("#") else None
            if following is None or following.tag not in _GRADIENTS or following in chain:
                break
            chain.append(following)
        return chain

    def _stops(self, node: Node, opacity: float, current: Colour) -> tuple[ColourStop, ...]:
        key = (node, opacity, current)
        if key not in self._made:
            self._made[key] = tuple(self._read_stops(node, opacity, current))
        return self._made[key]

    def _read_stops(self, node: Node, opacity: float, current: Colour) -> list[ColourStop]:
        stops: list[ColourStop] = []
        at = 0.0
        for child in node.children:
            if child.tag == "stop":
                own = self._sheet.declared(child)
                at = max(at, fraction(child.attributes.get("offset"), 0.0))
                colour = self.colour(own.get("stop-color", "black"), current, child)
                share = fraction(own.get("stop-opacity")) * opacity
                stops.append(ColourStop(at, faded(colour or Colour(0, 0, 0), share)))
        if len(stops) > MAX_STOPS:
            self._faults.value(f"only the first {MAX_STOPS} stops of a gradient count", node, "use fewer")
        return stops[:MAX_STOPS]

    def _linear(
        self, attributes: Mapping[str, str], frame: Viewport, matrix: Matrix, stops: tuple[ColourStop, ...]
    ) -> FramedPaint:
        x1 = _coordinate(attributes, "x1", "0%", frame.width)
        y1 = _coordinate(attributes, "y1", "0%", frame.height)
        x2 = _coordinate(attributes, "x2", "100%", frame.width)
        y2 = _coordinate(attributes, "y2", "0%", frame.height)
        start, end = matrix.apply(x1, y1), _mapped_end(x1, y1, x2, y2, matrix)
        if len(stops) == 1 or math.dist(start, end) < 1e-9:  # SVG 2 §14.2.2: the last colour fills the area
            return FramedPaint(stops[-1].colour)
        return FramedPaint(Gradient("linear", start.x, start.y, end.x, end.y, 0.0, stops))

    def _radial(
        self,
        node: Node,
        attributes: Mapping[str, str],
        frame: Viewport,
        matrix: Matrix,
        stops: tuple[ColourStop, ...],
    ) -> FramedPaint:
        cx = _coordinate(attributes, "cx", "50%", frame.width)
        cy = _coordinate(attributes, "cy", "50%", frame.height)
        radius = _coordinate(attributes, "r", "50%", frame.diagonal)
        fx, fy = (
            _coordinate(attributes, "fx", str(cx), frame.width),
            _coordinate(attributes, "fy", str(cy), frame.height),
        )
        if math.dist((fx, fy), (cx, cy)) > radius / 100:
            self._faults.feature("the focus of a radial gradient", node, "centre the gradient")
        if _coordinate(attributes, "fr", "0%", frame.diagonal) > radius / 100:
            self._faults.feature("fr of a radial gradient", node, "let the gradient begin in its middle")
        if len(stops) == 1 or radius <= 0:
            return FramedPaint(stops[-1].colour)
        a, b, c, d, _, _ = matrix
        grow = math.hypot(a, b)
        if math.dist((a, b), (d, -c)) <= 1e-6 * grow or math.dist((a, b), (-d, c)) <= 1e-6 * grow:
            centre = matrix.apply(cx, cy)
            return FramedPaint(Gradient("radial", centre.x, centre.y, 0.0, 0.0, radius * grow, stops))
        return FramedPaint(Gradient("radial", cx, cy, 0.0, 0.0, radius, stops), matrix)


def _coordinate(attributes: Mapping[str, str], name: str, default: str, whole: float) -> float:
    value = length(attributes.get(name, default), whole)
    return value if value is not None else length(default, whole) or 0.0


def _mapped_end(x1: float, y1: float, x2: float, y2: float, matrix: Matrix) -> Point:
    """The end of a linear gradient after the map.

    Lines of one colour run across the gradient and are mapped like all lines; the new gradient is upright
    on their images, from the image of its start to the line through the image of its end.
    """
    start, end = matrix.apply(x1, y1), matrix.apply(x2, y2)
    across_x, across_y = -(y2 - y1), x2 - x1
    line_x = matrix.a * across_x + matrix.c * across_y
    line_y = matrix.b * across_x + matrix.d * across_y
    normal_x, normal_y = line_y, -line_x
    square = normal_x * normal_x + normal_y * normal_y
    if square < 1e-18:
        return start
    share = ((end.x - start.x) * normal_x + (end.y - start.y) * normal_y) / square
    return Point(start.x + normal_x * share, start.y + normal_y * share)
