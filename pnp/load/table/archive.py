"""Spreadsheets are zip archives of XML: opened with bounds, since a game can come from a stranger."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Collection, Iterable

from pnp.diagnostics import did_you_mean, error
from pnp.load.limits import (
    MAX_CELL_CHARACTERS,
    MAX_SHEET_BYTES,
    MAX_SHEET_PARTS,
    MAX_SHEETS,
    MAX_TABLE_CHARACTERS,
)
from pnp.load.table.table import TableFault
from pnp.source import Span

_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Compression methods that are unpacked; others, such as LZMA, take as much memory as a file asks."""
EMPHASIS = (
    "some words of the cell are bold, italic or struck out, which is not printed;"
    " write **…** or *…* around them"
)
"""Loss of the emphasis of some words, and the cure (see ``TableCell.aside``)."""
_ENCODING = re.compile(rb"\A(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)")


def parts(data: bytes, file: str) -> dict[str, bytes]:
    """The XML parts of the archive by name, unpacked.

    Raises:
        TableFault: It is none, is locked, declares a document type, or unpacks to more than the limit (Y500).
    """
    if data.startswith(_OLD_EXCEL):
        message = "the file is locked with a password, or in the old format of Excel"
        raise TableFault(error("Y500", message, Span(file), "save it as .xlsx without a password"))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpacked(archive, file)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, ValueError, zlib.error) as fault:
        text = b"\0" not in data and data.strip()
        cure = (
            "if it is a CSV file, let its name end in .csv"
            if text
            else "save it again in the spreadsheet program"
        )
        raise TableFault(
            error("Y500", "the file is no spreadsheet or is damaged", Span(file), cure)
        ) from fault


def _unpacked(archive: zipfile.ZipFile, file: str) -> dict[str, bytes]:
    members = [member for member in archive.infolist() if member.filename.endswith((".xml", ".rels"))]
    left = MAX_SHEET_BYTES
    found: dict[str, bytes] = {}
    for member in members[: MAX_SHEET_PARTS + 1]:
        if member.compress_type not in PACKINGS:
            raise ValueError(f"packing {member.compress_type}")
        with archive.open(member) as part:
            content = part.read(left + 1)  # what the archive says of its sizes is not to be trusted
        left -= len(content)
        if left < 0 or len(members) > MAX_SHEET_PARTS:
            message = f"the spreadsheet unpacks to more than {MAX_SHEET_BYTES:,} bytes"
            raise TableFault(error("Y500", message, Span(file), "split it, or save the sheet as CSV"))
        if not _is_utf8(content):
            raise ValueError("XML in another encoding could hide a document type")
        if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
            message = "the spreadsheet declares a document type, which no spreadsheet program writes"
            raise TableFault(
                error("Y500", message, Span(file), "open it in a spreadsheet program and save it again")
            )
        found[member.filename] = content
    return found


def _is_utf8(content: bytes) -> bool:
    declared = _ENCODING.match(content)
    return b"\0" not in content and (declared is None or declared[1].lower() in (b"utf-8", b"us-ascii"))


def beside(
    names: Iterable[str], chosen: str, hidden: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the other sheets: of those that are shown, and of those that are hidden."""
    others = [name for name in names if name != chosen]
    return (
        tuple(name for name in others if name not in hidden),
        tuple(name for name in others if name in hidden),
    )


def check_sheets(count: int, file: str) -> None:
    """Raise ``TableFault`` for a spreadsheet of more sheets than are read (Y500)."""
    if count > MAX_SHEETS:
        message = f"the spreadsheet has more than {MAX_SHEETS} sheets"
        raise TableFault(error("Y500", message, Span(file), "delete those that are not needed"))


class CellLetters:
    """Counts the characters of the cells of one sheet. A text that cells share counts in each of them.

    Args:
        file: The sheet as shown.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._left = MAX_TABLE_CHARACTERS

    def add(self, length: int, row: int, column: int, times: int = 1) -> None:
        """Count the text of a cell, before anything is done with it.

        Args:
            length: Of the text.
            row: Of the cell, from 0.
            column: Of the cell, from 0.
            times: How many cells beside one another have the text.

        Raises:
            TableFault: The cell, or all cells together, have more characters than are read (Y500).
        """
        self._left -= length * times
        if length > MAX_CELL_CHARACTERS:
            message = f"the cell has more than {MAX_CELL_CHARACTERS:,} characters"
            span = Span(self._file, row + 1, column + 1, row + 1, column + 2)
            raise TableFault(error("Y500", message, span, "shorten the text"))
        if self._left < 0:
            message = f"the cells of the sheet have more than {MAX_TABLE_CHARACTERS:,} characters"
            raise TableFault(
                error("Y500", message, Span(self._file), "split the sheet, or shorten its texts")
            )


def choose(names: list[str], wanted: str, file: str, hidden: Collection[str] = ()) -> int:
    """Which of the sheets is meant: the one named, else the first that is shown.

    Args:
        names: Of all sheets in their order.
        wanted: The one that is named; empty where none is.
        file: The spreadsheet as shown.
        hidden: Names of those that the spreadsheet program does not show.

    Raises:
        TableFault: No sheet has that name (Y502).
    """
    if wanted in names or (names and not wanted):
        first = next((at for at, name in enumerate(names) if name not in hidden), 0)
        return names.index(wanted) if wanted else first
    message = f"there is no sheet '{wanted}'" if names else "the spreadsheet has no sheet"
    raise TableFault(error("Y502", message, Span(file), did_you_mean(wanted, names, "sheets")))
