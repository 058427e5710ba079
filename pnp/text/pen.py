"""Drawing lines: glyphs of one look joined into runs, icons between them."""

from __future__ import annotations

from pnp.colour import Colour
from pnp.draw import GlyphRun, Halo, Item
from pnp.geometry import Box
from pnp.icons import place_icon
from pnp.text.line import Line
from pnp.text.paragraph import ICON_BEARING, Letters, Sign
from pnp.text.shaping import Part
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
        self._begin()

    def _begin(self) -> None:
        self._glyphs: list[int] = []
        self._advances: list[float] = []
        self._clusters: list[int] = []
        self._raises: list[float] = []
        self._text: list[str] = []
        self._length = 0

    def add(self, part: Part, colour: Colour, width: float) -> None:
        """Glyphs that go on in the run when font and colour are the same; without glyphs just the way."""
        if not part.glyphs:
            self.flush()
            self.x += width * self._size
            return
        if part.font != self._font or (colour is not self._colour and colour != self._colour):
            self.flush()
            self._font, self._colour, self._left = part.font, colour, self.x
        self._glyphs += part.glyphs
        self._advances += part.advances
        offset = self._length
        self._clusters += [cluster + offset for cluster in part.clusters] if offset else part.clusters
        if part.raises:
            self._raises += [0.0] * (len(self._glyphs) - len(part.glyphs) - len(self._raises))
            self._raises += part.raises
        self._text.append(part.text)
        self._length = offset + len(part.text)
        self.x += width * self._size

    def letters(self, piece: Letters) -> None:
        """Letters of one look; in a run of their own where gaps inside could be taken for typed spaces."""
        shaped = piece.shaped
        if shaped.gapped:
            self.flush()
        for part in shaped.parts:
            self.add(part, piece.colour, piece.width if len(shaped.parts) == 1 else sum(part.advances))
        if shaped.gapped:
            self.flush("".join(self._text))

    def flush(self, actual: str | None = None) -> None:
        """End the run."""
        if self._glyphs and self._colour is not None:
            size = self._size
            raises = self._raises
            if raises:
                raises += [0.0] * (len(self._glyphs) - len(raises))
            run = GlyphRun(
                self._font,
                size,
                self._left,
                self._y,
                tuple(self._glyphs),
                tuple([advance * size for advance in self._advances]),
                "".join(self._text),
                tuple(self._clusters),
                self._colour,
                tuple([offset * size for offset in raises]),
                self._halo,
                actual,
            )
            self.items.append(run)
        if self._glyphs or self._text:
            self._begin()
        self._left = self.x
        self._font = ""

    def icon(self, sign: Sign) -> None:
        """An icon, centred on the height of capitals."""
        self.flush()
        size = self._size
        middle = self._y - sign.voice.face.cap_height * size / 2
        height, width = sign.height * size, sign.width * size
        box = Box(self.x + ICON_BEARING * size, middle - height / 2, width, height)
        self.items.append(place_icon(sign.icon, box, sign.colour))
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
    for index in range(first, last + 1):
        if first < index < last:
            pieces = words[index].pieces
        else:
            start = line.start if index == first else 0
            pieces = measured.part(index, start, line.end if index == last else None)
        for piece in pieces:
            if isinstance(piece, Sign):
                pen.icon(piece)
                continue
            pen.letters(piece)
        if index < last:
            space = spaces[index]
            width = space.width + line.stretch * space.flex
            pen.add(space.voice.space_part(width), space.colour, width)
    pen.flush()
    if line.adds:
        _draw_hyphen(pen, measured.hyphen(line.last))
    return pen.items


def _draw_hyphen(pen: _Pen, hyphen: Letters) -> None:
    """A hyphen that nobody typed, in a run of its own that stands for a soft hyphen."""
    for part in hyphen.shaped.parts:
        pen.add(part, hyphen.colour, hyphen.width)
    pen.flush(SOFT_HYPHEN)
