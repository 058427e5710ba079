"""Spaces, and places inside words where a line may end apart from hyphenation.

All of them are drawn with the font's space glyph and a width of our own, so no font has to have them. Marks
that the engine needs inside a text are Unicode noncharacters (Unicode 16 §23.7), which no text can hold.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias
from unicodedata import is_normalized, normalize

from pnp.i18n import base_of

TIE = "\ufdd0"
"""A word space that typography keeps from breaking: as wide as a plain space, and it stretches like one."""
ICON = "\ufffc"
"""Stands for an inline icon (Unicode's object replacement character)."""
NBSP = "\u00a0"
NNBSP = "\u202f"
SOFT_HYPHEN = "\u00ad"
ZERO_WIDTH_SPACE = "\u200b"
NO_BREAK_HYPHEN = "\u2011"


class SpaceKind(NamedTuple):
    """One kind of space: width in ems (None: the font's own), and whether lines break there or stretch it."""

    width: float | None
    breaks: bool
    stretches: bool


SPACES: dict[str, SpaceKind] = {
    " ": SpaceKind(None, True, True),
    TIE: SpaceKind(None, False, True),
    NBSP: SpaceKind(None, False, False),
    # A fifth of an em: between the sixth of Unicode's thin space and the quarter of French tables (LIN 1990).
    NNBSP: SpaceKind(0.2, False, False),
    "\u2000": SpaceKind(0.5, True, False),
    "\u2001": SpaceKind(1.0, True, False),
    "\u2002": SpaceKind(0.5, True, False),
    "\u2003": SpaceKind(1.0, True, False),
    "\u2004": SpaceKind(1 / 3, True, False),
    "\u2005": SpaceKind(0.25, True, False),
    "\u2006": SpaceKind(1 / 6, True, False),
    "\u2007": SpaceKind(0.5, False, False),
    "\u2008": SpaceKind(0.25, True, False),
    "\u2009": SpaceKind(0.2, False, False),
    "\u200a": SpaceKind(0.1, False, False),
    "\u205f": SpaceKind(4 / 18, True, False),
    "\u3000": SpaceKind(1.0, True, False),
}
"""Widths of the Unicode spaces by Unicode 16 §6.2. Thin and hair spaces hold words together: no break."""

_APART = {space: f"\n{space}\n" for space in SPACES}
"""Spaces between line ends, absent from folded texts: splitting there takes a third of the time."""

JOINERS = "\u2060\ufeff"
_NOTHING = re.compile(
    r"[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffc\ufffe\uffff\x00-\x08\x0e-\x1f\x7f-\x9f]"
)
_BLANKS = re.compile(r"[ \t\r\n\v\f\u2028\u2029]+")
_INVISIBLE = re.compile(r"[\u00ad\u200b\u2060\ufeff\ufe0e\ufe0f]")


def fold(typed: str) -> str:
    """The text in NFC with each stretch of blanks as one space, without control and direction characters."""
    # Printable text holds no blanks but spaces, and no control, direction or unassigned characters.
    if typed.isprintable() and "  " not in typed and ICON not in typed and is_normalized("NFC", typed):
        return typed
    return _BLANKS.sub(" ", _NOTHING.sub("", normalize("NFC", typed)))


def visible(word: str) -> str:
    """The word without characters that only say where lines break or how an emoji looks."""
    return word if word.isalnum() else _INVISIBLE.sub("", word)


def words_and_spaces(text: str) -> list[str]:
    """The words of a folded text and the spaces between them in turn; the first and last may be empty."""
    for space in SPACES:
        if space in text:
            text = text.replace(space, _APART[space])
    return text.replace("\n\n", "").split("\n")


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
