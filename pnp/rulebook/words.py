"""Setting paragraphs, headings, lists and boxes as strips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.draw import Item
from pnp.model import Style, Text
from pnp.rulebook.block import Heading
from pnp.rulebook.desk import Desk
from pnp.rulebook.place import bar, moved
from pnp.rulebook.strip import Bookmark, Strip
from pnp.text import SetLine

RULE_WIDTH = 0.35


def line_height(style: Style) -> float:
    """Distance of two baselines in millimetres."""
    return style.size.mm * style.leading


def baseline(style: Style, line: SetLine) -> float:
    """From the top of a line's slot down to its baseline: ascent and descent are in its middle."""
    return (line_height(style) - line.ascent - line.descent) / 2 + line.ascent


def body_baseline(desk: Desk) -> float:
    """From the top of a line of running text down to its baseline."""
    style = desk.styles.body
    face = desk.context.fonts.face(style.font, style.weight, style.italic)
    em = style.size.mm
    return (line_height(style) - (face.ascent + face.descent) * em) / 2 + face.ascent * em


def placed_line(line: SetLine, style: Style, x: float, y: float) -> tuple[Item, ...]:
    """The items of a line whose slot has its top-left corner at (x, y)."""
    return line.at(x, y + baseline(style, line))


def line_strips(lines: Sequence[SetLine], style: Style, x: float) -> list[Strip]:
    """A strip for each line; the first two lines and the last two stay together (no widows, no orphans)."""
    last = len(lines) - 1
    return [
        Strip(
            line_height(style),
            placed_line(line, style, x, 0.0),
            keep=index < last and (index == 0 or index == last - 1),
        )
        for index, line in enumerate(lines)
    ]


def word_strips(desk: Desk, text: Text, style: Style, x: float, width: float) -> list[Strip]:
    """A paragraph."""
    return line_strips(desk.lines(text, style, width), style, x)


def heading_strips(desk: Desk, heading: Heading[Text], x: float, width: float) -> list[Strip]:
    """A heading, kept with what follows; those of the first level have a rule above."""
    style = desk.styles.headings[heading.level - 1]
    lines = desk.lines(heading.text, style, width, heading=True)
    strips = [replace(strip, keep=True) for strip in line_strips(lines, style, x)]
    if not strips:
        return []
    title = desk.plain(heading.text).strip()
    first = strips[0]
    if heading.level == 1:
        items = (bar(x, 0.0, width, RULE_WIDTH, desk.styles.accent), *moved(first.items, 0.0, 1.3))
        first = replace(first, height=first.height + 1.3, items=items)
    strips[0] = replace(first, bookmark=Bookmark(title, heading.level - 1) if title else None)
    return strips
