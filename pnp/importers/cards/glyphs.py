"""Characters that no font of pnp has, written in another way."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property

from pnp.fonts import FontLibrary
from pnp.importers.cards.ruby_value import SLOT_END, SLOT_FILTER, SLOT_START
from pnp.load import game_fonts

_DROPPED = frozenset("\ufe0e\ufe0f\u200d\u20e0\u20e3")
"""Variation selectors, joiners and circles around emoji: nothing is left of them without the emoji."""
_MARKS = frozenset((SLOT_START, SLOT_END, SLOT_FILTER))
_SYMBOLS = ("S", "N", "P", "M", "C")
_CJK = re.compile("[\u3000-\u303f\uff00-\uffef]")
"""Punctuation of East Asian scripts, which belongs to their letters."""
_PLAIN = {"⇒": "=>", "⇐": "<=", "⇔": "<=>", "➜": "->", "➔": "->", "➕": "+", "➖": "-", "✖": "x", "⊘": "(no)"}


class PrintableGlyphs:
    """Knows the characters that can be printed, and writes others in words.

    Attributes:
        written: What is printed in place of each character that no font has.
        lacking: Letters of other scripts that no font has, which stay.
    """

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.lacking: dict[str, None] = {}
        self._known: dict[str, bool] = {}

    @cached_property
    def _fonts(self) -> FontLibrary:
        return game_fonts(None)[0]

    def printable(self, text: str) -> str:
        """The text without symbols that no font has; letters of other scripts stay."""
        if text.isascii() or all(map(self._has, text)):
            return text
        return "".join(char if self._has(char) else self._other(char) for char in text)

    def _has(self, char: str) -> bool:
        if char < "\u0250":
            return True
        if char not in self._known:
            letters = (
                _CJK.match(char)
                or not unicodedata.category(char).startswith(_SYMBOLS)
                or unicodedata.combining(char)
            )
            if letters and char not in _DROPPED and self._fonts.fallback_for(char) is None:
                self.lacking[char] = None
            covered = char not in _DROPPED and (letters or self._fonts.fallback_for(char) is not None)
            self._known[char] = bool(covered) or unicodedata.category(char) == "Zs" or char in _MARKS
        return self._known[char]

    def _other(self, char: str) -> str:
        if char in _DROPPED:
            return ""
        if char not in self.written:
            plain = unicodedata.normalize("NFKC", char)
            if char in _PLAIN:
                made = _PLAIN[char]
            elif plain != char and all(map(self._has, plain)):
                made = f"({plain})"
            elif unicodedata.category(char) == "Co":  # only the font of its author knows what it is
                made = f"(U+{ord(char):04X})"
            else:
                made = f"({unicodedata.name(char, 'a symbol').lower()})"
            self.written[char] = made
        return self.written[char]
