"""What content streams have in common, and what becomes of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from math import hypot
from typing import Any, Literal

from pnp.draw import Needs, Path, PictureData, Plate, Stroke
from pnp.geometry import Box, Matrix
from pnp.press.font import FontCase
from pnp.press.number import MATRIX_PLACES, number, numbers, path_operators, utf16
from pnp.press.state import Line, colour_operator, line_operators
from pnp.remember import ByIdentity, ByValue

_KEPT = 4096
"""Operators of each kind that are remembered."""


class Operators:
    """Operands and operators that were written before: frames, shapes and places recur on most faces.

    Attributes:
        numbers: By the decimals of lengths, as ``number`` gives them; lines of letters begin at the same places on most faces.
        fills: By the colour, what sets it for surfaces and letters.
        strokes: By the colour, what sets it for lines.
        alts: By what a group shows, the operator that begins a span which says so.
    """

    def __init__(self) -> None:
        self.numbers: ByValue[int, ByValue[float, str]] = ByValue(_numbers_of, _KEPT)
        self.fills = ByIdentity(partial(colour_operator, use="fill"), _KEPT)
        self.strokes = ByIdentity(partial(colour_operator, use="stroke"), _KEPT)
        self.alts: ByValue[str, str] = ByValue(lambda alt: f"/Span<</Alt<FEFF{utf16(alt)}>>>BDC", _KEPT)
        self._paths: ByValue[tuple[Path, int], str] = ByValue(lambda key: path_operators(*key), _KEPT)
        self._factors: ByValue[tuple[float, ...], tuple[str, float]] = ByValue(_factors, _KEPT)
        self._lines: ByValue[tuple[Any, ...], Line] = ByValue(lambda key: line_operators(*key), _KEPT)

    def path(self, path: Path, places: int) -> str:
        """As ``path_operators``."""
        return self._paths[path, places]

    def matrix(self, matrix: Matrix, places: int) -> str:
        """As ``matrix_operands``."""
        number = self.numbers[places]
        return f"{self._factors[matrix[:4]][0]} {number[matrix[4]]} {number[matrix[5]]}"

    def growth(self, matrix: Matrix) -> float:
        """How many times as long a length becomes at most."""
        return self._factors[matrix[:4]][1]

    def line(self, stroke: Stroke, places: int) -> Line:
        """As ``line_operators``."""
        return self._lines[stroke.width, stroke.dash, stroke.cap, stroke.join, places]


def _factors(factors: tuple[float, ...]) -> tuple[str, float]:
    """The four of a matrix as operands, and how much it enlarges."""
    return numbers(factors, MATRIX_PLACES), max(steps(Matrix(*factors)))


def steps(matrix: Matrix) -> tuple[float, float]:
    """How long a unit across and a unit down become."""
    return hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)


def _numbers_of(places: int) -> ByValue[float, str]:
    return ByValue(lambda value: number(value, places), _KEPT)


@dataclass(frozen=True, slots=True)
class Means:
    """What content streams have in common; it grows while they are written and changes nothing but the time.

    Attributes:
        fonts: Made ready for the press.
        shared: Plates of shared groups, made when they are first met, by the name that draw lists give them and by whether
            the group is blended as one picture. Groups that draw nothing have None.
        operators: That were written before.
    """

    fonts: FontCase
    shared: dict[tuple[str, bool], Plate | None] = field(default_factory=dict)
    operators: Operators = field(default_factory=Operators)


def picture_name(picture: PictureData) -> str:
    """What a picture is called in resource dictionaries."""
    return f"I{picture.key[:16]}"


def made_plate(
    content: bytes,
    needs: Needs,
    box: Box,
    number: Mapping[float, str],
    group: Literal["DeviceRGB", "DeviceGray"] | None = None,
) -> Plate:
    """A plate with its name.

    Args:
        content: Operators. Names in them say what they refer to, so that equal operators draw the same.
        needs: What they refer to.
        box: In the plate's own frame.
        number: Writes the corners of the box.
        group: As in ``Plate``.
    """
    corners = f"[{number[box.x]} {number[box.y]} {number[box.right]} {number[box.bottom]}]"
    digest = hashlib.sha256(b"%s %s %s" % (corners.encode(), str(group).encode(), content))
    return Plate("X" + digest.hexdigest()[:16], content, box, corners, group, needs)
