"""Kinds of attribute values: each converts text of a layout, or a value of the game, for elements."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pnp.colour import Colour, ColourError, PressColour, spot_colour
from pnp.diagnostics import did_you_mean
from pnp.draw import Halo, Path
from pnp.fonts import FeatureError, parse_axes, parse_features
from pnp.icons.svg_path import SvgPathError, parse_path
from pnp.layout.fault import AttributeFault
from pnp.layout.frame import Insets, Measure, Spot
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


def _spot(value: Any) -> Spot:
    words = _words(value)
    if len(words) != 2:
        raise AttributeFault("is no point", "write two distances, such as '50% 30'")
    return Spot(_measure(words[0]), _measure(words[1]))


def _spots(value: Any) -> tuple[Spot, ...]:
    words = str(value).replace(",", " ").split()
    if len(words) < 4 or len(words) % 2:
        raise AttributeFault("are no points", "write pairs of distances, such as '0,0 10,0 5,8'")
    return tuple(Spot(_measure(x), _measure(y)) for x, y in zip(words[::2], words[1::2], strict=True))


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


MEASURE = AttributeKind("distance", _measure)
SIZE = AttributeKind("distance", _size)
MILLIMETRES = AttributeKind("millimetres", _distance)
INSETS = AttributeKind("1–4 distances or `auto`", _insets)
SPOT = AttributeKind("two distances", _spot)
SPOTS = AttributeKind("points", _spots)
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
