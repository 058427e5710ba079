"""Spaces: which there are, how wide they are, where a line may break, and the folding of what was typed.

All of them are drawn with the font's space glyph and a width of our own, so no font has to have them. Marks
that the engine needs inside a text are Unicode noncharacters (Unicode 16 §23.7), which no text can hold.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import is_normalized, normalize

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
