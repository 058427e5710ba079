"""ODS to rows (OpenDocument 1.3, part 3)."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from pnp.diagnostics import error
from pnp.load.cell import Cell, Place
from pnp.load.limits import MAX_CELLS, MAX_COLUMNS
from pnp.load.table.archive import choose, parts
from pnp.load.table.table import Table, TableFault
from pnp.source import Span

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


def ods_table(data: bytes, file: str, sheet: str) -> Table:
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
        cure = "save it anew in the spreadsheet program"
        raise TableFault(
            error("Y500", "the file is no spreadsheet or is damaged", Span(file), cure)
        ) from fault


def _table(root: ET.Element, file: str, sheet: str) -> Table:
    sheets = list(root.iter(f"{_TABLE}table"))
    names = [each.get(f"{_TABLE}name", "") for each in sheets]
    at = choose(names, sheet, file)
    shown = f"{file}:{names[at]}!"
    others = tuple(name for name in names if name != names[at])
    return Table(shown, _rows(sheets[at], shown), sheet=True, decimal_comma=True, others=others)


def _rows(sheet: ET.Element, file: str) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    number = cells = 0
    for element in sheet.iter(f"{_TABLE}table-row"):
        repeated = int(element.get(f"{_TABLE}number-rows-repeated", "1"))
        contents = _contents(element)
        for copy in range(repeated if contents else 0):
            cells += len(contents)
            if cells > MAX_CELLS:
                message = f"the sheet has more than {MAX_CELLS:,} cells"
                raise TableFault(error("Y500", message, Span(file), "delete the rows that are not needed"))
            line = number + copy
            rows.append(
                [
                    Cell(file, text, Place(line, column), Place(line, column + 1), (), odd)
                    for column, (text, odd) in enumerate(contents)
                ]
            )
        number += repeated
    return rows


def _contents(row: ET.Element) -> list[tuple[str, str]]:
    """Text and oddity of each cell up to the last filled one."""
    found: list[tuple[str, str]] = []
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        repeated = int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
        if len(found) + repeated <= MAX_COLUMNS:
            found += [_value(cell)] * repeated
    while found and not found[-1][0]:
        found.pop()
    return found


def _value(cell: ET.Element) -> tuple[str, str]:
    kind = cell.get(f"{_OFFICE}value-type", "string")
    shown = "\n".join(_paragraph(part) for part in cell if part.tag == f"{_TEXT}p")
    if kind == "boolean":
        return cell.get(f"{_OFFICE}boolean-value", ""), ""
    if kind in ("date", "time"):
        return cell.get(f"{_OFFICE}date-value", shown), "a date"
    if kind in ("float", "percentage", "currency"):
        return _number(cell.get(f"{_OFFICE}value", ""), shown), ""
    return shown, "an error" if shown.startswith(("#", "Err:")) and cell.get(f"{_TABLE}formula") else ""


def _number(value: str, shown: str) -> str:
    """The number; as it is shown where that only puts zeros before it, as ids have them."""
    if value.isdigit() and shown.isdigit() and int(value) == int(shown):
        return shown
    try:
        number = float(value)
    except ValueError:
        return shown
    return str(int(number)) if abs(number) < 1e15 and number == int(number) else repr(number)


def _paragraph(element: ET.Element) -> str:
    text = element.text or ""
    for part in element:
        if part.tag == f"{_TEXT}s":
            text += " " * min(int(part.get(f"{_TEXT}c", "1")), 1000)
        elif part.tag == f"{_TEXT}tab":
            text += "\t"
        elif part.tag == f"{_TEXT}line-break":
            text += "\n"
        elif part.tag.startswith(_TEXT):
            text += _paragraph(part)
        text += part.tail or ""
    return text
