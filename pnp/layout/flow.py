"""Rows, columns, grids and tables: the slot of each element, and what tables draw."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import TYPE_CHECKING, NamedTuple, cast

from pnp.colour import BLACK
from pnp.diagnostics import times
from pnp.draw import Fill, Item, Stroke, polygon, rectangle
from pnp.geometry import Box
from pnp.layout.fault import LayoutFault
from pnp.layout.frame import Measure
from pnp.layout.paint import laid

if TYPE_CHECKING:
    from pnp.draw.face import Shape
    from pnp.layout.drawing import DrawContext
    from pnp.layout.element import Cell, Element, Grid, Table, TableRow
    from pnp.layout.element.flow import RowOrColumn

SLACK = 0.01
"""Millimetres by which content may be longer than its box, for sums of floats."""


class _Along(NamedTuple):
    """Sizes in the direction of a line and across it; None where the element does not say."""

    main: Measure | None
    cross: Measure | None


def _wished(element: Element, shape: Shape, *, across: bool) -> _Along:
    """The element's own sizes, for a row (``across`` false) or a column."""
    width, height = element.own_size(shape)
    return _Along(height, width) if across else _Along(width, height)


def line_slots(
    element: RowOrColumn,
    box: Box,
    shape: Shape,
    children: Sequence[Element],
    natural: Callable[[Element, float, float], float | None],
) -> list[Box]:
    """The boxes of the children of a row or column, in order.

    Args:
        element: The row or column.
        box: Its own.
        shape: Of the piece.
        children: Those that are drawn.
        natural: Height that an element takes of itself, given its width and the most it may have; None for
            those that share what is left. Asked in columns only.

    Raises:
        LayoutFault: L220, the children are longer than the box.
    """
    if not children:
        return []
    column = element.tag == "column"
    main, cross = (box.height, box.width) if column else (box.width, box.height)
    gap = element.gap.of(main)
    wishes = [_wished(child, shape, across=column) for child in children]
    lengths = [wish.main.of(main) if wish.main else None for wish in wishes]
    gaps = gap * (len(children) - 1)
    if column:
        _natural_heights(element, children, wishes, lengths, room=main - gaps, cross=cross, natural=natural)
    open_ones = lengths.count(None)
    rest = main - gaps - fsum(length for length in lengths if length is not None)
    if rest < -SLACK:
        raise LayoutFault(
            "L220",
            f"the elements of '<{element.tag}>' need {main - rest:.4g} mm, it has {main:.4g} mm",
            "make them smaller or the box larger",
        )
    share = max(rest, 0.0) / open_ones if open_ones else 0.0
    sizes = [share if length is None else length for length in lengths]
    spare = 0.0 if open_ones else max(rest, 0.0)
    at, between = _justified(element.justify, spare, gap, len(children))
    slots = []
    for size, wish in zip(sizes, wishes, strict=True):
        offset, breadth = _crosswise(element.align, cross, wish.cross)
        if column:
            slots.append(Box(box.x + offset, box.y + at, breadth, size))
        else:
            slots.append(Box(box.x + at, box.y + offset, size, breadth))
        at += size + between
    return slots


def _natural_heights(
    element: RowOrColumn,
    children: Sequence[Element],
    wishes: Sequence[_Along],
    lengths: list[float | None],
    *,
    room: float,
    cross: float,
    natural: Callable[[Element, float, float], float | None],
) -> None:
    """Fill in the heights of texts that have none of their own, in place."""
    room -= fsum(length for length in lengths if length is not None)
    for index, child in enumerate(children):
        if lengths[index] is None:
            _, breadth = _crosswise(element.align, cross, wishes[index].cross)
            height = natural(child, breadth, max(room, 0.0))
            if height is not None:
                lengths[index] = height
                room -= height


def _justified(justify: str, spare: float, gap: float, count: int) -> tuple[float, float]:
    """Where the first element begins, and the space between neighbours."""
    if justify == "between" and count > 1:
        return 0.0, gap + spare / (count - 1)
    return {"start": 0.0, "between": 0.0, "center": spare / 2, "end": spare}[justify], gap


def _crosswise(align: str, whole: float, size: Measure | None) -> tuple[float, float]:
    """Offset and breadth across the line."""
    if size is None:
        return 0.0, whole
    breadth = size.of(whole)
    return {
        "start": 0.0,
        "stretch": (whole - breadth) / 2,
        "center": (whole - breadth) / 2,
        "end": whole - breadth,
    }[align], breadth


def grid_slots(element: Grid, box: Box, count: int) -> list[Box]:
    """The cells of a grid for ``count`` children, row by row.

    Raises:
        LayoutFault: L220, there are more children than cells, or the rows are higher than the box.
    """
    if count == 0:
        return []
    columns = element.columns
    rows = element.rows or math.ceil(count / columns)
    if count > columns * rows:
        raise LayoutFault(
            "L220",
            f"'<grid>' has {times(columns * rows, 'cell')} for {times(count, 'element')}",
            "give it more rows or columns",
        )
    gap_x, gap_y = element.gap.of(box.width), element.gap.of(box.height)
    width = (box.width - gap_x * (columns - 1)) / columns
    height = (box.height - gap_y * (rows - 1)) / rows
    if element.cell_height is not None:
        height = element.cell_height.of(box.height)
    need = height * rows + gap_y * (rows - 1)
    if width < 0 or height < 0 or need > box.height + SLACK:
        raise LayoutFault(
            "L220",
            f"the rows of '<grid>' need {need:.4g} mm, it has {box.height:.4g} mm",
            "make the cells or gaps smaller",
        )
    return [
        Box(
            box.x + (index % columns) * (width + gap_x),
            box.y + (index // columns) * (height + gap_y),
            width,
            height,
        )
        for index in range(count)
    ]


def column_widths(columns: str, count: int, width: float) -> list[float]:
    """Widths of the columns of a table.

    Args:
        columns: As written: distances and shares (``2*``); empty for equal widths.
        count: Of the columns.
        width: Of the table.

    Raises:
        LayoutFault: L221, what is written does not fit the table.
    """
    words = columns.split() or ["1*"] * count
    if len(words) != count:
        message = f"'<table>' has {times(count, 'column')} and 'columns' names {len(words)}"
        raise LayoutFault("L221", message, "name a width for each")
    fixed: list[float | None] = []
    shares: list[float] = []
    for word in words:
        try:
            shares.append(float(word[:-1] or 1) if word.endswith("*") else 0.0)
            fixed.append(None if word.endswith("*") else float(word.removesuffix("mm")))
        except ValueError:
            raise LayoutFault(
                "L221", f"'{word}' is no width of a column", "write millimetres, or a share such as '2*'"
            ) from None
    rest = width - fsum(length for length in fixed if length is not None)
    whole = fsum(shares)
    if (
        not (rest >= -SLACK)
        or any(not share >= 0 for share in shares)
        or any(length is not None and length < 0 for length in fixed)
    ):
        raise LayoutFault(
            "L221",
            f"the columns of '<table>' are wider than its {width:.4g} mm",
            "make them narrower, or shares such as '2*'",
        )
    return [
        share / whole * max(rest, 0.0) if length is None and whole else length or 0.0
        for length, share in zip(fixed, shares, strict=True)
    ]


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
    grounds: list[Item] = []
    items: list[Item] = []
    y = box.y
    for index, row in enumerate(rows):
        height = _height(context, row, widths, padding, box.bottom - y)
        if index and element.rule > 0 and stroke is not None:
            line = polygon([(box.x, y), (box.right, y)], closed=False)
            items.append(Stroke(line, stroke, element.rule))
        place = Box(box.x, y, box.width, height)
        cells = _cells(context, row, widths)
        grounds += _grounds(row, cells, place)
        for cell, x, width in cells:
            inner = Box(box.x + x, y, width, height).inset(padding, padding, padding, padding)
            items += context.text(cell, inner, context.resources.styles.of(cell, header=row.header))
        y += height
    if y > box.bottom + SLACK:
        raise LayoutFault(
            "L220",
            f"the rows of '<table>' need {y - box.y:.4g} mm, it has {box.height:.4g} mm",
            "shorten the texts or make the box larger",
        )
    return [*grounds, *items]


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


def _grounds(row: TableRow, cells: Sequence[tuple[Cell, float, float]], box: Box) -> Iterator[Item]:
    """The paint below a row, and below each of its cells."""
    placed = [
        (row.fill, box),
        *((cell.fill, Box(box.x + x, box.y, width, box.height)) for cell, x, width in cells),
    ]
    for fill, place in placed:
        paint = laid(fill, place)
        if paint is not None:
            yield Fill(rectangle(place), paint)


def _cells(context: DrawContext, row: TableRow, widths: list[float]) -> list[tuple[Cell, float, float]]:
    """The cells that the theme draws, with their places and widths; rows may be shorter than others."""
    places = [(fsum(widths[:index]), width) for index, width in enumerate(widths)]
    placed = zip(row.children, places, strict=False)
    drawn = context.shown(row.children)
    return [(cast("Cell", cell), x, width) for cell, (x, width) in placed if cell in drawn]
