"""A file to a table, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from pnp.diagnostics import has_errors
from pnp.load.table.csv_rows import csv_table, decode_table
from pnp.load.table.table import CellTable


@dataclass(frozen=True, slots=True)
class TableForm:
    """An author's settings for a table: sheet, and encoding and separator of a CSV; empty to detect."""

    sheet: str = ""
    encoding: str = ""
    separator: str = ""


def read_table(
    data: bytes,
    shown: str,
    form: TableForm,
    known: Callable[[Sequence[str]], int],
    sources: MutableMapping[str, str],
) -> CellTable:
    """The rows of the file; none, with the faults, where its text cannot be read.

    Args:
        data: Of the file.
        shown: Its name as shown; the ending says the format.
        form: As the author says.
        known: How many cells of a row are titles of columns.
        sources: Receives the text of a CSV, for excerpts.

    Raises:
        TableFault: It is no table (Y500 to Y502).
    """
    ending = PurePosixPath(shown).suffix.lower()
    if ending == ".xlsx":
        from pnp.load.table.xlsx_rows import xlsx_table

        return xlsx_table(data, shown, form.sheet)
    if ending == ".ods":
        from pnp.load.table.ods_rows import ods_table

        return ods_table(data, shown, form.sheet)
    text, found = decode_table(data, shown, form.encoding)
    sources[shown] = text
    if has_errors(found):
        return CellTable(shown, found=found)
    return csv_table(text, shown, form.separator, known)
