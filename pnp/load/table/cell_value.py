"""Cells to the values that YAML would give."""

from __future__ import annotations

import re

from pnp.load.cell import Cell, Place
from pnp.load.yaml_node import Node, Sequence
from pnp.source import Chunk

_NUMBER_WITH_NOUGHTS = re.compile(r"([-+]?\d{1,18})[.,](?!000\Z)0+\Z")
"""A whole number as some programs write it; with three noughts it may as well be thousands."""
# Flags as people and the spreadsheets of cs, pl, fr and de write them.
_TRUE = frozenset(
    ["true", "yes", "y", "x", "1", "✓", "pravda", "ano", "prawda", "tak", "vrai", "oui", "wahr", "ja"]
)
_FALSE = frozenset(
    ["false", "no", "n", "0", "nepravda", "ne", "fałsz", "nie", "faux", "non", "falsch", "nein"]
)


def cell_value(cell: Cell, kind: str, decimal_comma: bool) -> Node:
    """The cell as the node that its field expects; values in ``{{ }}`` stay as they are.

    Args:
        cell: With a text.
        kind: Of the field, or the name of the key, such as ``copies``.
        decimal_comma: Whether numbers are written with a comma.
    """
    cell = cell.stripped()
    if kind in ("text", "context", "note"):
        return cell.holding(cell.text, '"')
    if "{{" in cell.text:
        return cell
    if kind in ("terms", "list"):
        return _listed(cell)
    return cell.holding(_plain(cell.text, kind, decimal_comma))


def _plain(text: str, kind: str, decimal_comma: bool) -> str:
    """The characters that YAML would have in place of these."""
    if kind in ("number", "copies"):
        match = _NUMBER_WITH_NOUGHTS.match(text)
        return str(int(match.group(1))) if match else text
    if kind == "flag":
        word = text.casefold()
        return "true" if word in _TRUE else "false" if word in _FALSE else text
    if kind == "size" and decimal_comma:
        return re.sub(r"(\d),(\d)", r"\1.\2", text)
    return text


def _listed(cell: Cell) -> Sequence:
    """The parts between semicolons or lines; between commas where there are none of those."""
    separator = r"[;\n|]" if re.search(r"[;\n|]", cell.text) else ","
    made = Sequence(cell.file, cell.start, flow=True)
    made.end = cell.end
    at = 0
    for part in re.split(separator, cell.text):
        if part.strip():
            made.items.append(_part(cell, at + len(part) - len(part.lstrip()), part.strip()))
        at += len(part) + 1
    return made


def _part(cell: Cell, offset: int, text: str) -> Cell:
    before = [chunk for chunk in cell.chunks if chunk.offset <= offset]
    if not before:
        return cell.holding(text)
    line, column = before[-1].line, before[-1].column + offset - before[-1].offset
    start, end = Place(line - 1, column - 1), Place(line - 1, column - 1 + len(text))
    return Cell(cell.file, text, start, end, (Chunk(0, line, column),))
