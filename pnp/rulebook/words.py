"""Paragraphs, headings, lists, boxes and tables as strips.

A table has a bold head with a rule below it and light rules between its rows; lines divide tall rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Group, Item, Tag, rectangle
from pnp.draw.item import moved
from pnp.geometry import Box
from pnp.i18n import upper
from pnp.model import Style, Text
from pnp.rulebook.block import Block, Directive, Heading, Remark, TableBlock, heading_rank, heads_in
from pnp.rulebook.desk import Desk
from pnp.rulebook.flow import Bookmark, Strip
from pnp.text import SetLine, text_width

RULE_WIDTH = 0.35
_BELOW_RULE, _CLEAR = 1.3, 0.4
"""From a rule to the slot of the heading below it, and at least to its letters, in millimetres."""


def bar(x: float, y: float, width: float, height: float, colour: Colour) -> Fill:
    """A filled rectangle."""
    return Fill(rectangle(Box(x, y, width, height)), colour)


def line_height(style: Style) -> float:
    """Distance of two baselines in millimetres."""
    return style.size.mm * style.leading


def baseline(style: Style, line: SetLine) -> float:
    """From the top of a line's slot down to its baseline: ascent and descent are in its middle."""
    return (line_height(style) - line.ascent - line.descent) / 2 + line.ascent


def body_baseline(desk: Desk) -> float:
    """From the top of a line of running text down to its baseline."""
    style = desk.styles.body
    face = desk.context.fonts.face(style.font, style.weight, style.italic, style.axes)
    em = style.size.mm
    return (line_height(style) - (face.ascent + face.descent) * em) / 2 + face.ascent * em


def placed_line(line: SetLine, style: Style, x: float, y: float) -> tuple[Item, ...]:
    """The items of a line whose slot has its top-left corner at (x, y)."""
    return line.at(x, y + baseline(style, line))


def tagged_line(line: SetLine, style: Style, x: float, y: float, tag: Tag) -> Group:
    """The items of a line, as ``placed_line``, that belong to an element."""
    items = list(placed_line(line, style, x, y))
    for at in range(len(items) - 1, -1, -1):
        last = items[at]
        if line.spaced and isinstance(last, GlyphRun):
            items[at] = last._replace(spaced=True)
            break
    return Group(tuple(items), tag=tag)


def line_strips(lines: Sequence[SetLine], style: Style, x: float, tag: Tag) -> list[Strip]:
    """A strip for each line; the first two lines and the last two stay together (no widows, no orphans)."""
    last = len(lines) - 1
    return [
        Strip(
            line_height(style),
            (tagged_line(line, style, x, 0.0, tag),),
            keep=index < last and (index == 0 or index == last - 1),
        )
        for index, line in enumerate(lines)
    ]


def word_strips(desk: Desk, text: Text, style: Style, x: float, width: float) -> list[Strip]:
    """A paragraph; one that is no longer than the sheet wants is not divided."""
    strips = line_strips(desk.lines(text, style, width), style, x, desk.tag("P"))
    if len(strips) <= desk.whole:
        strips[:-1] = [replace(strip, keep=True) for strip in strips[:-1]]
    return strips


def heading_strips(desk: Desk, heading: Heading[Text], x: float, width: float) -> list[Strip]:
    """A heading, kept with what follows; those of the first level have a rule above."""
    style = desk.styles.headings[heading.level - 1]
    lines = desk.lines(heading.text, style, width, heading=True)
    desk.rank = heading_rank(heading, desk.rank)
    strips = [replace(strip, keep=True) for strip in line_strips(lines, style, x, desk.tag(f"H{desk.rank}"))]
    if not strips:
        return []
    title = desk.plain(heading.text).strip()
    first = strips[0]
    if heading.level == 1:
        room = max(_BELOW_RULE, _needed(desk, title, style, lines[0]))
        items = (bar(x, 0.0, width, RULE_WIDTH, desk.styles.accent), *moved(first.items, 0.0, room))
        first = replace(first, height=first.height + room, items=items)
    strips[0] = replace(first, bookmark=Bookmark(title, heading.level - 1) if title else None)
    return strips


def _needed(desk: Desk, title: str, style: Style, line: SetLine) -> float:
    """From the rule down to the top of a line's slot, so that accents stay clear of the rule.

    All headings of the sheet have as much, so that those side by side are level.
    """
    highest = max(highest_letter(desk, title), desk.highest) * style.size.mm
    return RULE_WIDTH + _CLEAR + highest - baseline(style, line)


def highest_letter(desk: Desk, title: str) -> float:
    """How far a heading of the first level reaches above its baseline, in em."""
    style = desk.styles.headings[0]
    face = desk.context.fonts.face(style.font, style.weight, style.italic, style.axes)
    return face.highest(upper(desk.language)(title) if style.case == "upper" else title)


def titles(blocks: Sequence[Block]) -> Iterator[Text]:
    """The headings of the first level, in whatever block they are."""
    for block in blocks:
        match block:
            case Heading() if block.level == 1:
                yield block.text
            case Remark() | Directive():
                yield from titles(block.blocks)
            case _:
                pass


PADDING_X = 1.6
PADDING_Y = 0.8
_HEAD_RULE = 0.35
_ROW_RULE = 0.15
_TALL_ROW = 60.0
"""Rows higher than this may be divided between columns and pages (millimetres)."""
_WHOLE = 40.0
"""Tables up to this height are never parted (millimetres)."""
_WIDEST = 3.0
"""The width of a cell on one line counts up to this many widths of the table."""


def table_strips(desk: Desk, table: TableBlock[Text], x: float, width: float) -> list[Strip]:
    """The rows of a table as wide as the column; nothing for a table without columns."""
    head = replace(desk.styles.table, weight=700, colour=desk.styles.accent)
    styles = [replace(desk.styles.table, align=align) for align in table.align]
    widths = column_widths(desk, table, width)
    lefts = [x + fsum(widths[:index]) for index in range(len(widths))]
    columns = list(zip(lefts, widths, strict=True))
    strips: list[Strip] = []
    if any(cell.source for cell in table.head):
        heads = [replace(head, align=align) for align in table.align]
        strips = _row(desk, table.head, heads, columns, cell_tags(desk, table, table.head))
        rule = bar(x, strips[-1].height - _HEAD_RULE, width, _HEAD_RULE, desk.styles.accent)
        strips[-1] = replace(strips[-1], items=(*strips[-1].items, rule))
        strips = [replace(strip, keep=True) for strip in strips]
    for number, row in enumerate(table.rows):
        made = _row(desk, row, styles, columns, cell_tags(desk, table, row))
        if number < len(table.rows) - 1:
            rule = bar(x, made[-1].height - _ROW_RULE, width, _ROW_RULE, desk.styles.hairline)
            made[-1] = replace(made[-1], items=(*made[-1].items, rule))
        strips += made
    if fsum(strip.height for strip in strips) <= _WHOLE:
        strips[:-1] = [replace(strip, keep=True) for strip in strips[:-1]]
    return strips


def cell_tags(desk: Desk, table: TableBlock[Text], row: Sequence[Text]) -> list[Tag]:
    """The tags of the cells of a row; those of the first row are heads if it has words."""
    with desk.inside("TR"):
        return [desk.tag("TH", attribute=head) if head else desk.tag("TD") for head in heads_in(table, row)]


def _row(
    desk: Desk,
    cells: Sequence[Text],
    styles: Sequence[Style],
    columns: Sequence[tuple[float, float]],
    tags: Sequence[Tag],
) -> list[Strip]:
    """A row: one strip, or a strip for each line when it is tall."""
    set_cells = [
        desk.lines(cell, style, max(width - 2 * PADDING_X, 1.0))
        for cell, style, (_, width) in zip(cells, styles, columns, strict=True)
    ]
    count = max((len(lines) for lines in set_cells), default=0) or 1
    height = line_height(styles[0])
    if count * height <= _TALL_ROW:
        return [_slice(set_cells, styles, columns, tags, range(count), above=PADDING_Y, below=PADDING_Y)]
    return [
        replace(
            _slice(
                set_cells,
                styles,
                columns,
                tags,
                range(line, line + 1),
                above=PADDING_Y if line == 0 else 0.0,
                below=PADDING_Y if line == count - 1 else 0.0,
            ),
            keep=line in (0, count - 2),
        )
        for line in range(count)
    ]


def _slice(
    cells: Sequence[Sequence[SetLine]],
    styles: Sequence[Style],
    columns: Sequence[tuple[float, float]],
    tags: Sequence[Tag],
    lines: range,
    *,
    above: float,
    below: float,
) -> Strip:
    """A strip with these lines of all cells of a row."""
    height = line_height(styles[0])
    items = [
        tagged_line(cell[line], style, left + PADDING_X, above + row * height, tag)
        for cell, style, (left, _), tag in zip(cells, styles, columns, tags, strict=True)
        for row, line in enumerate(lines)
        if line < len(cell)
    ]
    return Strip(above + len(lines) * height + below, tuple(items))


def column_widths(desk: Desk, table: TableBlock[Text], width: float) -> list[float]:
    """Widths of the columns that add up to ``width``.

    As browsers do it (CSS 2.2 §17.5.2.2, automatic layout): each column has the width of its longest word at
    least and of its longest cell at most; what lies between is shared out by what the columns would take.
    """
    style = desk.styles.table
    columns = range(len(table.align))
    rows = [(table.head, replace(style, weight=700)), *((row, style) for row in table.rows)]
    least, most = [0.0] * len(columns), [0.0] * len(columns)
    for row, row_style in rows:
        for column in columns:
            words = dict.fromkeys(desk.plain(row[column]).split())
            longest = max((text_width(word, row_style, desk.context) for word in words), default=0.0)
            whole = _whole_width(desk, row[column], row_style, _WIDEST * width)
            least[column] = max(least[column], min(longest, whole) + 2 * PADDING_X)
            most[column] = max(most[column], whole + 2 * PADDING_X)
    if fsum(most) <= width:
        spare = width - fsum(most)
        return [natural + spare * natural / fsum(most) for natural in most]
    if fsum(least) >= width:
        return [width * needed / fsum(least) for needed in least]
    share = (width - fsum(least)) / (fsum(most) - fsum(least))
    return [low + (high - low) * share for low, high in zip(least, most, strict=True)]


def _whole_width(desk: Desk, cell: Text, style: Style, most: float) -> float:
    """Width of the cell on one line (of its widest line where the author breaks it), up to ``most``."""
    found = len(desk.diagnostics)
    lines = desk.lines(cell, style, most)
    del desk.diagnostics[found:]  # they are reported when the cell is set
    return max((line.width for line in lines), default=0.0)
