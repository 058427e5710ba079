"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from pnp.remember import ByValue

_ALIKE = 0.6
"""Least share of letters that two words have in common."""

_FEW = 500
"""Words that one is compared with one by one; of more, those are chosen first that differ in little."""

_INDEXED_LENGTH = 60
"""Characters of a word that is chosen from so many."""

_KEPT = 100
"""Words for which the nearest one is remembered: a slip may stand in every row of a table."""


def nearest(word: str, known: Iterable[str], alike: float = _ALIKE) -> str | None:
    """The known word that ``word`` was most likely meant to be, or None when none is ``alike`` enough, 0 to 1."""
    return _words(tuple(known)).nearest[word.casefold(), alike]


def did_you_mean(word: str, known: Iterable[str], kind: str) -> str:
    """A cure for an unknown word: the nearest known one, or the list of what there is.

    Args:
        word: As the author typed it.
        known: All words that would have been right.
        kind: What they are, in the plural, such as ``weapons``.
    """
    words = _words(tuple(known))
    close = words.nearest[word.casefold(), _ALIKE]
    if close is not None:
        return f"did you mean '{close}'?"
    return f"known {kind}: {words.listed}" if words.folded else f"there are no {kind}"


class _Words:
    """Known words, and what helps to find one of them."""

    def __init__(self, known: tuple[str, ...]) -> None:
        self._known = sorted(set(known))
        self.folded = {choice.casefold(): choice for choice in reversed(self._known)}
        self.nearest: ByValue[tuple[str, float], str | None] = ByValue(self._nearest, _KEPT)

    @cached_property
    def listed(self) -> str:
        """The first of them, and how many more there are."""
        more = f" and {len(self._known) - 12} more" if len(self._known) > 12 else ""
        return ", ".join(self._known[:12]) + more

    def _nearest(self, asked: tuple[str, float]) -> str | None:
        """For a word in small letters, and how much alike the other has to be."""
        from difflib import get_close_matches

        folded, (word, alike) = self.folded, asked
        if word in folded:
            return folded[word]
        choices = self._alike(word, alike) if len(folded) <= _FEW else self._almost(word)
        found = get_close_matches(word, choices, n=1, cutoff=alike)
        return folded[found[0]] if found else None

    def _alike(self, word: str, alike: float) -> list[str]:
        """Those not too far from ``word`` by their letters alone, in their order; comparing two takes much longer."""
        own, length = _letters(word), len(word)
        return [
            choice
            for choice, letters in self._all_letters
            if 2 * min(length - (own & ~letters).bit_count(), len(choice) - (letters & ~own).bit_count())
            >= alike * (length + len(choice))
        ]

    @cached_property
    def _all_letters(self) -> list[tuple[str, int]]:
        return [(choice, _letters(choice)) for choice in self.folded]

    def _almost(self, word: str) -> list[str]:
        """Those that become the same as ``word`` when either or both lose a character."""
        index = self._shortened
        return sorted({choice for short in _shorter(word) for choice in index.get(short, ())}, reverse=True)

    @cached_property
    def _shortened(self) -> dict[str, list[str]]:
        """Words by themselves and by all that is left of them without one character."""
        index: dict[str, list[str]] = {}
        for choice in self.folded:
            for short in _shorter(choice):
                index.setdefault(short, []).append(choice)
        return index


_words = lru_cache(maxsize=8)(_Words)


def _letters(word: str) -> int:
    """A bit for each letter of the word; letters may share one."""
    letters = 0
    for letter in word:
        letters |= 1 << ord(letter) % 61
    return letters


def _shorter(word: str) -> set[str]:
    """The word, and what is left of it without one character; nothing of long ones."""
    if len(word) > _INDEXED_LENGTH:
        return set()
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
