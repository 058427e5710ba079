"""Rows of a table to entries, as if they had been written under ``pieces``."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.diagnostics import error, has_errors, times
from pnp.load.document import DataFile, Findings, child
from pnp.load.edited_set import FileEntries
from pnp.load.expression import Expressions, NoValue
from pnp.load.field import FIELD_KINDS
from pnp.load.field.number import whole
from pnp.load.files import TABLE_ENDINGS, FolderFiles
from pnp.load.shape.game_file import RESERVED, SetFile
from pnp.load.table.column import Columns, TableColumn, slug
from pnp.load.table.csv_rows import EarlierTable, EditedTable, csv_table, decode_table
from pnp.load.table.table import (
    CellTable,
    TableFault,
    aside,
    hidden_rows,
    is_blank,
    oddity,
    table_path,
)
from pnp.load.yaml.node import Mapping, Node, Scalar, TableCell
from pnp.model import FieldDeclaration, FileFault, TableTranslation
from pnp.source import Span, path_of


class OpenedTable(NamedTuple):
    """The table of a set.

    Attributes:
        table: Its rows.
        header: Index of the row with the titles.
        columns: Those that are read.
        titles: What columns were to fill that the table does not have, and the row of the titles.
        written: The path of the file as the set has it.
        data: The content of the file.
        text: The same as text; None for a spreadsheet.
        encoding: As the author names it; empty for UTF-8.
    """

    table: CellTable
    header: int
    columns: list[TableColumn]
    titles: Columns
    written: str
    data: bytes
    text: str | None
    encoding: str

    def read(self) -> EarlierTable:
        """The content, to find out later what has changed."""
        below = self.table.rows[self.header + 1 :]
        starts = [row[0].start.line + 1 for row in below if not is_blank(row)]
        titles = self.table.rows[self.header]
        entries = None if self.text is None else FileEntries(self.text, starts, titles[-1].end.line + 1)
        return EarlierTable(
            written=self.written,
            file=path_of(self.table.file),
            data=self.data,
            encoding=self.encoding,
            separator=self.table.separator,
            header=titles[0].start.line,
            entries=entries,
        )

    def with_rows(self, lone: OpenedTable, table: EditedTable) -> OpenedTable | None:
        """The table after an edit; None where its rows may mean something else.

        Args:
            lone: Opened with the content that ``table`` has for the rows to read again.
            table: What has changed.
        """
        again = table.again(lone.read())
        if again is None:
            return None
        starts, kept = [*again.entries.starts, sys.maxsize], again.edited.kept
        old, new = _TableLines(self.table.rows), _TableLines(lone.table.rows)
        long = again.edited.before.lengths
        rows = new.between(0, starts[0])
        for line, stop in pairwise(starts):
            if line in kept:
                start = kept[line]
                rows += old.between(start, start + long[start], line - start)
            else:
                rows += new.between(line, stop)
        return self._replace(
            table=replace(lone.table, rows=rows),
            data=table.data,
            text=again.entries.text,
            columns=lone.columns,
            titles=lone.titles,
        )

    def ids(self, language: str) -> dict[str, list[TableCell]]:
        """The cells of the rows that have an id, by the id, in order; the first of two alike."""
        rows = _TableRows(self, {}, language, Findings())
        return {key.text: row for key, row in rows.keyed()}


class _TableLines:
    """The rows of a table by the lines that they begin in."""

    def __init__(self, rows: list[list[TableCell]]) -> None:
        self._rows = rows
        self._lines = [row[0].start.line + 1 for row in rows]

    def between(self, start: int, stop: int, by: int = 0) -> list[list[TableCell]]:
        """The rows that begin in the lines from ``start`` on and before ``stop``, moved by some lines."""
        rows = self._rows[bisect_left(self._lines, start) : bisect_left(self._lines, stop)]
        return [[cell.moved(by) for cell in row] for row in rows] if by else rows


_ID = re.compile(r"\w[\w-]{0,80}\Z")
_NEXT_CODE = re.compile(r"[;\n](?=\s*[^\W\d_]\w{2,4}\s*:)")
"""Before a further warning in a cell; other semicolons are in reasons."""


class RowEntries(NamedTuple):
    """Entries of a set from the rows of its table, with what else these give.

    Attributes:
        entries: By id.
        reported: Fields whose lack of a value was reported, by the id of the row; under the empty text those
            of all rows, whose columns are not there or have other titles.
        translations: Texts of columns in other languages.
        read: What the table said; None after a fault of the whole table.
    """

    entries: MappingABC[str, tuple[Scalar, Mapping]] = MappingProxyType({})
    reported: MappingABC[str, frozenset[str]] = MappingProxyType({})
    translations: tuple[TableTranslation, ...] = ()
    read: EarlierTable | None = None


class Tables:
    """Reads the tables of one game.

    Codes: Y101, Y301, Y500 to Y519, M106, M118, M134, M137, M138, those of expressions.

    Args:
        files: Of the game's folder.
        sources: Receives the text of CSV files, for excerpts.
        language: Of the game.
        findings: Where faults go.
    """

    def __init__(
        self, files: FolderFiles, sources: MutableMapping[str, str], language: str, findings: Findings
    ) -> None:
        self._files = files
        self._sources = sources
        self._language = language
        self._findings = findings

    def apart(self, files: FolderFiles, findings: Findings) -> Tables:
        """The same from other files, which notes what it finds elsewhere."""
        return Tables(files, {}, self._language, findings)

    def entries(
        self,
        document: DataFile,
        shape: SetFile,
        fields: MappingABC[str, FieldDeclaration],
        expressions: Expressions,
    ) -> RowEntries:
        """The rows as entries; none after a fault of the whole table was noted."""
        opened = self.open(document, shape, fields)
        if opened is None:
            return RowEntries()
        read = opened.read()
        self._check_separator(opened.table, opened.header)
        where = child(document.root, "rows", "where")
        if isinstance(where, Scalar) and shape.rows is not None and shape.rows.where is not None:
            try:
                self._keep(document, where, opened, fields, expressions)
            except NoValue:
                return RowEntries(read=read)
        rows = _TableRows(opened, fields, self._language, self._findings)
        entries = rows.entries()
        reported = {"": opened.titles.unfilled, **rows.reported}
        return RowEntries(entries, reported, tuple(rows.translations(document)), read)

    def open(
        self,
        document: DataFile,
        shape: SetFile,
        fields: MappingABC[str, FieldDeclaration],
    ) -> OpenedTable | None:
        """The table of a set, with its header and columns; None after its fault was noted."""
        assert shape.rows is not None
        place = document.span("rows", "file") or document.place("rows")
        columns = Columns(document, shape.columns, fields, self._findings, self._language)
        try:
            data, shown = self._read(document, shape.rows.file, place)
            form = TableForm(shape.rows.sheet or "", shape.rows.encoding or "", shape.rows.separator or "")
            table = read_table(data, shown, form, columns.known, self._sources)
        except TableFault as fault:
            self._findings.add(fault.found)
            return None
        header = columns.header(table, shape.rows.header, place) if not has_errors(table.found) else None
        self._findings.add(*table.found)
        if header is None:
            return None
        filled = columns.of(table, header)
        text = None if table.sheet else self._sources[shown]
        return OpenedTable(
            table=table,
            header=header,
            columns=filled,
            titles=columns,
            written=shape.rows.file,
            data=data,
            text=text,
            encoding=form.encoding,
        )

    def _keep(
        self,
        document: DataFile,
        where: Scalar,
        opened: OpenedTable,
        fields: MappingABC[str, FieldDeclaration],
        expressions: Expressions,
    ) -> None:
        """Take the rows out of the table that ``where`` leaves out.

        Raises:
            NoValue: It fails, which was noted.
        """
        table = opened.table
        kinds = {
            column.index: fields[column.target].kind for column in opened.columns if column.target in fields
        }
        names = {column.index: column.target for column in opened.columns}
        for index, title in enumerate(table.rows[opened.header]):
            name = slug(title.text, self._language).replace("-", "_")
            if index not in names and name and name not in RESERVED:
                names[index] = name
        kept = table.rows[: opened.header + 1]
        rows = [row for row in table.rows[opened.header + 1 :] if not is_blank(row)]
        noted = self._findings.noted
        for row in rows:
            values = {
                name: _compared(_at(row, index), kinds.get(index), table) for index, name in names.items()
            }
            if expressions.holds(document, where, values, "", "copies > 0"):
                kept.append(row)
            if expressions.too_long(where.span, "make several tables of it"):
                raise NoValue
        if rows and len(kept) == opened.header + 1:
            if self._findings.noted == noted:
                expressions.nothing_kept(where.span, f"all {times(len(rows), 'row')} of the table")
            raise NoValue
        table.rows = kept

    def _read(self, document: DataFile, written: str, place: Span) -> tuple[bytes, str]:
        """Content and shown name of the file, which lies beside the set's own, or below the game's folder."""
        if "://" in written:
            cure = "download the table as .csv, .xlsx or .ods, put it beside this file and name it here"
            raise TableFault(error("Y500", f"'{written}' is an address: nothing is fetched", place, cure))
        if PurePosixPath(written).suffix.lower() not in TABLE_ENDINGS:
            cure = "save it as .csv, .xlsx or .ods"
            raise TableFault(error("Y500", f"'{written}' is no table that can be read", place, cure))
        path = table_path(self._files, document.file, written)
        try:
            return self._files.read(path), self._files.shown(path)
        except FileFault as fault:
            raise TableFault(error("Y301", str(fault), place, fault.cure)) from None

    def _check_separator(self, table: CellTable, header: int) -> None:
        """Report a table of one column whose title holds other separators: the wrong one was used (Y503)."""
        titles = [cell for cell in table.rows[header] if cell.text.strip()]
        if not table.sheet and len(titles) == 1 and (sign := re.search(r"[;,\t|]", titles[0].text)):
            message = "the table comes to a single column"
            cure = f"write separator: '{sign.group()}' under rows"
            self._findings.error("Y503", message, titles[0].span, cure)


class _TableRows:
    def __init__(
        self,
        opened: OpenedTable,
        fields: MappingABC[str, FieldDeclaration],
        language: str,
        findings: Findings,
    ) -> None:
        self._titles = opened.titles
        self._table = opened.table
        self._language = language
        self._header = opened.header
        self._columns = columns = opened.columns
        self._fields = fields
        self._findings = findings
        self._id = next((column for column in columns if column.target == "id"), None)
        self._name = next((column for column in columns if column.target == "name"), None)
        self.reported: dict[str, frozenset[str]] = {}

    def entries(self) -> dict[str, tuple[Scalar, Mapping]]:
        return {key.text: (key, self._entry(row, key.text)) for key, row in self.keyed()}

    def translations(self, document: DataFile) -> Iterator[TableTranslation]:
        """The texts in other languages of all rows, row by row."""
        columns = {column.target: column for column in self._columns}
        pairs = [(columns[each.target], each) for each in self._titles.translations if each.target in columns]
        for row in self._table.rows[self._header + 1 :] if pairs else ():
            for own, other in pairs:
                source, cell = _at(row, own.index), _at(row, other.index)
                if source is None or cell is None or cell.odd:
                    continue
                words = cell.stripped()
                if words.text and source.text.strip():
                    place = document.origin(source.stripped()).span
                    made = document.text(words, "")
                    yield TableTranslation(other.language, own.target, place, made, other.title.text.strip())

    def keyed(self) -> Iterator[tuple[TableCell, list[TableCell]]]:
        """The id of each row that has one of its own, and its cells."""
        found: dict[str, TableCell] = {}
        titles = self._table.rows[self._header]
        last = max((at for at, cell in enumerate(titles) if cell.text.strip()), default=0)
        rows = [row for row in self._table.rows[self._header + 1 :] if not is_blank(row)]
        self._report_unseen(rows)
        for row in rows:
            if not self._whole(row, last + 1, len(titles)):
                continue
            key = self._key(row)
            if key is None:
                continue
            if key.text in found:
                first = found[key.text].span
                message = f"the id '{key.text}' is in two rows"
                cure = (
                    "change one"
                    if self._id
                    else "the ids are made of the names: give the table a column 'id'"
                )
                self._findings.error("Y515", message, key.span, cure, related=[(first, "first here")])
                continue
            found[key.text] = key
            yield key, row

    def _report_unseen(self, rows: list[list[TableCell]]) -> None:
        """Report hidden rows (Y518), and a table without rows (M118)."""
        hidden = [row[0].start.line for row in rows if row[0].start.line in self._table.hidden]
        if hidden:
            self._findings.add(hidden_rows(self._table.file, hidden))
        if not rows:
            title = self._table.rows[self._header][0].span
            message, cure = "the table has titles and no rows", "write a row for each piece below them"
            self._findings.warning("M118", message, title, cure)

    def _whole(self, row: list[TableCell], needed: int, titled: int) -> bool:
        """Whether the row has the cells of the header: one cell less would shift all that follow (Y513)."""
        extra = next((cell for cell in row[titled:] if cell.text.strip()), None)
        if extra is None and (self._table.sheet or len(row) >= needed):
            return True
        message = f"the row has {times(len(row), 'cell')} instead of {needed}"
        cure = "a text with the separator in it belongs in quotes" if extra else "write empty cells too"
        if extra and any(cell.text.lstrip()[:1] in "“„«" for cell in row if cell.text.strip()):
            cure += ', and curly ones do not quote: write "…"'
        self._findings.error("Y513", message, (extra or row[0]).span, cure)
        return False

    def _key(self, row: list[TableCell]) -> TableCell | None:
        column = self._id or self._name
        cell = _at(row, column.index) if column else None
        text = cell.text.strip() if cell else ""
        if cell is not None and cell.odd:
            self._findings.add(oddity(cell))
            return None
        if cell is None or not text:
            what = "id" if self._id or not self._name else "name, which its id would be made of"
            start = next(cell for cell in row if cell.text.strip() or cell.odd)
            cure = "write one, or empty the whole row" if column else "give the table a column 'id' or 'name'"
            related = [] if column else self._titles.of_row()
            self._findings.error("Y514", f"the row has no {what}", start.span, cure, related=related)
            return None
        made = text if self._id else slug(text, self._language)
        if not made:
            made = f"row-{cell.span.line}"
            message = f"'{text}' has no letters for an id: the row is called '{made}'"
            cure = "give the table a column 'id', so that the id stays when rows are moved"
            self._findings.note("Y519", message, cell.span, cure)
        if not _ID.match(made):
            cures = ["use letters, digits, '-' and '_'"] + ([f"such as '{slug(made)}'"] if slug(made) else [])
            self._findings.error("M106", f"'{made}' cannot be an id", cell.span, cures)
            return None
        return cell.holding(made)

    def _entry(self, row: list[TableCell], key: str) -> Mapping:
        entry = Mapping(self._table.file, row[0].start, flow=True)
        entry.end = row[-1].end
        for column in self._columns:
            cell = _at(row, column.index)
            if column.target == "id" or cell is None or not (cell.text.strip() or cell.odd):
                continue  # an empty cell is as a key that is not written
            if cell.odd:
                self._findings.add(oddity(cell))
                self.reported[key] = self.reported.get(key, frozenset()) | {column.target}
                continue
            field = self._fields.get(column.target)
            kind = field.kind if field else column.target
            if kind == "text" and (beside := aside(cell, sheet=self._table.sheet)):
                self._findings.add(beside)
            entry.entries[column.target] = (column.title, cell_value(cell, kind, self._table))
        return entry


def _at(row: list[TableCell], index: int) -> TableCell | None:
    return row[index] if index < len(row) else None


def _compared(cell: TableCell | None, kind: str | None, table: CellTable) -> Any:
    """The cell as conditions over rows compare it; an empty text without a cell."""
    if cell is None or not cell.text.strip():
        return ""
    found = FIELD_KINDS[kind].in_condition(cell_value(cell, kind, table)) if kind else None
    return cell.text.strip() if found is None else found


def cell_value(cell: TableCell, kind: str, table: CellTable) -> Node:
    """The cell as the node that its field expects; values in ``{{ }}`` stay as they are.

    Args:
        cell: With a text.
        kind: Of the field, or the name of the key, such as ``copies``.
        table: Where it is from; says how numbers are written there.
    """
    cell = cell.stripped()
    if kind == "allow":
        return _accepted(cell)
    if kind in FIELD_KINDS:
        return FIELD_KINDS[kind].cell(cell, "." if table.decimal_comma and not table.sheet else ",")
    if kind in ("context", "note"):
        return cell.holding(cell.text, '"')
    if "{{" in cell.text:
        return cell
    if kind == "copies":
        return cell.holding(whole(cell.text))
    points = kind == "size" and table.decimal_comma
    return cell.holding(re.sub(r"(\d),(\d)", r"\1.\2", cell.text) if points else cell.text)


def _accepted(cell: TableCell) -> Mapping:
    """Accepted warnings, as YAML would have them: ``S205: small print; K201: printed as code``."""
    found = Mapping(cell.file, cell.start, flow=True)
    found.end = cell.end
    for part in _NEXT_CODE.split(cell.text):
        code, _, reason = part.strip(" \t\n;").partition(":")
        found.entries[code.strip()] = (cell.holding(code.strip()), cell.holding(reason.strip(), '"'))
    return found


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
