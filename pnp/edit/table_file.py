"""Changes of single cells and rows of a CSV file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pnp.edit.change import Change
from pnp.edit.source_text import SourceText
from pnp.load.document import DataFile, Findings
from pnp.load.files import FolderFiles
from pnp.load.shape.game_file import SetFile
from pnp.load.table.pieces import OpenedTable, Tables
from pnp.load.table.table import TableFault
from pnp.load.yaml.node import TableCell
from pnp.model import FieldDeclaration, FileFault
from pnp.source import column_letters, path_of

_MEMBERS = re.compile(r"\s*[;\n|]\s*")


class TableFile:
    """The table of a set at the moment of an edit.

    Args:
        opened: The table.
        file: Relative to the game's folder.
        data: Its content.
        language: Of the game.

    Attributes:
        opened: The table.
    """

    def __init__(self, opened: OpenedTable, file: str, data: bytes, language: str) -> None:
        self.file = file
        self.opened = opened
        self.sheet = opened.table.sheet
        self._table = opened.table
        self._columns = {column.target: column.index for column in opened.columns}
        self._rows = opened.ids(language)
        self._width = len(opened.table.rows[opened.header])
        self._separator = opened.table.separator
        self.source = None if self.sheet else SourceText(file, data, opened.encoding)

    @property
    def ids(self) -> list[str]:
        """Ids of the rows, in order."""
        return list(self._rows)

    def __contains__(self, row: str) -> bool:
        """Whether a row has this id."""
        return row in self._rows

    def has(self, target: str) -> bool:
        """Whether a column fills this field or key."""
        return target in self._columns

    def cell(self, row: str, target: str) -> TableCell | None:
        """The cell of a row that fills a field or key; None without one."""
        index = self._columns.get(target)
        cells = self._rows.get(row, [])
        return cells[index] if index is not None and index < len(cells) else None

    def place(self, row: str, target: str) -> str:
        """The name of a cell, such as ``C7``, for messages."""
        cell = self.cell(row, target)
        if cell is None:
            return ""
        if self.sheet:
            return f"{column_letters(cell.start.column + 1)}{cell.start.line + 1}"
        number = next(at for at, cells in enumerate(self._table.rows, 1) if cells is self._rows[row])
        return f"{column_letters(self._columns[target] + 1)}{number}"

    def set(self, row: str, target: str, value: str | Sequence[str] | None) -> list[Change]:
        """The change that fills a cell; an empty cell counts as not written.

        Raises:
            FileFault: The table is a sheet, or has no such column or cell.
        """
        source, cell = self._writable(), self.cell(row, target)
        if cell is None:
            cure = f"give the table a column '{target}', or write the value in the set's YAML file"
            raise FileFault(f"the row '{row}' has no cell for '{target}'", cure)
        start, end = source.at(cell.start), source.at(cell.end)
        text = value or "" if value is None or isinstance(value, str) else self._joined(cell, value)
        if text == cell.text or (value is None and not cell.text.strip()):
            return []
        raw = source.text[start:end]
        return [source.change(start, end, self._written(text, raw))]

    def add(self, row: str, values: Mapping[str, str], after: str) -> list[Change]:
        """The change that puts a new row below another one."""
        source, cells = self._writable(), self._rows[after]
        fresh = [""] * max(self._width, len(cells))
        for target, value in values.items():
            if target in self._columns:
                fresh[self._columns[target]] = self._written(value, "")
        if "id" in self._columns:
            fresh[self._columns["id"]] = self._written(row, "")
        end = source.at(cells[-1].end)
        return [source.change(end, end, "\n" + self._separator.join(fresh))]

    def copy(self, row: str, fresh: str) -> list[Change]:
        """The change that puts a copy of a row below it, with another id, or name where that gives the id."""
        source = self._writable()
        start, end = self._span(row)
        cell = self.cell(row, "id") or self.cell(row, "name")
        assert cell is not None
        first, last = source.at(cell.start), source.at(cell.end)
        name = self._written(fresh, source.text[first:last])
        return [source.change(end, end, f"\n{source.text[start:first]}{name}{source.text[last:end]}")]

    def remove(self, row: str) -> list[Change]:
        """The change that removes a row with its line break."""
        source = self._writable()
        start, end = self._span(row)
        if end < len(source.text):
            return [source.change(start, end + 1, "")]
        return [source.change(max(start - 1, 0), end, "")]

    def move(self, row: str, other: str) -> list[Change]:
        """The changes that swap two rows."""
        source = self._writable()
        (start, end), (first, last) = self._span(row), self._span(other)
        text = source.text
        return [source.change(start, end, text[first:last]), source.change(first, last, text[start:end])]

    def _span(self, row: str) -> tuple[int, int]:
        cells = self._rows[row]
        source = self._writable()
        return source.at(cells[0].start), source.at(cells[-1].end)

    def _writable(self) -> SourceText:
        if self.source is None:
            raise FileFault(f"'{path_of(self.file)}' is a spreadsheet", "edit it in its own program")
        return self.source

    def _joined(self, cell: TableCell, members: Sequence[str]) -> str:
        """Members of a list with the separator that the cell has, else with semicolons."""
        found = _MEMBERS.search(cell.text)
        between = found.group() if found else ", " if ", " in cell.text else "," if "," in cell.text else "; "
        if "," in between and any("," in each for each in members):
            between = "; "
        return between.join(members)

    def _written(self, text: str, raw: str) -> str:
        """A cell's text as it is written, quoted if it was or has to be."""
        quoted = raw.strip(" \t").startswith('"')
        if quoted or self._separator in text or "\n" in text or text.lstrip(" \t").startswith('"'):
            form = '"' + text.replace('"', '""') + '"'
        else:
            form = text
        before = raw[: len(raw) - len(raw.lstrip(" \t"))] if raw.strip() else ""
        after = raw[len(raw.rstrip(" \t")) :] if raw.strip() else ""
        if text != text.strip(" \t") and not quoted:
            return form
        before, after = before.replace(self._separator, ""), after.replace(self._separator, "")
        return f"{before}{form}{after}"


def open_table(
    files: FolderFiles,
    document: DataFile,
    shape: SetFile,
    fields: Mapping[str, FieldDeclaration],
    language: str,
    before: TableFile | None = None,
) -> TableFile | None:
    """The table of a set; None if the set has none.

    Args:
        files: Of the game's folder.
        document: The set's YAML.
        shape: Its keys.
        fields: Of the set.
        language: Of the game.
        before: The table as it was opened for the same set; only rows that have changed since are read.

    Raises:
        FileFault: It cannot be read.
    """
    if shape.rows is None:
        return None

    def opened_from(files: FolderFiles) -> OpenedTable:
        findings = Findings()
        try:
            opened = Tables(files, {}, language, findings).open(document, shape, fields)
        except TableFault as fault:
            raise FileFault(
                fault.found.message, fault.found.help[0] if fault.found.help else "see its fault"
            ) from fault
        if opened is None:
            raise FileFault(f"the table cannot be read: {findings.all()[0].message}", "see its fault")
        return opened

    again = None if before is None else _edited(before.opened, files, document.file, opened_from)
    opened = again or opened_from(files)
    path = path_of(opened.table.file).removeprefix(files.shown(""))
    return TableFile(opened, path, opened.data, language)


def _edited(
    before: OpenedTable, files: FolderFiles, document: str, opened_from: Callable[[FolderFiles], OpenedTable]
) -> OpenedTable | None:
    """The table after an edit; only changed rows are read. None where it has to be opened."""
    kept = before.read()
    data = kept.content_now(files, document)
    if data == kept.data:
        return before
    edited = None if data is None else kept.edited(data)
    if edited is None:
        return None
    try:
        lone = opened_from(files.holding(kept.file.removeprefix(files.shown("")), edited.content))
    except FileFault:
        return None
    return before.with_rows(lone, edited)
