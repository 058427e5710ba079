"""Glyphs that are always set together."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Self


class Glyphs(NamedTuple):
    """A word or a space as shaped, whatever size it is drawn at. Lengths are ems.

    Runs of a word share one object, so whoever has to work something out for a word does it once, by the identity of the object.

    Attributes:
        font: Key of the font face (see ``pnp.fonts``).
        glyphs: Glyph ids of the font file, in visual order from left to right.
        advances: For each glyph the way to the next one's origin; kerning and tracking included.
        clusters: For each glyph the offset into ``text`` of its first character.
        raises: For each glyph how far it is raised, positive downwards; empty when none is.
        text: The characters that the glyphs stand for, as an extractor shall give them back.
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
        return cls(font, tuple(ids), tuple(advances), tuple(clusters), tuple(raises), text, sum(advances))


IDS, RAISES, WIDTH = map(attrgetter, ("glyphs", "raises", "width"))
"""For going over many parts at a time."""
