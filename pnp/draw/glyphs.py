"""Glyphs that are always set together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import fsum
from operator import or_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A word or a space as shaped, whatever size it is drawn at. Lengths are ems.

    Runs that hold the same word share one object, so what is worked out for a word can be found by its
    identity.

    Attributes:
        font: Key of the font face (see ``pnp.fonts``).
        glyphs: Glyph ids of the font file, in visual order from left to right.
        advances: For each glyph the way to the next one's origin; kerning and tracking included.
        clusters: For each glyph the offset into ``text`` of its first character.
        raises: For each glyph how far it is raised, positive downwards; empty when none is.
        text: The characters that the glyphs stand for, as text extraction has to return them.
        width: Sum of the advances.
    """

    font: str
    glyphs: tuple[int, ...]
    advances: tuple[float, ...]
    clusters: tuple[int, ...]
    raises: tuple[float, ...]
    text: str
    width: float

    @classmethod
    def of(
        cls,
        font: str,
        ids: Sequence[int],
        advances: Sequence[float],
        text: str,
        clusters: Sequence[int],
        raises: Sequence[float] = (),
    ) -> Self:
        """Glyphs with their width summed up; arguments as the attributes."""
        return cls(font, tuple(ids), tuple(advances), tuple(clusters), tuple(raises), text, fsum(advances))


def bits_of(ids: Iterable[int]) -> int:
    """Glyph ids as a set of bits: quickly joined with others, small, and one value."""
    return reduce(or_, map((1).__lshift__, ids), 0)


def ids_of(bits: int) -> list[int]:
    """The glyph ids in such a set, in rising order."""
    return [glyph for glyph, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]
