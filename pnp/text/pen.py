"""Drawing lines: glyphs of one format joined into runs, icons between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import fsum

from pnp.colour import Colour
from pnp.draw import GlyphRun, Glyphs, Halo, Item
from pnp.geometry import Box
from pnp.text.format import ICON_BEARING, InlineIcon, Letters, Piece, TextFormat
from pnp.text.line import TextLine
from pnp.text.paragraph import Measured
from pnp.text.space import SOFT_HYPHEN


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
        self._colour: Colour | None = None
        self._parts: tuple[Glyphs, ...] = ()

    def draw(self, line: TextLine, x: float, y: float) -> None:
        """Draw a line; ``x`` is its left edge (before its indent), ``y`` its baseline, in millimetres."""
        measured, index, start, last, end, adds, repeats, _, stretch, indent, _ = line
        self._x = x + indent * self._size
        self._y = y
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
            elif stretch or stop <= last:
                self._add(text_format, *_joined(measured, text_format, index, stop, stretch))
            else:  # nothing asks how far it goes
                self._add(text_format, measured.parts[index:stop], ())
            index = stop
        if index <= last:
            self._pieces(measured.part(index, 0, end))
        self._flush()
        if adds and end is not None:
            self._hyphen(measured.hyphen(last, measured.inner_at(last, end).ending))

    def _add(self, text_format: TextFormat, parts: tuple[Glyphs, ...], ways: Sequence[float]) -> None:
        """Parts in one font, which continue the run if font and colour are the same."""
        first, colour = parts[0], text_format.colour
        if not first.glyphs:
            self._flush()
        else:
            if first.font != self._font or (colour is not self._colour and colour != self._colour):
                self._flush()
                self._font, self._colour, self._left = first.font, colour, self._x
            self._parts += parts
        for way in ways:
            self._x += way * self._size

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
            self._add(piece.format, (part,), (part.width,))
        if shaped.gapped:
            self._flush("".join([part.text for part in self._parts]))

    def _icon(self, icon: InlineIcon) -> None:
        """An icon, centred on the height of capitals."""
        self._flush()
        size = self._size
        middle = self._y - icon.format.font.face.cap_height * size / 2
        height, width = icon.height * size, icon.width * size
        box = Box(self._x + (ICON_BEARING - icon.left) * size, middle - height / 2, width, height)
        self.items.append(icon.icon.placed(box))
        self._x += icon.advance * size

    def _hyphen(self, hyphen: Letters) -> None:
        """A hyphen that nobody typed, in a run of its own that stands for a soft hyphen."""
        for part in hyphen.shaped.parts:
            self._add(hyphen.format, (part,), (hyphen.width,))
        self._flush(SOFT_HYPHEN)

    def _flush(self, actual: str | None = None) -> None:
        """End the run."""
        if self._parts and self._colour is not None:
            self.items.append(
                GlyphRun(self._size, self._left, self._y, self._parts, self._colour, self._halo, actual)
            )
            self._parts = ()
        self._font = ""


def _joined(
    measured: Measured, text_format: TextFormat, index: int, stop: int, stretch: float
) -> tuple[tuple[Glyphs, ...], Sequence[float]]:
    """The parts of words and spaces in one format, and their ways in ems; end spaces have their own."""
    parts, widths = measured.parts[index:stop], measured.widths[index:stop]
    if stretch:
        widths = [token.width + stretch * token.flex for token in measured.tokens[index:stop]]
        parts = tuple(
            [
                text_format.font.space_part(width) if at % 2 else part
                for at, (part, width) in enumerate(zip(parts, widths, strict=True), index)
            ]
        )
    first, behind = index + index % 2, (stop - 1) | 1  # of the words
    if first > behind:
        return parts, widths
    before, end = first - index, behind - index
    way = fsum(widths[before:end]) if stretch else measured.places[behind] - measured.places[first]
    return parts, (*widths[:before], way, *widths[end:])
