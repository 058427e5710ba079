"""Sets and pieces as tables: as printed, for reading and counting, and so that they come back whole."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.build import ascii_name
from pnp.export.job import ExportJob
from pnp.i18n.number import WrittenDecimal
from pnp.load.field import FIELD_KINDS
from pnp.markup import parse_inline, plain_text
from pnp.model import ComponentSet, FieldDeclaration, FieldValue, Game, Piece, Term, Text, Value
from pnp.model.files import distinct
from pnp.rules import fill, game_scope


def printed(text: Text, piece: Piece, scope: Mapping[str, Any], language: str) -> str:
    """A text of the piece with its expressions evaluated, without marks, icons as ``:name:``."""
    own = {name: piece.member(name) for name in piece.members()}
    marked = parse_inline(fill(text, {**scope, "piece": piece, **own}, language).text)
    return plain_text(marked, icons=True)


def description(piece: Piece, scope: Mapping[str, Any], language: str) -> str:
    """All texts of the piece but its name, in the order of its fields, each on its own line."""
    texts = [
        printed(value, piece, scope, language)
        for name, value in piece.fields.items()
        if isinstance(value, Text) and value and name != "name"
    ]
    return "\n".join(text for text in texts if text)


def cell(value: Value, piece: Piece, scope: Mapping[str, Any], language: str) -> str | float:
    """The value of a field for one cell of a table: terms by their names."""
    if isinstance(value, Text):
        return printed(value, piece, scope, language)
    if isinstance(value, Term):
        return printed(value.name, piece, scope, language)
    if isinstance(value, FieldValue):
        return value.words(language) or value.shown()
    if isinstance(value, tuple):
        return ", ".join(str(cell(part, piece, scope, language)) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, int | float) else str(value or "")


def export_csv(job: ExportJob, *, raw: bool = False) -> tuple[int, int]:
    """The pieces of each set, ``csv/SET.csv`` in UTF-8, a row per piece.

    Args:
        job: The export.
        raw: Whether cells that look like formulas stay as they are; else they get an apostrophe.

    Returns:
        Numbers of rows and of files.

    Raises:
        ExportStopped: There is an error.
    """
    job.check()
    files: dict[str, bytes] = {}
    rows = 0
    for language in job.languages:
        translator = job.translations.translator(language)
        game, sets = translator.game(), [translator.component_set(each) for each in job.sets]
        names = distinct(ascii_name(each.id) for each in sets)
        for name, each in zip(names, sets, strict=True):
            table = list(_rows(each, game, language))
            rows += len(table) - 1
            files[f"{job.folder(language, 'csv')}/{name}.csv"] = csv_file(table, safe=not raw)
    job.write(files)
    return rows, len(files)


def _rows(each: ComponentSet, game: Game, language: str) -> Iterator[list[str | float]]:
    scope = game_scope(game, language)
    used = [
        name
        for name in each.fields
        if any(piece.fields.get(name) not in (None, (), "") for piece in each.pieces)
    ]
    yield ["id", "copies", *used]
    for piece in each.pieces:
        values = (piece.fields.get(name) for name in used)
        cells = [cell(value, piece, scope, language) for value in values]
        yield [piece.id, piece.copies, *cells]


_BUILT_IN = ("name", "text", "art")
_ID = re.compile(r"\w[\w-]*")  # that can be written: others are names of files, which the set goes on having
_SHEET_NAME = 31  # characters, as spreadsheet programs have it
_ESCAPE = re.compile(r"_x(?=[0-9A-Fa-f]{4}_)")
"""Escapes of characters in an XLSX file (ST_Xstring), which must not be read as such where they are typed."""
_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip archive can say


@dataclass(frozen=True, slots=True)
class SetTable:
    """One set as a table.

    Attributes:
        set_id: Of the set.
        titles: Of the columns.
        rows: The pieces; numbers as numbers, all else as text, nothing as an empty text.
        header: The set's YAML without its pieces, ``{file}`` where the table's name belongs.
    """

    set_id: str
    titles: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    header: str

    def yaml(self, file: str) -> str:
        """The YAML that takes the pieces from the table called ``file``."""
        return self.header.replace("{file}", json.dumps(file, ensure_ascii=False))


def set_table(component_set: ComponentSet) -> SetTable:
    """The set with every piece written out; what all pieces share goes into the header."""
    fields = {**component_set.fields, **_bound(component_set)}
    pieces = component_set.pieces
    shared = {name: value for name in _PLACED if (value := _shared(pieces, name, component_set)) is not None}
    titles = ["id", *(name for name in fields if any(_has(piece, name) for piece in pieces)), "copies"]
    titles += [
        name for name in _PLACED if name not in shared and any(_placed(piece, name) for piece in pieces)
    ]
    titles += [name for name in ("context", "note") if any(_extra(piece, name) for piece in pieces)]
    allowed = {piece.key: _accepted(component_set, piece.key) for piece in pieces}
    titles += ["allow"] if any(allowed.values()) else []
    rows = tuple(
        tuple(allowed[piece.key] if title == "allow" else _cell(piece, title) for title in titles)
        for piece in pieces
    )
    return SetTable(component_set.id, tuple(titles), rows, _header(component_set, fields, shared))


def csv_bytes(table: SetTable) -> bytes:
    """RFC 4180 in UTF-8 with a byte order mark; without it, Excel would use the system's code page."""
    return csv_file([table.titles, *table.rows], safe=False)


def sheet_names(tables: Sequence[SetTable]) -> list[str]:
    """A name for the sheet of each table, by its set: without what workbooks do not take, and none twice."""
    names = [re.sub(r"[\[\]:*?/\\']", "-", table.set_id)[:_SHEET_NAME] for table in tables]
    if len({name.casefold() for name in names}) < len(names):
        names = distinct(name[: _SHEET_NAME - 3] for name in names)
    return names


def xlsx_bytes(tables: Sequence[SetTable], title: str) -> bytes:
    """A workbook with a sheet for each table: texts as texts, titles held in place, long texts wrapped.

    Raises:
        ImportError: openpyxl is not installed.
        OSError: There is no room for temporary files.
    """
    import datetime

    import openpyxl
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for table, name in zip(tables, sheet_names(tables), strict=True):
        sheet = book.create_sheet(name)
        for line, row in enumerate((table.titles, *table.rows), 1):
            for column, value in enumerate(row, 1):
                cell = sheet.cell(line, column)
                if isinstance(value, int):
                    cell.value = value
                elif isinstance(value, WrittenDecimal):
                    cell.value, cell.number_format = float(value), f"0.{'0' * value.places}"
                elif isinstance(value, str) and value:
                    cell.value, cell.data_type = (
                        _ESCAPE.sub("_x005F_x", value),
                        "s",
                    )  # "=2" and "007" are texts
                    cell.number_format = "@"
                cell.alignment = Alignment(wrap_text=True, vertical="top")
                if line == 1:
                    cell.font = Font(bold=True)
        for column in range(1, len(table.titles) + 1):
            longest = max(len(str(row[column - 1])) for row in (table.titles, *table.rows))
            sheet.column_dimensions[get_column_letter(column)].width = min(max(longest + 2, 8), 60)
        sheet.freeze_panes = "B2"
        sheet.auto_filter.ref = sheet.dimensions
    moment = datetime.datetime(*_DATE[:6])  # noqa: DTZ001 - no clock in the output
    book.properties.title, book.properties.created, book.properties.creator = title, moment, ""
    out = io.BytesIO()
    try:
        book.save(out)
    except Exception as fault:
        # Sheets are made in files of the temporary folder. Where lxml writes them, it reports a full disk
        # in its own way.
        if type(fault).__name__ != "SerialisationError":
            raise
        raise OSError(f"no room for temporary files: {fault}") from fault
    return _without_clock(out.getvalue())


def _without_clock(data: bytes) -> bytes:
    """The archive with one date for all its parts, so that the same tables are the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "docProps/core.xml":
                part = re.sub(rb"<dcterms:modified[^>]*>[^<]*</dcterms:modified>", b"", part)
            new.writestr(zipfile.ZipInfo(name, _DATE), part, zipfile.ZIP_DEFLATED)
    return out.getvalue()


_PLACED = ("layout", "back", "style", "size")


def _bound(component_set: ComponentSet) -> dict[str, FieldDeclaration]:
    """The ``for`` names that no field is called by: texts may name them, so they become fields."""
    found: dict[str, FieldDeclaration] = {}
    for piece in component_set.pieces:
        for name, term in piece.binds.items():
            if name not in component_set.fields:
                found.setdefault(name, FieldDeclaration(name, "term", True, term.vocabulary))
    return found


def _shared(pieces: Sequence[Piece], name: str, component_set: ComponentSet) -> str | None:
    """The value that all pieces share; empty for no value, None if they differ."""
    values = {_placed(piece, name) for piece in pieces} or {""}
    if name == "size":
        values |= {component_set.size.written} if values == {""} else set()
    return values.pop() if len(values) == 1 else None


def _placed(piece: Piece, name: str) -> str:
    return piece.size.written if name == "size" else getattr(piece, name) or ""


def _accepted(component_set: ComponentSet, owner: str) -> str:
    """The accepted warnings of a piece, or of the set by itself, as a cell has them."""
    own = {each.code: each.reason for each in component_set.allowed if each.owner == owner}
    return "; ".join(f"{code}: {reason}" for code, reason in own.items())


def _has(piece: Piece, name: str) -> bool:
    return _written(piece.binds.get(name) if name in piece.binds else piece.fields.get(name)) != ""


def _extra(piece: Piece, name: str) -> str:
    if name == "note":
        return piece.note
    texts = [value for value in piece.fields.values() if isinstance(value, Text)]
    return next((text.context.partition("/")[2] for text in texts if "/" in text.context), "")


def _cell(piece: Piece, title: str) -> str | float:
    if title in ("context", "note"):
        return _extra(piece, title)
    if title in _PLACED:
        return _placed(piece, title)
    if title in ("id", "copies"):
        return piece.id if title == "id" else piece.copies
    return _written(piece.fields[title] if title in piece.fields else piece.binds.get(title))


def _written(value: Value) -> str | float:
    """The value as a cell has it."""
    if isinstance(value, FieldValue):
        return value.written()
    if value is None or isinstance(value, bool):
        return "true" if value else ""
    if isinstance(value, Text):
        return value.source
    if isinstance(value, Term):
        return value.id
    if isinstance(value, tuple):
        parts = [each.id if isinstance(each, Term) else str(each) for each in value]
        return "; ".join(parts) + (";" if len(parts) == 1 and "," in parts[0] else "")
    return value


def _header(component_set: ComponentSet, fields: dict[str, FieldDeclaration], shared: dict[str, str]) -> str:
    lines = [
        f"kind: {component_set.kind}",
        *([f"id: {_quoted(component_set.id)}"] if _ID.fullmatch(component_set.id) else []),
        f"name: {_quoted(component_set.name.source)}",
    ]
    # Where sizes differ each row has its own; most kinds must have one for the set all the same, and it says
    # what folds.
    own_size = component_set.size.written
    shared = {**shared, "size": shared.get("size", own_size)}
    lines += [f"{name}: {_quoted(value)}" for name, value in shared.items() if value]
    panels = component_set.panels
    folds = panels.count > 1 and shared["size"] == own_size
    lines += [f"panels: {panels.columns}x{panels.rows}"] if folds else []
    lines += ["fit: page"] if component_set.fitted else []
    own = {name: _declared(field, component_set) for name, field in fields.items() if name not in _BUILT_IN}
    lines += ["fields:", *(f"  {name}: {_quoted(kind)}" for name, kind in own.items())] if own else []
    called = {name: label.source for name, label in component_set.labels.items()}
    lines += ["labels:", *(f"  {name}: {_quoted(label)}" for name, label in called.items())] if called else []
    lines += [f"total: {component_set.total}"] if component_set.total is not None else []
    accepted = [each for each in component_set.allowed if each.owner == component_set.id]
    lines += ["allow:", *(f"  {each.code}: {_quoted(each.reason)}" for each in accepted)] if accepted else []
    return "\n".join([*lines, "rows: {file}", ""])


def _declared(field: FieldDeclaration, component_set: ComponentSet) -> str:
    """The declaration for reading the rows: an empty list is an empty cell, so the field is optional."""
    kind = FIELD_KINDS[field.kind]
    empty = any(_written(piece.fields.get(field.name)) == "" for piece in component_set.pieces)
    return kind.declared(field) + ("?" if field.optional or (empty and not kind.implied) else "")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of cells that spreadsheets treat as formulas (OWASP, "CSV Injection")."""

_BOM = b"\xef\xbb\xbf"
"""Without it, Excel reads UTF-8 in the code page of the country."""


def csv_file(rows: Iterable[Sequence[str | float]], *, safe: bool = True) -> bytes:
    """The rows as CSV (RFC 4180), in UTF-8 with a byte order mark, with lines ended by CRLF.

    Args:
        rows: The head first.
        safe: Whether an apostrophe is put before texts that begin like a formula; numbers stay numbers.
    """
    table = io.StringIO()
    writer = csv.writer(table)
    for row in rows:
        writer.writerow([_harmless(cell) if safe and isinstance(cell, str) else cell for cell in row])
    return _BOM + table.getvalue().encode()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
