"""Words and spaces in one look, with their glyphs and widths in ems: made once, used in every paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from pnp.colour import Colour
from pnp.draw import Glyphs
from pnp.icons import Icon, InkedIcon, ink_icon
from pnp.remember import ByValue
from pnp.text.opportunity import opportunities
from pnp.text.shaping import Shaped, Voice
from pnp.text.space import ICON, SPACES, TIE

ICON_HEIGHT = 1.4
"""Height of an inline icon as a multiple of the height of capitals."""
ICON_BEARING = 0.05
"""Free space at both sides of an inline icon in ems."""

_MOST_WORDS = 4_000


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

    @property
    def text(self) -> str:
        """What stands for the icon in the word."""
        return ICON

    @property
    def advance(self) -> float:
        """The way that it takes up."""
        return self.width + 2 * ICON_BEARING


Piece: TypeAlias = Letters | Sign


class Word(NamedTuple):
    """What stands between two spaces.

    Attributes:
        text: As typed, ``ICON`` for each icon.
        pieces: By look.
        width: In all.
        part: Its glyphs where they are all of one font and nothing needs care when they are drawn.
        look: What the part is in; None without a part, or where it cannot be joined with spaces: they are in another font.
        solid: Whether its own characters offer no place for a line to end, hyphenation left aside.
        lacks: Whether a glyph is missing.
    """

    text: str
    pieces: tuple[Piece, ...]
    width: float
    part: Glyphs | None = None
    look: Look | None = None
    solid: bool = True
    lacks: bool = False


NO_WORD = Word("", (), 0.0)
"""Stands where a text begins or ends with a fixed space."""


class Space(NamedTuple):
    """What stands between two words, in the look of the letters before it.

    Attributes:
        text: The space characters; more than one where kinds meet.
        look: Font and colour.
        width: In all.
        flex: The share of the width that stretches in justified lines.
        breaks: Whether a line may end here.
        tied: Whether only typography keeps a line from ending here.
        part: Its glyph, not stretched.
    """

    text: str
    look: Look
    width: float
    flex: float
    breaks: bool
    tied: bool
    part: Glyphs


class Look:
    """A voice in one colour, with the words that were set in it; bounded.

    Attributes:
        voice: Font and features.
        colour: Of letters, and of icons of one colour.
    """

    def __init__(self, voice: Voice, colour: Colour) -> None:
        self.voice = voice
        self.colour = colour
        self._words = ByValue(self._word, _MOST_WORDS)
        self._spaces = ByValue(self._space, _MOST_WORDS)
        self._signs: dict[str, Sign] = {}
        self._icons: dict[str, Word] = {}

    def words(self, texts: Sequence[str]) -> list[Word]:
        """Words that are in this look from end to end; nothing gives ``NO_WORD``."""
        return list(map(self._words.__getitem__, texts))

    def _word(self, text: str) -> Word:
        return word_of(text, (self.letters(text),)) if text else NO_WORD

    def icon(self, icon: Icon) -> Word:
        """A word that is nothing but an icon."""
        known = self._icons.get(icon.name)
        if known is None:
            known = self._icons[icon.name] = word_of(ICON, (self.sign(icon),))
        return known

    def letters(self, text: str) -> Letters:
        """A word or a part of one."""
        shaped = self.voice.shape(text)
        return Letters(self, text, shaped, shaped.width)

    def spaces(self, texts: Sequence[str]) -> list[Space]:
        """Stretches of spaces."""
        return list(map(self._spaces.__getitem__, texts))

    def _space(self, text: str) -> Space:
        voice = self.voice
        if text in (" ", TIE):
            plain = text == " "
            return Space(
                text, self, voice.space, voice.space, plain, not plain, voice.space_part(voice.space)
            )
        kinds = [(voice.space_width(char), SPACES[char]) for char in text]
        width = sum(width for width, _ in kinds)
        return Space(
            text,
            self,
            width,
            sum(width for width, kind in kinds if kind.stretches),
            all(kind.breaks for _, kind in kinds),
            False,
            voice.space_part(width),
        )

    def sign(self, icon: Icon) -> Sign:
        """An icon among the letters."""
        known = self._signs.get(icon.name)
        if known is None:
            height = ICON_HEIGHT * self.voice.face.cap_height
            known = Sign(self, ink_icon(icon, self.colour), height, height * icon.width / icon.height)
            self._signs[icon.name] = known
        return known


def word_of(text: str, pieces: tuple[Piece, ...]) -> Word:
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
    solid = all(place.kind == "soft" for place in opportunities(text, language))
    return Word(text, pieces, sum([piece.advance for piece in pieces]), part, look, solid, lacks)
