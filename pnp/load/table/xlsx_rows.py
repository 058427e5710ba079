"""XLSX to rows (ECMA-376), by openpyxl."""

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from typing import Any

from pnp.diagnostics import error
from pnp.load.cell import Cell, Place
from pnp.load.limits import MAX_CELLS, MAX_ROWS
from pnp.load.table.archive import choose, packed, parts
from pnp.load.table.table import Table, TableFault
from pnp.regex import regex
from pnp.source import Span

_ZEROS = regex(r"0+\Z")


def xlsx_table(data: bytes, file: str, sheet: str) -> Table:
    """The filled rows of a sheet.

    Args:
        data: Of the file.
        file: Its name as shown.
        sheet: Name of the sheet; the first one when empty.

    Raises:
        TableFault: It cannot be read (Y500), the sheet is not there (Y502), or openpyxl is missing (E340).
    """
    try:
        import openpyxl
    except ImportError:
        cure = "pip install 'pnp-press[spreadsheets]', or save the sheet as .csv or .ods"
        raise TableFault(error("E340", "reading .xlsx needs openpyxl", Span(file), cure)) from None
    unpacked = parts(data, file)
    bounded = packed(unpacked)  # openpyxl gets what is within the limits, and nothing else by another name
    try:
        values = openpyxl.load_workbook(io.BytesIO(bounded), data_only=True, read_only=True)
        names = [each.title for each in values.worksheets]
        name = names[choose(names, sheet, file)]
        reckoned = any(
            b"<f>" in part or b"<f " in part for at, part in unpacked.items() if "worksheets/" in at
        )
        rows = _rows(values[name], f"{file}:{name}!", whole=reckoned)
        if reckoned:
            formulas = openpyxl.load_workbook(io.BytesIO(bounded), read_only=True)
            _mark_unreckoned(rows, formulas[name])
        filled = [row for row in map(_trimmed, rows) if row]
        others = tuple(each for each in names if each != name)
        return Table(f"{file}:{name}!", filled, sheet=True, decimal_comma=True, others=others)
    except TableFault:
        raise
    except Exception as fault:  # openpyxl raises what its parts raise
        cure = "save it anew in the spreadsheet program"
        raise TableFault(
            error("Y500", "the file is no spreadsheet or is damaged", Span(file), cure)
        ) from fault


def _rows(sheet: Any, file: str, *, whole: bool) -> list[list[Cell]]:
    """All cells; without ``whole`` those up to the last filled one of each row."""
    sheet.reset_dimensions()  # what the sheet says of its size may be wrong
    rows: list[list[Cell]] = []
    cells = 0
    for number, row in enumerate(sheet.iter_rows()):
        width = len(row) if whole else _filled(row)
        cells += width
        if cells > MAX_CELLS or number >= MAX_ROWS:  # openpyxl counts up to whatever row the file names
            message = f"the sheet has more than {MAX_CELLS:,} cells or {MAX_ROWS:,} rows"
            raise TableFault(error("Y500", message, Span(file), "delete the empty rows and columns"))
        rows.append([_cell(cell, file, number, column) for column, cell in enumerate(row[:width])])
    return rows


def _filled(row: Sequence[Any]) -> int:
    """How many cells there are up to the last filled one."""
    width = len(row)
    while width and row[width - 1].value is None:
        width -= 1
    return width


def _trimmed(row: list[Cell]) -> list[Cell]:
    """The row without the empty cells at its end."""
    while row and not row[-1].text and not row[-1].odd:
        row.pop()
    return row


def _mark_unreckoned(rows: list[list[Cell]], sheet: Any) -> None:
    """Programs that only write spreadsheets leave formulas without a value: such cells are not empty."""
    sheet.reset_dimensions()
    for row, written in zip(rows, sheet.iter_rows(values_only=True), strict=False):
        for cell, formula in zip(row, written, strict=False):
            if not cell.text and isinstance(formula, str) and formula.startswith("="):
                cell.odd = "a formula without a value"


def _cell(cell: Any, file: str, row: int, column: int) -> Cell:
    text, odd = _value(cell.value, cell)
    return Cell(file, text, Place(row, column), Place(row, column + 1), (), odd)


def _value(value: Any, cell: Any) -> tuple[str, str]:
    """The cell as text, and what is odd about it."""
    if value is None:
        return "", ""
    if isinstance(value, bool):
        return str(value).lower(), ""
    if isinstance(value, int | float):
        text = str(int(value)) if value == int(value) else repr(value)
        zeros = _ZEROS.match(cell.number_format or "")  # 007 is often the number 7 with the format 000
        return (text.zfill(len(zeros.group())) if zeros else text), ""
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat(), "a date"
    if cell.data_type == "e":
        return str(value), "an error"
    return str(value).replace("\r\n", "\n"), ""
