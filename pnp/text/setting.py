"""Setting marked texts in boxes: paragraphs and bullets, fitting between two sizes, alignment both ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pnp.draw import GlyphRun, Group, Halo, Item
from pnp.geometry import Box, shift
from pnp.markup import Marked, Run
from pnp.model import Style
from pnp.text.context import TextContext
from pnp.text.fault import TextFault, overset, wide_word
from pnp.text.flat import flatten
from pnp.text.line import Align, Line, break_lines, draw_line
from pnp.text.paragraph import Measured
from pnp.text.shaping import Shaped, Voice
from pnp.units import EMU_PER_PT, Length

BULLET = "•"
_STEP = EMU_PER_PT // 10
_BULLET_GAP = 0.4  # em between a bullet and its text
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class SetText:
    """A text set in a box.

    Attributes:
        items: In the frame of the box's parent.
        size: The type size that was used.
        lines: How many.
        height: From the ascent of the first line to the descent of the last, in millimetres.
        width: Of the widest line, in millimetres.
        overset: Whether it does not fit: too high, or a word too wide. It is set at the least size and not cut.
        faults: In order of the source.
    """

    items: tuple[Item, ...]
    size: Length
    lines: int
    height: float
    width: float
    overset: bool
    faults: tuple[TextFault, ...]


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line of a paragraph.

    Attributes:
        items: With the left edge of the column at x 0 and the baseline at y 0.
        width: As set, in millimetres, indents not counted.
        ascent: Above the baseline, millimetres.
        descent: Below the baseline, millimetres, positive.
        stretch: How much its spaces grow as a share of their width; 0 in ragged lines.
        hyphenated: Whether it ends with a hyphen that was put in.
    """

    items: tuple[Item, ...]
    width: float
    ascent: float
    descent: float
    stretch: float
    hyphenated: bool

    def at(self, x: float, y: float) -> tuple[Item, ...]:
        """The items with the left edge of the column at ``x`` and the baseline at ``y``."""
        return tuple(_moved(item, x, y) for item in self.items)


@dataclass(frozen=True, slots=True)
class Broken:
    """A paragraph in lines, from top to bottom, and its faults in order of the source."""

    lines: tuple[SetLine, ...]
    faults: tuple[TextFault, ...]


class _Block(NamedTuple):
    """A paragraph: its parts between typed breaks, the space above it and its indent in ems."""

    parts: list[Measured]
    gap: float
    bullet: bool
    indent: float
    align: Align


class _Placed(NamedTuple):
    """A line, its indent, its baseline below the first one in ems, and whether a bullet stands before it."""

    line: Line
    indent: float
    depth: float
    begins_item: bool


class _Set(NamedTuple):
    """Lines, how many they are with empty ones, and the depth of the last baseline below the first one in ems."""

    lines: list[_Placed]
    total: int
    depth: float


def set_text(
    marked: Marked, style: Style, box: Box, context: TextContext, *, halo: Halo | None = None
) -> SetText:
    """The text in the box, at the greatest size from ``style.min_size`` to ``style.size`` at which it fits.

    Sizes between the two are tried in steps of a tenth of a point. The top of the box touches the ascent of the font,
    the bottom its descent; ``middle`` centres what the eye sees, from the capitals of the first line to the last
    baseline. Bullets are set flush left in centred texts.

    Args:
        marked: The parsed text; its own faults are not repeated here.
        style: How.
        box: Millimetres.
        context: Fonts, icons, terms and language.
        halo: A rim behind the letters.

    Raises:
        UnknownFontError: The style names a family that the library does not have.
    """
    voice = context.voice(style)
    bullet = voice.shape(BULLET)
    blocks = list(_blocks(marked, style, context, bullet.width + _BULLET_GAP))
    size, fitting = _fit(blocks, style, box, voice)
    setting = fitting.setting
    items: list[Item] = []
    if setting.total:
        em = size.mm
        top = _first_baseline(style, box, voice, setting, em, overset=not fitting.fits)
        for line, indent, depth, begins_item in setting.lines:
            if begins_item:
                items.append(_bullet_run(bullet, voice, style, box.x, top + depth * em, em, halo))
            items += draw_line(line, box.x + indent * em, top + depth * em, em, halo)
    return _result(items, size, setting, fitting, blocks, style, box)


class _Fitting(NamedTuple):
    setting: _Set
    fits: bool
    height: float


def _fit(blocks: list[_Block], style: Style, box: Box, voice: Voice) -> tuple[Length, _Fitting]:
    """The greatest size of the steps at which everything fits, else the least one."""
    least = min(style.min_size or style.size, style.size)

    def attempt(step: int) -> tuple[Length, _Fitting]:
        size = max(Length(style.size.emu - step * _STEP), least)
        return size, _attempt(blocks, style, box, voice, size.mm)

    best = attempt(0)
    if best[1].fits or least == style.size:
        return best
    low, high = 0, -(-(style.size.emu - least.emu) // _STEP)
    best = attempt(high)
    if not best[1].fits:
        return best
    while high - low > 1:
        middle = (low + high) // 2
        found = attempt(middle)
        if found[1].fits:
            best, high = found, middle
        else:
            low = middle
    return best


def _attempt(blocks: list[_Block], style: Style, box: Box, voice: Voice, em: float) -> _Fitting:
    setting = _set_blocks(blocks, style.leading, box.width / em)
    height = (voice.face.ascent + setting.depth + voice.face.descent) * em if setting.total else 0.0
    fits = height <= box.height + _TINY and not any(placed.line.wide for placed in setting.lines)
    return _Fitting(setting, fits, height)


def _blocks(marked: Marked, style: Style, context: TextContext, bullet_indent: float) -> Iterator[_Block]:
    before = ""
    for paragraph in marked.paragraphs:
        parts = _measured(paragraph.runs, style, context)
        if not parts:
            continue
        bullet = paragraph.kind == "bullet"
        gap = style.paragraph_gap if before else 0.0
        if bullet and before == "bullet":
            gap /= 2  # the items of a list belong together
        align: Align = "left" if bullet and style.align == "center" else style.align
        yield _Block(parts, gap, bullet, bullet_indent if bullet else 0.0, align)
        before = paragraph.kind


def _measured(runs: Sequence[Run], style: Style, context: TextContext) -> list[Measured]:
    """The parts of a paragraph between typed breaks, without empty ones at both ends."""
    parts = [Measured(flat, style, context) for flat in flatten(runs, style, context)]
    while parts and not parts[-1].words and not parts[-1].faults:
        parts.pop()
    while parts and not parts[0].words and not parts[0].faults:
        parts.pop(0)
    return parts


def _set_blocks(blocks: list[_Block], leading: float, width: float) -> _Set:
    lines: list[_Placed] = []
    depth = -leading
    count = 0
    for block in blocks:
        depth += block.gap
        begins_item = block.bullet
        for part in block.parts:
            broken = break_lines(part, width - block.indent, block.align)
            for line in broken:
                depth += leading
                lines.append(_Placed(line, block.indent, depth, begins_item))
                begins_item = False
            if not broken:
                depth += leading  # an empty line between two typed breaks
            count += max(len(broken), 1)
    return _Set(lines, count if lines else 0, max(depth, 0.0))


def _first_baseline(
    style: Style, box: Box, voice: Voice, setting: _Set, em: float, *, overset: bool
) -> float:
    face = voice.face
    if style.valign == "top" or overset:
        return box.y + face.ascent * em
    if style.valign == "bottom":
        return box.bottom - (face.descent + setting.depth) * em
    return box.y + (box.height + (face.cap_height - setting.depth) * em) / 2


def _bullet_run(
    bullet: Shaped, voice: Voice, style: Style, x: float, y: float, em: float, halo: Halo | None
) -> GlyphRun:
    """The bullet and a space as wide as the indent needs, so that it extracts as a word of its own."""
    part = bullet.parts[0]
    space = voice.space_part(_BULLET_GAP)
    if part.font != space.font:
        space = space._replace(glyphs=(), advances=(), clusters=(), text="")
    return GlyphRun(
        part.font,
        em,
        x,
        y,
        part.glyphs + space.glyphs,
        tuple(advance * em for advance in part.advances + space.advances),
        part.text + space.text,
        part.clusters + tuple(len(part.text) + at for at in space.clusters),
        style.colour,
        halo=halo,
    )


def _result(
    items: list[Item],
    size: Length,
    setting: _Set,
    fitting: _Fitting,
    blocks: list[_Block],
    style: Style,
    box: Box,
) -> SetText:
    em = size.mm
    faults = [fault for block in blocks for part in block.parts for fault in part.faults]
    faults += _wide_words([placed.line for placed in setting.lines], style, em, box.width)
    if fitting.height > box.height + _TINY:
        faults.append(overset(setting.total, fitting.height, box.height, size.pt))
    width = max((placed.line.width + placed.indent for placed in setting.lines), default=0.0) * em
    return SetText(
        tuple(items),
        size,
        setting.total,
        fitting.height,
        width,
        not fitting.fits,
        tuple(sorted(faults, key=lambda fault: fault.start)),
    )


def _wide_words(lines: Sequence[Line], style: Style, em: float, room: float) -> Iterator[TextFault]:
    for line in lines:
        if line.wide:
            index = max(range(line.first, line.last + 1), key=lambda at: line.measured.words[at].width)
            word = line.measured.words[index]
            start = line.measured.source_of_word(index)
            yield wide_word(word.text, start, line.width * em, room, hyphenate=style.hyphenate)


def break_paragraph(
    runs: Sequence[Run], style: Style, width: float, context: TextContext, first_indent: float = 0.0
) -> Broken:
    """The lines of a paragraph at the style's size, aligned within the width; the caller stacks them.

    Args:
        runs: Of one paragraph.
        style: Its ``min_size``, ``valign`` and ``paragraph_gap`` are not used.
        width: Of the column, millimetres.
        context: Fonts, icons, terms and language.
        first_indent: Of the first line, millimetres.

    Raises:
        UnknownFontError: The style names a family that the library does not have.
    """
    em = style.size.mm
    face = context.voice(style).face
    ascent, descent = face.ascent * em, face.descent * em
    lines: list[SetLine] = []
    faults: list[TextFault] = []
    indent = first_indent / em
    for part in _measured(runs, style, context):
        broken = break_lines(part, width / em, style.align, indent)
        indent = 0.0
        faults += [*part.faults, *_wide_words(broken, style, em, width)]
        lines += [
            SetLine(
                tuple(draw_line(line, 0.0, 0.0, em)),
                line.width * em,
                ascent,
                descent,
                line.stretch,
                line.adds,
            )
            for line in broken
        ]
        if not broken:
            lines.append(SetLine((), 0.0, ascent, descent, 0.0, False))
    return Broken(tuple(lines), tuple(sorted(faults, key=lambda fault: fault.start)))


def _moved(item: Item, x: float, y: float) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, x=item.x + x, y=item.y + y)
    if isinstance(item, Group):
        return replace(item, matrix=item.matrix.then(shift(x, y)))
    raise TypeError(f"a line holds no {type(item).__name__}")
