"""Drawing lines: glyphs of one look joined into runs, icons between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import fsum
from typing import Any

from pnp.colour import Colour
from pnp.draw import GlyphRun, Glyphs, Halo, Item
from pnp.geometry import Box
from pnp.text.line import Line
from pnp.text.look import ICON_BEARING, Letters, Look, Piece, Sign, Token
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
        self._parts: list[Glyphs] = []

    def draw(self, line: Line, x: float, y: float) -> None:
        """Draw a line whose left edge (before its indent) is at ``x`` and whose baseline is at ``y``, in millimetres."""
        measured, index, start, last, end, adds, repeats, _, stretch, indent, _ = line
        self._x = x + indent * self._size
        self._y = y
        if repeats:
            self._hyphen(measured.hyphen(index))
        looks, joints = measured.looks, measured.joints
        whole = last if end is None else last - 2
        while index <= last:
            look = looks[index]
            if look is None or start or index > whole:
                self._pieces(measured.part(index, start, end if index == last else None))
                start = 0
            else:
                joint = joints[bisect_right(joints, index)]
                stop = min(joint - 1, whole) // 2 * 2 + 1  # behind the last word that is in this look, too
                self._add(look, *_joined(measured, index, stop, stretch))
                index = stop - 1
            if index < last:
                part, width = _stretched(measured.tokens[index + 1], looks[index + 1], stretch)
                self._add(looks[index + 1], (part,), width)
            index += 2
        self._flush()
        if adds:
            self._hyphen(measured.hyphen(last))

    def _add(self, look: Look, parts: Sequence[Glyphs], width: float) -> None:
        """Parts in one font, which go on in the run when font and colour are the same; without glyphs just the way."""
        first, colour = parts[0], look.colour
        if not first.glyphs:
            self._flush()
        else:
            if first.font != self._font or (colour is not self._colour and colour != self._colour):
                self._flush()
                self._font, self._colour, self._left = first.font, colour, self._x
            self._parts += parts
        self._x += width * self._size

    def _pieces(self, pieces: Sequence[Piece]) -> None:
        """A word or a part of one."""
        for piece in pieces:
            if isinstance(piece, Sign):
                self._sign(piece)
            else:
                self._letters(piece)

    def _letters(self, piece: Letters) -> None:
        """Letters of one look; in a run of their own where gaps inside could be taken for typed spaces."""
        shaped = piece.shaped
        if shaped.gapped:
            self._flush()
        for part in shaped.parts:
            self._add(piece.look, (part,), part.width)
        if shaped.gapped:
            self._flush("".join([part.text for part in self._parts]))

    def _sign(self, sign: Sign) -> None:
        """An icon, centred on the height of capitals."""
        self._flush()
        size = self._size
        middle = self._y - sign.look.voice.face.cap_height * size / 2
        height, width = sign.height * size, sign.width * size
        box = Box(self._x + ICON_BEARING * size, middle - height / 2, width, height)
        self.items.append(sign.icon.placed(box))
        self._x += width + 2 * ICON_BEARING * size

    def _hyphen(self, hyphen: Letters) -> None:
        """A hyphen that nobody typed, in a run of its own that stands for a soft hyphen."""
        for part in hyphen.shaped.parts:
            self._add(hyphen.look, (part,), hyphen.width)
        self._flush(SOFT_HYPHEN)

    def _flush(self, actual: str | None = None) -> None:
        """End the run."""
        if self._parts and self._colour is not None:
            self.items.append(
                GlyphRun(
                    self._size, self._left, self._y, tuple(self._parts), self._colour, self._halo, actual
                )
            )
            self._parts = []
        self._font = ""


def _joined(measured: Measured, first: int, stop: int, stretch: float) -> tuple[Sequence[Glyphs], float]:
    """The parts of words in one look with the spaces between them, and their width in ems."""
    parts = measured.parts[first:stop]
    if not stretch:
        return parts, measured.places[stop] - measured.places[first]
    look, tokens = measured.looks[first], measured.tokens[first:stop]
    between = [_stretched(space, look, stretch) for space in tokens[1::2]]
    stretched = list(parts)
    stretched[1::2] = [part for part, _ in between]
    return stretched, fsum([word.width for word in tokens[::2]] + [width for _, width in between])


def _stretched(space: Token, look: Look, stretch: float) -> tuple[Any, float]:
    """The glyph of a space in a line whose spaces stretch, and its width in ems."""
    if not stretch:
        return space.part, space.width
    width = space.width + stretch * space.flex
    return look.voice.space_part(width), width
