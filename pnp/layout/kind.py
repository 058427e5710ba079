"""Kinds of attribute values: each turns what a layout wrote, or a value of the game, into what elements hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pnp.colour import Colour, ColourError
from pnp.diagnostics import did_you_mean
from pnp.draw import Halo
from pnp.layout.fault import ValueFault
from pnp.layout.limits import DISTANCE
from pnp.layout.measure import Insets, Measure, Spot
from pnp.units import Length, LengthError

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_MEASURE = re.compile(rf"({_NUMBER})(mm|cm|in|pt|%)?\Z")
_COMMA = re.compile(r"\d,\d")


@dataclass(frozen=True, slots=True)
class Kind:
    """What an attribute may hold.

    Attributes:
        name: In words, as the reference prints it.
        read: From a text, or a value of the game, to the element's value.

    ``read`` raises ValueFault.
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
            raise ValueFault("is not a distance", f"write '{text.replace(',', '.')}'")
        raise ValueFault(
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
        raise ValueFault("is not a distance, or out of bounds", cure) from None
    return Measure(_bounded(length, value))


def _bounded(number: float, written: Any) -> float:
    if not abs(number) <= DISTANCE:
        raise ValueFault("is out of bounds", f"the largest distance is {DISTANCE:g} mm, not {written}")
    return number


def _size(value: Any) -> Measure:
    measure = _measure(value)
    if measure.mm < 0 or measure.share < 0:
        raise ValueFault("is negative", "write 0 or more")
    return measure


def _distance(value: Any) -> float:
    measure = _size(value)
    if measure.share:
        raise ValueFault("cannot be a share here", "write millimetres")
    return measure.mm


def _words(value: Any) -> list[str]:
    return str(value).replace(",", " ").split() if not _COMMA.search(str(value)) else str(value).split()


def _insets(value: Any) -> Insets:
    if isinstance(value, int | float):
        value = str(value)
    words = str(value).split()
    if not 1 <= len(words) <= 4:
        raise ValueFault("is no inset", "write one to four distances: all, or top right bottom left")
    edges = [None if word == "auto" else _measure(word) for word in words]
    # One distance for all edges, two for top-bottom and right-left, three for top, right-left and bottom, as in CSS.
    top, right, bottom, left = (*edges, *edges, *edges, *edges)[:4] if len(edges) != 3 else (*edges, edges[1])
    return Insets(top, right, bottom, left)


def _spot(value: Any) -> Spot:
    words = _words(value)
    if len(words) != 2:
        raise ValueFault("is no point", "write two distances, such as '50% 30'")
    return Spot(_measure(words[0]), _measure(words[1]))


def _spots(value: Any) -> tuple[Spot, ...]:
    words = str(value).replace(",", " ").split()
    if len(words) < 4 or len(words) % 2:
        raise ValueFault("are no points", "write pairs of distances, such as '0,0 10,0 5,8'")
    return tuple(Spot(_measure(x), _measure(y)) for x, y in zip(words[::2], words[1::2], strict=True))


def _number(low: float, high: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        try:
            number = float(value) if not isinstance(value, bool) else float("nan")
        except (TypeError, ValueError):
            number = float("nan")
        if not low <= number <= high:
            raise ValueFault(
                f"is not a number from {low:g} to {high:g}", f"write one, such as {max(low, min(1, high)):g}"
            )
        return number

    return read


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        text = str(value).strip()
        if not re.fullmatch(r"\d{1,9}", text) or not low <= int(text) <= high:
            raise ValueFault(
                f"is not a whole number from {low} to {high}", f"write digits only, such as {max(low, 1)}"
            )
        return int(text)

    return read


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).strip() in ("true", "false"):
        return str(value).strip() == "true"
    raise ValueFault("is neither true nor false", "write true or false")


def _colour(value: Any) -> Colour:
    if isinstance(value, Colour):
        return value
    try:
        return Colour.parse(str(value))
    except ColourError as fault:
        raise ValueFault("is not a colour", str(fault).partition("; ")[2]) from None


def _text(value: Any) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    identity = getattr(value, "id", None)
    if isinstance(identity, str):
        return identity
    raise ValueFault("is not a text", "write a word or a name")


def _type_size(value: Any) -> Length:
    text = str(value).strip()
    try:
        length = Length.parse(text)
    except LengthError:
        bare = re.fullmatch(_NUMBER, text)
        raise ValueFault(
            "is not a type size",
            f"write '{text}pt'" if bare else "write a number and a unit, such as '8.5pt'",
        ) from None
    if not 1 <= length.pt <= 500:
        raise ValueFault("is not a type size", "write a size from 1pt to 500pt")
    return length


def _dash(value: Any) -> tuple[float, ...]:
    lengths = tuple(_distance(word) for word in _words(value))
    if not lengths or not any(lengths):
        raise ValueFault("is no dash", "write lengths of dashes and gaps, such as '2 1'")
    return lengths


def _halo(value: Any) -> Halo:
    words = str(value).split()
    if not 1 <= len(words) <= 2:
        raise ValueFault("is no halo", "write a colour and how far it reaches, such as 'white 0.4'")
    return Halo(_colour(words[0]), _distance(words[1]) if len(words) == 2 else 0.4)


def _choice(options: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = str(value).strip()
        if text not in options:
            raise ValueFault("is not known here", did_you_mean(text, options, "values"))
        return text

    return read


def choice(*options: str) -> Kind:
    """One of a few words."""
    return Kind(" | ".join(f"`{option}`" for option in options), _choice(options))


def number(low: float, high: float) -> Kind:
    """A number within bounds."""
    return Kind(f"number {low:g}–{high:g}", _number(low, high))


def whole(low: int, high: int) -> Kind:
    """A whole number within bounds."""
    return Kind(f"whole number {low}–{high}", _whole(low, high))


MEASURE = Kind("distance", _measure)
SIZE = Kind("distance", _size)
MILLIMETRES = Kind("millimetres", _distance)
INSETS = Kind("1–4 distances or `auto`", _insets)
SPOT = Kind("two distances", _spot)
SPOTS = Kind("points", _spots)
FLAG = Kind("`true` | `false`", _flag)
COLOUR = Kind("colour", _colour)
TEXT = Kind("text", _text)
TYPE_SIZE = Kind("type size", _type_size)
DASH = Kind("distances", _dash)
HALO = Kind("colour and distance", _halo)
