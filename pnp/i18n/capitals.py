"""Capital and small letters by the rules of a language."""

from __future__ import annotations

import re
from collections.abc import Callable

from pnp.i18n.tag import base_of

_DOTTED = ("tr", "az")
"""Languages in which i keeps its dot as a capital (Unicode 16, SpecialCasing)."""


def upper(language: str) -> Callable[[str], str]:
    """Makes capitals of all letters of a text."""
    if base_of(language) in _DOTTED:
        return lambda text: text.replace("i", "İ").upper()
    return str.upper


def lower(words: str, language: str) -> str:
    """The words in small letters."""
    if base_of(language) in _DOTTED:
        words = words.replace("İ", "i").replace("I", "ı")
    return words.lower()


def title(words: str, language: str) -> str:
    """Each word with a capital first letter and small ones behind it, as in Jinja's filter."""
    return "".join(capital(lower(word, language), language) for word in _WORD_STARTS.split(words) if word)


_WORD_STARTS = re.compile(r"([-\s({\[<]+)")
"""After them a word begins; an apostrophe is in the middle of one."""


def capital(words: str, language: str) -> str:
    """The words with a capital first letter; the rest stays.

    Georgian has no capitals for first letters alone. A Dutch *ij* counts as one letter.
    """
    base = base_of(language)
    if base == "nl" and words.startswith("ij"):
        return "IJ" + words[2:]
    first = words[:1]
    return ("İ" if first == "i" and base in _DOTTED else first.title()) + words[1:]
