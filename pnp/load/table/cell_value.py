"""Cells to the values that YAML would give."""

from __future__ import annotations

import re

from pnp.load.cell import Cell
from pnp.load.field import FIELD_KINDS
from pnp.load.field.number import whole
from pnp.load.yaml_node import Node


def cell_value(cell: Cell, kind: str, decimal_comma: bool) -> Node:
    """The cell as the node that its field expects; values in ``{{ }}`` stay as they are.

    Args:
        cell: With a text.
        kind: Of the field, or the name of the key, such as ``copies``.
        decimal_comma: Whether numbers are written with a comma.
    """
    cell = cell.stripped()
    if kind in FIELD_KINDS:
        return FIELD_KINDS[kind].cell(cell)
    if kind in ("context", "note"):
        return cell.holding(cell.text, '"')
    if "{{" in cell.text:
        return cell
    if kind == "copies":
        return cell.holding(whole(cell.text))
    if kind == "size" and decimal_comma:
        return cell.holding(re.sub(r"(\d),(\d)", r"\1.\2", cell.text))
    return cell.holding(cell.text)
