"""Words and spaces in one font and colour, with their glyphs and widths in ems."""

from __future__ import annotations

from math import fsum
from typing import NamedTuple, TypeAlias

from pnp.colour import WHITE, Colour
from pnp.draw import Glyphs, items_box
from pnp.fonts import FontFace
from pnp.icons import InkedIcon, VectorIcon, ink_icon
from pnp.markup import Marks
from pnp.memo import Memo
from pnp.text.shaping import Shaped, ShapingFont
from pnp.text.space import ICON, SPACES, solid

ICON_HEIGHT = 1.4
"""Height of an inline icon as a multiple of the height of capitals."""
ICON_BEARING = 0.05
"""Free space at both sides of an inline icon in ems."""

_TOKENS = 4_000  # kept, at most


class Letters(NamedTuple):
    """Letters of one format within a word: as typed, and shaped; the advance is the way that they take up."""

    format: TextFormat
    text: str
    shaped: Shaped
    advance: float


class InlineIcon(NamedTuple):
    """An icon within a word, in ems. Width and height are of its frame, the advance is of its drawing.

    ``left`` is the empty space between the frame and the drawing; the advance has the bearings at both sides.
    ``inner`` are letters on the icon, ``inner_size`` their size.
    """

    format: TextFormat
    icon: InkedIcon
    height: float
    width: float
    left: float
    advance: float
    inner: Letters | None = None
    inner_size: float = 0.0

    @property
    def text(self) -> str:
        """The placeholder of the icon in the word."""
        return ICON

    @property
    def rim(self) -> Colour:
        """Colour around the letters on it, which keeps them readable over its drawing."""
        return self.format.colour if self.icon.icon.monochrome else WHITE


WordPiece: TypeAlias = Letters | InlineIcon


class SizedIcon(NamedTuple):
    """An icon of a text, and how many times larger than others it is."""

    icon: VectorIcon
    scale: float
    inner: Letters | None = None


class Token(NamedTuple):
    """A word, or the space between two words.

    Attributes:
        text: As typed, ``ICON`` for each icon; more than one character of a space where kinds meet.
        pieces: Of a word, by format.
        width: In all.
        flex: The share of the width that stretches in justified lines.
        part: Its glyphs where they are all of one font and nothing needs care when they are drawn; of a
            space, not stretched.
        format: What the part is in; None without a part, or where it cannot be joined with spaces: they are
            in another font.
        breaks: Whether it is a space that a line may end at.
        solid: Whether its own characters offer no place for a line to end, hyphenation left aside.
        lacks: Whether a glyph is missing, or a letter borrowed from another font.
    """

    text: str
    pieces: tuple[WordPiece, ...]
    width: float
    flex: float = 0.0
    part: Glyphs | None = None
    format: TextFormat | None = None
    breaks: bool = False
    solid: bool = True
    lacks: bool = False


NO_WORD = Token("", (), 0.0)
"""An empty word: where a text begins or ends with a fixed space, and in a text without words."""


NO_MARKS = Marks()
SMALL_CAPITAL = 1.06
"""Height of small capitals that are made of capitals, as a multiple of the height of the x."""


_INNER_HEIGHT, _INNER_WIDTH = 0.6, 0.7
"""Shares of an icon that letters on it are high and wide at most."""


class TextFormat:
    """A font in one colour, with the words and spaces that were set in it.

    Attributes:
        font: Font and features.
        colour: Of letters, and of icons of one colour.
        marks: Lines below or through the letters, small capitals, and whether they are raised or lowered.
        scale: Size of the letters as a share of that of the text.
        rise: How far they are raised, in em of the text; negative where they are lowered.
        lined: Whether there are lines below or through them.
        tokens: Words and spaces that are in this format from end to end; ``NO_WORD`` for an empty text.
    """

    def __init__(self, font: ShapingFont, colour: Colour, marks: Marks | None = None) -> None:
        self.font = font
        self.colour = colour
        self.marks = marks or NO_MARKS
        self.scale, self.rise = _placed(font.face, self.marks)
        self.lined = self.marks.underline or self.marks.strike
        self.tokens: Memo[str, Token] = Memo(self._token, _TOKENS)

    def joins(self, other: TextFormat | None) -> bool:
        """Whether letters of one font look alike in both formats, so that one run can have them."""
        return other is not None and (
            self.colour == other.colour and self.marks == other.marks and self.scale == other.scale
        )

    def _token(self, text: str) -> Token:
        if not text:
            return NO_WORD
        return self._space(text) if text[0] in SPACES else word_of(text, (self.letters(text),))

    def icon(self, sized: SizedIcon) -> Token:
        """A word that is nothing but an icon."""
        icon, scale, inner = sized
        key = f"{ICON}{icon.name} {icon.key} {scale}"  # no word begins like this
        if inner is not None:
            key += f" {inner.text}"
        known = self.tokens.get(key)
        if known is None:
            known = self.tokens[key] = self._icon(icon, scale, inner)
        return known

    def _icon(self, icon: VectorIcon, scale: float, inner: Letters | None) -> Token:
        height = ICON_HEIGHT * self.font.face.cap_height * self.scale * scale
        width = height * icon.width / icon.height
        left, right = _drawn(icon)
        own = width * (right - left) + 2 * ICON_BEARING * self.scale
        size = 0.0
        if inner is not None:
            tall = inner.format.font.face.highest(inner.text) or inner.format.font.face.cap_height
            wide = inner.shaped.width
            size = min(_INNER_HEIGHT * height / tall, _INNER_WIDTH * width * (right - left) / max(wide, 0.01))
        piece = InlineIcon(
            format=self,
            icon=ink_icon(icon, self.colour),
            height=height,
            width=width,
            left=width * left,
            advance=own,
            inner=inner,
            inner_size=size,
        )
        return word_of(ICON, (piece,))

    def letters(self, text: str) -> Letters:
        """A word or a part of one."""
        shaped = self.font.shape(text)
        return Letters(self, text, shaped, shaped.width * self.scale)

    def gap(self, stretch: float, *, breaks: bool) -> Token:
        """A place of no width between letters, where lines may end: now if it ``breaks``, else where needed.

        Args:
            stretch: How much of an em counts as its width where it stretches in justified lines.
            breaks: Whether a line may end there as after a space.
        """
        nothing = Glyphs(self.font.face.key, (), (), (), (), "", 0.0)
        return Token("", (), 0.0, stretch * self.scale, nothing, self, breaks)

    def space(self, width: float) -> Glyphs:
        """A space of a width in em of the text, as glyphs of this format."""
        return self.font.space_part(width / self.scale)

    def _space(self, text: str) -> Token:
        kinds = [(self.font.space_width(char) * self.scale, SPACES[char]) for char in text]
        width = fsum(width for width, _ in kinds)
        flex = fsum(width for width, kind in kinds if kind.stretches)
        breaks = all(kind.breaks for _, kind in kinds)
        return Token(text, (), width, flex, self.space(width), self, breaks)


def word_of(text: str, pieces: tuple[WordPiece, ...]) -> Token:
    """A word put together from its pieces."""
    part = text_format = None
    first = pieces[0]
    font = first.format.font
    shaped = first.shaped if isinstance(first, Letters) else None
    if shaped is not None and len(pieces) == len(shaped.parts) == 1 and not shaped.gapped:
        part = shaped.parts[0]
        text_format = first.format if font.spaced and part.font == font.face.key else None
    letters = [piece if isinstance(piece, Letters) else piece.inner for piece in pieces]
    lacks = any(each is not None and (each.shaped.missing or each.shaped.borrowed) for each in letters)
    return Token(
        text=text,
        pieces=pieces,
        width=fsum([piece.advance for piece in pieces]),
        flex=0.0,
        part=part,
        format=text_format,
        breaks=False,
        solid=solid(text, font.language),
        lacks=lacks,
    )


def _placed(face: FontFace, marks: Marks) -> tuple[float, float]:
    """Size of letters with marks as a share of that of the text, and how far they are raised in its em."""
    scale, rise = 1.0, 0.0
    if marks.script:
        scale, rise = face.superscript if marks.script == "super" else face.subscript
    if marks.capitals == "shrunk":
        scale *= min(SMALL_CAPITAL * face.x_height / face.cap_height, 1.0)
    return scale, rise


def _drawn(icon: VectorIcon) -> tuple[float, float]:
    """Where the drawing of an icon begins and ends, as shares of the width of its frame."""
    box = items_box(icon.items)
    if box is None:
        return 0.0, 1.0
    left, right = max(box.x / icon.width, 0.0), min(box.right / icon.width, 1.0)
    return (left, right) if left < right else (0.0, 1.0)
