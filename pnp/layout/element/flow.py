"""Elements that hold others: the face, groups, rows, columns, grids, tables, and where these put them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from pnp.colour import BLACK
from pnp.diagnostics import error, times
from pnp.draw import Fill, GlyphRun, Group, Item, Stroke, polygon, rectangle
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.layout.element.attribute import Element, Placed, attribute
from pnp.layout.element.content import Lettering
from pnp.layout.fault import LayoutFault
from pnp.layout.frame import Measure
from pnp.layout.kind import (
    CLIP,
    FLAG,
    MILLIMETRES,
    PAINT,
    SIZE,
    TEXT,
    ClipChoice,
    PaintChoice,
    choice,
    laid,
    whole,
)

if TYPE_CHECKING:
    from pnp.draw import Clip
    from pnp.layout.drawing import DrawContext, DrawPlace


Align = Literal["start", "center", "end", "stretch"]
_OVERSET = "T100"
_CAPITAL = 0.7
"""Height of capitals, as a share of the type size."""
_CUT = 0.2
"""Millimetres of a line that a clip may cut off unnoticed."""
SLACK = 0.01
"""Millimetres by which content may be longer than its box, for sums of floats."""


class FaceElement(Element):
    """The whole face; its frame is the box of the trim."""

    tag = "face"
    holds = "elements"
    sample = '<face fill="linear(180deg, white, #D8CDB4)"><rect inset="4"/></face>'
    fill: PaintChoice | None = attribute(PAINT, "ground of the face, bleed included")
    orientation: Literal["portrait", "landscape"] | None = attribute(
        choice("portrait", "landscape"),
        "how the face is held: that of a piece the other way round is drawn upright and turned clockwise",
    )


class GroupElement(Placed):
    """A group: its box is the frame of its contents."""

    tag = "g"
    holds = "elements"
    sample = '<g inset="4" clip="rounded 3"><rect fill="#3B4754"/></g>'
    clip: ClipChoice | None = attribute(CLIP, "shape of the box outside which nothing shows")

    def clip_over(self, box: Box) -> Clip | None:
        """Its ``clip``."""
        return self.clip.over(box) if self.clip else None

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The elements inside, with its box as their frame."""
        frame = place.frame.around(place.box)
        known = len(place.context.found)
        children = place.context.shown(self.children)
        items = [item for child in children for item in place.draw(child, frame)]
        reported = any(finding.code == _OVERSET for finding in place.context.found[known:])
        if self.clip is not None and not reported and (cut := cut_line(items, place.box)):
            message = f"the clip of '<g>' cuts the text '{cut}'"
            cure = "enlarge the group, shorten the text, or give the text a box inside the group"
            place.context.found.append(error(_OVERSET, message, self.span, cure))
        return items


def cut_line(items: Sequence[Item], box: Box, matrix: Matrix = IDENTITY) -> str:
    """The first line of text that runs out of the box; empty if none does.

    A line reaches from its baseline to the height of its capitals.

    Args:
        items: In the frame of ``matrix``.
        box: That they are clipped to.
        matrix: Leads to the frame of the box.
    """
    for item in items:
        if isinstance(item, Group):
            if found := cut_line(item.items, box, item.matrix.then(matrix)):
                return found
        elif isinstance(item, GlyphRun) and item.text.strip():
            height = _CAPITAL * item.size
            line = matrix.apply_box(Box(item.x, item.y - height, item.width, height))
            if not box.holds(line, _CUT):
                return item.text.strip()
    return ""


class RowOrColumn(Placed):
    """Elements in a line."""

    holds = "elements"
    places = True
    gap: Measure = attribute(SIZE, "space between neighbours", Measure())
    align: Align = attribute(
        choice("start", "center", "end", "stretch"), "of the elements across; `stretch` fills", "stretch"
    )
    justify: Literal["start", "center", "end", "between"] = attribute(
        choice("start", "center", "end", "between"),
        "where the elements are placed if they do not fill the length",
        "start",
    )

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """The elements that show anything, each in its slot."""
        context = place.context
        children = [child for child in context.shown(self.children) if not child.is_empty(context)]
        slots = self._slots(place, children)
        items: list[Item] = []
        taken = (
            False  # a text that does not fit has left no room for those below; of these nothing is reported
        )
        for child, slot in zip(children, slots, strict=True):
            before = len(context.found)
            items += place.draw(child, place.frame.around(slot), slotted=True)
            new = context.found[before:]
            if taken and slot.height < SLACK:
                context.found[before:] = [finding for finding in new if finding.code != _OVERSET]
            taken = taken or any(finding.code == _OVERSET for finding in new)
        return items

    def _slots(self, place: DrawPlace, children: Sequence[Element]) -> list[Box]:
        """The boxes of the children that are drawn, in order.

        Raises:
            LayoutFault: L220, the children are longer than the box.
        """
        if not children:
            return []
        box, column = place.box, self.tag == "column"
        main, cross = (box.height, box.width) if column else (box.width, box.height)
        gap = self.gap.of(main)
        sizes = [child.own_size(place.frame.shape) for child in children]
        wishes = [_Along(height, width) if column else _Along(width, height) for width, height in sizes]
        lengths = [wish.main.of(main) if wish.main else None for wish in wishes]
        gaps = gap * (len(children) - 1)
        if column:
            self._natural_heights(place.context, children, wishes, lengths, room=main - gaps, cross=cross)
        open_ones = lengths.count(None)
        rest = main - gaps - fsum(length for length in lengths if length is not None)
        if rest < -SLACK:
            raise LayoutFault(
                "L220",
                f"the elements of '<{self.tag}>' need {main - rest:.4g} mm, it has {main:.4g} mm",
                "make them smaller or the box larger",
            )
        share = max(rest, 0.0) / open_ones if open_ones else 0.0
        spare = 0.0 if open_ones else max(rest, 0.0)
        at, between = _justified(self.justify, spare, gap, len(children))
        slots = []
        for length, wish in zip(lengths, wishes, strict=True):
            size = share if length is None else length
            offset, breadth = _crosswise(self.align, cross, wish.cross)
            if column:
                slots.append(Box(box.x + offset, box.y + at, breadth, size))
            else:
                slots.append(Box(box.x + at, box.y + offset, size, breadth))
            at += size + between
        return slots

    def _natural_heights(
        self,
        context: DrawContext,
        children: Sequence[Element],
        wishes: Sequence[_Along],
        lengths: list[float | None],
        *,
        room: float,
        cross: float,
    ) -> None:
        """Fill in the heights of texts that have none of their own, in place."""
        room -= fsum(length for length in lengths if length is not None)
        for index, child in enumerate(children):
            if lengths[index] is None:
                _, breadth = _crosswise(self.align, cross, wishes[index].cross)
                height = child.natural_height(context, breadth, max(room, 0.0))
                if height is not None:
                    lengths[index] = height
                    room -= height


class _Along(NamedTuple):
    """Sizes in the direction of a line and across it; None where the element does not say."""

    main: Measure | None
    cross: Measure | None


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


class Row(RowOrColumn):
    """Elements side by side; those without a `width` (or `size`) share what is left."""

    tag = "row"
    sample = '<row height="8" gap="1"><rect width="8"/><rect/></row>'


class Column(RowOrColumn):
    """Elements one below the other; texts without a `height` take what they need, others share the rest."""

    tag = "column"
    sample = '<column gap="1"><text>Cost</text><rect/></column>'


class Grid(Placed):
    """Elements in equal cells, row by row; each cell is the frame of its element."""

    tag = "grid"
    holds = "elements"
    sample = '<grid columns="2" gap="1"><rect/><rect/><rect/></grid>'
    columns: int = attribute(whole(1, 100), "cells side by side", 1)
    rows: int | None = attribute(whole(1, 100), "cells one below the other; as many as are needed without it")
    gap: Measure = attribute(SIZE, "space between cells", Measure())
    cell_height: Measure | None = attribute(SIZE, "height of a cell; the rows fill the box without it")

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """Its elements, each in its cell."""
        children = place.context.shown(self.children)
        cells = self._cells(place.box, len(children))
        return [
            item
            for child, cell in zip(children, cells, strict=True)
            for item in place.draw(child, place.frame.around(cell))
        ]

    def _cells(self, box: Box, count: int) -> list[Box]:
        """The cells for that many children, row by row.

        Raises:
            LayoutFault: L220, there are more children than cells, or the rows are higher than the box.
        """
        if count == 0:
            return []
        columns = self.columns
        rows = self.rows or math.ceil(count / columns)
        if count > columns * rows:
            raise LayoutFault(
                "L220",
                f"'<grid>' has {times(columns * rows, 'cell')} for {times(count, 'element')}",
                "give it more rows or columns",
            )
        gap_x, gap_y = self.gap.of(box.width), self.gap.of(box.height)
        width = (box.width - gap_x * (columns - 1)) / columns
        height = (box.height - gap_y * (rows - 1)) / rows
        if self.cell_height is not None:
            height = self.cell_height.of(box.height)
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


class Cell(Lettering):
    """A cell of a table row: a text."""

    tag = "td"
    holds = "words"
    sample = '<td fill="#F2EFE6">Cost</td>'
    fill: PaintChoice | None = attribute(PAINT, "paint behind the cell")


class TableRow(Element):
    """A row of a table."""

    tag = "tr"
    holds = "cells"
    sample = '<tr header="true"><td>Cost</td><td>3</td></tr>'
    header: bool = attribute(FLAG, "`true` sets the row bold", False)
    fill: PaintChoice | None = attribute(PAINT, "paint behind the row")


class Table(Placed):
    """Rows of texts in columns; rows are as high as their texts."""

    tag = "table"
    holds = "rows"
    sample = '<table columns="2* 1*"><tr><td>Cost</td><td>3</td></tr></table>'
    columns: str = attribute(
        TEXT, "widths: distances, or shares of the rest such as `1* 2*`; equal without it", ""
    )
    padding: Measure = attribute(SIZE, "space around the text of each cell", Measure(1.0))
    rule: float = attribute(MILLIMETRES, "thickness of the lines between rows", 0.15)
    stroke: PaintChoice | None = attribute(PAINT, "paint of the lines; black without it")

    def idle(self, written: Mapping[str, str | None]) -> Mapping[str, str]:
        """The paint of lines without a thickness."""
        if "stroke" in written and written.get("rule") and self.rule <= 0:
            return {"stroke": "give it a 'rule', or leave it out"}
        return {}

    def items(self, place: DrawPlace) -> Sequence[Item]:
        """Grounds of the cells first, then lines and texts, from the top of the box downwards.

        Raises:
            LayoutFault: L220, the rows are higher than the box; L221, the columns do not fit.
        """
        context, box = place.context, place.box
        rows = cast("list[TableRow]", context.shown(self.children))
        count = max((len(row.children) for row in rows), default=0)
        if count == 0:
            return []
        widths = _column_widths(self.columns, count, box.width)
        padding = self.padding.of(box.width)
        stroke = BLACK if self.stroke is None else laid(self.stroke, box)
        grounds: list[Item] = []
        items: list[Item] = []
        y = box.y
        for index, row in enumerate(rows):
            cells = _cells(context, row, widths)
            height = _height(context, row, cells, padding, box.bottom - y)
            if index and self.rule > 0 and stroke is not None:
                line = polygon([(box.x, y), (box.right, y)], closed=False)
                items.append(Stroke(line, stroke, self.rule))
            grounds += _grounds(row, cells, Box(box.x, y, box.width, height))
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


def _column_widths(columns: str, count: int, width: float) -> list[float]:
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


def _height(
    context: DrawContext,
    row: TableRow,
    cells: Sequence[tuple[Cell, float, float]],
    padding: float,
    room: float,
) -> float:
    highest = 0.0
    for cell, _, width in cells:
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
