"""ODS to rows (OpenDocument 1.3, part 3)."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

from pnp.diagnostics import error
from pnp.load.limits import MAX_CELL_CHARACTERS, MAX_CELLS, MAX_COLUMNS
from pnp.load.table.archive import EMPHASIS, CellLetters, beside, check_sheets, choose, parts
from pnp.load.table.table import COVERED, DATE, ERROR, TIME, UNCALCULATED, CellTable, TableFault
from pnp.load.yaml.node import CellMark, TableCell
from pnp.source import Span

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_FORMAT = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"

_PERCENT = re.compile(r"-?[\d.,\s]+%")
_BLANKS = re.compile(r"[ \t\r\n]+")


def ods_table(data: bytes, file: str, sheet: str) -> CellTable:
    """The filled rows of a sheet.

    Args:
        data: Of the file.
        file: Its name as shown.
        sheet: Name of the sheet; the first one when empty.

    Raises:
        TableFault: It cannot be read (Y500), or the sheet is not there (Y502).
    """
    content = parts(data, file).get("content.xml", b"")
    try:
        return _table(ET.fromstring(content), file, sheet)  # no document type, so no entities
    except (ET.ParseError, ValueError, RecursionError) as fault:
        cure = "save it again in the spreadsheet program"
        raise TableFault(
            error("Y500", "the file is no spreadsheet or is damaged", Span(file), cure)
        ) from fault


def _table(root: ET.Element, file: str, sheet: str) -> CellTable:
    sheets = list(root.iter(f"{_TABLE}table"))
    check_sheets(len(sheets), file)
    names = [each.get(f"{_TABLE}name", "") for each in sheets]
    unseen = {
        style.get(f"{_STYLE}name", "")
        for style in root.iter(f"{_STYLE}style")
        for properties in style.iter(f"{_STYLE}table-properties")
        if properties.get(f"{_TABLE}display") == "false"
    }
    hidden = {each.get(f"{_TABLE}name", "") for each in sheets if each.get(f"{_TABLE}style-name") in unseen}
    at = choose(names, sheet, file, hidden)
    shown = f"{file}:{names[at]}!"
    others, unseen_sheets = beside(names, names[at], hidden)
    unshown: set[int] = set()
    rows = _rows(sheets[at], shown, unshown, _emphasis(root))
    return CellTable(
        shown,
        rows,
        sheet=True,
        decimal_comma=True,
        names=tuple(names),
        others=others,
        unseen=unseen_sheets,
        hidden=frozenset(unshown),
    )


def _emphasis(root: ET.Element) -> set[str]:
    """Names of the styles that make words bold, italic or struck out."""
    return {
        style.get(f"{_STYLE}name", "")
        for style in root.iter(f"{_STYLE}style")
        for properties in style.iter(f"{_STYLE}text-properties")
        if style.get(f"{_STYLE}family") == "text"
        and (
            properties.get(f"{_FORMAT}font-weight", "normal") not in ("normal", "400")
            or properties.get(f"{_FORMAT}font-style", "normal") != "normal"
            or properties.get(f"{_STYLE}text-line-through-style", "none") != "none"
        )
    }


def _rows(sheet: ET.Element, file: str, hidden: set[int], emphasis: set[str]) -> list[list[TableCell]]:
    """The filled rows; the numbers of those that are not shown go to ``hidden``."""
    rows: list[list[TableCell]] = []
    number = cells = 0
    letters = CellLetters(file)
    for element in sheet.iter(f"{_TABLE}table-row"):
        repeated = int(element.get(f"{_TABLE}number-rows-repeated", "1"))
        runs = _runs(element, emphasis)
        width = sum(run.times for run in runs)
        for copy in range(repeated if runs else 0):
            cells += width
            if cells > MAX_CELLS:
                message = f"the sheet has more than {MAX_CELLS:,} cells"
                raise TableFault(error("Y500", message, Span(file), "delete the rows that are not needed"))
            line = number + copy
            column = 0
            for run in runs:
                letters.add(len(run.text), line, column, run.times)
                column += run.times
            contents = [run for run in runs for _ in range(run.times)]
            if element.get(f"{_TABLE}visibility", "visible") != "visible":
                hidden.add(line)
            rows.append(
                [
                    TableCell(file, text, CellMark(line, column), CellMark(line, column + 1), (), odd, aside)
                    for column, (_, text, odd, aside) in enumerate(contents)
                ]
            )
        number += repeated
    return rows


class _RepeatedCells(NamedTuple):
    """Cells beside one another that hold the same: how many, text, oddity, and what the text lacks."""

    times: int
    text: str
    odd: str
    aside: str


def _runs(row: ET.Element, emphasis: set[str]) -> list[_RepeatedCells]:
    """The cells of a row up to the last one that is not empty; none where all are empty or covered."""
    found: list[_RepeatedCells] = []
    column = 0
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        times = int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
        text, odd, aside = _value(cell, emphasis)
        if cell.tag == f"{_TABLE}covered-table-cell" and not text:
            odd, aside = COVERED, ""
        if times > 0 and column + times <= MAX_COLUMNS:
            found.append(_RepeatedCells(times, text, odd, aside))
            column += times
    while found and not (found[-1].text or found[-1].odd):
        found.pop()
    return found if any(run.text or run.odd != COVERED for run in found) else []


def _value(cell: ET.Element, emphasis: set[str]) -> tuple[str, str, str]:
    kind = cell.get(f"{_OFFICE}value-type", "string")
    paragraphs = [part for part in cell if part.tag == f"{_TEXT}p"]
    shown = "\n".join(map(_paragraph, paragraphs))
    if kind in ("float", "percentage", "currency") and not (
        kind == "percentage" and _PERCENT.fullmatch(shown)
    ):
        message = f"the sheet shows the number as '{shown}', which is not printed"
        aside = f"{message}; format the column as text and type what is to be printed"
        return _number(cell.get(f"{_OFFICE}value", ""), shown), "", "" if kind == "float" else aside
    if kind in ("boolean", "date") or not paragraphs:
        shown = cell.get(f"{_OFFICE}{kind}-value", shown)
    if cell.get(f"{_TABLE}formula"):
        uncalculated = not paragraphs and cell.get(f"{_OFFICE}value-type") is None
        failed = ERROR if kind == "string" and shown.startswith(("#", "Err:")) else ""
        odd = UNCALCULATED if uncalculated else failed
    else:
        odd = ""
    return shown, {"date": DATE, "time": TIME}.get(kind, odd), _lost(paragraphs, emphasis)


def _lost(paragraphs: list[ET.Element], emphasis: set[str]) -> str:
    """The note that some words are emphasized; empty where none are."""
    spans = [part for paragraph in paragraphs for part in paragraph.iter(f"{_TEXT}span")]
    return EMPHASIS if any(span.get(f"{_TEXT}style-name") in emphasis for span in spans) else ""


def _number(value: str, shown: str) -> str:
    """The number; as it is shown where that only puts zeros before it, as ids have them."""
    if value.isdigit() and shown.isdigit() and value.lstrip("0") == shown.lstrip("0"):
        return shown
    try:
        number = float(value)
    except ValueError:
        return shown
    return str(int(number)) if abs(number) < 1e15 and number == int(number) else f"{number:.15g}"


def _paragraph(element: ET.Element) -> str:
    """The text of a paragraph, cut soon after the limit of a cell: a few bytes can mean 1,000 spaces."""
    found: list[str] = []
    length = 0
    for words in _words(element):
        found.append(words)
        length += len(words)
        if length > MAX_CELL_CHARACTERS:
            break
    return "".join(found)


def _words(element: ET.Element) -> Iterator[str]:
    """The text of an element and what is in it; blanks in a row are one (part 3, §6.1.2)."""
    yield _BLANKS.sub(" ", element.text or "")
    for part in element:
        if part.tag == f"{_TEXT}s":
            yield " " * min(int(part.get(f"{_TEXT}c", "1")), 1000)
        elif part.tag == f"{_TEXT}tab":
            yield "\t"
        elif part.tag == f"{_TEXT}line-break":
            yield "\n"
        elif part.tag.startswith(_TEXT) and part.tag != f"{_TEXT}ruby-text":
            yield from _words(part)
        yield _BLANKS.sub(" ", part.tail or "")
