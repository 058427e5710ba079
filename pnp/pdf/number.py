"""Numbers, matrices, paths and texts as PDF operands: short, without exponents, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat
from math import floor, isfinite, log10
from typing import cast

from pnp.draw import Path
from pnp.geometry import Matrix

PLACES = 4
"""Decimals of lengths in a frame of millimetres: a tenth of a micrometre."""

MATRIX_PLACES = 8
"""Decimals of the factors of a matrix, so that a turn is exact over a metre."""

_FACTOR_PLACES = (MATRIX_PLACES,) * 4
_FORMATS = tuple(f"%.{places}f" for places in range(MATRIX_PLACES + 1))
_OPERATORS = {"M": "m", "L": "l", "C": "c", "R": "re", "Z": "h"}


@lru_cache(maxsize=16_384)  # the same places and colours recur on every face
def number(value: float, places: int = PLACES) -> str:
    """``value`` rounded to ``places`` decimals, without trailing zeros and without a negative zero.

    Raises:
        ValueError: Not finite; a PDF cannot hold it.
    """
    text: str = _FORMATS[places] % value
    if places:
        text = text.rstrip("0").rstrip(".")
    if text == "-0":
        return "0"
    if not isfinite(value):
        raise ValueError(f"{value} cannot be drawn")
    return text


def numbers(values: Iterable[float], places: int = PLACES) -> str:
    """The numbers with a space between."""
    return " ".join(map(number, values, repeat(places)))


def matrix_operands(matrix: Matrix, places: int = PLACES) -> str:
    """The six operands of ``cm``."""
    return " ".join(map(number, matrix, (*_FACTOR_PLACES, places, places)))


def path_operators(path: Path, places: int = PLACES) -> str:
    """Path construction operators (ISO 32000-1 §8.5.2), without a painting one."""
    parts: list[str] = []
    for letter, *values in path:
        parts += [number(value, places) for value in cast("list[float]", values)]
        parts.append(_OPERATORS[str(letter)])
    return " ".join(parts)


def places_for(extent: float) -> int:
    """Decimals for a frame with content ``extent`` wide: more for small frames, which are placed enlarged."""
    if extent <= 0:
        return PLACES
    return min(8, max(PLACES, PLACES + 1 - floor(log10(extent))))


def utf16(text: str) -> str:
    """The text in UTF-16, big end first, as hexadecimal digits."""
    return text.encode("utf-16-be").hex().upper()
