"""What setting a text needs besides the text: fonts, icons, terms, the rules of a language, and caches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, TypeAlias

from pnp.colour import Colour
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.memo import IdentityMemo, Memo
from pnp.model import Style, Term
from pnp.text.harfbuzz import Features
from pnp.text.hyphenation import Hyphenator
from pnp.text.limits import LONGEST_WORD, MOST_PLACES
from pnp.text.look import Look
from pnp.text.opportunity import opportunities
from pnp.text.shaping import Voice
from pnp.text.typography import Ties

_INNER_LIMIT = 8_000
_MOST_LOOKS = 64

EXPLICIT, HYPHENATED, DESPERATE = 1, 2, 3
"""How far breaking goes: at spaces and typed hyphens; by hyphenation, too; through ties, when nothing else is left."""

_PENALTIES = {
    "dash": 0.0,
    "zero-width": 0.0,
    "hyphen": 4.0,
    "slash": 6.0,
    "soft": 8.0,
    "pattern": 12.0,
}
_HYPHEN_LEVEL = {"soft": HYPHENATED, "pattern": HYPHENATED}


class Inner(NamedTuple):
    """A place inside a word where a line may end.

    Attributes:
        offset: Into the word as typed.
        penalty: What a break here costs.
        adds: Whether a hyphen is put in at the end of the line.
        repeats: Whether a hyphen is put in at the start of the next line.
        level: See ``EXPLICIT`` and the others.
    """

    offset: int
    penalty: float
    adds: bool
    repeats: bool
    level: int


Looks: TypeAlias = "Memo[tuple[bool, bool], Look]"
"""Looks by whether they are bold, and italic."""


class TextContext:
    """Fonts, icons and terms for the texts of one language. Its caches are bounded; results never depend on them.

    Args:
        fonts: Where styles take their fonts from.
        icons: Where ``:name:`` is looked up.
        language: BCP 47 tag of the texts.
        term: Gives the term that ``[form](term)`` names, or None.
        term_cure: Says what to write for a name that ``term`` knows nothing by.
    """

    def __init__(
        self,
        fonts: FontLibrary,
        icons: IconLibrary,
        language: str,
        term: Callable[[str], Term | None] = lambda _: None,
        term_cure: Callable[[str], str] = lambda _: "define it under 'terms' in game.yaml",
    ) -> None:
        self.fonts = fonts
        self.icons = icons
        self.language = language
        self.term = term
        self.term_cure = term_cure
        self._voices: dict[tuple[str, int, bool, Features], Voice] = {}
        self._shared: dict[tuple[str, Features], Voice] = {}
        self._looks: dict[tuple[Voice, Colour], Look] = {}
        self._own_looks: IdentityMemo[Style, Looks] = IdentityMemo(self._looks_of, _MOST_LOOKS)
        self._inner: dict[tuple[str, bool, bool], tuple[Inner, ...]] = {}

    @cached_property
    def ties(self) -> Ties:
        """Which spaces hold together."""
        return Ties(self.language)

    @cached_property
    def hyphenator(self) -> Hyphenator:
        """Hyphenation of the language."""
        return Hyphenator(self.language)

    def voice(self, style: Style, *, bold: bool = False, italic: bool = False) -> Voice:
        """The font that a run of ``style`` is set in. Stressed words in an italic style are upright.

        Raises:
            UnknownFontError: The style names a family that the library does not have.
        """
        tracking = style.tracking / 1000
        features = Features(tracking == 0, style.figures == "tabular", tracking)
        weight = bold_weight(style.weight) if bold else style.weight
        key = (style.font, weight, style.italic != italic, features)
        voice = self._voices.get(key)
        if voice is None:
            face = self.fonts.face(style.font, weight, style.italic != italic)
            # Two weights may be one file where a family has few; they share a cache.
            voice = self._shared.get((face.key, features))
            if voice is None:
                voice = self._shared[face.key, features] = Voice(face, features, self.language, self.fonts)
            self._voices[key] = voice
        return voice

    def look(self, style: Style, colour: Colour, *, bold: bool = False, italic: bool = False) -> Look:
        """The voice of a run (see ``voice``) in a colour."""
        key = (self.voice(style, bold=bold, italic=italic), colour)
        look = self._looks.get(key)
        if look is None:
            if len(self._looks) >= _MOST_LOOKS:
                self._looks.clear()
            look = self._looks[key] = Look(*key)
        return look

    def own_looks(self, style: Style) -> Looks:
        """The looks of runs in the style's own colour; quick for styles that come again as the same object."""
        return self._own_looks.of(style)

    def _looks_of(self, style: Style) -> Looks:
        return Memo(lambda how: self.look(style, style.colour, bold=how[0], italic=how[1]), 4)

    def inner_breaks(self, word: str, style: Style) -> tuple[Inner, ...]:
        """Where a word may be broken, rising; hyphenation by patterns only where the style wants it."""
        capitals = style.case == "upper"
        key = (word, style.hyphenate, capitals)
        found = self._inner.get(key)
        if found is None:
            if len(self._inner) >= _INNER_LIMIT:
                for old in list(self._inner)[: _INNER_LIMIT // 2]:
                    del self._inner[old]
            found = self._inner[key] = self._find_inner(word, style.hyphenate, capitals=capitals)
        return found

    def _find_inner(self, word: str, hyphenate: bool, *, capitals: bool) -> tuple[Inner, ...]:
        if len(word) > LONGEST_WORD:
            return ()
        found = {
            place.offset: Inner(
                place.offset,
                _PENALTIES[place.kind],
                place.adds,
                place.repeats,
                _HYPHEN_LEVEL.get(place.kind, EXPLICIT),
            )
            for place in opportunities(word, self.language)
        }
        soft = any(place.adds for place in found.values())  # then the author has said where
        if hyphenate and not soft:
            for offset in self.hyphenator.offsets(word, capitals=capitals):
                found.setdefault(offset, Inner(offset, _PENALTIES["pattern"], True, False, HYPHENATED))
        return tuple(found[offset] for offset in sorted(found)[:MOST_PLACES])


def bold_weight(weight: int) -> int:
    """The weight of ``**bold**`` in a text of this weight: 700, and for texts that are bold themselves 900."""
    return 700 if weight <= 500 else 900
