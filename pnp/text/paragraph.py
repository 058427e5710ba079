"""A paragraph taken apart into words and spaces with their widths, in ems, so that it can be broken at any size."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import attrgetter

from pnp.model import Style
from pnp.text.breaking import Break
from pnp.text.context import DESPERATE, EXPLICIT, HYPHENATED, Inner, TextContext
from pnp.text.fault import TextFault, missing_glyph
from pnp.text.flat import Flat, Stretch
from pnp.text.look import Letters, Piece, Sign, Space, Word, word_of
from pnp.text.space import SPACE_CHARS

_SPACES = re.compile(f"([{SPACE_CHARS}]+)")
_TIE_PENALTY = 200.0
_SOLID, _LACKS, _WIDTH, _FLEX = map(attrgetter, ("solid", "lacks", "width", "flex"))


class Measured:
    """The words and spaces of one part of a paragraph (between two typed line breaks).

    Attributes:
        words: In order; an empty one where the part begins or ends with a fixed space.
        spaces: ``spaces[i]`` stands between ``words[i]`` and ``words[i + 1]``.
        starts: How far along the unbroken part each word begins.
        stops: How far along it ends.
        width: Of the unbroken part.
        tracking: Space behind each letter, the last one included.
        solid: Whether no word offers a place for a line to end, hyphenation left aside.
        faults: Missing glyphs, unknown icons and terms.
    """

    def __init__(self, flat: Flat, style: Style, context: TextContext) -> None:
        self._flat = flat
        self._style = style
        self._context = context
        self._breaks: dict[int, list[Break]] = {}
        self.words, self.spaces = _taken_apart(flat)
        self.tracking = style.tracking / 1000
        widths = [0.0] * (2 * len(self.words))
        widths[1::2] = map(_WIDTH, self.words)
        widths[2::2] = map(_WIDTH, self.spaces)
        places = list(accumulate(widths))
        self.starts, self.stops = places[::2], places[1::2]
        self._flexes = list(accumulate(map(_FLEX, self.spaces), initial=0.0))
        self.width = sum(widths[1::2]) + sum(widths[2::2])
        self.solid = all(map(_SOLID, self.words))
        self.faults = list(flat.faults)
        if any(map(_LACKS, self.words)):
            self.faults += self._missing()

    def breaks(self, level: int) -> list[Break]:
        """Where lines may end, the end of the part included, up to a level of ``pnp.text.context``."""
        known = self._breaks.get(level)
        if known is None:
            known = self._breaks[level] = list(self._find_breaks(level))
        return known

    def _find_breaks(self, level: int) -> Iterator[Break]:
        for index, word in enumerate(self.words):
            at, flex = self.starts[index], self._flexes[index]
            for inner, before, after in self._divisions(index, level):
                left, right = at + before, at + word.width - after
                yield Break(left, right, flex, flex, inner.penalty, inner.adds, index, inner.offset)
            space = self.spaces[index] if index < len(self.spaces) else None
            if space is None or space.breaks:
                yield self.end(index)
            elif level >= DESPERATE and space.tied:
                yield self.end(index)._replace(penalty=_TIE_PENALTY)

    def end(self, index: int) -> Break:
        """The end of a line behind a word."""
        left, flex = self.stops[index], self._flexes[index]
        if index == len(self.spaces):
            return Break(left, left, flex, flex, 0.0, False, index, None)
        further = self._flexes[index + 1]
        return Break(left, self.starts[index + 1], flex, further, 0.0, False, index, None)

    def open_words(self) -> list[int]:
        """The words that a line may end behind."""
        ends = [index for index, space in enumerate(self.spaces) if space.breaks]
        return [*ends, len(self.words) - 1]

    def _divisions(self, index: int, level: int) -> Sequence[tuple[Inner, float, float]]:
        """The inner places of a word up to a level, with the widths before and after them, hyphens included."""
        word = self.words[index]
        if level == EXPLICIT and word.solid:
            return ()
        kept = word.pieces[0].look.voice.divisions if len(word.pieces) == 1 else {}
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
        return sum(piece.advance for piece in self.part(index, start, end))

    def hyphen(self, index: int) -> Letters:
        """The hyphen that is put in when a word is divided."""
        word = self.words[index]
        model = next((piece for piece in word.pieces if isinstance(piece, Letters)), word.pieces[0])
        return model.look.letters("-")

    def hyphen_width(self, index: int) -> float:
        """Its width."""
        return self.hyphen(index).width

    def source_of_word(self, index: int) -> int:
        """The offset of a word in the source of the text."""
        return self._flat.source_of(self._offset(index), self.words[index].text)

    def _offset(self, index: int) -> int:
        """Where a word begins in the flat text."""
        before = zip(self.words[:index], self.spaces[:index], strict=True)
        return sum(len(word.text) + len(space.text) for word, space in before)

    def _missing(self) -> Iterator[TextFault]:
        for index, word in enumerate(self.words):
            at = self._offset(index) if word.lacks else 0
            for piece in word.pieces if word.lacks else ():
                if isinstance(piece, Letters):
                    for lost in piece.shaped.missing:
                        offset = at + max(piece.text.find(lost), 0)
                        family = piece.look.voice.face.family
                        yield missing_glyph(lost, family, self._flat.source_of(offset, lost))
                at += len(piece.text)


def _taken_apart(flat: Flat) -> tuple[list[Word], list[Space]]:
    """The words of a text and the spaces between them, a stretch at a time."""
    if not flat.text:
        return [], []
    tokens = _SPACES.split(flat.text)  # words and spaces in turn
    ends = list(accumulate(map(len, tokens)))
    words: list[Word] = []
    spaces: list[Space] = []
    done = 0
    for current, stretch in enumerate(flat.stretches):
        after = current + 1
        stop = flat.stretches[after].start if after < len(flat.stretches) else len(flat.text)
        whole = bisect_right(ends, stop, done)
        look = stretch.look
        if stretch.icon is None:
            words += look.words(tokens[done + done % 2 : whole : 2])
            spaces += look.spaces(tokens[done + 1 - done % 2 : whole : 2])
        elif done < whole:  # the icon is all that stands between two spaces
            words.append(look.icon(stretch.icon))
        done = max(done, whole)
        if done < len(tokens) and (start := ends[done] - len(tokens[done])) < stop:
            # What begins in this stretch and goes on beyond it.
            if done % 2:
                spaces += look.spaces([tokens[done]])
            else:
                words.append(
                    word_of(tokens[done], tuple(_pieces(tokens[done], start, flat.stretches, current)))
                )
            done += 1
    return words, spaces


def _pieces(word: str, start: int, stretches: list[Stretch], current: int) -> Iterator[Piece]:
    end = start + len(word)
    at = start
    while at < end:
        stop = stretches[current + 1].start if current + 1 < len(stretches) else end
        here = stretches[current]
        if here.icon is not None:
            yield here.look.sign(here.icon)
        else:
            yield here.look.letters(word[at - start : min(stop, end) - start])
        at = stop
        current += 1


def _cut(piece: Piece, start: int, end: int) -> Piece:
    if isinstance(piece, Sign) or (start == 0 and end == len(piece.text)):
        return piece
    return piece.look.letters(piece.text[start:end])
