"""Suggestions for misspelt words."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from pnp.memo import Memo

_ALIKE = 0.6
"""Smallest share of letters that two words have in common."""

_FEW = 500
"""Known words that are all compared. Of more, only neighbours in the alphabet are, forwards and backwards."""

_NEIGHBOURS = 50

_LISTED = 12


def nearest(word: str, known: Iterable[str], alike: float = _ALIKE) -> str | None:
    """The known word that ``word`` was probably meant to be; None when none is ``alike`` enough, 0 to 1."""
    return _NEAREST[word.casefold(), tuple(known), alike]


def did_you_mean(word: str, known: Iterable[str], kind: str) -> str:
    """A cure for an unknown word: the nearest known one, or a list of the known ones.

    Args:
        word: As the author typed it.
        known: All words that would have been right.
        kind: What they are, in the plural, such as ``weapons``.
    """
    words = tuple(known)
    close = nearest(word, words)
    if close is not None:
        return f"did you mean '{close}'?"
    if not words:
        return f"there are no {kind}"
    listed = sorted(set(words))
    more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return f"known {kind}: {', '.join(listed[:_LISTED])}{more}"


class _Known(NamedTuple):
    folded: dict[str, str]
    forwards: list[str]
    backwards: list[str]


def _prepare(known: tuple[str, ...]) -> _Known:
    folded = {choice.casefold(): choice for choice in sorted(known, reverse=True)}
    return _Known(folded, sorted(folded), sorted(choice[::-1] for choice in folded))


def _find(asked: tuple[str, tuple[str, ...], float]) -> str | None:
    word, known, alike = asked
    folded, forwards, backwards = _prepare(known)
    if word in folded:
        return folded[word]
    choices = forwards
    if len(forwards) > _FEW:
        choices = [*_around(word, forwards), *(choice[::-1] for choice in _around(word[::-1], backwards))]
    found = get_close_matches(word, choices, n=1, cutoff=alike)
    return folded[found[0]] if found else None


def _around(word: str, words: list[str]) -> list[str]:
    """The neighbours of a word in sorted ``words``."""
    at = bisect(words, word)
    return words[max(at - _NEIGHBOURS, 0) : at + _NEIGHBOURS]


_NEAREST = Memo(_find, 100)  # the same typo may be in every row of a table
