"""Kinds of attribute values: each converts text of a layout, or a value of the game, for elements.

Distances, numbers, words, colours and fonts; paint; transforms and the shapes that clip.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from pnp.colour import Colour, ColourError, PressColour, spot_colour
from pnp.diagnostics import did_you_mean, times
from pnp.draw import (
    Clip,
    ColourStop,
    Gradient,
    Halo,
    Outline,
    Paint,
    Path,
    circle,
    ellipse,
    moved_path,
    polygon,
    rectangle,
)
from pnp.fonts import FeatureError, parse_axes, parse_features
from pnp.geometry import IDENTITY, Box, Matrix, Point, scale, shift, turn
from pnp.icons.svg_path import SvgPathError, parse_path
from pnp.layout.fault import AttributeFault
from pnp.layout.frame import FramePoint, Insets, Measure
from pnp.layout.limits import DISTANCE
from pnp.units import Length, LengthError

T = TypeVar("T")

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_MEASURE = re.compile(rf"({_NUMBER})(mm|cm|in|pt|%)?\Z")
_COMMA = re.compile(r"\d,\d")


class AttributeKind(NamedTuple):
    """A kind of value that an attribute may hold.

    Attributes:
        name: In words, as the reference prints it.
        read: From a text, or a value of the game, to the element's value.

    ``read`` raises AttributeFault.
    """

    name: str
    read: Callable[[Any], Any]


def _measure(value: Any) -> Measure:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Measure(_bounded(float(value), value))
    match = _MEASURE.match(str(value).strip())
    if match is None:
        text = str(value).strip()
        if re.fullmatch(r"[+-]?\d+,\d+", text):
            raise AttributeFault("is not a distance", f"write '{text.replace(',', '.')}'")
        raise AttributeFault(
            "is not a distance", "write a number of millimetres, such as '4.5', or a share, such as '50%'"
        )
    number, unit = match.groups()
    if unit is None or unit == "mm":
        return Measure(_bounded(float(number), value))
    if unit == "%":
        return Measure(0.0, _bounded(float(number), value) / 100)
    try:
        length = Length.parse(number + unit).mm
    except LengthError:
        cure = f"write a decimal number such as '4.5{unit}', up to {DISTANCE:g} mm"
        raise AttributeFault("is not a distance, or out of bounds", cure) from None
    return Measure(_bounded(length, value))


def _bounded(number: float, written: Any) -> float:
    if not abs(number) <= DISTANCE:
        raise AttributeFault("is out of bounds", f"the largest distance is {DISTANCE:g} mm, not {written}")
    return number


def _size(value: Any) -> Measure:
    measure = _measure(value)
    if measure.mm < 0 or measure.share < 0:
        raise AttributeFault("is negative", "write 0 or more")
    return measure


def _distance(value: Any) -> float:
    measure = _size(value)
    if measure.share:
        raise AttributeFault("cannot be a share here", "write millimetres")
    return measure.mm


def _words(value: Any) -> list[str]:
    return str(value).replace(",", " ").split() if not _COMMA.search(str(value)) else str(value).split()


def _insets(value: Any) -> Insets:
    if isinstance(value, int | float):
        value = str(value)
    words = str(value).split()
    if not 1 <= len(words) <= 4:
        raise AttributeFault("is no inset", "write one to four distances: all, or top right bottom left")
    edges = [None if word == "auto" else _measure(word) for word in words]
    # One distance for all edges, two for top-bottom and right-left, three for top, right-left and bottom, as
    # in CSS.
    top, right, bottom, left = (*edges, *edges, *edges, *edges)[:4] if len(edges) != 3 else (*edges, edges[1])
    return Insets(top, right, bottom, left)


def _frame_point(value: Any) -> FramePoint:
    words = _words(value)
    if len(words) != 2:
        raise AttributeFault("is no point", "write two distances, such as '50% 30'")
    return FramePoint(_measure(words[0]), _measure(words[1]))


def _frame_points(value: Any) -> tuple[FramePoint, ...]:
    words = str(value).replace(",", " ").split()
    if len(words) < 4 or len(words) % 2:
        raise AttributeFault("are no points", "write pairs of distances, such as '0,0 10,0 5,8'")
    return tuple(FramePoint(_measure(x), _measure(y)) for x, y in zip(words[::2], words[1::2], strict=True))


def _number(low: float, high: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        try:
            number = float(value) if not isinstance(value, bool) else float("nan")
        except (TypeError, ValueError):
            number = float("nan")
        if not low <= number <= high:
            raise AttributeFault(
                f"is not a number from {low:g} to {high:g}", f"write one, such as {max(low, min(1, high)):g}"
            )
        return number

    return read


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        text = str(value).strip()
        if not re.fullmatch(r"\d{1,9}", text) or not low <= int(text) <= high:
            raise AttributeFault(
                f"is not a whole number from {low} to {high}", f"write digits only, such as {max(low, 1)}"
            )
        return int(text)

    return read


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).strip() in ("true", "false"):
        return str(value).strip() == "true"
    raise AttributeFault("is neither true nor false", "write true or false")


def _colour(value: Any) -> Colour:
    if isinstance(value, Colour):
        return value
    try:
        return Colour.parse(str(value))
    except ColourError as fault:
        raise AttributeFault("is not a colour", str(fault).partition("; ")[2]) from None


def _spot_colour(value: Any) -> PressColour:
    try:
        return spot_colour(str(value))
    except ColourError as fault:
        message, _, cure = str(fault).partition("; ")
        raise AttributeFault(message.partition("' ")[2], cure) from None


def _text(value: Any) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    identity = getattr(value, "id", None)
    if isinstance(identity, str):
        return identity
    raise AttributeFault("is not a text", "write a word or a name")


def _readable(value: Any) -> str:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise AttributeFault("has no words here", "write one of its parts, such as its '.name'")


def _type_size(value: Any) -> Length:
    text = str(value).strip()
    try:
        length = Length.parse(text)
    except LengthError:
        bare = re.fullmatch(_NUMBER, text)
        raise AttributeFault(
            "is not a type size",
            f"write '{text}pt'" if bare else "write a number and a unit, such as '8.5pt'",
        ) from None
    if not 1 <= length.pt <= 500:
        raise AttributeFault("is not a type size", "write a size from 1pt to 500pt")
    return length


def _settings(parse: Callable[[str], T]) -> Callable[[Any], T]:
    def read(value: Any) -> T:
        try:
            return parse(str(value))
        except FeatureError as fault:
            raise AttributeFault(f"cannot be read: {fault}", fault.cure) from None

    return read


def _dash(value: Any) -> tuple[float, ...]:
    lengths = tuple(_distance(word) for word in _words(value))
    if not lengths or not any(lengths):
        raise AttributeFault("is no dash", "write lengths of dashes and gaps, such as '2 1'")
    return lengths


def _halo(value: Any) -> Halo:
    words = str(value).split()
    if not 1 <= len(words) <= 2:
        raise AttributeFault("is no halo", "write a colour and how far it reaches, such as 'white 0.4'")
    return Halo(_colour(words[0]), _distance(words[1]) if len(words) == 2 else 0.4)


def _choice(options: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = str(value).strip()
        if text not in options:
            raise AttributeFault("is not known here", did_you_mean(text, options, "values"))
        return text

    return read


class PathView(NamedTuple):
    """The rectangle of a path's own coordinates that is fitted into its box."""

    x: float
    y: float
    width: float
    height: float


def _path(value: Any) -> Path:
    text = str(value)
    try:
        return parse_path(text)
    except SvgPathError as fault:
        at = text[fault.offset : fault.offset + 12]
        raise AttributeFault(
            "is no path data", f"it cannot be read at '{at}'" if at else "it ends too early"
        ) from None


def _view(value: Any) -> PathView:
    try:
        numbers = [float(word) for word in str(value).replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 4 or not (numbers[2] > 0 and numbers[3] > 0) or max(map(abs, numbers)) > 1e6:
        raise AttributeFault("is no viewBox", "write x, y, width and height, such as '0 0 512 512'")
    return PathView(*numbers)


def choice(*options: str) -> AttributeKind:
    """One of a few words."""
    return AttributeKind(" | ".join(f"`{option}`" for option in options), _choice(options))


def number(low: float, high: float) -> AttributeKind:
    """A number within bounds."""
    return AttributeKind(f"number {low:g}–{high:g}", _number(low, high))


def whole(low: int, high: int) -> AttributeKind:
    """A whole number within bounds."""
    return AttributeKind(f"whole number {low}–{high}", _whole(low, high))


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


def _paint(value: Any) -> PaintChoice:
    if isinstance(value, Colour):
        return value
    text = str(value).strip()
    if text == "none":
        return NO_PAINT
    call = _CALL.match(text)
    if call is not None:
        return _gradient(call[1], [argument.strip() for argument in call[2].split(",")])
    return _colour(text)


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


_STEP = re.compile(r"\s*(rotate|translate|scale)\s*\(([^()]*)\)\s*,?")
_COUNTS = {"rotate": (1, 3), "translate": (1, 2), "scale": (1, 2)}


class Step(NamedTuple):
    """One step of a transform: its name, its numbers (degrees, or factors of a scale) and its distances."""

    name: str
    numbers: tuple[float, ...]
    distances: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Transform:
    """Steps as in SVG: the last is applied first; the origin is the top-left corner of the frame."""

    steps: tuple[Step, ...]

    def matrix(self, frame: Box) -> Matrix:
        """The map of an element in ``frame``."""
        matrix = IDENTITY
        for step in reversed(self.steps):
            matrix = matrix.then(_step(step, frame))
        return matrix


def _step(step: Step, frame: Box) -> Matrix:
    if step.name == "scale":
        return _about(scale(step.numbers[0], step.numbers[-1]), frame.x, frame.y)
    dx = step.distances[0].of(frame.width) if step.distances else 0.0
    dy = step.distances[1].of(frame.height) if len(step.distances) > 1 else 0.0
    if step.name == "translate":
        return shift(dx, dy)
    return turn(step.numbers[0], Point(frame.x + dx, frame.y + dy))


def _about(matrix: Matrix, x: float, y: float) -> Matrix:
    return shift(-x, -y).then(matrix).then(shift(x, y))


def _transform(value: Any) -> Transform:
    text, at, steps = str(value).strip(), 0, []
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None:
            raise AttributeFault("is no transform", "write rotate(90), translate(1 2) or scale(0.5)")
        name, words = match[1], match[2].replace(",", " ").split()
        if len(words) not in _COUNTS[name]:
            *fewer, most = _COUNTS[name]
            counts = " or ".join([*map(str, fewer), times(most, "number")])
            raise AttributeFault("is no transform", f"{name} takes {counts}")
        plain = {"rotate": 1, "translate": 0, "scale": 2}[name]
        numbers = tuple(_factor(word) for word in words[:plain])
        if name == "scale" and 0.0 in numbers:
            raise AttributeFault("scales to nothing", "write a factor such as 0.5")
        steps.append(Step(name, numbers, tuple(MEASURE.read(word) for word in words[plain:])))
        at = match.end()
    return Transform(tuple(steps))


def _factor(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not abs(number) <= 10_000:
        raise AttributeFault("is no transform", f"'{word}' should be a number")
    return number


ClipShape: TypeAlias = Literal["none", "box", "circle", "ellipse", "hex-pointy", "hex-flat", "path"]


class ClipChoice(NamedTuple):
    """The shape that shows of an element: inscribed in its box, or a path from the top left of its box.

    Attributes:
        shape: Which one.
        radius: Of the corners of ``box``.
        path: Of the shape ``path``.
    """

    shape: ClipShape
    radius: float = 0.0
    path: Path = ()

    def over(self, box: Box) -> Clip | None:
        """The clip laid over a box; None for no clip."""
        if self.shape == "none":
            return None
        if self.shape == "path":
            return Clip(moved_path(self.path, box.x, box.y))
        centre = box.centre
        if self.shape == "box":
            return Clip(rectangle(box, self.radius))
        if self.shape == "ellipse":
            return Clip(ellipse(centre.x, centre.y, box.width / 2, box.height / 2))
        if self.shape == "circle":
            return Clip(circle(centre.x, centre.y, min(box.width, box.height) / 2))
        return Clip(polygon(hexagon(box, self.shape)))


def hexagon(
    box: Box, shape: Literal["hex-pointy", "hex-flat"], grow: float = 0.0
) -> list[tuple[float, float]]:
    """The corners of the largest regular hexagon in a box, about its middle, moved outwards by ``grow``."""
    # A regular hexagon is 2/√3 as far from corner to corner as from flat to flat.
    ratio = 2 / 3**0.5
    across, along = (box.width, box.height) if shape == "hex-pointy" else (box.height, box.width)
    flat = min(across, along / ratio)
    outline = Outline(shape, *((flat, flat * ratio) if shape == "hex-pointy" else (flat * ratio, flat)))
    dx, dy = box.centre.x - outline.width / 2, box.centre.y - outline.height / 2
    return [(x + dx, y + dy) for x, y in outline.corners(grow)]


def _clip(value: Any) -> ClipChoice:
    words = str(value).split()
    if words and words[0][0] in "Mm":
        return ClipChoice("path", path=PATH.read(value))
    if len(words) == 2 and words[0] == "rounded" and re.fullmatch(r"\d+(\.\d+)?", words[1]):
        return ClipChoice("box", min(float(words[1]), 1000.0))
    shapes: tuple[ClipShape, ...] = ("none", "box", "circle", "ellipse", "hex-pointy", "hex-flat")
    for shape in shapes:
        if words == [shape]:
            return ClipChoice(shape)
    raise AttributeFault("is no clip shape", f"write {', '.join(shapes)}, 'rounded 3' or path data")


MEASURE = AttributeKind("distance", _measure)
SIZE = AttributeKind("distance", _size)
MILLIMETRES = AttributeKind("millimetres", _distance)
INSETS = AttributeKind("1–4 distances or `auto`", _insets)
FRAME_POINT = AttributeKind("two distances", _frame_point)
FRAME_POINTS = AttributeKind("points", _frame_points)
FLAG = AttributeKind("`true` | `false`", _flag)
COLOUR = AttributeKind("colour", _colour)
SPOT_COLOUR = AttributeKind("name of a spot", _spot_colour)
TEXT = AttributeKind("text", _text)
WORDS = AttributeKind("words", _readable)
"""Words that people read: an id or a flag is none."""
TYPE_SIZE = AttributeKind("type size", _type_size)
FEATURES = AttributeKind("features", _settings(parse_features))
AXES = AttributeKind("axes", _settings(parse_axes))
DASH = AttributeKind("distances", _dash)
HALO = AttributeKind("colour and distance", _halo)
PATH = AttributeKind("path data", _path)
VIEW = AttributeKind("four numbers", _view)
PAINT = AttributeKind("paint", _paint)
TRANSFORM = AttributeKind("rotate(…), translate(…), scale(…)", _transform)
CLIP = AttributeKind(
    "`none` | `box` | `rounded` radius | `circle` | `ellipse` | `hex-pointy` | `hex-flat` | path data", _clip
)
