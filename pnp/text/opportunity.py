"""Places inside a word where a line may end, apart from hyphenation."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from pnp.i18n import base_of
from pnp.text.space import JOINERS, SOFT_HYPHEN, ZERO_WIDTH_SPACE

Kind: TypeAlias = Literal["hyphen", "dash", "zero-width", "slash", "soft", "pattern"]

# Languages that write the hyphen of a compound again at the start of the next line.
_REPEATING = ("cs", "sk", "pl", "pt")
# Short words that stay with their hyphen. Sources: Lexique des règles typographiques en usage à l'Imprimerie
# nationale for French, Internetová jazyková příručka for Czech.
_ENCLITICS = {
    "fr": frozenset(
        {"le", "la", "les", "lui", "leur", "moi", "toi", "nous", "vous", "en", "y", "ce", "je", "tu", "il"}
        | {"elle", "on", "ils", "elles", "là", "ci", "t", "même"}
    ),
    "cs": frozenset(("li",)),
    "sk": frozenset(("li",)),
}
_LEADING = re.compile(r"[^\W\d_]+")
_CANDIDATES = "-‐–—/\u00ad\u200b.?&=_"  # a hyphen that is first stands for itself in an expression
_CANDIDATE = re.compile(f"[{_CANDIDATES}]")
_DIVIDING = frozenset(_CANDIDATES)
_LONG_TOKEN = 16
_ALWAYS: dict[str, Kind] = {SOFT_HYPHEN: "soft", ZERO_WIDTH_SPACE: "zero-width"}
_AROUND = 3
# The number of letters needed on both sides, no more than these.
_BETWEEN: dict[str, tuple[Kind, int]] = {
    "-": ("hyphen", 2),
    "‐": ("hyphen", 2),
    "–": ("dash", 1),
    "—": ("dash", 1),
    "/": ("slash", 3),
}


class Opportunity(NamedTuple):
    """A place where a word may be broken.

    Attributes:
        offset: The line ends before this character of the word.
        kind: Why.
        adds: Whether a hyphen is put in at the end of the line.
        repeats: Whether a hyphen is put in at the start of the next line.
    """

    offset: int
    kind: Kind
    adds: bool = False
    repeats: bool = False


def opportunities(word: str, language: str) -> tuple[Opportunity, ...]:
    """The places that the characters of the word themselves offer, rising.

    After a hyphen or a dash between letters (never in ``-1``, ``2-4``, ``+1/-1`` or ``e-mail``), at soft
    hyphens and zero-width spaces, after slashes between words, and after the punctuation of addresses and
    other long tokens.
    """
    if _DIVIDING.isdisjoint(word[:-1]):  # nothing follows the last character
        return ()
    repeats = base_of(language) in _REPEATING
    enclitics = _ENCLITICS.get(base_of(language))
    address = "://" in word or word.startswith("www.") or (len(word) >= _LONG_TOKEN and "/" in word)
    found = []
    for match in _CANDIDATE.finditer(word):
        at = match.end()
        before, after = word[max(at - 1 - _AROUND, 0) : at - 1], word[at : at + _AROUND]
        if not after or not before or after[0] in JOINERS or before[-1] in JOINERS:
            continue
        here = _at(match.group(), before, after, address=address)
        if here == "hyphen" and enclitics and (short := _LEADING.match(word, at)):
            here = None if short.group().casefold() in enclitics else here
        if here is not None:
            found.append(Opportunity(at, here, here == "soft", repeats and here == "hyphen"))
    return tuple(found)


def solid(word: str, language: str) -> bool:
    """Whether the word's own characters offer no place for a line to end, hyphenation left aside."""
    return _DIVIDING.isdisjoint(word[:-1]) or all(
        place.kind == "soft" for place in opportunities(word, language)
    )


def _at(char: str, before: str, after: str, *, address: bool) -> Kind | None:
    """The kind of break after ``char`` between two parts of a word, or None."""
    if char in _ALWAYS:
        return _ALWAYS[char]
    if address:
        return "slash" if char in "/.?&=_-" and after[0].isalnum() else None
    if char not in _BETWEEN:
        return None
    kind, letters = _BETWEEN[char]
    return (
        kind if _has_letters(before[-letters:], letters) and _has_letters(after[:letters], letters) else None
    )


def _has_letters(part: str, count: int) -> bool:
    return len(part) == count and part.isalpha()
