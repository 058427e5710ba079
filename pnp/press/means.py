"""What content streams have in common, and what becomes of them."""

from __future__ import annotations

import hashlib
from dataclasses import field
from functools import partial
from typing import Literal

from pnp.colour import Colour
from pnp.dataclass import dataclass
from pnp.draw import Needs, Path, PictureData, Plate
from pnp.geometry import Box, Matrix
from pnp.press.font import FontCase
from pnp.press.number import matrix_operands, number, numbers, path_operators
from pnp.press.state import colour_operator
from pnp.remember import ByIdentity, ByValue

_KEPT = 4096
"""Operators of each kind that are remembered."""


class Operators:
    """Operands and operators that were written before: frames, shapes and places recur on most faces."""

    def __init__(self) -> None:
        self._paths: ByValue[tuple[Path, int], str] = ByValue(lambda key: path_operators(*key), _KEPT)
        self._matrices: ByValue[tuple[Matrix, int], str] = ByValue(lambda key: matrix_operands(*key), _KEPT)
        self._numbers: ByValue[tuple[float, int], str] = ByValue(lambda key: number(*key), _KEPT)
        self._fills = ByIdentity(partial(colour_operator, use="fill"), _KEPT)
        self._strokes = ByIdentity(partial(colour_operator, use="stroke"), _KEPT)

    def number(self, value: float, places: int) -> str:
        """As ``number``; lines of letters begin at the same places on most faces."""
        return self._numbers[value, places]

    def path(self, path: Path, places: int) -> str:
        """As ``path_operators``."""
        return self._paths[path, places]

    def matrix(self, matrix: Matrix, places: int) -> str:
        """As ``matrix_operands``."""
        return self._matrices[matrix, places]

    def colour(self, colour: Colour, use: Literal["fill", "stroke"]) -> str:
        """As ``colour_operator``."""
        return (self._fills if use == "fill" else self._strokes).of(colour)


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
    places: int,
    group: Literal["DeviceRGB", "DeviceGray"] | None = None,
) -> Plate:
    """A plate with its name.

    Args:
        content: Operators. Names in them say what they refer to, so that equal operators draw the same.
        needs: What they refer to.
        box: In the plate's own frame.
        places: Decimals of the box.
        group: As in ``Plate``.
    """
    corners = f"[{numbers((box.x, box.y, box.right, box.bottom), places)}]"
    digest = hashlib.sha256(b"%s %s %s" % (corners.encode(), str(group).encode(), content))
    return Plate("X" + digest.hexdigest()[:16], content, box, corners, group, needs)
