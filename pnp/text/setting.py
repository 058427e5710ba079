"""Setting marked texts in boxes: paragraphs and bullets, fitting between two sizes, alignment both ways."""

from __future__ import annotations

from typing import NamedTuple

from pnp.dataclass import dataclass
from pnp.draw import GlyphRun, Halo, Item
from pnp.geometry import Box
from pnp.markup import Marked
from pnp.model import Style
from pnp.text.block import Block, Stack, measure_blocks, stack_blocks, wide_words
from pnp.text.context import TextContext
from pnp.text.fault import TextFault, missing_glyph, overset
from pnp.text.pen import draw_line
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
    voice = context.own_look(style).voice
    bullet = voice.shape(BULLET)
    blocks = list(measure_blocks(marked, style, context, bullet.width + _BULLET_GAP))
    size, fitting = _fit(blocks, style, box, voice)
    setting = fitting.setting
    items: list[Item] = []
    if setting.total:
        em = size.mm
        top = _first_baseline(style, box, voice, setting, em, overset=not fitting.fits)
        for line, indent, depth, begins_item in setting.lines:
            if begins_item and bullet.parts:
                items.append(_bullet_run(bullet, voice, style, box.x, top + depth * em, em, halo))
            items += draw_line(line, box.x + indent * em, top + depth * em, em, halo)
    faults = _faults(blocks, fitting, style, size, box)
    if bullet.missing and any(block.bullet for block in blocks):
        faults.insert(0, missing_glyph(BULLET, voice.face.family, 0))
    width = max((placed.line.width + placed.indent for placed in setting.lines), default=0.0) * size.mm
    return SetText(tuple(items), size, setting.total, fitting.height, width, not fitting.fits, tuple(faults))


class _Fitting(NamedTuple):
    setting: Stack
    fits: bool
    height: float


def _fit(blocks: list[Block], style: Style, box: Box, voice: Voice) -> tuple[Length, _Fitting]:
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


def _attempt(blocks: list[Block], style: Style, box: Box, voice: Voice, em: float) -> _Fitting:
    setting = stack_blocks(blocks, style.leading, box.width / em)
    height = (voice.face.ascent + setting.depth + voice.face.descent) * em if setting.total else 0.0
    fits = height <= box.height + _TINY and not any(placed.line.wide for placed in setting.lines)
    return _Fitting(setting, fits, height)


def _first_baseline(
    style: Style, box: Box, voice: Voice, setting: Stack, em: float, *, overset: bool
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
    parts = (part, space) if part.font == space.font else (part,)
    return GlyphRun(em, x, y, parts, style.colour, halo)


def _faults(blocks: list[Block], fitting: _Fitting, style: Style, size: Length, box: Box) -> list[TextFault]:
    setting = fitting.setting
    faults = [fault for block in blocks for part in block.parts for fault in part.faults]
    faults += wide_words([placed.line for placed in setting.lines], style, size.mm, box.width)
    if fitting.height > box.height + _TINY:
        faults.append(overset(setting.total, fitting.height, box.height, size.pt))
    return sorted(faults, key=lambda fault: fault.start)
