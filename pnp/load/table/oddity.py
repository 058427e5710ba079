"""Faulty cells, and what a sheet shows of a cell that its text lacks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.diagnostics import Diagnostic, error, times, warning
from pnp.load.cell import TableCell
from pnp.source import Span

DATE = "a date"
TIME = "a time"
ERROR = "an error"
UNRECKONED = "a formula without a value"
COVERED = "nothing: a merged cell covers it"
LONG = "a number of more than 15 digits, of which sheets keep no more"

FAILED_CELL = re.compile(
    r"#(?:REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!)|Err:\d{3}|Loading\.\.\."
)
"""Error values that spreadsheet programs write into CSV."""

_RETYPE = "format the column as text and type the value again"
_CURES = {
    DATE: _RETYPE,
    TIME: _RETYPE,
    LONG: _RETYPE,
    COVERED: "split the merged cell and write the value into each cell",
}
_MEND = "open the file in a spreadsheet program, mend the formula and save"

# What spreadsheet programs write into CSV with the option to save formulas.
_FORMULA = re.compile(
    r'="[^"]*"|=[+-]?(?:[A-Z][A-Z.]*\(.*\)|\$?[A-Z]{1,3}\$?\d+(?:[-+*/^&:!=<>].*)?|\d[\d.,]*(?:[-+*/]\d[\d.,]*)+)'
)
_TEXT_FORMULA = re.compile(r'="([^"]*)"')
_SHOWN_ROWS = 6


def oddity(cell: TableCell) -> Diagnostic:
    """The fault of a cell that has no value that could be printed (Y516)."""
    message = f"the cell holds {cell.odd}" + (f", '{cell.text}'" if cell.text else "")
    return error("Y516", message, cell.span, _CURES.get(cell.odd, _MEND))


def is_blank(row: Sequence[TableCell]) -> bool:
    """Whether the row says nothing: what a merged cell covers says nothing either."""
    return not any(cell.text.strip() or (cell.odd and cell.odd != COVERED) for cell in row)


def aside(cell: TableCell, *, sheet: bool) -> Diagnostic | None:
    """The finding about what a printed cell shows in its sheet besides its text, or would show (Y517).

    Args:
        cell: With a text.
        sheet: Whether it comes from a spreadsheet.
    """
    if cell.aside:
        message, _, cure = cell.aside.partition("; ")
        return warning("Y517", message, cell.span, cure)
    text = cell.text.strip()
    if sheet or text[:1] not in ("=", "#", "E", "L"):
        return None
    if FAILED_CELL.fullmatch(text):
        message = f"'{text}' is what a spreadsheet shows in place of a value; it is printed as it is"
        return warning("Y517", message, cell.span, "mend the cell there and export the table again")
    if _FORMULA.fullmatch(text):
        value = _TEXT_FORMULA.fullmatch(text)
        cure = f"write {value[1]}" if value else "export the table with values in place of formulas"
        return warning("Y517", f"the formula '{text}' is printed as it is", cell.span, cure)
    return None


def hidden_rows(file: str, rows: Sequence[int]) -> Diagnostic:
    """The finding that hidden rows of a sheet are read (Y518).

    Args:
        file: The sheet as shown.
        rows: Their numbers from 0; at least one.
    """
    named = ", ".join(str(row + 1) for row in rows[:_SHOWN_ROWS]) + (" …" if len(rows) > _SHOWN_ROWS else "")
    are = "is" if len(rows) == 1 else "are"
    message = f"{times(len(rows), 'row')} that the sheet hides {are} read like the others: {named}"
    cure = "delete those that are not to be printed, or write 0 copies into them"
    return warning("Y518", message, Span(file, rows[0] + 1, 1, rows[0] + 1, 2), cure)
