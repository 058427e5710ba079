"""XLSX to rows (ECMA-376), by openpyxl."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pnp.diagnostics import error, extra_cures
from pnp.load.cell import CellMark, TableCell
from pnp.load.limits import MAX_CELLS, MAX_ROWS
from pnp.load.table.archive import CellLetters, beside, check_sheets, choose, packed, parts
from pnp.load.table.oddity import COVERED, DATE, ERROR, LONG, TIME, UNRECKONED
from pnp.load.table.table import CellTable, TableFault
from pnp.source import Span

_EXACT_BELOW = 10**15


def xlsx_table(data: bytes, file: str, sheet: str) -> CellTable:
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
        cures = (*extra_cures("spreadsheets"), "or save the sheet as .csv or .ods")
        raise TableFault(error("E340", "reading .xlsx needs openpyxl", Span(file), cures)) from None
    unpacked = parts(data, file)
    check_sheets(sum(len(_SHEET.findall(part)) for part in unpacked.values()), file)
    bounded = packed(unpacked)  # openpyxl gets what is within the limits, and nothing else by another name
    try:
        rich = any(
            b"rPr>" in part for at, part in unpacked.items() if "haredStrings" in at or "worksheets/" in at
        )
        values = openpyxl.load_workbook(io.BytesIO(bounded), data_only=True, read_only=True, rich_text=rich)
        names = [each.title for each in values.worksheets]
        hidden = {each.title for each in values.worksheets if each.sheet_state != "visible"}
        name = names[choose(names, sheet, file, hidden)]
        reckoned = any(
            b"<f>" in part or b"<f " in part for at, part in unpacked.items() if "worksheets/" in at
        )
        rows = _rows(values[name], f"{file}:{name}!", whole=reckoned)
        xml = unpacked.get(getattr(values[name], "_worksheet_path", "").lstrip("/"), b"")
        covered_cells(xml, rows, f"{file}:{name}!")
        if reckoned:
            formulas = openpyxl.load_workbook(io.BytesIO(bounded), read_only=True)
            _mark_unreckoned(rows, formulas[name])
        filled = [row for row in map(_trimmed, rows) if row]
        others, unseen = beside(names, name, hidden)
        return CellTable(
            f"{file}:{name}!",
            filled,
            sheet=True,
            decimal_comma=True,
            others=others,
            unseen=unseen,
            hidden=hidden_rows(xml),
        )
    except TableFault:
        raise
    except Exception as fault:  # openpyxl raises what its parts raise
        cure = "save it again in the spreadsheet program"
        raise TableFault(
            error("Y500", "the file is no spreadsheet or is damaged", Span(file), cure)
        ) from fault


def _rows(sheet: Any, file: str, *, whole: bool) -> list[list[TableCell]]:
    """All cells; without ``whole`` those up to the last filled one of each row."""
    sheet.reset_dimensions()  # what the sheet says of its size may be wrong
    rows: list[list[TableCell]] = []
    cells, letters = 0, CellLetters(file)
    for number, row in enumerate(sheet.iter_rows()):
        width = len(row) if whole else _filled(row)
        cells += width
        if cells > MAX_CELLS or number >= MAX_ROWS:  # openpyxl counts up to whatever row the file names
            message = f"the sheet has more than {MAX_CELLS:,} cells or {MAX_ROWS:,} rows"
            raise TableFault(error("Y500", message, Span(file), "delete the empty rows and columns"))
        made: list[TableCell] = []
        for column, cell in enumerate(row[:width]):
            value = cell.value
            if isinstance(value, str):
                letters.add(len(value), number, column)
            elif isinstance(value, list):  # of texts, each with a format
                letters.add(sum(len(str(part)) for part in value), number, column)
            made.append(_cell(cell, file, number, column))
        rows.append(made)
    return rows


def _filled(row: Sequence[Any]) -> int:
    """How many cells there are up to the last filled one."""
    width = len(row)
    while width and row[width - 1].value is None:
        width -= 1
    return width


def _trimmed(row: list[TableCell]) -> list[TableCell]:
    """The row without the empty cells at its end."""
    while row and not row[-1].text and not row[-1].odd:
        row.pop()
    return row


def _mark_unreckoned(rows: list[list[TableCell]], sheet: Any) -> None:
    """Programs that only write spreadsheets leave formulas without a value: such cells are not empty."""
    sheet.reset_dimensions()
    for row, written in zip(rows, sheet.iter_rows(values_only=True), strict=False):
        for cell, formula in zip(row, written, strict=False):
            if not cell.text and isinstance(formula, str) and formula.startswith("="):
                cell.odd = UNRECKONED


def _cell(cell: Any, file: str, row: int, column: int) -> TableCell:
    text, odd, aside = _value(cell.value, cell)
    return TableCell(file, text, CellMark(row, column), CellMark(row, column + 1), (), odd, aside)


def _value(value: Any, cell: Any) -> tuple[str, str, str]:
    """The cell as text, what is odd about it, and what its text lacks."""
    if value is None:
        return "", "", ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        if abs(value) >= _EXACT_BELOW:
            return f"{value:.15g}", LONG, ""
        text, aside = formatted(value, cell.number_format or "")
        return text, "", aside
    text, odd = _words(value)
    if not odd and cell.data_type == "e":
        odd = ERROR
    return text, odd, styled(value) if isinstance(value, list) else ""


def _words(value: Any) -> tuple[str, str]:
    """A value other than a number as text, and what is odd about it."""
    if isinstance(value, bool):
        return str(value).lower(), ""
    if isinstance(value, datetime.time | datetime.timedelta):
        return str(value), TIME
    if isinstance(value, datetime.date):
        return value.isoformat().removesuffix("T00:00:00"), DATE
    return unescaped(str(value)), ""


_SHEET = re.compile(rb"<(?:\w+:)?sheet\b")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_ROW = re.compile(rb"<(?:\w+:)?row\b[^>]*>")
_NUMBER = re.compile(rb'\br="(\d{1,7})"')
_HIDDEN = re.compile(rb'\bhidden="(?:1|true)"')
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ZEROS = re.compile(r"0+\Z")
_DECIMALS = re.compile(r"(?:#,##)?0\.(0{1,9})\Z")
_PERCENT = re.compile(r"0(?:\.(0{1,9}))?%\Z")
_WITH_WORDS = re.compile(r'["$€£¥%?]|E\+')


def covered_cells(part: bytes, rows: list[list[TableCell]], file: str) -> None:
    """Mark the cells that a merged cell covers: they look filled and are empty.

    Args:
        part: XML of the sheet.
        rows: All cells of the sheet from its first row on; covered ones are added where rows are too short.
        file: The sheet as shown.
    """
    left = MAX_CELLS
    for top, first, bottom, last in _merged(part):
        for number in range(top, min(bottom + 1, len(rows))):
            row = rows[number]
            left -= last - first + 1 + max(last + 1 - len(row), 0)
            if left < 0:
                return
            row += [_empty(file, number, column) for column in range(len(row), last + 1)]
            for column in range(first, last + 1):
                if (number, column) != (top, first) and not row[column].text:
                    row[column].odd = COVERED


def _merged(part: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Top, left, bottom and right of each merged cell, from 0."""
    for found in _MERGED.finditer(part):
        left, top, right, bottom = found.groups()
        yield int(top) - 1, _column(left), int(bottom) - 1, _column(right)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def _empty(file: str, row: int, column: int) -> TableCell:
    return TableCell(file, "", CellMark(row, column), CellMark(row, column + 1))


def hidden_rows(part: bytes) -> frozenset[int]:
    """Numbers, from 0, of the rows that are not shown: hidden by hand or by a filter."""
    if _HIDDEN.search(part) is None:
        return frozenset()
    tags = (found[0] for found in _ROW.finditer(part))
    numbers = (_NUMBER.search(tag) for tag in tags if _HIDDEN.search(tag))
    return frozenset(int(number[1]) - 1 for number in numbers if number)


def unescaped(text: str) -> str:
    """A text of the file with ``_xHHHH_`` decoded (ST_Xstring, §22.9.2.19) and plain line breaks."""
    if "_x" in text:
        text = _ESCAPED.sub(_character, text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _character(found: re.Match[str]) -> str:
    char = chr(int(found[1], 16))
    return char if char.isprintable() or char in "\r\n\t" else found[0]


def formatted(value: float, form: str) -> tuple[str, str]:
    """A number as its cell shows it, and what the cell shows of it that is left out (see ``Cell.aside``).

    Args:
        value: Of the cell.
        form: Its format.
    """
    form = form.partition(";")[0]
    text = str(int(value)) if value == int(value) else f"{value:.15g}"
    if zeros := _ZEROS.match(form):  # 007 is often the number 7 with the format 000
        return text.zfill(len(zeros.group())), ""
    if decimals := _DECIMALS.match(form):
        return f"{value:.{len(decimals[1])}f}", ""
    if percent := _PERCENT.match(form):
        return f"{value * 100:.{len(percent[1] or '')}f}%", ""
    if _WITH_WORDS.search(form):
        message = f"the sheet shows the number by the format '{form}', which is not printed"
        return text, f"{message}; format the column as text and type what is to be printed"
    return text, ""


def styled(parts: Any) -> str:
    """The note for a text with emphasized words, whose emphasis is lost (see ``Cell.aside``).

    Args:
        parts: A ``CellRichText`` of openpyxl.
    """
    fonts = [getattr(part, "font", None) for part in parts if str(part).strip()]
    seen = {bool(font and (font.b or font.i or font.strike)) for font in fonts}
    if seen != {True, False}:
        return ""
    return "some words of the cell are bold, italic or struck out, which is not printed; write **…** or *…* around them"
