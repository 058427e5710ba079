"""A paragraph taken apart into words and spaces with their widths, in ems, so that it can be broken at any size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from pnp.colour import Colour
from pnp.icons import Icon
from pnp.model import Style
from pnp.text.breaking import Break
from pnp.text.context import DESPERATE, EXPLICIT, HYPHENATED, Inner, TextContext
from pnp.text.fault import TextFault, missing_glyph
from pnp.text.flat import Flat, Stretch
from pnp.text.shaping import Shaped, Voice
from pnp.text.space import ICON, SPACE_CHARS, SPACES, TIE

ICON_HEIGHT = 1.4
"""Height of an inline icon as a multiple of the height of capitals."""
ICON_BEARING = 0.05
"""Free space at both sides of an inline icon in ems."""

_TOKEN = re.compile(f"([{SPACE_CHARS}]+)|[^{SPACE_CHARS}]+")
_TIE_PENALTY = 200.0


class Letters(NamedTuple):
    """Letters of one look within a word: as typed, and shaped."""

    voice: Voice
    colour: Colour
    text: str
    shaped: Shaped
    width: float


class Sign(NamedTuple):
    """An icon within a word. Width and height are those of its picture, the advance has its bearings."""

    voice: Voice
    colour: Colour
    icon: Icon
    height: float
    width: float

    @property
    def text(self) -> str:
        """What stands for the icon in the word."""
        return ICON


Piece: TypeAlias = Letters | Sign


class Word(NamedTuple):
    """What stands between two spaces; ``start`` is its offset in the flat text."""

    start: int
    text: str
    pieces: tuple[Piece, ...]
    width: float


class Space(NamedTuple):
    """What stands between two words, in the look of the letters before it.

    Attributes:
        text: The space characters; more than one where kinds meet.
        voice: Font.
        colour: Of the run that it belongs to.
        width: In all.
        flex: The share of the width that stretches in justified lines.
        breaks: Whether a line may end here.
        tied: Whether only typography keeps a line from ending here.
    """

    text: str
    voice: Voice
    colour: Colour
    width: float
    flex: float
    breaks: bool
    tied: bool


class Measured:
    """The words and spaces of one part of a paragraph (between two typed line breaks).

    Attributes:
        words: In order; an empty one where the part begins or ends with a fixed space.
        spaces: ``spaces[i]`` stands between ``words[i]`` and ``words[i + 1]``.
        width: Of the unbroken part.
        tracking: Space behind each letter, the last one included.
        faults: Missing glyphs, unknown icons and terms.
    """

    def __init__(self, flat: Flat, style: Style, context: TextContext) -> None:
        self.words: list[Word] = []
        self.spaces: list[Space] = []
        self._flat = flat
        self._style = style
        self._context = context
        self.tracking = style.tracking / 1000
        self._take_apart()
        self.width = sum(word.width for word in self.words) + sum(space.width for space in self.spaces)
        self.faults = [*flat.faults, *self._missing()]

    def breaks(self, level: int) -> list[Break]:
        """Where lines may end, the end of the part included, up to a level of ``pnp.text.context``."""
        found: list[Break] = []
        at = flex = 0.0
        last = len(self.words) - 1
        for index, word in enumerate(self.words):
            for inner, before, after in self._divisions(index, level):
                left, right = at + before, at + word.width - after
                found.append(Break(left, right, flex, flex, inner.penalty, inner.adds, index, inner.offset))
            at += word.width
            if index == last:
                found.append(Break(at, at, flex, flex, 0.0, False, index, None))
                break
            space = self.spaces[index]
            if space.breaks or (level >= DESPERATE and space.tied):
                penalty = 0.0 if space.breaks else _TIE_PENALTY
                found.append(
                    Break(at, at + space.width, flex, flex + space.flex, penalty, False, index, None)
                )
            at += space.width
            flex += space.flex
        return found

    def _divisions(self, index: int, level: int) -> Sequence[tuple[Inner, float, float]]:
        """The inner places of a word up to a level, with the widths before and after them, hyphens included."""
        word = self.words[index]
        if level == EXPLICIT and word.text.isalnum():
            return ()
        kept = word.pieces[0].voice.divisions if len(word.pieces) == 1 else {}
        key = (word.text, level >= HYPHENATED, self._style.hyphenate, self._style.case)
        found = kept.get(key)
        if found is None:
            found = kept[key] = tuple(
                (
                    inner,
                    self.part_width(index, 0, inner.offset) + inner.adds * self.hyphen_width(index),
                    self.part_width(index, inner.offset, None) + inner.repeats * self.hyphen_width(index),
                )
                for inner in self._context.inner_breaks(word.text, self._style)
                if inner.level <= level
            )
        return found

    def inner_at(self, index: int, offset: int) -> Inner:
        """The place at an offset of a word."""
        places = self._context.inner_breaks(self.words[index].text, self._style)
        return next(place for place in places if place.offset == offset)

    def inside(self, index: int, start: int, end: int) -> float:
        """Width of a line that holds the part of a word between two of its inner places."""
        first, last = self.inner_at(index, start), self.inner_at(index, end)
        hyphens = int(first.repeats) + int(last.adds)
        return self.part_width(index, start, end) + hyphens * self.hyphen_width(index)

    def part(self, index: int, start: int, end: int | None) -> tuple[Piece, ...]:
        """The pieces of a part of a word, shaped anew where a piece is cut."""
        word = self.words[index]
        end = len(word.text) if end is None else end
        if start == 0 and end == len(word.text):
            return word.pieces
        parts: list[Piece] = []
        at = 0
        for piece in word.pieces:
            stop = at + len(piece.text)
            if stop > start and at < end:
                parts.append(_cut(piece, max(start - at, 0), min(end, stop) - at))
            at = stop
        return tuple(parts)

    def part_width(self, index: int, start: int, end: int | None) -> float:
        """Width of a part of a word."""
        return sum(_advance(piece) for piece in self.part(index, start, end))

    def hyphen(self, index: int) -> Letters:
        """The hyphen that is put in when a word is divided."""
        word = self.words[index]
        model = next((piece for piece in word.pieces if isinstance(piece, Letters)), word.pieces[0])
        shaped = model.voice.shape("-")
        return Letters(model.voice, model.colour, "-", shaped, shaped.width)

    def hyphen_width(self, index: int) -> float:
        """Its width."""
        return self.hyphen(index).width

    def source_of_word(self, index: int) -> int:
        """The offset of a word in the source of the text."""
        word = self.words[index]
        return self._flat.source_of(word.start, word.text)

    def _take_apart(self) -> None:
        text, stretches = self._flat.text, self._flat.stretches
        single = stretches[0] if len(stretches) == 1 and stretches[0].icon is None else None
        add_word, add_space = self.words.append, self.spaces.append
        current = 0
        known: dict[tuple[str, int], Space] = {}
        for match in _TOKEN.finditer(text):
            start = match.start()
            while current + 1 < len(stretches) and stretches[current + 1].start <= start:
                current += 1
            blank = match[1]
            if blank is not None:
                if not self.words:
                    add_word(Word(0, "", (), 0.0))
                space = known.get((blank, current))
                if space is None:
                    look = stretches[current]
                    space = known[blank, current] = _space(blank, look.voice, look.colour)
                add_space(space)
            elif single is not None:
                token = match[0]
                shaped = single.voice.shape(token)
                letters = Letters(single.voice, single.colour, token, shaped, shaped.width)
                add_word(Word(start, token, (letters,), shaped.width))
            else:
                pieces = tuple(_pieces(match[0], start, stretches, current))
                add_word(Word(start, match[0], pieces, sum(_advance(piece) for piece in pieces)))
        if len(self.spaces) == len(self.words) > 0:
            add_word(Word(len(text), "", (), 0.0))

    def _missing(self) -> Iterator[TextFault]:
        for word in self.words:
            at = word.start
            for piece in word.pieces:
                if isinstance(piece, Letters) and piece.shaped.missing:
                    for lost in piece.shaped.missing:
                        offset = at + max(piece.text.find(lost), 0)
                        yield missing_glyph(lost, piece.voice.face.family, self._flat.source_of(offset, lost))
                at += len(piece.text)


def _pieces(word: str, start: int, stretches: list[Stretch], current: int) -> Iterator[Piece]:
    end = start + len(word)
    at = start
    while at < end:
        stop = stretches[current + 1].start if current + 1 < len(stretches) else end
        look = stretches[current]
        if look.icon is not None:
            height = ICON_HEIGHT * look.voice.face.cap_height
            yield Sign(
                look.voice, look.colour, look.icon, height, height * look.icon.width / look.icon.height
            )
        else:
            text = word[at - start : min(stop, end) - start]
            shaped = look.voice.shape(text)
            yield Letters(look.voice, look.colour, text, shaped, shaped.width)
        at = stop
        current += 1


def _space(text: str, voice: Voice, colour: Colour) -> Space:
    if text in (" ", TIE):
        plain = text == " "
        return Space(text, voice, colour, voice.space, voice.space, plain, not plain)
    kinds = [(voice.space_width(char), SPACES[char]) for char in text]
    return Space(
        text,
        voice,
        colour,
        sum(width for width, _ in kinds),
        sum(width for width, kind in kinds if kind.stretches),
        all(kind.breaks for _, kind in kinds),
        False,
    )


def _cut(piece: Piece, start: int, end: int) -> Piece:
    if isinstance(piece, Sign) or (start == 0 and end == len(piece.text)):
        return piece
    text = piece.text[start:end]
    shaped = piece.voice.shape(text)
    return Letters(piece.voice, piece.colour, text, shaped, shaped.width)


def _advance(piece: Piece) -> float:
    return piece.width if isinstance(piece, Letters) else piece.width + 2 * ICON_BEARING
