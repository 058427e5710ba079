"""One plain line of text at a place of its own: labels, footers, page numbers."""

from __future__ import annotations

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
        text: Plain text; marks in it are not read. Characters that no font has are left out.
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


def _measured(text: str, style: Style, context: TextContext) -> Measured:
    (flat,) = flatten([TextRun(text, False, False, 0)], style, context)
    return Measured(flat, style, context)
