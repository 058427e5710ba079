"""Where words may be divided by hyphenation patterns."""

from __future__ import annotations

from typing import Any

from pnp.regex import regex
from pnp.text.limits import LONGEST_DIVIDED
from pnp.text.typography import base_language

# Letters that stay before and after the hyphen: \lefthyphenmin and \righthyphenmin of the TeX patterns
# (hyph-utf8, tex-hyphen.info). French keeps 3 behind, so that no mute syllable (-que, -es) stands alone; other
# languages take what English does.
_MINIMA = {"cs": (2, 3), "sk": (2, 3), "pl": (2, 2), "de": (2, 2), "fr": (2, 3), "en": (2, 3)}
_SHORTEST = 5
_LONG_PART = 10
_LETTERS = regex(r"[^\W\d_]+")
_VARIANTS = {"en": "en_US", "de": "de_DE", "pt": "pt_PT", "nb": "nb_NO", "no": "nb_NO"}


class Hyphenator:
    """Hyphenation of one language; divides nothing where there are no patterns for it.

    Args:
        language: BCP 47 tag, such as ``cs`` or ``pt-BR``.
    """

    def __init__(self, language: str) -> None:
        self._language = language.replace("-", "_")
        self._minima = _MINIMA.get(base_language(language), (2, 3))
        self._patterns: Any = None
        self._loaded = False

    def offsets(self, word: str, *, capitals: bool = False) -> tuple[int, ...]:
        """Offsets into ``word`` before which it may be divided, rising.

        Words with digits, words of fewer than five letters and words in capitals (abbreviations) are left whole, and
        so are the parts of a compound with hyphens unless they have ten letters.

        Args:
            word: A word with the punctuation around it.
            capitals: Whether capitals are the style's doing, so that they do not make an abbreviation.
        """
        if len(word) < _SHORTEST or any(char.isdigit() for char in word) or "://" in word or "@" in word:
            return ()
        parts = list(_LETTERS.finditer(word))
        shortest = _SHORTEST if len(parts) == 1 else _LONG_PART if "-" in word else _SHORTEST
        return tuple(
            match.start() + offset
            for match in parts
            if shortest <= len(match.group()) <= LONGEST_DIVIDED
            and (capitals or not _is_abbreviation(match.group()))
            for offset in self._divide(match.group())
        )

    def _divide(self, letters: str) -> list[int]:
        if not self._loaded:
            self._load()
        if self._patterns is None or len(letters.lower()) != len(letters):
            return []
        # A point of division that changes letters carries data; such words stay whole.
        return [int(at) for at in self._patterns.positions(letters) if getattr(at, "data", None) is None]

    def _load(self) -> None:
        import pyphen

        library: Any = pyphen  # has no types
        self._loaded = True
        base = base_language(self._language)
        names = (self._language, _VARIANTS.get(base, base))
        found = next((name for name in map(library.language_fallback, names) if name), None)
        if found is not None:
            left, right = self._minima
            self._patterns = library.Pyphen(lang=found, left=left, right=right)


def _is_abbreviation(letters: str) -> bool:
    return letters.isupper()
