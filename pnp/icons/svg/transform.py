"""Transforms of SVG, and viewports: how a drawing is fitted into the room it is given (SVG 2 §8)."""

from __future__ import annotations

import math
import re

from pnp.geometry import IDENTITY, Box, Matrix, Point, scale, shift, turn
from pnp.icons.svg.fault import Faults
from pnp.icons.svg.limits import MAX_FACTOR
from pnp.icons.svg.shape import numbers
from pnp.icons.svg.xml_node import Node

_FUNCTION = re.compile(r"\s*+,?\s*+([A-Za-z]++)\s*+\(([^()]*+)\)")
_NUMBER = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?")


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


def _function(name: str, arguments: str) -> Matrix | None:  # noqa: PLR0911 - one return a function
    words = arguments.replace(",", " ").split()
    if not all(_NUMBER.fullmatch(word) for word in words):
        return None
    match (name, [float(word) for word in words]):
        case ("matrix", [a, b, c, d, e, f]):
            return Matrix(a, b, c, d, e, f)
        case ("translate", [x]):
            return shift(x, 0.0)
        case ("translate", [x, y]):
            return shift(x, y)
        case ("scale", [x]):
            return scale(x)
        case ("scale", [x, y]):
            return scale(x, y)
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


def inverse(matrix: Matrix) -> Matrix | None:
    """The map back, or None for a map that flattens the plane."""
    a, b, c, d, e, f = matrix
    determinant = a * d - b * c
    if abs(determinant) < 1e-12:
        return None
    ia, ib, ic, id_ = d / determinant, -b / determinant, -c / determinant, a / determinant
    return Matrix(ia, ib, ic, id_, -(ia * e + ic * f), -(ib * e + id_ * f))


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
