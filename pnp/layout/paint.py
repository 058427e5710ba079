"""Paint of shapes: a colour, or a gradient across the shape's box."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from pnp.colour import Colour, ColourError
from pnp.draw import ColourStop, Gradient, Paint
from pnp.geometry import Box
from pnp.layout.fault import AttributeFault
from pnp.layout.kind import AttributeKind

_CALL = re.compile(r"(linear|radial)\s*\((.*)\)\s*\Z", re.DOTALL)
_ANGLE = re.compile(r"(-?\d+(?:\.\d+)?)(?:deg)?\Z")
_STOP = re.compile(r"(\S+?)(?:\s+(\d+(?:\.\d+)?)%)?\Z")


@dataclass(frozen=True, slots=True)
class NoPaint:
    """``none``: the shape is not filled, or has no outline."""


@dataclass(frozen=True, slots=True)
class GradientPaint:
    """A gradient that is fitted to the box of the shape it fills.

    Attributes:
        kind: ``linear`` across the box, or ``radial`` from its middle to its corners.
        angle: Of a linear one, clockwise; 0 goes upwards, 90 to the right, 180 downwards (as in CSS).
        stops: Colours in rising order of place, 0 to 1.
    """

    kind: Literal["linear", "radial"]
    angle: float
    stops: tuple[ColourStop, ...]

    def over(self, box: Box) -> Gradient:
        """The gradient laid over a box; the outermost colours meet its corners."""
        centre = box.centre
        if self.kind == "radial":
            radius = math.hypot(box.width, box.height) / 2
            return Gradient("radial", centre.x, centre.y, centre.x, centre.y, radius, self.stops)
        sin, cos = math.sin(math.radians(self.angle)), math.cos(math.radians(self.angle))
        # The length of the gradient line of CSS Images 3 §3.1.1, so that the corners get the outermost
        # colours.
        half = (abs(box.width * sin) + abs(box.height * cos)) / 2
        dx, dy = half * sin, -half * cos
        return Gradient("linear", centre.x - dx, centre.y - dy, centre.x + dx, centre.y + dy, 0.0, self.stops)


NO_PAINT: Final = NoPaint()
PaintChoice: TypeAlias = Colour | GradientPaint | NoPaint


def laid(paint: PaintChoice | None, box: Box) -> Paint | None:
    """The paint for a shape that fills ``box``; None when there is nothing to paint."""
    if isinstance(paint, GradientPaint):
        return paint.over(box)
    return paint if isinstance(paint, Colour) else None


def _read(value: Any) -> PaintChoice:
    if isinstance(value, Colour):
        return value
    text = str(value).strip()
    if text == "none":
        return NO_PAINT
    call = _CALL.match(text)
    if call is not None:
        return _gradient(call[1], [argument.strip() for argument in call[2].split(",")])
    return _colour(text)


def _colour(text: str) -> Colour:
    try:
        return Colour.parse(text)
    except ColourError as fault:
        raise AttributeFault("is not a colour", str(fault).partition("; ")[2]) from None


def _gradient(kind: str, arguments: list[str]) -> GradientPaint:
    angle = 180.0
    if kind == "linear" and (match := _ANGLE.match(arguments[0])):
        angle = float(match[1])
        arguments = arguments[1:]
    if len(arguments) < 2:
        raise AttributeFault(
            "is no gradient", "write two colours or more, such as 'linear(90deg, #B3202C, #5A0F15)'"
        )
    places: list[float | None] = []
    colours = []
    for argument in arguments:
        stop = _STOP.match(argument)
        if stop is None:
            raise AttributeFault(
                "is no gradient", f"'{argument}' should be a colour, and a place such as '40%'"
            )
        colours.append(_colour(stop[1]))
        places.append(None if stop[2] is None else float(stop[2]) / 100)
    return GradientPaint("radial" if kind == "radial" else "linear", angle, _stops(colours, places))


def _stops(colours: list[Colour], places: list[float | None]) -> tuple[ColourStop, ...]:
    """Stops with missing places spread evenly between their neighbours; places never decrease."""
    places[0] = places[0] or 0.0
    places[-1] = 1.0 if places[-1] is None else places[-1]
    known = [index for index, place in enumerate(places) if place is not None]
    filled: list[float] = []
    for index, place in enumerate(places):
        if place is None:
            before = max(k for k in known if k < index)
            after = min(k for k in known if k > index)
            start, end = places[before] or 0.0, places[after] or 0.0
            place = start + (end - start) * (index - before) / (after - before)
        filled.append(min(1.0, max(place, filled[-1] if filled else 0.0)))
    return tuple(ColourStop(place, colour) for place, colour in zip(filled, colours, strict=True))


PAINT = AttributeKind("paint", _read)
