"""What holds other elements: the face, groups, rows, columns, grids, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.layout.element.attribute import Element, Placed, attribute
from pnp.layout.element.content import Lettering
from pnp.layout.form import CLIP, ClipChoice
from pnp.layout.kind import FLAG, MILLIMETRES, SIZE, TEXT, choice, whole
from pnp.layout.measure import Measure
from pnp.layout.paint import PAINT, PaintChoice

Align = Literal["start", "center", "end", "stretch"]


@dataclass(frozen=True, kw_only=True)
class FaceElement(Element):
    """The whole face; its frame is the box of the trim."""

    tag = "face"
    holds = "elements"
    fill: PaintChoice | None = attribute(PAINT, "ground of the face, bleed included")


@dataclass(frozen=True, kw_only=True)
class GroupElement(Placed):
    """A group: its box is the frame of its contents."""

    tag = "g"
    holds = "elements"
    clip: ClipChoice | None = attribute(CLIP, "shape of the box outside which nothing shows")


@dataclass(frozen=True, kw_only=True)
class _Line(Placed):
    holds = "elements"
    gap: Measure = attribute(SIZE, "space between neighbours", Measure())
    align: Align = attribute(
        choice("start", "center", "end", "stretch"), "of the elements across; `stretch` fills", "stretch"
    )
    justify: Literal["start", "center", "end", "between"] = attribute(
        choice("start", "center", "end", "between"),
        "where the elements are placed if they do not fill the length",
        "start",
    )


@dataclass(frozen=True, kw_only=True)
class Row(_Line):
    """Elements side by side; those without a `width` (or `size`) share what is left."""

    tag = "row"


@dataclass(frozen=True, kw_only=True)
class Column(_Line):
    """Elements one below the other; texts without a `height` take what they need, others share what is left."""

    tag = "column"


@dataclass(frozen=True, kw_only=True)
class Grid(Placed):
    """Elements in equal cells, row by row; each cell is the frame of its element."""

    tag = "grid"
    holds = "elements"
    columns: int = attribute(whole(1, 100), "cells side by side", 1)
    rows: int | None = attribute(whole(1, 100), "cells one below the other; as many as are needed without it")
    gap: Measure = attribute(SIZE, "space between cells", Measure())
    cell_height: Measure | None = attribute(SIZE, "height of a cell; the rows fill the box without it")


@dataclass(frozen=True, kw_only=True)
class Cell(Lettering):
    """A cell of a table row: a text."""

    tag = "td"
    holds = "words"
    fill: PaintChoice | None = attribute(PAINT, "paint behind the cell")


@dataclass(frozen=True, kw_only=True)
class TableRow(Element):
    """A row of a table."""

    tag = "tr"
    holds = "cells"
    header: bool = attribute(FLAG, "`true` sets the row bold", False)
    fill: PaintChoice | None = attribute(PAINT, "paint behind the row")


@dataclass(frozen=True, kw_only=True)
class Table(Placed):
    """Rows of texts in columns; rows are as high as their texts."""

    tag = "table"
    holds = "rows"
    columns: str = attribute(
        TEXT, "widths: distances, or shares of the rest such as `1* 2*`; equal without it", ""
    )
    padding: Measure = attribute(SIZE, "space around the text of each cell", Measure(1.0))
    rule: float = attribute(MILLIMETRES, "thickness of the lines between rows", 0.15)
    stroke: PaintChoice | None = attribute(PAINT, "paint of the lines; black without it")
