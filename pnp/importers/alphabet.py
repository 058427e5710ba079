"""The alphabet of the old markup: Czech letters written in ASCII, with apostrophes for the marks.

One apostrophe after a letter is its usual Czech mark, two are its second mark, which only *e* and *u* have.
The longest code wins. Capitals differ in one letter: ``U'`` is Ú, for words that begin with it are common and
none begins with Ů.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

CODES: Mapping[str, str] = {
    "a'": "á", "c'": "č", "d'": "ď", "e'": "ě", "e''": "é", "i'": "í", "n'": "ň", "o'": "ó",
    "r'": "ř", "s'": "š", "t'": "ť", "u'": "ů", "u''": "ú", "y'": "ý", "z'": "ž",
    "A'": "Á", "C'": "Č", "D'": "Ď", "E'": "Ě", "E''": "É", "I'": "Í", "N'": "Ň", "O'": "Ó",
    "R'": "Ř", "S'": "Š", "T'": "Ť", "U'": "Ú", "U''": "Ů", "Y'": "Ý", "Z'": "Ž",
}  # fmt: skip
"""Letter by code."""

CODE = re.compile("|".join(sorted(map(re.escape, CODES), key=len, reverse=True)))
"""Finds codes; longer ones are tried first."""

_BY_LETTER = {ord(letter): code for code, letter in CODES.items()}


def decoded(text: str) -> str:
    """The text with every code as its letter; all else, apostrophes that mark nothing included, stays."""
    return CODE.sub(lambda match: CODES[match.group()], text)


def encoded(text: str) -> str:
    """The text with every Czech letter as its code; all else stays.

    ``encoded(decoded(text))`` is ``text`` for every ASCII text. The other way round that holds unless an
    apostrophe is where it would be read as a mark; see ``unwritable``.
    """
    return text.translate(_BY_LETTER)


def unwritable(text: str) -> Iterator[int]:
    """Offsets of the characters that would not come back from ``encoded``, in order.

    These are characters that have no code, and apostrophes after a letter that would read them as its mark.
    """
    for offset, char in enumerate(text):
        pair = text[max(offset - 1, 0) : offset + 1]
        misread = char == "'" and decoded(encoded(pair)) != pair
        if misread or (not char.isascii() and ord(char) not in _BY_LETTER):
            yield offset
