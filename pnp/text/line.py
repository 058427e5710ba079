"""Lines of paragraphs, and blocks of lines below one another, in ems, so that they can be set at any size.

A ``Pen`` draws them: glyphs of one format are joined into runs, with icons between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import fsum
from typing import Literal, NamedTuple, TypeAlias

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Glyphs, Group, Halo, Item, Stroke, rectangle
from pnp.geometry import Box
from pnp.markup import Marked, Run
from pnp.model import Style
from pnp.text.breaking import RAGGED_LIMIT, SHRINK, STRETCH_LIMIT, Break, Mode, choose_breaks
from pnp.text.context import TextContext
from pnp.text.fault import TextFault, wide_word
from pnp.text.format import ICON_BEARING, InlineIcon, Letters, TextFormat, WordPiece
from pnp.text.paragraph import Measured, flatten
from pnp.text.space import DESPERATE, EXPLICIT, HYPHENATED, SOFT_HYPHEN

Align: TypeAlias = Literal["left", "center", "right", "justify"]

_WIDEST_SPACE = 1.0  # em; a justified line that would need wider spaces is set flush left
_TINY = 1e-6
_MODES: dict[Align, Mode] = {
    "left": "ragged",
    "right": "ragged",
    "center": "balanced",
    "justify": "justified",
}
_SHARES: dict[Align, float] = {"left": 0.0, "right": 1.0, "center": 0.5, "justify": 0.0}
"""The share of the empty space of a line that comes before it."""


class TextLine(NamedTuple):
    """One line, lengths in ems.

    Attributes:
        measured: The part of the paragraph that it is taken from.
        first: The first word; see ``Measured``.
        start: Offset into the first word; 0 unless it was divided.
        last: The last word.
        end: Offset into the last word, or None for all of it.
        adds: Whether a hyphen is put in at the end.
        repeats: Whether a hyphen is put in at the start.
        width: As set, stretching included.
        stretch: How much each space grows, as a share of its width; negative where spaces shrink.
        indent: Empty space at the left, from alignment and indents.
        wide: Whether it is wider than it may be.
    """

    measured: Measured
    first: int
    start: int
    last: int
    end: int | None
    adds: bool
    repeats: bool
    width: float
    stretch: float
    indent: float
    wide: bool


def break_lines(measured: Measured, width: float, align: Align) -> list[TextLine]:
    """The lines of a part of a paragraph in a width in ems.

    Words are hyphenated where lines are poor without; lines end at ties as a last resort.
    """
    if measured.blank:
        return []
    room = measured.tracking
    if measured.width - room <= width + _TINY:
        last = len(measured.tokens) - 1
        ends = [Break(measured.width, measured.width, 0.0, 0.0, 0.0, False, last, None)]
    else:
        mode = _MODES[align]
        limit = STRETCH_LIMIT if mode == "justified" else RAGGED_LIMIT
        for level in (EXPLICIT, HYPHENATED, DESPERATE):
            breaks = measured.breaks(level)
            chosen = choose_breaks(breaks, width + room, mode, measured.inside)
            if not chosen.too_wide and (level > EXPLICIT or chosen.worst <= limit):
                break
        ends = breaks.at(chosen.ends)
    return _lines(measured, ends, width, align)


def _lines(measured: Measured, ends: list[Break], width: float, align: Align) -> list[TextLine]:
    lines = []
    first, start, right, flex_from = 0, 0, 0.0, 0.0
    repeats = False
    shrink = SHRINK if align == "justify" else 0.0
    share = _SHARES[align]
    for end in ends:
        left, next_right, flex_to, next_flex, _, adds, word, offset = end
        natural = left - right
        if start and word == first and offset is not None:
            natural = measured.inside(first, start, offset)
        natural -= measured.tracking  # none after the last letter
        slack = width - natural
        stretch, flex = 0.0, flex_to - flex_from
        if shrink and flex > 0 and (slack < 0 or end is not ends[-1]):
            stretch = _stretch(slack / flex)
        lines.append(
            TextLine(
                measured=measured,
                first=first,
                start=start,
                last=word,
                end=offset,
                adds=adds,
                repeats=repeats,
                width=natural + stretch * flex,
                stretch=stretch,
                indent=share * slack,
                wide=slack + shrink * flex < -_TINY,
            )
        )
        right, flex_from = next_right, next_flex
        if offset is None:
            first, start, repeats = word + 2, 0, False
        else:
            first, start = word, offset
            repeats = measured.inner_at(first, start).repeats
    return lines


def _stretch(wanted: float) -> float:
    """How much spaces grow of what they would have to; not at all where that is too much."""
    stretch = max(wanted, -SHRINK)
    return 0.0 if 0.25 * (1 + stretch) > _WIDEST_SPACE else stretch


class Block(NamedTuple):
    """A paragraph: its parts between typed breaks, the space above it and its indent in ems."""

    parts: list[Measured]
    gap: float
    bullet: bool
    indent: float
    align: Align


class PlacedLine(NamedTuple):
    """A line, its indent, its baseline below the first one in ems, and whether a bullet precedes it."""

    line: TextLine
    indent: float
    depth: float
    begins_item: bool


class Stack(NamedTuple):
    """Lines one below the other.

    Attributes:
        lines: Those that are not empty.
        total: How many they are with empty ones.
        depth: Of the last baseline below the first one in ems.
        wide: Whether a line is wider than it may be.
    """

    lines: list[PlacedLine]
    total: int
    depth: float
    wide: bool


def measure_blocks(
    marked: Marked, style: Style, context: TextContext, bullet_indent: float
) -> Iterator[Block]:
    """The paragraphs of a text that have something to show, with the space above each."""
    before = ""
    for paragraph in marked.paragraphs:
        parts = measure(paragraph.runs, style, context)
        if not parts:
            continue
        bullet = paragraph.kind == "bullet"
        gap = style.paragraph_gap if before else 0.0
        if bullet and before == "bullet":
            gap /= 2  # the items of a list belong together
        align: Align = "left" if bullet and style.align == "center" else style.align
        yield Block(parts, gap, bullet, bullet_indent if bullet else 0.0, align)
        before = paragraph.kind


def measure(runs: Sequence[Run], style: Style, context: TextContext) -> list[Measured]:
    """The parts of a paragraph between typed breaks, without empty ones at both ends."""
    parts = [Measured(flat, style, context) for flat in flatten(runs, style, context)]
    while parts and parts[-1].blank and not parts[-1].faults:
        parts.pop()
    while parts and parts[0].blank and not parts[0].faults:
        parts.pop(0)
    return parts


def stack_blocks(blocks: Sequence[Block], leading: float, width: float) -> Stack:
    """The lines of all paragraphs in a column of that width in ems."""
    lines: list[PlacedLine] = []
    depth = -leading
    count = 0
    wide = False
    for parts, gap, begins_item, indent, align in blocks:
        depth += gap
        for part in parts:
            broken = break_lines(part, width - indent, align)
            for line in broken:
                depth += leading
                lines.append(PlacedLine(line, indent, depth, begins_item))
                begins_item = False
                wide = wide or line.wide
            if not broken:
                depth += leading  # an empty line between two typed breaks
            count += len(broken) or 1
    return Stack(lines, count, depth, wide) if lines else Stack(lines, 0, 0.0, False)


def wide_words(lines: Sequence[TextLine], style: Style, em: float, room: float) -> Iterator[TextFault]:
    """A fault for each line that is wider than its room (mm): its widest word is to blame."""
    for line in lines:
        if line.wide:
            words = range(line.first, line.last + 1, 2)
            index = max(words, key=lambda at: line.measured.tokens[at].width)
            word = line.measured.tokens[index]
            start = line.measured.source_of_word(index)
            yield wide_word(word.text, start, line.width * em, room, hyphenate=style.hyphenate)


_TOUCHING = 1e-6  # mm
_RIM = 0.09  # em around letters on icons


class _LineStretch(NamedTuple):
    """A line below or through letters: its ends, its middle and its thickness in millimetres."""

    start: float
    end: float
    y: float
    thickness: float


class Pen:
    """Draws lines of one size; collects glyphs into runs while it moves along a baseline.

    Args:
        size: Of one em, in millimetres.
        halo: Behind the letters.

    Attributes:
        items: What it has drawn.
    """

    def __init__(self, size: float, halo: Halo | None = None) -> None:
        self.items: list[Item] = []
        self._size = size
        self._halo = halo
        self._x = self._y = self._left = 0.0
        self._font = ""
        self._format: TextFormat | None = None
        self._parts: tuple[Glyphs, ...] = ()
        self._lines: dict[tuple[Colour, bool], list[_LineStretch]] = {}

    def draw(self, line: TextLine, x: float, y: float) -> None:
        """Draw a line; ``x`` is its left edge (before its indent), ``y`` its baseline, in millimetres."""
        measured, index, start, last, end, adds, repeats, _, stretch, indent, _ = line
        self._x = x + indent * self._size
        self._y = y
        begin = len(self.items)
        if repeats:
            self._hyphen(measured.hyphen(index))
        if start:
            self._pieces(measured.part(index, start, end if index == last else None))
            index += 1
        whole = last + 1 if end is None else last
        for text_format, alike in groupby(measured.formats[index:whole]):
            stop = index + len(list(alike))
            if text_format is None:
                self._pieces(measured.tokens[index].pieces)
            elif measured.unspaced:
                self._unspaced(measured, text_format, index, stop, stretch)
            elif stretch or stop <= last or text_format.lined:
                self._add(text_format, *_joined(measured, text_format, index, stop, stretch))
            else:  # nothing asks how far it goes
                self._add(text_format, measured.parts[index:stop], ())
            index = stop
        if index <= last:
            self._pieces(measured.part(index, 0, end))
        self._flush()
        if adds and end is not None:
            self._hyphen(measured.hyphen(last, measured.inner_at(last, end).ending))
        if self._lines:
            self._draw_lines(begin)

    def _add(self, text_format: TextFormat, parts: tuple[Glyphs, ...], ways: Sequence[float]) -> None:
        """Parts in one font, which continue the run if font and colour are the same."""
        first = parts[0]
        if not first.glyphs:
            self._flush()
        else:
            if first.font != self._font or (
                text_format is not self._format and not text_format.joins(self._format)
            ):
                self._flush()
                self._font, self._format, self._left = first.font, text_format, self._x
            self._parts += parts
        start = self._x
        for way in ways:
            self._x += way * self._size
        if text_format.lined:
            self._line(text_format, start)

    def _unspaced(
        self, measured: Measured, text_format: TextFormat, index: int, stop: int, stretch: float
    ) -> None:
        """Words, spaces and gaps in one format; a gap that stretches makes the letter before it wider."""
        parts: list[Glyphs] = []
        ways: list[float] = []
        for at in range(index, stop):
            token = measured.tokens[at]
            way = token.width + stretch * token.flex
            if token.text and token.part is not None:
                parts.append(text_format.space(way) if at % 2 else token.part)
                ways.append(way)
            elif way and parts:
                parts[-1] = _wider(parts[-1], way / text_format.scale)
                ways[-1] += way
            elif way:
                self._flush()
                self._x += way * self._size
        if parts:
            self._add(text_format, tuple(parts), ways)

    def _line(self, text_format: TextFormat, start: float) -> None:
        """Draw the lines of a format from ``start`` to where the pen is, or let those before go on."""
        marks, face, size = text_format.marks, text_format.font.face, self._size
        places = []
        if marks.underline:
            places.append((True, face.underline.height, face.underline.thickness))
        if marks.strike:
            height = face.strikeout.height * text_format.scale + text_format.rise
            places.append((False, height, face.strikeout.thickness * text_format.scale))
        for below, height, thickness in places:
            stretches = self._lines.setdefault((text_format.colour, below), [])
            last = stretches[-1] if stretches else None
            goes_on = last is not None and abs(last.end - start) < _TOUCHING
            if last is not None and goes_on and (below or abs(last.y + height * size - self._y) < _TOUCHING):
                stretches[-1] = last._replace(end=self._x)
            else:
                y = self._y - height * size
                stretches.append(_LineStretch(start, self._x, y, thickness * size))

    def _draw_lines(self, begin: int) -> None:
        """Draw lines below letters under all items since ``begin``, and lines through letters over them."""
        for (colour, below), stretches in self._lines.items():
            path = tuple(
                segment
                for start, end, y, thickness in stretches
                for segment in rectangle(Box(start, y - thickness / 2, end - start, thickness))
            )
            drawn: list[Item] = [Fill(path, colour)]
            if self._halo is not None:
                drawn.insert(0, Stroke(path, self._halo.colour, 2 * self._halo.width, join="round"))
            if below:
                self.items[begin:begin] = drawn
            else:
                self.items += drawn
        self._lines = {}

    def _pieces(self, pieces: Sequence[WordPiece]) -> None:
        """A word or a part of one."""
        for piece in pieces:
            if isinstance(piece, InlineIcon):
                self._icon(piece)
            else:
                self._letters(piece)

    def _letters(self, piece: Letters) -> None:
        """Letters of one format; in a run of their own if gaps could be mistaken for typed spaces."""
        shaped = piece.shaped
        if shaped.gapped:
            self._flush()
        for part in shaped.parts:
            self._add(piece.format, (part,), (part.width * piece.format.scale,))
        if shaped.gapped:
            self._flush("".join([part.text for part in self._parts]))

    def _icon(self, icon: InlineIcon) -> None:
        """An icon, centred on the height of capitals."""
        self._flush()
        size = self._size
        text_format = icon.format
        middle = (
            self._y - (text_format.rise + text_format.font.face.cap_height * text_format.scale / 2) * size
        )
        height, width = icon.height * size, icon.width * size
        bearing = ICON_BEARING * text_format.scale
        box = Box(self._x + (bearing - icon.left) * size, middle - height / 2, width, height)
        drawn = icon.icon.placed(box)
        if icon.inner is not None:
            letters = self._on_icon(icon, icon.inner, self._x + icon.advance * size / 2, middle)
            drawn = Group((drawn, *letters), alt=f"{icon.inner.text} {icon.icon.icon.name}")
        self.items.append(drawn)
        start = self._x
        self._x += icon.advance * size
        if text_format.lined:
            self._line(text_format, start)

    def _on_icon(self, icon: InlineIcon, letters: Letters, x: float, y: float) -> Iterator[Item]:
        """Letters with their middle at a place, by the height that they really have."""
        em = icon.inner_size * self._size
        face = letters.format.font.face
        left = x - letters.shaped.width * em / 2
        baseline = y + (face.highest(letters.text) or face.cap_height) * em / 2
        for part in letters.shaped.parts:
            halo = Halo(icon.rim, _RIM * em)
            yield GlyphRun(em, left, baseline, (part,), letters.format.colour, halo)
            left += part.width * em

    def _hyphen(self, hyphen: Letters) -> None:
        """A hyphen that nobody typed, in a run of its own that stands for a soft hyphen."""
        for part in hyphen.shaped.parts:
            self._add(hyphen.format, (part,), (hyphen.advance,))
        self._flush(SOFT_HYPHEN)

    def _flush(self, actual: str | None = None) -> None:
        """End the run."""
        if self._parts and self._format is not None:
            style = self._format
            size, y = self._size * style.scale, self._y - style.rise * self._size
            self.items.append(GlyphRun(size, self._left, y, self._parts, style.colour, self._halo, actual))
            self._parts = ()
        self._font = ""


def _wider(part: Glyphs, way: float) -> Glyphs:
    """The glyphs with more space after the last one, in em."""
    *others, last = part.advances
    return replace(part, advances=(*others, last + way), width=part.width + way)


def _joined(
    measured: Measured, text_format: TextFormat, index: int, stop: int, stretch: float
) -> tuple[tuple[Glyphs, ...], Sequence[float]]:
    """The parts of words and spaces in one format, and their ways in ems; end spaces have their own."""
    parts, widths = measured.parts[index:stop], measured.widths[index:stop]
    if stretch:
        widths = [token.width + stretch * token.flex for token in measured.tokens[index:stop]]
        parts = tuple(
            [
                text_format.space(width) if at % 2 else part
                for at, (part, width) in enumerate(zip(parts, widths, strict=True), index)
            ]
        )
    first, behind = index + index % 2, (stop - 1) | 1  # of the words
    if first > behind:
        return parts, widths
    before, end = first - index, behind - index
    way = fsum(widths[before:end]) if stretch else measured.places[behind] - measured.places[first]
    return parts, (*widths[:before], way, *widths[end:])
