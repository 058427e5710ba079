"""Drawing lines: glyphs of one look joined into runs, icons between them."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.colour import Colour
from pnp.draw import GlyphRun, Glyphs, Halo, Item
from pnp.geometry import Box
from pnp.text.line import Line
from pnp.text.look import ICON_BEARING, Letters, Piece, Sign
from pnp.text.space import SOFT_HYPHEN


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
    words, spaces, first, last = measured.words, measured.spaces, line.first, line.last
    add, stretch = pen.add, line.stretch
    for index in range(first, last + 1):
        word = words[index]
        start = line.start if index == first else 0
        end = line.end if index == last else None
        if word.part is not None and not start and end is None:
            add(word.part, word.pieces[0].look.colour, word.width)
        else:
            pen.pieces(measured.part(index, start, end))
        if index < last:
            space = spaces[index]
            if stretch:
                width = space.width + stretch * space.flex
                add(space.look.voice.space_part(width), space.look.colour, width)
            else:
                add(space.part, space.look.colour, space.width)
    pen.flush()
    if line.adds:
        _draw_hyphen(pen, measured.hyphen(line.last))
    return pen.items


def _draw_hyphen(pen: _Pen, hyphen: Letters) -> None:
    """A hyphen that nobody typed, in a run of its own that stands for a soft hyphen."""
    for part in hyphen.shaped.parts:
        pen.add(part, hyphen.look.colour, hyphen.width)
    pen.flush(SOFT_HYPHEN)
