"""Setting marked texts in boxes: paragraphs and bullets, fitting between two sizes, alignment both ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.draw import GlyphRun, Halo, Item
from pnp.fonts import FontFace
from pnp.geometry import Box
from pnp.markup import Marked
from pnp.model import Style
from pnp.text.block import Block, Stack, measure_blocks, stack_blocks, wide_words
from pnp.text.context import TextContext
from pnp.text.fault import TextFault, missing_glyph, overset
from pnp.text.pen import Pen
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
    """

    items: tuple[Item, ...]
    size: Length
    lines: int
    height: float
    overset: bool
    faults: tuple[TextFault, ...]


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
            pen.items.append(_bullet_run(bullet, font, style, box.x, top + depth * em, em, halo))
        pen.draw(line, box.x + indent * em, top + depth * em)
    faults: list[TextFault] = []
    if bullet.missing and any(block.bullet for block in blocks):
        faults.append(missing_glyph(BULLET, font.face.family, 0))
    faults += [fault for block in blocks for part in block.parts for fault in part.faults]
    if not fits:
        faults += _misfits(fitting, style, box)
    faults.sort(key=_by_start)
    return SetText(tuple(pen.items), size, setting.total, height, not fits, tuple(faults))


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
    bullet: Shaped, font: ShapingFont, style: Style, x: float, y: float, em: float, halo: Halo | None
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


def _by_start(fault: TextFault) -> int:
    return fault.start
