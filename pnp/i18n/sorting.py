"""Alphabetical order of a language, the same on every machine."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from string import ascii_lowercase
from typing import TypeAlias

SortKey: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...], str]
"""Letters, then accents, then capitals, then the text itself."""

_AFTER: Mapping[str, Mapping[str, str]] = {
    "cs": {"c": "č", "h": "ch", "r": "ř", "s": "š", "z": "ž"},
    "sk": {"a": "ä", "c": "č", "h": "ch", "o": "ô", "s": "š", "z": "ž"},
    "pl": {"a": "ą", "c": "ć", "e": "ę", "l": "ł", "n": "ń", "o": "ó", "s": "ś", "z": "ź ż"},
}
"""Letters of their own and the letter that they follow.

Sources: ČSN 97 6030 (Czech; ď, ň, ť and vowels with accents count as accents only), STN 97 6030 (Slovak),
PN-N-01223 (Polish). All other languages follow the root order of Unicode's collation: accents count only
between words of equal letters.
"""

_SPELT = {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
"""Letters that Unicode does not decompose, and the letters among which readers look for them."""

_SPACE, _PUNCTUATION, _DIGIT, _LETTER, _FOREIGN = range(5)


def sort_key(text: str, language: str) -> SortKey:
    """A key that sorts texts as the language's dictionaries do.

    Levels after Unicode's collation algorithm (UTS 10): spaces before symbols before digits before letters;
    then accents; then small before capital letters; then code points, so that different texts never have
    equal keys.
    """
    letters = _letters(language)
    composed = unicodedata.normalize("NFC", text)
    primary: list[tuple[int, int]] = []
    accents: list[int] = []
    capitals: list[int] = []
    index = 0
    while index < len(composed):
        length = 2 if composed[index : index + 2].lower() in letters else 1
        found = composed[index : index + length]
        for weight, accent in _weights(found.lower(), letters):
            primary.append(weight)
            accents.append(accent)
            capitals.append(sum(part.isupper() for part in found))
        index += length
    return tuple(primary), tuple(accents), tuple(capitals), composed


def _letters(language: str) -> dict[str, int]:
    """Rank of each letter of the language's alphabet."""
    after = _AFTER.get(language.replace("_", "-").split("-")[0].lower(), {})
    alphabet: list[str] = []
    for letter in ascii_lowercase:
        alphabet += [letter, *after.get(letter, "").split()]
    return {letter: rank for rank, letter in enumerate(alphabet)}


def _weights(found: str, letters: Mapping[str, int]) -> list[tuple[tuple[int, int], int]]:
    """Weight and accent of each letter that the character (or pair) counts as."""
    if found in letters:
        return [((_LETTER, letters[found]), 0)]
    if found in _SPELT:
        return [((_LETTER, letters[part]), ord(found[0])) for part in _SPELT[found]]
    decomposed = unicodedata.normalize("NFD", found)
    plain = decomposed[0]
    accent = sum(ord(mark) << (20 * place) for place, mark in enumerate(decomposed[1:]))
    if plain in letters:
        return [((_LETTER, letters[plain]), accent)]
    if plain in _SPELT:
        return [((_LETTER, letters[part]), accent + ord(plain)) for part in _SPELT[plain]]
    return [(_sign_weight(plain), accent)]


def _sign_weight(character: str) -> tuple[int, int]:
    if character.isspace():
        return _SPACE, 0
    if character.isdecimal():
        return _DIGIT, unicodedata.decimal(character)
    return (_FOREIGN if character.isalpha() else _PUNCTUATION), ord(character)
