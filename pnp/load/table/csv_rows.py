"""CSV to rows: encodings, separators, quotes and places; and which rows of a table have changed."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.load.decode import all_unprintable, decode, guessed_encoding, is_utf8, tidied
from pnp.load.edited_set import EditedFile, FileAgain, FileEntries
from pnp.load.files import FolderFiles
from pnp.load.limits import (
    MAX_CELL_BREAKS,
    MAX_CELL_CHARACTERS,
    MAX_CELLS,
)
from pnp.load.table.table import HEAD_ROWS, CellTable, TableFault, is_blank, table_path
from pnp.load.yaml.node import CellMark, TableCell
from pnp.model import FileFault
from pnp.source import Chunk, Span

SEPARATORS = (";", ",", "\t", "|")
_HINT = re.compile(r'"?sep=(.)"?[^\n]*\n', re.IGNORECASE)
_PART = re.compile(r'[^"\n]+|""|\n')  # of a quoted cell
_BREAK = re.compile(r'""|\n')
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_PAGE = 400  # bytes that a web page begins within
_NO_ENCODINGS = frozenset(["undefined", "idna", "punycode", "unicode_escape", "raw_unicode_escape"])
"""Encodings of Python that no file uses: of host names and source code."""
_C1 = re.compile("[\x80-\x9f]")
"""Control characters of ISO code pages; those of Windows have letters and quotation marks there."""
_WINDOWS = {
    "iso8859-2": "cp1250", "iso8859-5": "cp1251", "iso8859-1": "cp1252", "iso8859-15": "cp1252", "iso8859-7": "cp1253",
    "iso8859-9": "cp1254", "iso8859-8": "cp1255", "iso8859-6": "cp1256", "iso8859-13": "cp1257",
}  # fmt: skip
"""The code page of Windows that holds the letters of an ISO one."""
_UNICODE = frozenset(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7"])


class DecodedText(NamedTuple):
    """The text of a table and its faults; empty where it cannot be decoded."""

    text: str
    found: list[Diagnostic]


def decode_table(data: bytes, file: str, encoding: str) -> DecodedText:
    """The text in the encoding that the author names, in UTF-8 where none is named. Codes: Y101, Y102, Y500.

    Raises:
        TableFault: The encoding is unknown, or the file is in another one (Y500).
    """
    if data[:_PAGE].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        cure = "download the table itself as CSV; a sheet that is not shared gives a login page instead"
        return DecodedText("", [error("Y500", "the file is a web page, not a table", Span(file), cure)])
    if not encoding:
        text, found = decode(data, file)
        return DecodedText(
            text, [_with_encoding(item, data) if item.code == "Y101" and text else item for item in found]
        )
    text = _in_encoding(data, file, encoding)
    found = all_unprintable(text, file)
    if _C1.search(text):
        found = [_of_another_page(item, data, encoding) for item in found]
    return DecodedText(text, found)


def _of_another_page(item: Diagnostic, data: bytes, encoding: str) -> Diagnostic:
    """The fault of a control character that is a letter in the code page of Windows that the file is in."""
    page = _WINDOWS.get(codecs.lookup(encoding).name, "cp1252")
    if page in ("cp1250", "cp1252"):  # of Latin letters, which the bytes themselves may distinguish
        page = guessed_encoding(data) or page
    return replace(item, help=(f"the file looks like {page}, not {encoding}: write encoding: {page}",))


def _in_encoding(data: bytes, file: str, encoding: str) -> str:
    """The text in the encoding that the author names.

    Raises:
        TableFault: The encoding does not exist, or the file is in another one (Y500).
    """
    span, cure = Span(file), "name another encoding"
    try:
        # Only encodings of text: Python knows others that unpack or run over their input.
        codec = codecs.lookup(encoding)
        if not codec._is_text_encoding or codec.name.replace("-", "_") in _NO_ENCODINGS:
            raise LookupError
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        message = f"the file is not {encoding} (byte 0x{data[fault.start]:02x} in line {line})"
        span = Span(file, line, 1, line, 2)
    except (LookupError, ValueError):  # the latter for a name with a NUL in it
        message = f"unknown encoding '{encoding}'"
        cure = "write utf-8, cp1250 (Windows, Central Europe), cp1252 (Windows, Western Europe) or iso-8859-2"
    else:
        lone = _LONE_SURROGATE.search(text)
        if codec.name not in _UNICODE and not data.isascii() and is_utf8(data):
            message, cure = f"the file is UTF-8, not {encoding}", "take 'encoding' out"
        elif lone is not None:
            message = f"the file is not {encoding}: it has half a character (U+{ord(lone[0]):04X})"
        else:
            return tidied(text)
    raise TableFault(error("Y500", message, span, cure))


def _with_encoding(item: Diagnostic, data: bytes) -> Diagnostic:
    """The fault with how the encoding is named that the bytes are in, or may be in."""
    name = item.span.file.rpartition("/")[2] if item.span else "…"
    encoding = guessed_encoding(data)
    cure = f"or name its encoding: rows: {{file: {name}, encoding: {encoding or 'cp1252'}}}"
    others = "" if encoding else "; cp1250 if it is Central European"
    return replace(item, help=(*item.help, cure + others))


def csv_table(text: str, file: str, separator: str, known: Callable[[Sequence[str]], int]) -> CellTable:
    """The rows of a CSV file.

    The separator is the one given, else that of a line ``sep=;`` at the top, else the one with which most
    titles of the header are ones that ``known`` counts; of equal ones the one that gives all rows the same
    number of cells, then the one that gives most columns.

    Args:
        text: Of the file.
        file: Its name as shown.
        separator: As the author names it; empty to find it.
        known: How many of a row's cells are titles of columns.

    Raises:
        TableFault: A quote is not closed (Y501), or the file has more cells, or more in one cell, than is
            read (Y500).
    """
    hint = _HINT.match(text)
    skip = hint.end() if hint else 0
    chosen = separator or (hint.group(1) if hint else _separator(text, file, skip, known))
    rows = _CsvRows(text, file, chosen, skip).all()
    return CellTable(file, rows, decimal_comma=chosen != ",", separator=chosen)


def _separator(text: str, file: str, skip: int, known: Callable[[Sequence[str]], int]) -> str:
    best, rank = ",", (0, False, 0)
    for candidate in SEPARATORS:
        try:
            head = _CsvRows(text, file, candidate, skip).all(HEAD_ROWS)
        except TableFault:
            continue
        even = len({len(row) for row in head if not is_blank(row)}) == 1
        for row in head:
            titles = [cell.text for cell in row]
            found = (known(titles), even, sum(1 for title in titles if title.strip()))
            if found[2] > 1 and found > rank:
                best, rank = candidate, found
    return best


class _CsvRows:
    """Walks over the text; every cell keeps where its characters are written."""

    def __init__(self, text: str, file: str, separator: str, start: int) -> None:
        self._text = text
        self._file = file
        self._plain = re.compile(rf"[^{re.escape(separator)}\n]*")
        self._quoted = re.compile(
            r'[ \t]*"((?:[^"]++|"")*)"(?!")[ \t]*' if separator != "\t" else r' *"((?:[^"]++|"")*)"(?!") *'
        )
        self._separator = separator
        self._at = start
        self._line = text.count("\n", 0, start)
        self._line_start = start
        self._cells = 0
        self._breaks = 0

    def all(self, most: int = -1) -> list[list[TableCell]]:
        """All rows, or the first ``most``."""
        rows: list[list[TableCell]] = []
        while self._at < len(self._text) and len(rows) != most:
            rows.append(self._row())
        return rows

    def _row(self) -> list[TableCell]:
        row = [self._cell()]
        most = MAX_CELLS - self._cells
        while self._at < len(self._text) and self._text[self._at] == self._separator:
            self._at += 1
            row.append(self._cell())
            if len(row) > most:
                raise self._too_large(f"more than {MAX_CELLS:,} cells")
        if self._at < len(self._text):  # a line break
            self._at += 1
            self._line += 1
            self._line_start = self._at
        self._cells += len(row)
        if self._cells > MAX_CELLS:
            raise self._too_large(f"more than {MAX_CELLS:,} cells")
        return row

    def _too_large(self, what: str) -> TableFault:
        return TableFault(error("Y500", f"the file has {what}", Span(self._file), "split it"))

    def _check_length(self, length: int) -> None:
        if length > MAX_CELL_CHARACTERS:
            place = self._place(self._at)
            span = Span(self._file, place.line + 1, place.column + 1, place.line + 1, place.column + 2)
            message = f"the cell has more than {MAX_CELL_CHARACTERS:,} characters"
            cure = "check whether a quote is missing where the cell should end; otherwise shorten the text"
            raise TableFault(error("Y500", message, span, cure))

    def _cell(self) -> TableCell:
        quoted = self._quoted.match(self._text, self._at)
        if quoted and (
            quoted.end() == len(self._text) or self._text[quoted.end()] in (self._separator, "\n")
        ):
            return self._quoted_cell(quoted)
        plain = self._plain.match(self._text, self._at)
        assert plain is not None
        self._check_length(plain.end() - plain.start())
        text = plain.group()
        if text.lstrip(" ").startswith('"') and text.count('"') % 2:
            self._unclosed(text)
        start = self._place(self._at)
        self._at = plain.end()
        chunks = (Chunk(0, start.line + 1, start.column + 1),) if text else ()
        return TableCell(self._file, text, start, self._place(self._at), chunks)

    def _quoted_cell(self, match: re.Match[str]) -> TableCell:
        self._check_length(match.end(1) - match.start(1))
        self._breaks += len(_BREAK.findall(self._text, match.start(1), match.end(1)))
        if self._breaks > MAX_CELL_BREAKS:
            raise self._too_large(
                f"more than {MAX_CELL_BREAKS:,} line breaks and doubled quotes in its cells"
            )
        start = self._place(match.start())
        value: list[str] = []
        chunks: list[Chunk] = []
        offset = 0
        for part in _PART.finditer(self._text, match.start(1), match.end(1)):
            place = self._place(part.start())
            chunks.append(Chunk(offset, place.line + 1, place.column + 1))
            written = '"' if part.group() == '""' else part.group()
            value.append(written)
            offset += len(written)
            if written == "\n":
                self._line += 1
                self._line_start = part.end()
        self._at = match.end()
        return TableCell(self._file, "".join(value), start, self._place(self._at), tuple(chunks))

    def _place(self, index: int) -> CellMark:
        return CellMark(self._line, index - self._line_start, index)

    def _unclosed(self, text: str) -> None:
        place = self._place(self._at)
        span = Span(
            self._file, place.line + 1, place.column + 1, place.line + 1, place.column + 1 + len(text)
        )
        cure = 'close the quote before the separator; inside of quotes write "" for one'
        raise TableFault(error("Y501", "the quote of this cell is not closed", span, cure))


class EarlierTable(NamedTuple):
    """The content of the table of a set when it was read without a fault.

    Attributes:
        written: Its path as the set has it.
        file: As it is shown.
        data: Its content.
        encoding: Of the text, as the author names it.
        separator: Of the cells.
        header: The line of the titles, from 0.
        entries: The rows below the titles; None for a spreadsheet.
    """

    written: str
    file: str
    data: bytes
    encoding: str
    separator: str
    header: int
    entries: FileEntries | None

    def content_now(self, files: FolderFiles, document: str) -> bytes | None:
        """The content of the file now; None where the set has another table, or none that can be read.

        Args:
            files: Of the game's folder.
            document: The set's own file, as shown.
        """
        try:
            path = table_path(files, document, self.written)
            return files.read(path) if files.shown(path) == self.file else None
        except FileFault:
            return None

    def edited(self, data: bytes) -> EditedTable | None:
        """The table with other content; None where it has to be read as a whole."""
        if self.entries is None:
            return None
        try:
            text, faults = decode_table(data, self.file, self.encoding)
            breaks = text.count("\n")
            if faults or breaks + text.count(self.separator) > MAX_CELLS:
                return None
            if breaks + text.count('"') > MAX_CELL_BREAKS:
                return None
            edited = self.entries.edited(text, HEAD_ROWS)
            content = b"" if edited is None else edited.text.encode(self.encoding or "utf-8")
        except (TableFault, UnicodeEncodeError):
            return None
        return None if edited is None else EditedTable(self, data, edited, content)


class EditedTable(NamedTuple):
    """A table that says something else.

    Attributes:
        before: As it was.
        data: What it says now.
        edited: What has changed.
        content: Of a file that has only the rows to read again.
    """

    before: EarlierTable
    data: bytes
    edited: EditedFile
    content: bytes

    def again(self, read: EarlierTable | None) -> FileAgain | None:
        """The table read again; None where its rows may mean something else.

        Args:
            read: What ``content`` gave; None after a fault.
        """
        if read is None or read.entries is None:
            return None
        if (read.separator, read.header) != (self.before.separator, self.before.header):
            return None
        return self.edited.again(self.before.file, read.entries)

    def with_entries(self, entries: FileEntries) -> EarlierTable:
        """The table after the edit, with these entries."""
        return self.before._replace(data=self.data, entries=entries)
