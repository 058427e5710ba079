"""One plain line of text at a place of its own: labels, footers, page numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pnp.draw import Halo, Item
from pnp.markup import TextRun
from pnp.model import Style
from pnp.text.context import TextContext
from pnp.text.flat import flatten
from pnp.text.line import break_lines
from pnp.text.paragraph import Measured
from pnp.text.pen import Pen

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


def text_width(text: str, style: Style, context: TextContext) -> float:
    """Width in millimetres of plain text on one line at the style's size."""
    measured = _measured(text, style, context)
    return max(measured.width - measured.tracking, 0.0) * style.size.mm


def unprintable(text: str, style: Style, context: TextContext) -> tuple[str, ...]:
    """Characters that ``set_label`` leaves out of a line."""
    lost = [fault.name for fault in _measured(text, style, context).faults]
    return tuple(dict.fromkeys(lost))


def _measured(text: str, style: Style, context: TextContext) -> Measured:
    measured = _in_font(text, style, context)
    if not measured.faults:
        return measured
    fonts = context.fonts
    faces = ((family, fonts.face(family, style.weight, style.italic)) for family in fonts.families())
    own = next((family for family, face in faces if all(map(face.covers, text))), None)
    return measured if own is None else _in_font(text, replace(style, font=own), context)


def _in_font(text: str, style: Style, context: TextContext) -> Measured:
    (flat,) = flatten([TextRun(text, False, False, 0)], style, context)
    return Measured(flat, style, context)
