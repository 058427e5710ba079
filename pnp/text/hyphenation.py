"""Where words may be divided by hyphenation patterns."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from pnp.i18n import base_of
from pnp.text.limits import LONGEST_DIVIDED

# Letters that stay before and after the hyphen: \lefthyphenmin and \righthyphenmin of the TeX patterns
# (hyph-utf8, tex-hyphen.info). French keeps 3 after, so that no mute syllable (-que, -es) is alone;
# other languages take what English does.
_MINIMA = {"cs": (2, 3), "sk": (2, 3), "pl": (2, 2), "de": (2, 2), "fr": (2, 3), "en": (2, 3)}
_SHORTEST = 5
_LONG_PART = 10
_UNHYPHENATED = ("th",)
"""Languages that print no hyphen; ``pnp.text.unspaced`` divides their words."""
_COMPOUNDING = ("de",)
"""Languages whose patterns have a first level that parts compounds."""
_NEXT_LEVEL = b"NEXTLEVEL"
_LEAST_WORD = _LEAST_SYLLABLE = (2, 2)
"""COMPOUNDLEFTHYPHENMIN and others of the German patterns, and their \\lefthyphenmin, \\righthyphenmin."""
_LETTERS = re.compile(r"[^\W\d_]+")
_VARIANTS = {"en": "en_US", "de": "de_DE", "pt": "pt_PT", "nb": "nb_NO", "no": "nb_NO"}


class Hyphenator:
    """Hyphenation of one language; divides nothing where there are no patterns for it.

    Args:
        language: BCP 47 tag, such as ``cs`` or ``pt-BR``.
    """

    def __init__(self, language: str) -> None:
        self._language = language.replace("-", "_")
        self._minima = _MINIMA.get(base_of(language), (2, 3))
        self._patterns: Any = None
        self._loaded = False

    def offsets(self, word: str, *, capitals: bool = False) -> tuple[int, ...]:
        """Offsets into ``word`` before which it may be divided, rising; see ``divisions``."""
        return tuple(offset for offset, _ in self.divisions(word, capitals=capitals))

    def divisions(self, word: str, *, capitals: bool = False) -> tuple[tuple[int, str], ...]:
        """Offsets into ``word`` before which it may be divided, rising, each with letters to add.

        Those letters go before the hyphen; mostly, none are needed. Hungarian writes a long digraph in full:
        ``asszony`` is ``asz-szony``, with a ``z`` before the hyphen at offset 2.

        Words with digits, words of fewer than five letters and words in capitals (abbreviations) are left
        whole, and so are the parts of a compound with hyphens unless they have ten letters. A capital inside
        a word begins a word of its own: ``Java-Script``, not ``JavaS-cript``.

        Args:
            word: A word with the punctuation around it.
            capitals: Whether capitals are the style's doing, so that they do not make an abbreviation.
        """
        if len(word) < _SHORTEST or any(char.isdigit() for char in word) or "://" in word or "@" in word:
            return ()
        parts = list(_LETTERS.finditer(word))
        shortest = _SHORTEST if len(parts) == 1 else _LONG_PART if "-" in word else _SHORTEST
        return tuple(
            (match.start() + offset, letters)
            for match in parts
            if shortest <= len(match.group()) <= LONGEST_DIVIDED
            and (capitals or not _is_abbreviation(match.group()))
            for offset, letters in self._divide(match.group())
        )

    def _divide(self, letters: str) -> list[tuple[int, str]]:
        if not self._loaded:
            self._load()
        if self._patterns is None or len(letters.lower()) != len(letters):
            return []
        left, right = self._minima
        found: list[tuple[int, str]] = []
        cuts = [0, *_capitals_inside(letters), len(letters)]
        for start, end in pairwise(cuts):
            if left <= start <= len(letters) - right:
                found.append((start, ""))
            if end - start >= _SHORTEST:
                within = _positions(self._patterns, letters[start:end], self._minima)
                found += [
                    (start + at, added)
                    for at, added in within
                    if letters.isupper() or not letters[start + at - 1].isupper()
                ]
        return found

    def _load(self) -> None:
        import pyphen

        library: Any = pyphen  # has no types
        self._loaded = True
        base = base_of(self._language)
        if base in _UNHYPHENATED:
            return
        names = (self._language, _VARIANTS.get(base, base))
        found = next((name for name in map(library.language_fallback, names) if name), None)
        if found is not None:
            in_levels = base in _COMPOUNDING
            self._patterns = (
                _Levels(library.LANGUAGES[found], library) if in_levels else library.Pyphen(lang=found).hd
            )


def _positions(patterns: Any, letters: str, minima: tuple[int, int]) -> list[tuple[int, str]]:
    """Where the patterns divide a word, with the letters that are written before the hyphen.

    Points that would change other letters of the word are left out.
    """
    left, right = minima
    found = [(int(at), getattr(at, "data", None)) for at in patterns.positions(letters)]
    divided = [(at, "") if data is None else _written_twice(letters, at, data) for at, data in found]
    return [
        (at, added)
        for at, added in filter(None, divided)
        if left <= at + len(added) and left <= at <= len(letters) - right
    ]


def _written_twice(letters: str, at: int, data: tuple[str, int, int]) -> tuple[int, str] | None:
    """Offset and letters of a point that only adds letters before the hyphen; None where others change.

    Args:
        letters: The word.
        at: Where the point is.
        data: Letters that take the place of those around it, with ``=`` for the hyphen; where those begin,
            from the point on; how many there are.
    """
    change, index, cut = data
    before, _, after = (change.upper() if letters.isupper() else change).partition("=")
    first, second = letters[: at + index] + before, after + letters[at + index + cut :]
    offset = len(letters) - len(second)
    kept = letters[:offset]
    return (offset, first[offset:]) if kept + second == letters and first.startswith(kept) else None


class _Levels:
    """Patterns in two levels: the first divides a compound into words, the second a word into syllables.

    pyphen reads both as one, and finds ``Abla-g-e-sta-pel`` where a first-level word is part of another
    word.

    Args:
        path: Of the file of patterns.
        library: pyphen.
    """

    def __init__(self, path: Path, library: Any) -> None:
        words, _, syllables = path.read_bytes().partition(_NEXT_LEVEL)
        encoding = words.partition(b"\n")[0]
        self._words = library.HyphDict(_InMemory(words))
        self._syllables = library.HyphDict(_InMemory(encoding + b"\n" + syllables))

    def positions(self, letters: str) -> list[int]:
        """Offsets before which the word may be divided."""
        cuts = [0, *(at for at, _ in _positions(self._words, letters, _LEAST_WORD)), len(letters)]
        found = set(cuts[1:-1])
        for start, end in pairwise(cuts):
            part = letters[start:end]
            found.update(start + at for at, _ in _positions(self._syllables, part, _LEAST_SYLLABLE))
        return sorted(found)


class _InMemory:
    """As much of a path as pyphen asks for."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def open(self, _: str) -> BytesIO:
        return BytesIO(self._content)

    def read_text(self, encoding: str) -> str:
        return self._content.decode(encoding.strip())


def _capitals_inside(letters: str) -> list[int]:
    """Offsets of capitals between small letters."""
    if letters[1:].islower():
        return []
    return [
        at
        for at in range(1, len(letters) - 1)
        if letters[at].isupper() and letters[at - 1].islower() and letters[at + 1].islower()
    ]


def _is_abbreviation(letters: str) -> bool:
    return letters.isupper()
