"""Tables for the terminal."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from textwrap import wrap
from unicodedata import combining, east_asian_width

LEAST = 20
"""Columns that the wrapped column has on any terminal."""


def width(text: str) -> int:
    """Columns that the text takes on a terminal."""
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def terminal_columns() -> int:
    """Columns that tables may take."""
    return min(shutil.get_terminal_size((110, 24)).columns, 160)


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    flexible: int,
    right: Sequence[int] = (),
    columns: int | None = None,
) -> list[str]:
    """Lines of a table.

    Args:
        head: Titles.
        rows: Cells, as many as titles.
        flexible: Index of the column that is wrapped to what room the others leave.
        right: Indexes of the columns that are set flush right.
        columns: Width of the terminal; None asks the terminal.
    """
    columns = columns or terminal_columns()
    widths = [max(width(row[index]) for row in [head, *rows]) for index in range(len(head))]
    room = columns - sum(widths) + widths[flexible] - 2 * (len(head) - 1)
    widths[flexible] = max(min(widths[flexible], room), LEAST)
    lines = [_line(head, widths, right), "  ".join("─" * size for size in widths)]
    for row in rows:
        parts = wrap(row[flexible], widths[flexible]) or [""]
        lines.append(_line([*row[:flexible], parts[0], *row[flexible + 1 :]], widths, right))
        lines += [
            _line(["" if index != flexible else part for index in range(len(head))], widths, ())
            for part in parts[1:]
        ]
    return lines


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    padded = []
    for index, (cell, size) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (size - width(cell))
        padded.append(space + cell if index in right else cell + space)
    return "  ".join(padded).rstrip()
