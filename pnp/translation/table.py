"""Translations as a table for people with spreadsheets, out and in again."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.diagnostics import Diagnostic, did_you_mean, error, warning
from pnp.i18n import Catalogue, Entry, TextKey
from pnp.load.table.table import FAILED_CELL
from pnp.source import Span

COLUMNS = ("context", "source", "translation", "state", "places", "notes")
_NEEDED = ("context", "source", "translation")
_BOM = "\ufeff"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
"""First characters that spreadsheets read as the start of a formula (OWASP, CSV injection), and the
apostrophe, which prevents that."""
_DELIMITERS = ",;\t"


def write_table(catalogue: Catalogue) -> bytes:
    """The living entries as CSV: UTF-8 with a byte order mark, so that spreadsheets see the letters right.

    Cells that a spreadsheet would read as a formula begin with an apostrophe; ``read_table`` takes it away
    again.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in catalogue.living():
        places = " ".join(f"{file}:{line}" if line else file for file, line in entry.places)
        state = "fuzzy" if entry.fuzzy else "translated" if entry.translation else "missing"
        row = (entry.context, entry.source, entry.translation, state, places, "\n".join(entry.notes))
        writer.writerow([harmless(cell) for cell in row])
    return (_BOM + out.getvalue()).encode()


def harmless(cell: str) -> str:
    """The cell with an apostrophe before anything that a spreadsheet would read as a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _restored(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """A catalogue with what a table says.

    Attributes:
        catalogue: With the table's translations.
        changed: How many of them are other ones than before.
        diagnostics: Codes Y410 to Y412.
    """

    catalogue: Catalogue
    changed: int
    diagnostics: tuple[Diagnostic, ...]


def read_table(text: str, file: str, catalogue: Catalogue) -> ImportedTable:
    """The catalogue with the translations of a table put in; empty cells leave the translation that there is.

    Columns may come in any order, with commas, semicolons or tabs between them; others than those needed are
    looked at only for ``state``, which may say ``fuzzy``.

    Args:
        text: Of the table.
        file: As shown to the author.
        catalogue: To put the translations in.
    """
    text = text.removeprefix(_BOM)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    head = [cell.strip().casefold() for cell in next(reader, [])]
    lacking = [name for name in _NEEDED if name not in head]
    if lacking:
        message = f"the table has no column '{lacking[0]}'"
        return ImportedTable(
            catalogue, 0, (error("Y410", message, Span(file), "export it again, and keep its first line"),)
        )
    entries = catalogue.by_key()
    changes: dict[TextKey, Entry] = {}
    found: list[Diagnostic] = []
    line = reader.line_num + 1
    for row in reader:
        start, line = line, reader.line_num + 1
        if not any(cell.strip() for cell in row):
            continue
        cells = {name: _plain(row[index]) if index < len(row) else "" for index, name in enumerate(head)}
        entry = entries.get((cells["context"].strip(), cells["source"].strip()))
        if entry is None:
            found.append(_unknown(cells["source"], Span(file, start, 1, start, 2), list(entries.values())))
        elif FAILED_CELL.fullmatch(cells["translation"].strip()):
            message = f"'{cells['translation'].strip()}' is what a spreadsheet shows in place of a value"
            cure = "fix the cell there and export the table again; the translation stays as it was"
            found.append(warning("Y412", message, Span(file, start, 1, start, 2), cure))
        elif cells["translation"].strip():
            changes[entry.key] = _changed(entry, cells)
    merged = [changes.get(entry.key, entry) if not entry.obsolete else entry for entry in catalogue.entries]
    changed = sum(changes[key] != entries[key] for key in changes)
    return ImportedTable(catalogue._replace(entries=tuple(merged)), changed, tuple(found))


def _plain(cell: str) -> str:
    return _restored(cell).replace("\r\n", "\n").replace("\r", "\n")


def _changed(entry: Entry, cells: dict[str, str]) -> Entry:
    fuzzy = cells.get("state", "").strip().casefold() == "fuzzy"
    translation = cells["translation"].strip()
    if translation == entry.translation and fuzzy == entry.fuzzy:
        return entry
    if translation != entry.translation and entry.fuzzy:
        fuzzy = False  # it was corrected, and the cell of the state is easily forgotten
    return replace(entry, translation=translation, fuzzy=fuzzy, previous=entry.previous if fuzzy else None)


def _unknown(source: str, span: Span, entries: Sequence[Entry]) -> Diagnostic:
    short = " ".join(source.split())[:48]
    cure = did_you_mean(source, [entry.source for entry in entries], "texts")
    return warning("Y411", f"'{short}' is no text of the game", span, cure[:160])


def _delimiter(text: str) -> str:
    """The separator of the columns: the one that the first line has most of."""
    head = text.split("\n", 1)[0]
    return max(_DELIMITERS, key=head.count)
