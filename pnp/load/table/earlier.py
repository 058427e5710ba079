"""The table of a set as it was read last, and what has changed in it since."""

from __future__ import annotations

from typing import NamedTuple

from pnp.load.edited_set import EditedFile, FileAgain, FileEntries
from pnp.load.files import FolderFiles
from pnp.load.limits import MAX_CELL_BREAKS, MAX_CELLS
from pnp.load.table.csv_rows import decode_table
from pnp.load.table.table import HEAD_ROWS, TableFault, table_path
from pnp.model import FileFault


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
