"""Sizes of pieces as they are written."""

from __future__ import annotations

import re

from pnp.load.limits import MAX_SIDE_MM, MIN_SIDE_MM
from pnp.model import Size, hexagon
from pnp.units import ZERO, Length, LengthError

_NUMBER = r"[+-]?\d*(?:[.,]\d+)?\d*"
_UNIT = r"[A-Za-z\"']*"
_RECTANGLE = re.compile(
    rf"\s*({_NUMBER})\s*({_UNIT}?)\s*[x×*]\s*({_NUMBER}\s*{_UNIT})(?:\s+r\s*(\S.*?))?\s*\Z"
)
_SHAPED = re.compile(r"\s*(circle|square|hex-pointy|hex-flat|hex)\s+(.*?)(?:\s+r\s*(\S.*?))?\s*\Z")
_CURE = "write 63x88mm, 63x88mm r3mm, circle 20mm or hex-pointy 40mm"


class SizeError(ValueError):
    """A text that is no size; the message is one line for the author, ``cure`` the help."""

    def __init__(self, message: str, cure: str = _CURE) -> None:
        super().__init__(message)
        self.cure = cure


def parse_size(text: object) -> Size:
    """The size written in ``text``.

    ``63x88mm`` and ``63mm x 88mm`` are rectangles, with ``r3mm`` behind them for round corners; ``square 40mm``,
    ``circle 20mm`` (diameter); ``hex-pointy 40mm`` and ``hex-flat 40mm`` (flat-to-flat size, corner or edge on top).

    Raises:
        SizeError: Anything else, sides outside 3 to 1,200 mm, or a radius above half the shorter side.
    """
    if not isinstance(text, str):
        raise SizeError("expected a size")
    if match := _SHAPED.match(text):
        shape, measure, radius = match.groups()
        return _shaped(text, shape, _side(text, measure), radius)
    match = _RECTANGLE.match(text)
    if match is None:
        raise SizeError(f"'{text}' is not a size")
    number, unit, height_text, radius = match.groups()
    height = _side(text, height_text)
    width_unit = unit or re.sub(r"[^A-Za-z\"']", "", height_text)
    width = _side(text, f"{number}{width_unit}")
    return Size(width, height, _radius(text, radius, width, height))


def _shaped(text: str, shape: str, side: Length, radius: str | None) -> Size:
    if shape == "hex":
        measure = text.split("hex", 1)[1].strip()
        raise SizeError(
            f"'{text}' doesn't say which way the hexagon stands",
            f"write hex-pointy {measure} for a corner on top, hex-flat {measure} for an edge on top",
        )
    if shape == "square":
        return Size(side, side, _radius(text, radius, side, side))
    if radius:
        raise SizeError(f"'{text}' gives a radius to a shape without corners to round")
    if shape == "circle":
        return Size(side, side, shape="circle")
    return hexagon(side, "pointy" if shape == "hex-pointy" else "flat")


def _side(text: str, written: str) -> Length:
    length = _measure(text, written)
    if length.emu <= 0:
        raise SizeError(f"'{text}' has a side of {length}")
    if not MIN_SIDE_MM <= length.mm <= MAX_SIDE_MM:
        raise SizeError(f"'{text}' has a side of {length}; sides are {MIN_SIDE_MM} to {MAX_SIDE_MM} mm")
    return length


def _measure(text: str, written: str) -> Length:
    try:
        return Length.parse(written)
    except LengthError as refused:
        message, _, cure = str(refused).partition("; ")
        raise SizeError(f"in '{text}': {message}", cure or _CURE) from None


def _radius(text: str, written: str | None, width: Length, height: Length) -> Length:
    if not written:
        return ZERO
    radius = _measure(text, written)
    half = min(width, height).half()
    if radius.emu < 0 or radius > half:
        raise SizeError(
            f"'{text}' has a corner radius of {radius}; at most half the shorter side, {half}, fits"
        )
    return radius
