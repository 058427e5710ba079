"""The table of a set as it was read last, and which of its rows has changed since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.load.edited_set import LoneEntry, lone_row
from pnp.load.files import FolderFiles
from pnp.load.table.csv_rows import decode_table
from pnp.load.table.table import HEAD_ROWS, TableFault, table_path
from pnp.model import FileFault


class EarlierTable(NamedTuple):
    """The content of the table of a set when it was read without a fault.

    Attributes:
        written: Its path as the set has it.
        file: As it is shown.
        data: Its content.
        text: The same as text; None for a spreadsheet.
        encoding: Of the text, as the author names it.
        starts: The first line of each row of the text that is not empty, from 1.
    """

    written: str
    file: str
    data: bytes
    text: str | None
    encoding: str
    starts: Sequence[int]

    def now(self, files: FolderFiles, document: str) -> bytes | None:
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
        """The table with other content that differs within one row; None where more may differ."""
        if self.text is None:
            return None
        try:
            text, faults = decode_table(data, self.file, self.encoding)
            row = None if faults else lone_row(self.text, text, self.starts, HEAD_ROWS)
            alone = b"" if row is None else row.text.encode(self.encoding or "utf-8")
        except (TableFault, UnicodeEncodeError):
            return None
        return None if row is None else EditedTable(self._replace(data=data, text=text), row, alone)


class EditedTable(NamedTuple):
    """A table that changed within one row.

    Attributes:
        table: As it is now.
        row: The changed one.
        alone: Content of the file with that row and the first ones alone.
    """

    table: EarlierTable
    row: LoneEntry
    alone: bytes
