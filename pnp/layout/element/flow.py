"""Elements that hold others: the face, groups, rows, columns, grids, tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pnp.diagnostics import error
from pnp.draw import GlyphRun, Group
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.layout.element.attribute import Element, Placed, attribute
from pnp.layout.element.content import Lettering
from pnp.layout.flow import SLACK, draw_table, grid_slots, line_slots
from pnp.layout.form import CLIP, ClipChoice
from pnp.layout.frame import Measure
from pnp.layout.kind import FLAG, MILLIMETRES, SIZE, TEXT, choice, whole
from pnp.layout.paint import PAINT, PaintChoice

if TYPE_CHECKING:
    from pnp.draw import Clip, Item
    from pnp.layout.drawing import DrawPlace

Align = Literal["start", "center", "end", "stretch"]
_OVERSET = "T100"
_CAPITAL = 0.7
"""Height of capitals, as a share of the type size."""
_CUT = 0.2
"""Millimetres of a line that a clip may cut off unnoticed."""


@dataclass(init=False, eq=False, repr=False)
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


@dataclass(init=False, eq=False, repr=False)
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
        items = [item for child in self.children for item in place.draw(child, frame)]
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


@dataclass(init=False, eq=False, repr=False)
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
        slots = line_slots(
            self,
            place.box,
            place.frame.shape,
            children,
            lambda child, *room: child.natural_height(context, *room),
        )
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


@dataclass(init=False, eq=False, repr=False)
class Row(RowOrColumn):
    """Elements side by side; those without a `width` (or `size`) share what is left."""

    tag = "row"
    sample = '<row height="8" gap="1"><rect width="8"/><rect/></row>'


@dataclass(init=False, eq=False, repr=False)
class Column(RowOrColumn):
    """Elements one below the other; texts without a `height` take what they need, others share the rest."""

    tag = "column"
    sample = '<column gap="1"><text>Cost</text><rect/></column>'


@dataclass(init=False, eq=False, repr=False)
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
        cells = grid_slots(self, place.box, len(children))
        return [
            item
            for child, cell in zip(children, cells, strict=True)
            for item in place.draw(child, place.frame.around(cell))
        ]


@dataclass(init=False, eq=False, repr=False)
class Cell(Lettering):
    """A cell of a table row: a text."""

    tag = "td"
    holds = "words"
    sample = '<td fill="#F2EFE6">Cost</td>'
    fill: PaintChoice | None = attribute(PAINT, "paint behind the cell")


@dataclass(init=False, eq=False, repr=False)
class TableRow(Element):
    """A row of a table."""

    tag = "tr"
    holds = "cells"
    sample = '<tr header="true"><td>Cost</td><td>3</td></tr>'
    header: bool = attribute(FLAG, "`true` sets the row bold", False)
    fill: PaintChoice | None = attribute(PAINT, "paint behind the row")


@dataclass(init=False, eq=False, repr=False)
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
        """Grounds of the cells first, then lines and texts."""
        return draw_table(place.context, self, place.box)
