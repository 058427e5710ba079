"""Marked texts set in boxes between two sizes, labels of one line, and paragraphs as lines for stacking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pnp.draw import GlyphRun, Halo, Item
from pnp.draw.item import moved
from pnp.fonts import FontFace
from pnp.geometry import Box
from pnp.markup import Marked, Run, TextRun
from pnp.model import Style
from pnp.text.context import TextContext
from pnp.text.fault import TextFault, missing_glyph, overset
from pnp.text.line import (
    Block,
    Pen,
    Stack,
    TextLine,
    break_lines,
    measure,
    measure_blocks,
    stack_blocks,
    wide_words,
)
from pnp.text.paragraph import Measured, flatten
from pnp.text.shaping import BULLET, Shaped, ShapingFont
from pnp.units import EMU_PER_PT, Length

_STEP = EMU_PER_PT // 10
_BULLET_GAP = 0.4  # em between a bullet and its text
_TINY = 1e-6


class SetText(NamedTuple):
    """A text set in a box.

    Attributes:
        items: In the frame of the box's parent.
        size: The type size that was used.
        lines: How many.
        height: From the ascent of the first line to the descent of the last, in millimetres.
        overset: Whether it does not fit: too high, or a word too wide. It is set at the least size and not
            cut.
        faults: In order of the source.
        marked: The text.
    """

    items: tuple[Item, ...]
    size: Length
    lines: int
    height: float
    overset: bool
    faults: tuple[TextFault, ...]
    marked: Marked


def set_text(
    marked: Marked, style: Style, box: Box, context: TextContext, *, halo: Halo | None = None
) -> SetText:
    """The text in the box, at the greatest size from ``style.min_size`` to ``style.size`` at which it fits.

    Sizes between the two are tried in steps of a tenth of a point. The top of the box touches the ascent of
    the font, the bottom its descent; ``middle`` centres what the eye sees, from the capitals of the first
    line to the last baseline. Bullets are set flush left in centred texts.

    Args:
        marked: The parsed text; its own faults are not repeated here.
        style: How.
        box: Millimetres.
        context: Fonts, icons, terms and language.
        halo: A rim behind the letters.

    Raises:
        UnknownFontError: The style names a family that the library does not have.
    """
    font = context.text_format(style).font
    bullet = font.bullet
    blocks = list(measure_blocks(marked, style, context, bullet.width + _BULLET_GAP))
    size, em, setting, height, fits = fitting = _fit(blocks, style, box, font)
    pen = Pen(em, halo)
    top = _first_baseline(style, box, font.face, fitting)
    for line, indent, depth, begins_item in setting.lines:
        if begins_item and bullet.parts:
            pen.items.append(_bullet_run(bullet, font, style, halo, x=box.x, y=top + depth * em, em=em))
        pen.draw(line, box.x + indent * em, top + depth * em)
    faults: list[TextFault] = []
    if bullet.missing and any(block.bullet for block in blocks):
        faults.append(missing_glyph(BULLET, font.face.family, 0))
    faults += [fault for block in blocks for part in block.parts for fault in part.faults]
    if not fits:
        faults += _misfits(fitting, style, box)
    faults.sort(key=lambda fault: fault.start)
    return SetText(tuple(pen.items), size, setting.total, height, not fits, tuple(faults), marked)


class _Fitting(NamedTuple):
    """Lines at a size: of an em in mm, how high they are in mm, and whether they fit."""

    size: Length
    em: float
    setting: Stack
    height: float
    fits: bool


def _fit(blocks: list[Block], style: Style, box: Box, font: ShapingFont) -> _Fitting:
    """The greatest size of the steps at which everything fits, else the least one."""
    largest, least = style.size, style.min_size
    best = _attempt(blocks, style, box, font, largest)
    if best.fits or least is None or least >= largest:
        return best
    low, high = 0, -(-(largest.emu - least.emu) // _STEP)
    best = _attempt(blocks, style, box, font, least)
    if not best.fits:
        return best
    while high - low > 1:
        middle = (low + high) // 2
        found = _attempt(blocks, style, box, font, Length(largest.emu - middle * _STEP))
        if found.fits:
            best, high = found, middle
        else:
            low = middle
    return best


def _attempt(blocks: list[Block], style: Style, box: Box, font: ShapingFont, size: Length) -> _Fitting:
    em = size.mm
    setting = stack_blocks(blocks, style.leading, box.width / em)
    height = (font.face.ascent + setting.depth + font.face.descent) * em if setting.total else 0.0
    return _Fitting(size, em, setting, height, height <= box.height + _TINY and not setting.wide)


def _first_baseline(style: Style, box: Box, face: FontFace, fitting: _Fitting) -> float:
    _, em, setting, _, fits = fitting
    if style.valign == "top" or not fits:
        return box.y + face.ascent * em
    if style.valign == "bottom":
        return box.bottom - (face.descent + setting.depth) * em
    return box.y + (box.height + (face.cap_height - setting.depth) * em) / 2


def _bullet_run(
    bullet: Shaped, font: ShapingFont, style: Style, halo: Halo | None, *, x: float, y: float, em: float
) -> GlyphRun:
    """The bullet and a space as wide as the indent needs, so that it extracts as a word of its own."""
    part = bullet.parts[0]
    space = font.space_part(_BULLET_GAP)
    parts = (part, space) if part.font == space.font else (part,)
    return GlyphRun(em, x, y, parts, style.colour, halo)


def _misfits(fitting: _Fitting, style: Style, box: Box) -> Iterator[TextFault]:
    """Parts that are too wide or too high."""
    size, em, setting, height, _ = fitting
    yield from wide_words([placed.line for placed in setting.lines], style, em, box.width)
    if height > box.height + _TINY:
        yield overset(setting.total, height, box.height, size.pt)


_ENDLESS = 1e9  # ems


def set_label(
    text: str,
    style: Style,
    x: float,
    y: float,
    context: TextContext,
    anchor: Literal["start", "middle", "end"] = "start",
    *,
    halo: Halo | None = None,
) -> tuple[tuple[Item, ...], float]:
    """The items of a line and its width in millimetres, at the style's size and never broken.

    Args:
        text: Plain text; marks in it are not read. Characters that no font has are left out. What the style's
            font and those that lend to it lack is set in the first family that has all of it, such as the
            game's own font.
        style: Its box alignment and fitting are not used.
        x: Where the line starts, has its middle or ends, by ``anchor``.
        y: The baseline.
        context: Fonts and language.
        anchor: Which part of the line is at ``x``.
        halo: A rim behind the letters.
    """
    measured = _measured(text, style, context)
    em = style.size.mm
    width = max(measured.width - measured.tracking, 0.0) * em
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    pen = Pen(em, halo)
    for line in break_lines(measured, _ENDLESS, "left"):
        pen.draw(line, left, y)
    return tuple(pen.items), width


def set_fitted_label(
    text: str, style: Style, x: float, y: float, context: TextContext, room: float
) -> tuple[Item, ...]:
    """The items of a line that starts at x; where it is wider than the room, an ellipsis ends it.

    All lengths are in millimetres.
    """
    items, width = set_label(text, style, x, y, context)
    if width <= room:
        return items
    low, high = 0, len(text)
    while high - low > 1:
        middle = (low + high) // 2
        width = text_width(text[:middle].rstrip() + "…", style, context)
        low, high = (middle, high) if width <= room else (low, middle)
    return set_label(text[:low].rstrip() + "…", style, x, y, context)[0]


def text_width(text: str, style: Style, context: TextContext) -> float:
    """Width in millimetres of plain text on one line at the style's size."""
    measured = _measured(text, style, context)
    return max(measured.width - measured.tracking, 0.0) * style.size.mm


def unprintable(text: str, style: Style, context: TextContext) -> tuple[str, ...]:
    """Characters that ``set_label`` leaves out of a line."""
    lost = [fault.name for fault in _measured(text, style, context).faults if fault.kind == "missing-glyph"]
    return tuple(dict.fromkeys(lost))


def _measured(text: str, style: Style, context: TextContext) -> Measured:
    measured = _in_font(text, style, context)
    if all(fault.kind == "borrowed-glyph" for fault in measured.faults):
        return measured
    fonts = context.fonts
    faces = ((family, fonts.face(family, style.weight, style.italic)) for family in fonts.families())
    own = next((family for family, face in faces if all(map(face.covers, text))), None)
    return measured if own is None else _in_font(text, replace(style, font=own), context)


def _in_font(text: str, style: Style, context: TextContext) -> Measured:
    (flat,) = flatten([TextRun(text, False, False, 0)], style, context)
    return Measured(flat, style, context)


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line of a paragraph.

    Attributes:
        items: With the left edge of the column at x 0 and the baseline at y 0.
        width: As set, in millimetres, indents not counted.
        ascent: Above the baseline, millimetres.
        descent: Below the baseline, millimetres, positive.
        stretch: How much its spaces grow as a share of their width; 0 in ragged lines.
        spaced: Whether a space, or a typed line break, parts it from the next one.
    """

    items: tuple[Item, ...]
    width: float
    ascent: float
    descent: float
    stretch: float
    spaced: bool = False

    def at(self, x: float, y: float) -> tuple[Item, ...]:
        """The items with the left edge of the column at ``x`` and the baseline at ``y``."""
        return moved(self.items, x, y)


@dataclass(frozen=True, slots=True)
class Broken:
    """A paragraph in lines, from top to bottom, and its faults in order of the source."""

    lines: tuple[SetLine, ...]
    faults: tuple[TextFault, ...]


def break_paragraph(runs: Sequence[Run], style: Style, width: float, context: TextContext) -> Broken:
    """The lines of a paragraph at the style's size, aligned within the width; the caller stacks them.

    Args:
        runs: Of one paragraph.
        style: Its ``min_size``, ``valign`` and ``paragraph_gap`` are not used.
        width: Of the column, millimetres.
        context: Fonts, icons, terms and language.

    Raises:
        UnknownFontError: The style names a family that the library does not have.
    """
    em = style.size.mm
    face = context.text_format(style).font.face
    ascent, descent = face.ascent * em, face.descent * em
    lines: list[SetLine] = []
    faults: list[TextFault] = []
    for part in measure(runs, style, context):
        broken = break_lines(part, width / em, style.align)
        faults += [*part.faults, *wide_words(broken, style, em, width)]
        if lines:
            lines[-1] = replace(lines[-1], spaced=True)
        lines += [
            SetLine(
                _line_items(line, em), line.width * em, ascent, descent, line.stretch, _before_space(line)
            )
            for line in broken
        ]
        if not broken:
            lines.append(SetLine((), 0.0, ascent, descent, 0.0))
    return Broken(tuple(lines), tuple(sorted(faults, key=lambda fault: fault.start)))


def _before_space(line: TextLine) -> bool:
    """Whether the line ends at a space: not inside a word, at a gap of no width, or with its part."""
    tokens, space = line.measured.tokens, line.last + 1
    return line.end is None and space < len(tokens) and bool(tokens[space].text)


def _line_items(line: TextLine, em: float) -> tuple[Item, ...]:
    pen = Pen(em)
    pen.draw(line, 0.0, 0.0)
    return tuple(pen.items)
