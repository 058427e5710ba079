"""Glyphs that are always set together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import fsum, inf
from operator import or_
from typing import TYPE_CHECKING, Any

from pnp.dataclass import dataclass

if TYPE_CHECKING:
    from typing import Self


class Noted:
    """What was worked out for a word, so that it is there again wherever the word stands.

    It depends on nothing but the word and its font. ``reach`` is there from the beginning, the rest is None until somebody has
    asked for it. All runs that have a word hold the same object, so finding it there takes less than looking it up.

    Attributes:
        reach: Its width in ems; infinite where glyphs of it are raised.
        fed: What the word feeds the hash of a face (``pnp.draw.face_hash``).
        alike: How it is shown if that is the same wherever it stands, else an empty text, and
        used: its glyphs as a set of bits, which is known as soon as that is, and
        shown: how it is shown in a run with words that are not alike (``pnp.press.glyphs``).
    """

    __slots__ = ("alike", "fed", "reach", "shown", "used")

    reach: float
    fed: bytes | None
    alike: Any
    used: int
    shown: Any

    if TYPE_CHECKING:  # mypy takes a dataclass with slots to have those of its own fields only

        def __setattr__(self, name: str, value: Any) -> None: ...


@dataclass(slots=True)
class Glyphs(Noted):
    """A word or a space as shaped, whatever size it is drawn at. Lengths are ems.

    Runs of a word share one object, so whoever has to work something out for a word does it once and notes it there. Nothing else of
    it changes, though Python does not see to it: freezing it takes ten times as long as making it, and a deck has ten thousands.

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

    def __init__(
        self,
        font: str,
        glyphs: tuple[int, ...],
        advances: tuple[float, ...],
        clusters: tuple[int, ...],
        raises: tuple[float, ...],
        text: str,
        width: float,
    ) -> None:
        self.font = font
        self.glyphs = glyphs
        self.advances = advances
        self.clusters = clusters
        self.raises = raises
        self.text = text
        self.width = width
        self.reach = inf if raises else width
        self.fed = self.alike = self.shown = None
        self.used = 0

    def __hash__(self) -> int:
        return hash((self.font, self.glyphs, self.advances, self.text))

    def __reduce__(self) -> tuple[object, ...]:
        """Travels without notes."""
        values = (self.font, self.glyphs, self.advances, self.clusters, self.raises, self.text, self.width)
        return Glyphs, values

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
