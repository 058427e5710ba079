"""Drawing lines: glyphs of one look joined into runs, icons between them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from pnp.colour import Colour
from pnp.draw import GlyphRun, Glyphs, Halo, Item
from pnp.geometry import Box
from pnp.text.line import Line
from pnp.text.look import ICON_BEARING, Letters, Piece, Sign, Space
from pnp.text.paragraph import Measured
from pnp.text.space import SOFT_HYPHEN

_PART, _WIDTH = attrgetter("part"), attrgetter("width")


class _Pen:
    """Collects glyphs into runs while it moves along a baseline; lengths in millimetres."""

    def __init__(self, x: float, y: float, size: float, halo: Halo | None) -> None:
        self.items: list[Item] = []
        self.x = x
        self._y = y
        self._size = size
        self._halo = halo
        self._font = ""
        self._colour: Colour | None = None
        self._left = x
        self._parts: list[Glyphs] = []

    def add(self, part: Glyphs, colour: Colour, width: float) -> None:
        """Glyphs that go on in the run when font and colour are the same; without glyphs just the way."""
        if not part.glyphs:
            self.flush()
        else:
            if part.font != self._font or (colour is not self._colour and colour != self._colour):
                self.flush()
                self._font, self._colour, self._left = part.font, colour, self.x
            self._parts.append(part)
        self.x += width * self._size

    def extend(self, parts: Sequence[Glyphs], colour: Colour, width: float) -> None:
        """Several parts in one font at a time, as ``add`` takes them singly."""
        self.add(parts[0], colour, width)
        self._parts += parts[1:]

    def letters(self, piece: Letters) -> None:
        """Letters of one look; in a run of their own where gaps inside could be taken for typed spaces."""
        shaped = piece.shaped
        if shaped.gapped:
            self.flush()
        for part in shaped.parts:
            self.add(part, piece.look.colour, part.width)
        if shaped.gapped:
            self.flush("".join([part.text for part in self._parts]))

    def flush(self, actual: str | None = None) -> None:
        """End the run."""
        parts = self._parts
        if parts and self._colour is not None:
            self.items.append(
                GlyphRun(self._size, self._left, self._y, tuple(parts), self._colour, self._halo, actual)
            )
            self._parts = []
        self._left = self.x
        self._font = ""

    def pieces(self, pieces: Sequence[Piece]) -> None:
        """A word or a part of one."""
        for piece in pieces:
            if isinstance(piece, Sign):
                self.icon(piece)
            else:
                self.letters(piece)

    def icon(self, sign: Sign) -> None:
        """An icon, centred on the height of capitals."""
        self.flush()
        size = self._size
        middle = self._y - sign.look.voice.face.cap_height * size / 2
        height, width = sign.height * size, sign.width * size
        box = Box(self.x + ICON_BEARING * size, middle - height / 2, width, height)
        self.items.append(sign.icon.placed(box))
        self.x += width + 2 * ICON_BEARING * size


def draw_line(line: Line, x: float, y: float, size: float, halo: Halo | None = None) -> list[Item]:
    """The items of a line whose left edge (before its indent) is at ``x`` and whose baseline is at ``y``.

    Args:
        line: The line.
        x: Millimetres.
        y: Millimetres.
        size: Of one em, in millimetres.
        halo: Behind the letters.
    """
    pen = _Pen(x + line.indent * size, y, size, halo)
    measured = line.measured
    if line.repeats:
        _draw_hyphen(pen, measured.hyphen(line.first))
    words, spaces, last = measured.words, measured.spaces, line.last
    whole = last if line.end is None else last - 1
    index, start = line.first, line.start
    while index <= last:
        look = words[index].look
        if look is None or start or index > whole:
            pen.pieces(measured.part(index, start, line.end if index == last else None))
            start = 0
        else:
            at = index
            while index < whole and spaces[index].look is look and words[index + 1].look is look:
                index += 1
            parts, width = _joined(measured, at, index, line.stretch)
            pen.extend(parts, look.colour, width)
        if index < last:
            part, width = _stretched(spaces[index], line.stretch)
            pen.add(part, spaces[index].look.colour, width)
        index += 1
    pen.flush()
    if line.adds:
        _draw_hyphen(pen, measured.hyphen(line.last))
    return pen.items


def _joined(measured: Measured, first: int, last: int, stretch: float) -> tuple[list[Glyphs], float]:
    """The parts of words in one look with the spaces between them, and their width in ems."""
    spaces = measured.spaces[first:last]
    parts: list[Any] = [None] * (2 * len(spaces) + 1)
    parts[::2] = map(_PART, measured.words[first : last + 1])
    if not stretch:
        parts[1::2] = map(_PART, spaces)
        return parts, measured.stops[last] - measured.starts[first]
    between = [_stretched(space, stretch) for space in spaces]
    parts[1::2] = [part for part, _ in between]
    return parts, sum(map(_WIDTH, measured.words[first : last + 1])) + sum([width for _, width in between])


def _stretched(space: Space, stretch: float) -> tuple[Glyphs, float]:
    """The glyph of a space in a line whose spaces stretch, and its width in ems."""
    if not stretch:
        return space.part, space.width
    width = space.width + stretch * space.flex
    return space.look.voice.space_part(width), width


def _draw_hyphen(pen: _Pen, hyphen: Letters) -> None:
    """A hyphen that nobody typed, in a run of its own that stands for a soft hyphen."""
    for part in hyphen.shaped.parts:
        pen.add(part, hyphen.look.colour, hyphen.width)
    pen.flush(SOFT_HYPHEN)
