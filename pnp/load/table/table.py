"""A table as it is in its file, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pnp.diagnostics import Diagnostic
from pnp.load.cell import TableCell
from pnp.load.files import FolderFiles

ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".ods")
"""Files that tables are read from."""
HEAD_ROWS = 25
"""Rows, from the first, among which the separator and the titles are looked for."""


@dataclass(slots=True)
class CellTable:
    """The rows of one file or sheet.

    Attributes:
        file: As spans name it: the path, and for a sheet ``:``, its name and ``!``.
        rows: Rows from the top, with the empty ones of a text file, without those of a sheet.
        sheet: Whether it is a sheet, whose rows end with their last filled cell.
        decimal_comma: Whether numbers are written with a comma: where the comma doesn't part the cells.
        found: Faults of the file.
        names: Names of all sheets of the spreadsheet, in their order.
        others: Names of the other sheets of the spreadsheet that are shown.
        unseen: Names of those that are hidden.
        hidden: Numbers, from 0, of the rows that the spreadsheet program does not show.
        separator: Of the cells of a text file; empty for a sheet.
    """

    file: str
    rows: list[list[TableCell]] = field(default_factory=list)
    sheet: bool = False
    decimal_comma: bool = False
    found: list[Diagnostic] = field(default_factory=list)
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    hidden: frozenset[int] = frozenset()
    separator: str = ""


class TableFault(Exception):
    """A file that is no table that can be read.

    Attributes:
        found: The fault, without a place where the file as a whole is meant.
    """

    def __init__(self, found: Diagnostic):
        super().__init__(found.message)
        self.found = found


def table_path(files: FolderFiles, document: str, written: str) -> str:
    """The path of a table: beside the set's own file, or from the game's folder if it is only there.

    Args:
        files: Of the game's folder.
        document: The set's own file, as shown.
        written: The path as the set has it.
    """
    folder = PurePosixPath(document.removeprefix(files.shown(""))).parent
    beside = (folder / written).as_posix()
    return beside if files.exists(beside) or not files.exists(written) else written
