"""Tables: rows of texts, each as high as its highest cell."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, cast

from pnp.colour import BLACK
from pnp.draw import Fill, Item, Stroke, polygon, rectangle
from pnp.geometry import Box
from pnp.layout.fault import LayoutFault
from pnp.layout.flow import SLACK, column_widths
from pnp.layout.paint import laid

if TYPE_CHECKING:
    from pnp.layout.context import DrawContext
    from pnp.layout.element import Cell, Table, TableRow


def draw_table(context: DrawContext, element: Table, box: Box) -> list[Item]:
    """The table from the top of its box downwards: grounds first, then lines and texts.

    Raises:
        LayoutFault: L220, the rows are higher than the box; L221, the columns do not fit.
    """
    rows = cast("list[TableRow]", context.shown(element.children))
    count = max((len(row.children) for row in rows), default=0)
    if count == 0:
        return []
    widths = column_widths(element.columns, count, box.width)
    padding = element.padding.of(box.width)
    stroke = BLACK if element.stroke is None else laid(element.stroke, box)
    ground: list[Item] = []
    items: list[Item] = []
    y = box.y
    for index, row in enumerate(rows):
        height = _height(context, row, widths, padding, box.bottom - y)
        if index and element.rule > 0 and stroke is not None:
            line = polygon([(box.x, y), (box.right, y)], closed=False)
            items.append(Stroke(line, stroke, element.rule))
        _draw_row(context, row, widths, padding, Box(box.x, y, box.width, height), ground, items)
        y += height
    if y > box.bottom + SLACK:
        raise LayoutFault(
            "L220",
            f"the rows of '<table>' need {y - box.y:.4g} mm, it has {box.height:.4g} mm",
            "shorten the texts or make the box larger",
        )
    return [*ground, *items]


def _height(context: DrawContext, row: TableRow, widths: list[float], padding: float, room: float) -> float:
    highest = 0.0
    for cell, _, width in _cells(context, row, widths):
        inner = Box(0.0, 0.0, max(width - 2 * padding, 0.0), max(room - 2 * padding, 0.0))
        try:
            style = context.resources.styles.of(cell, header=row.header)
            highest = max(highest, context.height(cell, inner, style))
        except LayoutFault as fault:
            fault.span = cell.span
            raise
    return highest + 2 * padding


def _draw_row(
    context: DrawContext,
    row: TableRow,
    widths: list[float],
    padding: float,
    box: Box,
    ground: list[Item],
    items: list[Item],
) -> None:
    """Add the row's grounds and texts to what is drawn so far."""
    paint = laid(row.fill, box)
    if paint is not None:
        ground.append(Fill(rectangle(box), paint))
    for cell, x, width in _cells(context, row, widths):
        place = Box(box.x + x, box.y, width, box.height)
        behind = laid(cell.fill, place)
        if behind is not None:
            ground.append(Fill(rectangle(place), behind))
        style = context.resources.styles.of(cell, header=row.header)
        items += context.text(cell, place.inset(padding, padding, padding, padding), style)


def _cells(context: DrawContext, row: TableRow, widths: list[float]) -> list[tuple[Cell, float, float]]:
    """The cells that the theme draws, with where they begin and how wide they are; rows may be shorter than others."""
    places = [(fsum(widths[:index]), width) for index, width in enumerate(widths)]
    placed = zip(row.children, places, strict=False)
    drawn = context.shown(row.children)
    return [(cast("Cell", cell), x, width) for cell, (x, width) in placed if cell in drawn]
