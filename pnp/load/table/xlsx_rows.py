"""XLSX to rows (ECMA-376 part 1, §18), in its transitional and its strict form."""

from __future__ import annotations

import datetime
import io
import posixpath
import re
import xml.etree.ElementTree as ET
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.diagnostics import error
from pnp.load.limits import MAX_CELLS, MAX_COLUMNS, MAX_ROWS
from pnp.load.table.archive import EMPHASIS, CellLetters, beside, check_sheets, choose, parts
from pnp.load.table.table import COVERED, DATE, ERROR, LONG, TIME, UNCALCULATED, CellTable, TableFault
from pnp.load.yaml.node import CellMark, TableCell
from pnp.source import Span

_EXACT_BELOW = 10**15


def xlsx_table(data: bytes, file: str, sheet: str) -> CellTable:
    """The filled rows of a sheet.

    Args:
        data: Of the file.
        file: Its name as shown.
        sheet: Name of the sheet; the first one when empty.

    Raises:
        TableFault: It cannot be read (Y500), or the sheet is not there (Y502).
    """
    unpacked = {name.replace("\\", "/").lower(): part for name, part in parts(data, file).items()}
    try:
        book = _Workbook(unpacked, file)
        names = [name for name, _ in book.sheets]
        name, path = book.sheets[choose(names, sheet, file, book.hidden)]
        shown = f"{file}:{name}!"
        rows, hidden = _rows(unpacked.get(path, b""), shown, book)
    except (ET.ParseError, ArithmeticError, LookupError, ValueError, RecursionError) as fault:
        cure = "save it again in the spreadsheet program"
        raise TableFault(
            error("Y500", "the file is no spreadsheet or is damaged", Span(file), cure)
        ) from fault
    others, unseen = beside(names, name, book.hidden)
    return CellTable(
        shown,
        rows,
        sheet=True,
        decimal_comma=True,
        names=tuple(names),
        others=others,
        unseen=unseen,
        hidden=hidden,
    )


def _rows(part: bytes, file: str, book: _Workbook) -> tuple[list[list[TableCell]], frozenset[int]]:
    """The filled rows of a sheet, and the numbers, from 0, of those that are not shown."""
    rows = _Rows(file, book, CellLetters(file))
    merged: list[str] = []
    sheet: ET.Element | None = None
    for event, element in ET.iterparse(io.BytesIO(part), ("start", "end")):
        name = _local(element)
        if event == "start" and name == "sheetData":
            sheet = element
        elif event == "end" and name == "row" and sheet is not None:
            rows.read(element)
            sheet.clear()  # a sheet is larger as a tree than as a file
        elif event == "end" and name == "mergeCell":
            merged.append(element.get("ref", ""))
    covered_cells(merged, rows.rows, file)
    return [row for _, row in sorted(rows.rows.items())], frozenset(rows.hidden)


class _SheetText(NamedTuple):
    """A text of the file, and what it lacks (see ``TableCell.aside``)."""

    text: str
    aside: str


class _Workbook:
    """Everything that the sheets of a workbook share.

    Args:
        unpacked: The parts of the archive by name in lower case.
        file: The workbook as shown.

    Attributes:
        sheets: Name and part of each sheet with cells, in their order.
        hidden: Names of those that the spreadsheet program does not show.
        strings: Texts that cells name by their number (§18.4).
        forms: The format of numbers of each style that cells name by its number (§18.8.30).
        from_1904: Whether days are counted from 1904, not from 1900.
        uncalculated: Whether all formulas are to be calculated when the workbook is opened.
    """

    def __init__(self, unpacked: Mapping[str, bytes], file: str) -> None:
        related = _related(unpacked, "")
        path = next((path for kind, path in related.values() if kind == "officeDocument"), "xl/workbook.xml")
        root = ET.fromstring(unpacked.get(path) or b"<workbook/>")
        related = _related(unpacked, path)
        found = [each for each in root.iter() if _local(each) == "sheet"]
        check_sheets(len(found), file)
        self.sheets: list[tuple[str, str]] = []
        self.hidden: set[str] = set()
        for each in found:
            ids = [value for name, value in each.items() if name.endswith("}id")]
            kind, part = related.get(ids[0] if ids else "", ("", ""))
            name = each.get("name", "")
            if kind == "worksheet":
                self.sheets.append((name, part))
                if each.get("state", "visible") != "visible":
                    self.hidden.add(name)
        by_kind = dict(related.values())
        self.strings = list(_strings(unpacked.get(by_kind.get("sharedStrings", "xl/sharedstrings.xml"), b"")))
        self.forms = _forms(unpacked.get(by_kind.get("styles", "xl/styles.xml"), b""))
        settings = {_local(each): each for each in root}
        self.from_1904 = _flag(settings.get("workbookPr"), "date1904")
        self.uncalculated = _flag(settings.get("calcPr"), "fullCalcOnLoad")


def _related(unpacked: Mapping[str, bytes], path: str) -> dict[str, tuple[str, str]]:
    """Kind and name of each part that a part refers to, by the id of the reference."""
    folder, name = posixpath.split(path)
    part = unpacked.get(posixpath.join(folder, "_rels", f"{name}.rels"))
    return {
        each.get("Id", ""): (
            each.get("Type", "").rpartition("/")[2],
            posixpath.normpath(posixpath.join("/", folder, each.get("Target", ""))).lstrip("/").lower(),
        )
        for each in (ET.fromstring(part) if part else ())
    }


def _local(element: ET.Element) -> str:
    """The name without its namespace, which differs between the two forms."""
    return element.tag.rpartition("}")[2]


def _flag(element: ET.Element | None, name: str) -> bool:
    return element is not None and element.get(name) in ("1", "true", "on")


def _strings(part: bytes) -> Iterator[_SheetText]:
    for each in ET.fromstring(part) if part else ():
        if _local(each) == "si":
            yield _words(each)


def _words(element: ET.Element) -> _SheetText:
    """The text of a string item (§18.4.8), without the readings of its characters."""
    texts: list[str] = []
    emphasized: set[bool] = set()
    for part in element:
        text = "".join(each.text or "" for each in (part, *part) if _local(each) == "t")
        if _local(part) in ("t", "r"):
            texts.append(unescaped(text))
            if text.strip():
                emphasized.add(any(_emphasizes(each) for each in part.iter()))
    return _SheetText("".join(texts), EMPHASIS if len(emphasized) == 2 else "")


def _emphasizes(element: ET.Element) -> bool:
    return _local(element) in ("b", "i", "strike") and element.get("val", "1") not in ("0", "false", "off")


def _forms(part: bytes) -> list[str]:
    written: dict[str, str] = {}
    used: list[str] = []
    for group in ET.fromstring(part) if part else ():
        if _local(group) == "numFmts":
            written = {each.get("numFmtId", ""): each.get("formatCode", "") for each in group}
        elif _local(group) == "cellXfs":
            used = [each.get("numFmtId", "0") for each in group]
    return [written.get(number) or _BUILT_IN.get(number, "") for number in used]


@dataclass(slots=True)
class _Rows:
    """The cells of a sheet as they are read.

    Attributes:
        file: The sheet as shown.
        book: Its workbook.
        rows: The cells of each filled row up to its last filled cell, by number from 0.
        hidden: Numbers of the rows that are not shown: hidden by hand or by a filter.
    """

    file: str
    book: _Workbook
    letters: CellLetters
    rows: dict[int, list[TableCell]] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    cells: int = 0
    number: int = -1

    def read(self, row: ET.Element) -> None:
        """Read one row (§18.3.1.73)."""
        self.number = int(row.get("r") or self.number + 2) - 1
        if _flag(row, "hidden"):
            self.hidden.add(self.number)
        filled: dict[int, TableCell] = {}
        column = -1
        for cell in row:
            named = _LETTERS.match(cell.get("r", ""))
            column = _column(named.group()) if named else column + 1
            made = self._cell(cell, column)
            if (made.text or made.odd) and column < MAX_COLUMNS:
                filled[column] = made
        if filled:
            self._count(max(filled) + 1)
            self.rows[self.number] = [
                filled.get(at) or _empty(self.file, self.number, at) for at in range(max(filled) + 1)
            ]

    def _count(self, cells: int) -> None:
        self.cells += cells
        if self.cells > MAX_CELLS or not 0 <= self.number < MAX_ROWS:
            message = f"the sheet has more than {MAX_CELLS:,} cells or {MAX_ROWS:,} rows"
            raise TableFault(error("Y500", message, Span(self.file), "delete the empty rows and columns"))

    def _cell(self, cell: ET.Element, column: int) -> TableCell:
        text, odd, aside = self._value(cell)
        self.letters.add(len(text), self.number, column)
        start, end = CellMark(self.number, column), CellMark(self.number, column + 1)
        return TableCell(self.file, text, start, end, (), odd, aside)

    def _value(self, cell: ET.Element) -> tuple[str, str, str]:
        """The cell as text, what is odd about it, and what its text lacks (§18.3.1.4)."""
        kind = cell.get("t", "n")
        parts = {_local(part): part for part in cell}
        value = parts["v"].text or "" if "v" in parts else ""
        if "f" in parts and kind != "str" and (not value or (self.book.uncalculated and value == "0")):
            # an empty result is a text; programs that only write leave none, or 0
            return "", UNCALCULATED, ""
        if kind == "n" and value:
            return self._number(value, cell.get("s", "0"))
        words = _SheetText(unescaped(value), "")
        if kind == "inlineStr" and "is" in parts:
            words = _words(parts["is"])
        elif kind == "s" and value:
            words = self.book.strings[int(value)]
        elif kind == "b" and value:
            words = _SheetText("false" if value == "0" else "true", "")
        odd = {"e": ERROR, "d": DATE if "-" in value else TIME}.get(kind, "")
        return words.text.removesuffix("T00:00:00") if kind == "d" else words.text, odd, words.aside

    def _number(self, written: str, style: str) -> tuple[str, str, str]:
        value = int(written) if written.isdecimal() else float(written)
        form = self.book.forms[int(style)] if int(style) < len(self.book.forms) else ""
        if clock := _CLOCK.search(_ASIDE.sub("", form.partition(";")[0])):
            return _moment(value, elapsed="[" in clock.group(), from_1904=self.book.from_1904)
        if abs(value) >= _EXACT_BELOW:
            return f"{value:.15g}", LONG, ""
        text, aside = formatted(value, form)
        return text, "", aside


_LETTERS = re.compile("[A-Z]{1,3}")
_MERGED = re.compile(r"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ZEROS = re.compile(r"0+\Z")
_DECIMALS = re.compile(r"(?:#,##)?0\.(0{1,9})\Z")
_PERCENT = re.compile(r"0(?:\.(0{1,9}))?%\Z")
_WITH_WORDS = re.compile(r'["$€£¥%?]|E\+')
_ASIDE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\[\]]*\]', re.IGNORECASE)
"""Parts of a format that are shown as they are, or that set a colour or a language."""
_CLOCK = re.compile(r"\[?[dmyhs]", re.IGNORECASE)
"""The first part of a date, a time or, in brackets, of a length of time."""

_BUILT_IN = {
    **dict.fromkeys(map(str, (*range(14, 18), 22, *range(27, 37), *range(50, 59))), "yyyy-mm-dd"),
    **dict.fromkeys(map(str, (*range(18, 22), 45, 47)), "hh:mm"),
    **dict.fromkeys(map(str, (*range(5, 9), *range(41, 45))), '"$"0'),
    "1": "0",
    "2": "0.00",
    "3": "#,##0",
    "4": "#,##0.00",
    "9": "0%",
    "10": "0.00%",
    "11": "0.00E+00",
    "12": "# ?/?",
    "13": "# ??/??",
    "46": "[h]:mm:ss",
    "48": "##0.0E+0",
}
"""Formats of numbers that a workbook need not write out (§18.8.30), in a form that is read the same."""


def covered_cells(merged: Iterable[str], rows: dict[int, list[TableCell]], file: str) -> None:
    """Mark the cells that a merged cell covers: they look filled and are empty.

    Args:
        merged: Range of each merged cell, such as A1:B2.
        rows: The filled rows of the sheet by number; covered cells are added where rows are too short.
        file: The sheet as shown.
    """
    left = MAX_CELLS
    for top, first, bottom, last in _ranges(merged):
        last = min(last, MAX_COLUMNS - 1)
        for number in _within(rows, top, bottom):
            row = rows[number]
            left -= last - first + 1 + max(last + 1 - len(row), 0)
            if left < 0:
                return
            row += [_empty(file, number, column) for column in range(len(row), last + 1)]
            for column in range(first, last + 1):
                if (number, column) != (top, first) and not row[column].text:
                    row[column].odd = COVERED


def _within(rows: Collection[int], top: int, bottom: int) -> Iterable[int]:
    """The numbers of filled rows from the top to the bottom of a range."""
    if bottom - top < len(rows):
        return (number for number in range(top, bottom + 1) if number in rows)
    return (number for number in rows if top <= number <= bottom)


def _ranges(merged: Iterable[str]) -> Iterator[tuple[int, int, int, int]]:
    """Top, left, bottom and right of each merged cell, from 0."""
    for range_ in merged:
        if found := _MERGED.fullmatch(range_):
            left, top, right, bottom = found.groups()
            yield int(top) - 1, _column(left), int(bottom) - 1, _column(right)


def _column(letters: str) -> int:
    """The number of a column, from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _empty(file: str, row: int, column: int) -> TableCell:
    return TableCell(file, "", CellMark(row, column), CellMark(row, column + 1))


def unescaped(text: str) -> str:
    """A text of the file with ``_xHHHH_`` decoded (ST_Xstring, §22.9.2.19) and plain line breaks."""
    if "_x" in text:
        text = _ESCAPED.sub(_character, text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _character(found: re.Match[str]) -> str:
    char = chr(int(found[1], 16))
    return char if char.isprintable() or char in "\r\n\t" else found[0]


def _moment(days: float, *, elapsed: bool, from_1904: bool) -> tuple[str, str, str]:
    """A date, time or length of time as text (§18.17.4), what is odd about it, and nothing left out."""
    seconds = datetime.timedelta(seconds=round(days * 86_400))
    if elapsed or 0 <= days < 1:
        return str(seconds), TIME, ""
    first = datetime.date(1904, 1, 1) if from_1904 else datetime.date(1899, 12, 30)
    if not from_1904 and days < 60:
        seconds += datetime.timedelta(days=1)  # the 29th of February 1900 has a number, and never was
    moment = datetime.datetime.combine(first, datetime.time()) + seconds
    return moment.isoformat().removesuffix("T00:00:00"), DATE, ""


def formatted(value: float, form: str) -> tuple[str, str]:
    """A number as its cell shows it, and what is left out of that (see ``TableCell.aside``).

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
