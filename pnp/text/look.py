"""Words and spaces in one look, with their glyphs and widths in ems: made once, used in every paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple, TypeAlias

from pnp.colour import Colour
from pnp.draw import Glyphs
from pnp.icons import Icon, InkedIcon, ink_icon
from pnp.text.opportunity import solid
from pnp.text.shaping import Shaped, Voice
from pnp.text.space import ICON, SPACES

ICON_HEIGHT = 1.4
"""Height of an inline icon as a multiple of the height of capitals."""
ICON_BEARING = 0.05
"""Free space at both sides of an inline icon in ems."""

_MOST_TOKENS = 4_000


class Letters(NamedTuple):
    """Letters of one look within a word: as typed, and shaped."""

    look: Look
    text: str
    shaped: Shaped
    width: float

    @property
    def advance(self) -> float:
        """The way that they take up."""
        return self.width


class Sign(NamedTuple):
    """An icon within a word. Width and height are those of its picture, the advance has its bearings."""

    look: Look
    icon: InkedIcon
    height: float
    width: float
    advance: float

    @property
    def text(self) -> str:
        """What stands for the icon in the word."""
        return ICON


Piece: TypeAlias = Letters | Sign


class Token(NamedTuple):
    """A word, or the space between two words.

    Attributes:
        text: As typed, ``ICON`` for each icon; more than one character of a space where kinds meet.
        pieces: Of a word, by look.
        width: In all.
        flex: The share of the width that stretches in justified lines.
        part: Its glyphs where they are all of one font and nothing needs care when they are drawn; of a space, not stretched.
        look: What the part is in; None without a part, or where it cannot be joined with spaces: they are in another font.
        breaks: Whether it is a space that a line may end at.
        solid: Whether its own characters offer no place for a line to end, hyphenation left aside.
        lacks: Whether a glyph is missing.
    """

    text: str
    pieces: tuple[Piece, ...]
    width: float
    flex: float = 0.0
    part: Glyphs | None = None
    look: Look | None = None
    breaks: bool = False
    solid: bool = True
    lacks: bool = False


NO_WORD = Token("", (), 0.0)
"""Stands where a text begins or ends with a fixed space, and for a text without words."""


class Look:
    """A voice in one colour, with the words and spaces that were set in it; bounded.

    Attributes:
        voice: Font and features.
        colour: Of letters, and of icons of one colour.
    """

    def __init__(self, voice: Voice, colour: Colour) -> None:
        self.voice = voice
        self.colour = colour
        self._tokens: dict[str, Token] = {}
        self._signs: dict[str, Sign] = {}
        self._icons: dict[str, Token] = {}

    def tokens(self, texts: Sequence[str]) -> list[Token]:
        """Words and spaces that are in this look from end to end; nothing gives ``NO_WORD``."""
        known = self._tokens
        try:
            return list(map(known.__getitem__, texts))
        except KeyError:
            self._meet(texts)
            return list(map(known.__getitem__, texts))

    def _meet(self, texts: Sequence[str]) -> None:
        """Know all of these words and spaces."""
        known = self._tokens
        new = dict.fromkeys([text for text in texts if text not in known])
        if len(known) + len(new) > _MOST_TOKENS:
            known.clear()
            new = dict.fromkeys(texts)
        known.update([(text, self._token(text)) for text in new])

    def _token(self, text: str) -> Token:
        if not text:
            return NO_WORD
        return self._space(text) if text[0] in SPACES else word_of(text, (self.letters(text),))

    def icon(self, icon: Icon) -> Token:
        """A word that is nothing but an icon."""
        known = self._icons.get(icon.name)
        if known is None:
            known = self._icons[icon.name] = word_of(ICON, (self.sign(icon),))
        return known

    def letters(self, text: str) -> Letters:
        """A word or a part of one."""
        shaped = self.voice.shape(text)
        return Letters(self, text, shaped, shaped.width)

    def _space(self, text: str) -> Token:
        kinds = [(self.voice.space_width(char), SPACES[char]) for char in text]
        width = fsum(width for width, _ in kinds)
        flex = fsum(width for width, kind in kinds if kind.stretches)
        breaks = all(kind.breaks for _, kind in kinds)
        return Token(text, (), width, flex, self.voice.space_part(width), self, breaks)

    def sign(self, icon: Icon) -> Sign:
        """An icon among the letters."""
        known = self._signs.get(icon.name)
        if known is None:
            height = ICON_HEIGHT * self.voice.face.cap_height
            width = height * icon.width / icon.height
            known = Sign(self, ink_icon(icon, self.colour), height, width, width + 2 * ICON_BEARING)
            self._signs[icon.name] = known
        return known


def word_of(text: str, pieces: tuple[Piece, ...]) -> Token:
    """A word put together from its pieces."""
    part = look = None
    lacks = False
    for piece in pieces:
        if isinstance(piece, Letters):
            shaped = piece.shaped
            lacks = lacks or bool(shaped.missing)
            if len(pieces) == len(shaped.parts) == 1 and not shaped.gapped:
                part = shaped.parts[0]
                voice = piece.look.voice
                look = piece.look if voice.spaced and part.font == voice.face.key else None
    language = pieces[0].look.voice.language
    width = fsum([piece.advance for piece in pieces])
    return Token(text, pieces, width, 0.0, part, look, False, solid(text, language), lacks)
