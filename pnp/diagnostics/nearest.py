"""Suggestions for misspelt words."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from pnp.memo import Memo

_ALIKE = 0.75
"""Smallest share of letters that two words have in common: less, and 'mini' would mean 'domino'."""

_SHORT = 3
_ALIKE_SHORT = 0.66
"""Longest short word, and the share of a short word: two letters of three."""

_STEM = 4
"""Fewest letters with which a word begins like another one, such as 'printing' and 'print'."""

_MEANT = {
    "amount": ("copies",),
    "author": ("credits",),
    "authors": ("credits",),
    "background": ("fill",),
    "bool": ("flag",),
    "boolean": ("flag",),
    "card": ("piece",),
    "cards": ("pieces",),
    "center": ("middle",),
    "centre": ("center", "middle"),
    "checkbox": ("flag",),
    "class": ("style",),
    "color": ("colour", "fill"),
    "colour": ("fill",),
    "copy": ("copies",),
    "count": ("copies",),
    "csv": ("rows",),
    "data": ("rows",),
    "deck": ("set",),
    "decks": ("sets",),
    "desc": ("text",),
    "description": ("text",),
    "family": ("font",),
    "file": ("rows",),
    "fill": ("colour",),
    "float": ("decimal", "number"),
    "font-family": ("font",),
    "font-size": ("size",),
    "font-weight": ("weight",),
    "image": ("picture", "art"),
    "img": ("image", "picture"),
    "int": ("number",),
    "integer": ("number",),
    "items": ("pieces",),
    "lang": ("language",),
    "langs": ("languages",),
    "lenght": ("len",),
    "length": ("len",),
    "line-height": ("leading",),
    "middle": ("center",),
    "num": ("number",),
    "picture": ("image", "art"),
    "qty": ("copies",),
    "quantity": ("copies",),
    "radius": ("r", "rx"),
    "rules": ("rulebook",),
    "sheet": ("rows",),
    "size": ("font-size",),
    "spreadsheet": ("rows",),
    "src": ("source",),
    "str": ("text",),
    "string": ("text",),
    "table": ("rows",),
    "template": ("layout",),
    "title": ("name",),
    "type": ("kind",),
    "vertical-align": ("valign",),
    "xlsx": ("rows",),
}
"""Words of CSS, of HTML and of other programs, and what is meant by them here, if it is known."""

_FEW = 500
"""Known words that are all compared. Of more, only neighbours in the alphabet are, forwards and backwards."""

_NEIGHBOURS = 50

_LISTED = 12


def nearest(word: str, known: Iterable[str], alike: float = _ALIKE, *, related: bool = True) -> str | None:
    """The known word that ``word`` was probably meant to be.

    Args:
        word: As the author typed it.
        known: All words that would have been right.
        alike: Smallest share of letters, 0 to 1, that the two have in common.
        related: Whether a known word that begins or ends with the word will do.

    Returns:
        The same word in other capitals, the one with most letters in common, the word for it here, or the
        only one that begins or ends with it. None rather than a word that nobody meant.
    """
    return _NEAREST[word.casefold(), tuple(known), alike, related]


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


def _find(asked: tuple[str, tuple[str, ...], float, bool]) -> str | None:
    word, known, alike, related = asked
    folded, forwards, backwards = _prepare(known)
    if word in folded:
        return folded[word]
    choices = forwards
    if len(forwards) > _FEW:
        choices = [*_around(word, forwards), *(choice[::-1] for choice in _around(word[::-1], backwards))]
    cutoff = min(alike, _ALIKE_SHORT) if len(word) <= _SHORT else alike
    found = get_close_matches(word, choices, n=1, cutoff=cutoff)
    found = found or [choice for choice in _MEANT.get(word, ()) if choice in folded]
    found = found or (_related(word, choices) if related else [])
    return folded[found[0]] if found else None


def _related(word: str, choices: Iterable[str]) -> list[str]:
    """The only choice that begins or ends with the word, or the word with it; empty for several."""
    found = {
        choice
        for choice in choices
        if (min(len(choice), len(word)) >= _STEM and (choice.startswith(word) or word.startswith(choice)))
        or re.split(r"[/.]", choice)[-1] == word
        or (len(choice) >= _STEM and word.endswith(f"-{choice}"))
    }
    return [*found] if len(found) == 1 else []


def _around(word: str, words: list[str]) -> list[str]:
    """The neighbours of a word in sorted ``words``."""
    at = bisect(words, word)
    return words[max(at - _NEIGHBOURS, 0) : at + _NEIGHBOURS]


_NEAREST = Memo(_find, 100)  # the same typo may be in every row of a table
