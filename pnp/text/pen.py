"""Drawing lines: glyphs of one format joined into runs, icons between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import fsum
from typing import NamedTuple

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Glyphs, Group, Halo, Item, Stroke, rectangle
from pnp.geometry import Box
from pnp.text.format import ICON_BEARING, InlineIcon, Letters, Piece, TextFormat
from pnp.text.line import TextLine
from pnp.text.paragraph import Measured
from pnp.text.space import SOFT_HYPHEN

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

    def _pieces(self, pieces: Sequence[Piece]) -> None:
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
            self._add(hyphen.format, (part,), (hyphen.width,))
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
