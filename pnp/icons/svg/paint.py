"""Paints and strokes of SVG elements as the draw list has them (SVG 2 §13, CSS Color 4)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, NamedTuple, cast

from pnp.colour import Colour
from pnp.draw import MITER_LIMIT, ColourStop, Gradient, Item, Paint, Path, Stroke
from pnp.draw.path import Segment
from pnp.geometry import IDENTITY, Box, Matrix, Point
from pnp.icons.icon import INK
from pnp.icons.svg.geometry import Viewport, is_relative, length, numbers, parse_transform
from pnp.icons.svg.limits import MAX_HREFS, MAX_STOPS
from pnp.icons.svg.source import SvgSource
from pnp.icons.svg.style import css_colour, reference
from pnp.icons.svg.xml_node import Faults, SvgNode

_GRADIENTS = ("linearGradient", "radialGradient")
_COMMON = ("gradientUnits", "gradientTransform", "spreadMethod")


class FramedPaint(NamedTuple):
    """A paint, and the map from its frame to the element's where that is no plain turn, shift and scale."""

    paint: Paint
    frame: Matrix | None = None


def faded(colour: Colour, opacity: float) -> Colour:
    """The colour with its opacity multiplied; ``CurrentColour`` stays what it is."""
    return replace(colour, alpha=round(colour.alpha * opacity)) if opacity < 1 else colour


def fraction(text: str | None, default: float = 1.0) -> float:
    """A number or percentage, held between 0 and 1."""
    value = length(text, 1.0) if text is not None and not text.strip()[-1:].isalpha() else None
    return default if value is None else min(max(value, 0.0), 1.0)


class Paints:
    """Resolves fills and strokes of one file.

    Args:
        source: The file.
    """

    def __init__(self, source: SvgSource) -> None:
        self._source = source
        self._sheet = source.sheet
        self._faults = source.faults
        self._made: dict[tuple[SvgNode, float], tuple[ColourStop, ...]] = {}

    def colour(self, text: str, current: Colour, node: SvgNode) -> Colour | None:
        """The colour written in ``text``; None for ``none``."""
        word = text.strip().lower()
        if word == "currentcolor":
            return current
        if word in ("none", "inherit"):
            return None
        if word in ("context-fill", "context-stroke"):
            self._faults.feature(word, node, "give the shape colours of its own", outer=True)
        return css_colour(word)

    def current(self, style: Mapping[str, str], node: SvgNode) -> Colour:
        """The value of ``currentColor`` here."""
        text = style.get("color")
        return INK if text is None else self.colour(text, INK, node) or INK

    def paint(
        self, text: str, opacity: float, style: Mapping[str, str], node: SvgNode, box: Box, viewport: Viewport
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
        found = self._source.linked(target)
        if found is not None and found.tag in _GRADIENTS:
            paint = self._gradient(found, opacity, box, viewport)
            if paint is not None:
                return paint
        elif found is not None:
            self._faults.feature(found.tag, node, "fill with a colour or a gradient")
        elif target.startswith("#") and not fallback:
            self._faults.value(
                f"there is no '{target[:40]}' to paint with",
                node,
                "paint with a colour, or save the drawing again",
            )
        elif not target.startswith("#"):
            self._faults.lost("a reference to another file", node, "put the gradient into this file")
        colour = self.colour(fallback, current, node) if fallback else None
        return None if colour is None else FramedPaint(faded(colour, opacity))

    def _attributes(self, node: SvgNode) -> dict[str, str]:
        """The attributes of a gradient, with those that it takes from others."""
        attributes: dict[str, str] = {}
        for link in reversed(self._chain(node)):
            own = link.attributes
            if link.tag != node.tag:  # geometry is only taken from a gradient of the same kind
                own = {name: own[name] for name in _COMMON if name in own}
            attributes.update(own)
        return attributes

    def _gradient(self, node: SvgNode, opacity: float, box: Box, viewport: Viewport) -> FramedPaint | None:
        attributes = self._attributes(node)
        stops = next((stops for link in self._chain(node) if (stops := self._stops(link, opacity))), ())
        in_box = _in_box(attributes)
        if not stops or (in_box and min(box.width, box.height) <= 0):
            return None  # SVG 2 §8.11: a box without area has no such paint
        if attributes.get("spreadMethod", "pad").strip() not in ("pad", ""):
            self._faults.feature("spreadMethod", node, "let the last colour run on")
        if "transform-origin" in self._sheet.declared(node):
            self._faults.feature("transform-origin of a gradient", node, "save the drawing again")
        matrix = parse_transform(attributes.get("gradientTransform", ""))
        if matrix is None or matrix.inverse() is None:
            self._faults.feature("a faulty gradientTransform", node, "save the drawing again")
            matrix = IDENTITY
        if in_box:
            matrix = matrix.then(Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y))
        frame = Viewport(1.0, 1.0) if in_box else viewport
        if node.tag == "linearGradient":
            return self._linear(attributes, frame, matrix, stops)
        return self._radial(node, attributes, frame, matrix, stops)

    def _chain(self, node: SvgNode) -> list[SvgNode]:
        chain = [node]
        while len(chain) < MAX_HREFS:
            target = chain[-1].attributes.get("href", "").strip()
            following = self._source.linked(target)
            if following is None or following.tag not in _GRADIENTS or following in chain:
                break
            chain.append(following)
        return chain

    def _stops(self, node: SvgNode, opacity: float) -> tuple[ColourStop, ...]:
        key = (node, opacity)
        if key not in self._made:
            self._made[key] = tuple(self._read_stops(node, opacity))
        return self._made[key]

    def _read_stops(self, node: SvgNode, opacity: float) -> list[ColourStop]:
        stops: list[ColourStop] = []
        at = 0.0
        for child in node.children:
            if child.tag == "stop":
                own = self._sheet.declared(child)
                if "inherit" in (own.get("stop-color"), own.get("stop-opacity")):
                    self._faults.feature("a stop that inherits its colour", child, "give it a colour")
                at = max(at, fraction(child.attributes.get("offset"), 0.0))
                current = self.current(self._source.cascaded(child), child)
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
        node: SvgNode,
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
        away = math.dist((fx, fy), (cx, cy))
        if away > 0.99 * radius:
            self._faults.feature("a focus at the rim of a radial gradient", node, "centre the gradient")
        focus = Point(fx, fy) if 0.01 * radius < away <= 0.99 * radius else None
        if _coordinate(attributes, "fr", "0%", frame.diagonal) != 0:
            self._faults.feature("fr of a radial gradient", node, "let the gradient begin in its middle")
        if len(stops) == 1 or radius <= 0:
            return FramedPaint(stops[-1].colour)
        a, b, c, d, _, _ = matrix
        grow = math.hypot(a, b)
        if math.dist((a, b), (d, -c)) <= 1e-6 * grow or math.dist((a, b), (-d, c)) <= 1e-6 * grow:
            centre = matrix.apply(cx, cy)
            focus = None if focus is None else matrix.apply(*focus)
            return FramedPaint(
                Gradient(
                    kind="radial",
                    x1=centre.x,
                    y1=centre.y,
                    x2=0.0,
                    y2=0.0,
                    radius=radius * grow,
                    stops=stops,
                    focus=focus,
                )
            )
        return FramedPaint(
            Gradient(kind="radial", x1=cx, y1=cy, x2=0.0, y2=0.0, radius=radius, stops=stops, focus=focus),
            matrix,
        )


def _in_box(attributes: Mapping[str, str]) -> bool:
    """Whether a gradient is measured by the box of what it paints."""
    return attributes.get("gradientUnits", "").strip() != "userSpaceOnUse"


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


def stroked(
    path: Path,
    painted: FramedPaint,
    node: SvgNode,
    style: Mapping[str, str],
    viewport: Viewport,
    faults: Faults,
) -> list[Item]:
    """The path as a line; nothing where it has no width.

    Args:
        path: In user units.
        painted: Of the line.
        node: The element, for faults.
        style: With what it inherits.
        viewport: What percentages refer to.
        faults: Take up what cannot be drawn.
    """
    width = _measure("stroke-width", 1.0, node, style, viewport, faults)
    if width < 0:
        faults.value(
            f"stroke-width='{style['stroke-width'][:40]}' is no width", node, "write a number, such as 2"
        )
        width = 1.0
    if width == 0:
        return []
    if painted.frame is not None:
        faults.feature("an elliptical gradient on a stroke", node, "turn the stroke into a path")
        return []
    cap = style.get("stroke-linecap", "butt")
    join = style.get("stroke-linejoin", "miter")
    if join in ("miter-clip", "arcs"):
        faults.feature(f"stroke-linejoin {join}", node, "use miter, round or bevel")
    miter = numbers(style.get("stroke-miterlimit", "4")) or [MITER_LIMIT]
    if miter[0] < 1:
        faults.feature("a stroke-miterlimit below 1", node, "write 4")
    if cap != "butt":
        path = _with_dots(path, width)
    dash = _dash(node, style, viewport, faults)
    if dash and cap != "butt":
        dash = tuple(
            max(length, width / 1000) for length in dash
        )  # some viewers leave out what has no length
    return [
        Stroke(
            path=path,
            paint=painted.paint,
            width=width,
            dash=dash,
            cap=cast("Literal['butt', 'round', 'square']", cap if cap in ("round", "square") else "butt"),
            join=cast("Literal['miter', 'round', 'bevel']", join if join in ("round", "bevel") else "miter"),
            miter=max(miter[0], 1.0),
            dash_offset=_measure("stroke-dashoffset", 0.0, node, style, viewport, faults) if dash else 0.0,
        )
    ]


def _measure(
    name: str, default: float, node: SvgNode, style: Mapping[str, str], viewport: Viewport, faults: Faults
) -> float:
    text = style.get(name)
    if text is None:
        return default
    value = length(text, viewport.diagonal)
    if value is None:
        if is_relative(text):
            faults.feature(f"{name} in units of the font", node, "write plain numbers")
        faults.value(f"{name}='{text[:40]}' is no length", node, "write a number, such as 2")
        return default
    return value


def _with_dots(path: Path, width: float) -> Path:
    """The path with a short line in place of each part that has no length: it has caps all the same."""
    parts: list[list[Segment]] = []
    for segment in path:
        if segment[0] in ("M", "R") or not parts:
            parts.append([])
        parts[-1].append(segment)
    drawn: list[Segment] = []
    for part in parts:
        points = {tuple(values[at : at + 2]) for _, *values in part for at in range(0, len(values), 2)}
        if len(part) > 1 and len(points) == 1:
            ((x, y),) = points
            part = [("M", x, y), ("L", float(x) + width / 1000, y)]
        drawn += part
    return tuple(drawn)


def _dash(node: SvgNode, style: Mapping[str, str], viewport: Viewport, faults: Faults) -> tuple[float, ...]:
    text = style.get("stroke-dasharray", "none").strip()
    if text in ("none", ""):
        return ()
    words = text.replace(",", " ").split()
    if any(is_relative(word) for word in words):
        faults.feature("stroke-dasharray in units of the font", node, "write plain numbers")
    read = [length(word, viewport.diagonal) for word in words]
    dash = [value for value in read if value is not None]
    if len(dash) != len(read) or min(dash, default=0.0) < 0:
        faults.value(f"stroke-dasharray='{text[:40]}' cannot be read", node, "write numbers, such as 4 2")
        return ()
    dash *= 1 + len(dash) % 2
    return tuple(dash) if any(dash[1::2]) else ()
