"""Paints and strokes of SVG elements as the draw list has them (SVG 2 §13, CSS Color 4)."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, NamedTuple, cast

from pnp.colour import Colour, ColourError
from pnp.draw import ColourStop, Gradient, Item, Paint, Path, Stroke
from pnp.geometry import IDENTITY, Box, Matrix, Point
from pnp.icons.icon import INK
from pnp.icons.svg.fault import Faults
from pnp.icons.svg.limits import MAX_HREFS, MAX_STOPS
from pnp.icons.svg.shape import Viewport, length, numbers
from pnp.icons.svg.style import StyleSheet
from pnp.icons.svg.transform import parse_transform
from pnp.icons.svg.xml_node import Node

# The named colours of CSS Color 4 §6.1.
_NAMES = """
aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc,
bisque ffe4c4, black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a,
burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50,
cornflowerblue 6495ed, cornsilk fff8dc, crimson dc143c, cyan 00ffff, darkblue 00008b, darkcyan 008b8b,
darkgoldenrod b8860b, darkgray a9a9a9, darkgreen 006400, darkgrey a9a9a9, darkkhaki bdb76b,
darkmagenta 8b008b, darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc, darkred 8b0000,
darksalmon e9967a, darkseagreen 8fbc8f, darkslateblue 483d8b, darkslategray 2f4f4f, darkslategrey 2f4f4f,
darkturquoise 00ced1, darkviolet 9400d3, deeppink ff1493, deepskyblue 00bfff, dimgray 696969,
dimgrey 696969, dodgerblue 1e90ff, firebrick b22222, floralwhite fffaf0, forestgreen 228b22,
fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700, goldenrod daa520, gray 808080,
green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0, hotpink ff69b4, indianred cd5c5c,
indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5, lawngreen 7cfc00,
lemonchiffon fffacd, lightblue add8e6, lightcoral f08080, lightcyan e0ffff, lightgoldenrodyellow fafad2,
lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3, lightpink ffb6c1, lightsalmon ffa07a,
lightseagreen 20b2aa, lightskyblue 87cefa, lightslategray 778899, lightslategrey 778899,
lightsteelblue b0c4de, lightyellow ffffe0, lime 00ff00, limegreen 32cd32, linen faf0e6, magenta ff00ff,
maroon 800000, mediumaquamarine 66cdaa, mediumblue 0000cd, mediumorchid ba55d3, mediumpurple 9370db,
mediumseagreen 3cb371, mediumslateblue 7b68ee, mediumspringgreen 00fa9a, mediumturquoise 48d1cc,
mediumvioletred c71585, midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5,
navajowhite ffdead, navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23, orange ffa500,
orangered ff4500, orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee,
palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd,
powderblue b0e0e6, purple 800080, rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1,
saddlebrown 8b4513, salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d,
silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, slategrey 708090, snow fffafa,
springgreen 00ff7f, steelblue 4682b4, tan d2b48c, teal 008080, thistle d8bfd8, tomato ff6347,
turquoise 40e0d0, violet ee82ee, wheat f5deb3, white ffffff, whitesmoke f5f5f5, yellow ffff00,
yellowgreen 9acd32
"""
_NAMED = dict(pair.split() for pair in _NAMES.split(","))
_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]*+)\)")
_NUMBER = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d*)?|\.\d+))(%|deg)?")


def css_colour(text: str) -> Colour | None:
    """The colour that ``text`` says, or None when it is none that we know."""
    word = text.strip().lower()
    if word == "transparent":
        return Colour(0, 0, 0, 0)
    if word in _NAMED:
        return Colour.parse("#" + _NAMED[word])
    match = _FUNCTION.fullmatch(word)
    if match:
        return _function(match.group(1), match.group(2))
    if re.fullmatch(r"#[0-9a-f]{4}", word):
        word = "#" + "".join(digit * 2 for digit in word[1:])
    try:
        return Colour.parse(word) if word.startswith("#") else None
    except ColourError:
        return None


def _function(name: str, arguments: str) -> Colour | None:
    matches = [_NUMBER.fullmatch(part) for part in re.split(r"[\s,/]+", arguments.strip())]
    if len(matches) not in (3, 4) or None in matches:
        return None
    parts = [(float(match.group(1)), match.group(2) or "") for match in matches if match]
    alpha = 255
    if len(parts) == 4:
        value, unit = parts.pop()
        alpha = _byte(value * 255 / (100 if unit == "%" else 1))
    if name.startswith("rgb"):
        red, green, blue = (_byte(value * 255 / 100 if unit == "%" else value) for value, unit in parts)
    else:
        (hue, _), (saturation, _), (lightness, _) = parts
        channels = colorsys.hls_to_rgb(hue % 360 / 360, _share(lightness / 100), _share(saturation / 100))
        red, green, blue = (_byte(channel * 255) for channel in channels)
    return Colour(red, green, blue, alpha)


def _byte(value: float) -> int:
    return round(min(max(value, 0.0), 255.0))


def _share(value: float) -> float:
    return min(max(value, 0.0), 1.0)


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


def stroked(
    path: Path, painted: FramedPaint, node: Node, style: Mapping[str, str], faults: Faults
) -> list[Item]:
    """The path as a line; nothing where it has no width.

    Args:
        path: In user units.
        painted: Of the line.
        node: The element, for faults.
        style: With what it inherits.
        faults: Take up what cannot be drawn.
    """
    width = numbers(style.get("stroke-width", "1").removesuffix("px"))
    if width is None or len(width) != 1 or width[0] < 0:
        faults.value(
            f"stroke-width='{style['stroke-width'][:40]}' is no width", node, "write a number, such as 2"
        )
        width = [1.0]
    if width[0] == 0:
        return []
    if painted.frame is not None:
        faults.feature("an elliptical gradient on a stroke", node, "turn the stroke into a path")
        return []
    cap = style.get("stroke-linecap", "butt")
    join = style.get("stroke-linejoin", "miter")
    return [
        Stroke(
            path,
            painted.paint,
            width[0],
            _dash(node, style, faults),
            cast("Literal['butt', 'round', 'square']", cap if cap in ("round", "square") else "butt"),
            cast("Literal['miter', 'round', 'bevel']", join if join in ("round", "bevel") else "miter"),
        )
    ]


def _dash(node: Node, style: Mapping[str, str], faults: Faults) -> tuple[float, ...]:
    text = style.get("stroke-dasharray", "none")
    if text in ("none", ""):
        return ()
    dash = numbers(text.replace("px", ""))
    if dash is None or min(dash, default=0.0) < 0:
        faults.value(f"stroke-dasharray='{text[:40]}' cannot be read", node, "write numbers, such as 4 2")
        return ()
    if (numbers(style.get("stroke-dashoffset", "0").removesuffix("px")) or [0.0])[0] != 0:
        faults.feature("stroke-dashoffset", node, "begin with a dash")
    return tuple(dash * (1 + len(dash) % 2)) if sum(dash) > 0 else ()
