"""What a sheet of an XLSX file says beside its values (ECMA-376 part 1, §18.3): merged cells, hidden rows, formats of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.load.cell import Cell, Place
from pnp.load.limits import MAX_CELLS
from pnp.load.table.oddity import COVERED

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_ROW = re.compile(rb"<(?:\w+:)?row\b[^>]*>")
_NUMBER = re.compile(rb'\br="(\d{1,7})"')
_HIDDEN = re.compile(rb'\bhidden="(?:1|true)"')
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ZEROS = re.compile(r"0+\Z")
_DECIMALS = re.compile(r"(?:#,##)?0\.(0{1,9})\Z")
_PERCENT = re.compile(r"0(?:\.(0{1,9}))?%\Z")
_WITH_WORDS = re.compile(r'["$€£¥%?]|E\+')


def covered_cells(part: bytes, rows: list[list[Cell]], file: str) -> None:
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


def _empty(file: str, row: int, column: int) -> Cell:
    return Cell(file, "", Place(row, column), Place(row, column + 1))


def hidden_rows(part: bytes) -> frozenset[int]:
    """Numbers, from 0, of the rows that are not shown: hidden by hand or by a filter."""
    if _HIDDEN.search(part) is None:
        return frozenset()
    tags = (found[0] for found in _ROW.finditer(part))
    numbers = (_NUMBER.search(tag) for tag in tags if _HIDDEN.search(tag))
    return frozenset(int(number[1]) - 1 for number in numbers if number)


def unescaped(text: str) -> str:
    """A text of the file with ``_xHHHH_`` as the characters they stand for (ST_Xstring, §22.9.2.19), lines ended by line breaks."""
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
    """What is left out of a text some of whose words are stressed (see ``Cell.aside``).

    Args:
        parts: A ``CellRichText`` of openpyxl.
    """
    fonts = [getattr(part, "font", None) for part in parts if str(part).strip()]
    seen = {bool(font and (font.b or font.i or font.strike)) for font in fonts}
    if seen != {True, False}:
        return ""
    return "some words of the cell are bold, italic or struck out, which is not printed; write **…** or *…* around them"
