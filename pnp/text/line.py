"""Lines of a paragraph: what each holds, and its drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from pnp.colour import Colour
from pnp.draw import GlyphRun, Halo, Item
from pnp.geometry import Box
from pnp.icons import place_icon
from pnp.text.breaking import RAGGED_LIMIT, SHRINK, STRETCH_LIMIT, Break, Chosen, Mode, choose_breaks
from pnp.text.context import DESPERATE, EXPLICIT, HYPHENATED
from pnp.text.paragraph import ICON_BEARING, Letters, Measured, Sign
from pnp.text.shaping import Part
from pnp.text.space import SOFT_HYPHEN

Align: TypeAlias = Literal["left", "center", "right", "justify"]

_WIDEST_SPACE = 1.0  # em; a justified line that would need wider spaces is set flush left
_TINY = 1e-6
_MODES: dict[Align, Mode] = {
    "left": "ragged",
    "right": "ragged",
    "center": "balanced",
    "justify": "justified",
}


class Line(NamedTuple):
    """One line, lengths in ems.

    Attributes:
        measured: The part of the paragraph that it is taken from.
        first: Index of the first word.
        start: Offset into the first word; 0 unless it was divided.
        last: Index of the last word.
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


def break_lines(measured: Measured, width: float, align: Align, first_indent: float = 0.0) -> list[Line]:
    """The lines of a part of a paragraph in a width in ems."""
    words = measured.words
    if not words:
        return []
    first_width = width - first_indent
    if measured.width - measured.tracking <= first_width + _TINY:
        breaks = [Break(measured.width, measured.width, 0.0, 0.0, 0.0, False, len(words) - 1, None)]
        chosen = Chosen((0,), False, 0.0)
    else:
        room = measured.tracking
        breaks, chosen = _choose(measured, width + room, first_width + room, _MODES[align])
    return list(_lines(measured, breaks, chosen, width, align, first_indent))


def _choose(measured: Measured, width: float, first_width: float, mode: Mode) -> tuple[list[Break], Chosen]:
    """The breaks, hyphenating only where lines are poor without, and through ties only where nothing else fits."""
    limit = STRETCH_LIMIT if mode == "justified" else RAGGED_LIMIT
    for level in (EXPLICIT, HYPHENATED, DESPERATE):
        breaks = measured.breaks(level)
        chosen = choose_breaks(breaks, width, first_width, mode, measured.inside)
        if not chosen.too_wide and (level > EXPLICIT or chosen.worst <= limit):
            break
    return breaks, chosen


def _lines(
    measured: Measured, breaks: list[Break], chosen: Chosen, width: float, align: Align, first_indent: float
) -> Iterator[Line]:
    first, start, right, flex_from = 0, 0, 0.0, 0.0
    repeats = False
    indent = first_indent
    for number, at in enumerate(chosen.ends):
        end = breaks[at]
        if start and end.word == first and end.offset is not None:
            natural = measured.inside(first, start, end.offset)
        else:
            natural = end.left - right
        natural -= measured.tracking  # none behind the last letter
        slack = width - indent - natural
        flex = end.flex_left - flex_from
        stretch = _stretch(slack, flex, align, last=number == len(chosen.ends) - 1)
        left = indent + _shift(slack, align)
        wide = slack + (SHRINK * flex if align == "justify" else 0.0) < -_TINY
        yield Line(
            measured,
            first,
            start,
            end.word,
            end.offset,
            end.hyphen,
            repeats,
            natural + stretch * flex,
            stretch,
            left,
            wide,
        )
        indent = 0.0
        right, flex_from = end.right, end.flex_right
        if end.offset is None:
            first, start, repeats = end.word + 1, 0, False
        else:
            first, start = end.word, end.offset
            repeats = measured.inner_at(first, start).repeats


def _stretch(slack: float, flex: float, align: Align, *, last: bool) -> float:
    if align != "justify" or flex <= 0 or (last and slack >= 0):
        return 0.0
    stretch = max(slack / flex, -SHRINK)
    widest = 0.25 * (1 + stretch)
    return 0.0 if widest > _WIDEST_SPACE else stretch


def _shift(slack: float, align: Align) -> float:
    if align == "center":
        return slack / 2
    return slack if align == "right" else 0.0


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
        """Glyphs that go on in the run when font and colour are the same."""
        if part.font != self._font or (colour is not self._colour and colour != self._colour):
            self.flush()
            self._font, self._colour, self._left = part.font, colour, self.x
        self._glyphs += part.glyphs
        self._advances += part.advances
        offset = self._length
        self._clusters += [cluster + offset for cluster in part.clusters] if offset else part.clusters
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
            raised = any(self._raises)
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
                tuple([offset * size for offset in self._raises]) if raised else (),
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
