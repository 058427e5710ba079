"""Changes of a table since it was last fetched, here and there, row by row and cell by cell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from pnp.edit import Change
from pnp.edit.table_file import TableFile
from pnp.load.table.column import TableColumn
from pnp.load.table.pieces import OpenedTable
from pnp.load.table.table import is_blank

Preference: TypeAlias = Literal["", "ours", "theirs"]
"""Which version holds where both changed the same; empty for neither."""


class RowTable:
    """A table by ids of rows and titles of columns.

    Attributes:
        rows: Text of each cell by title, by the id of the row, in order.
        titles: In order.
        unnamed: Rows without an id of their own; nothing is known of them.
    """

    def __init__(self, opened: OpenedTable, file: str, data: bytes, language: str) -> None:
        header = opened.table.rows[opened.header]
        titles = {at: cell.text.strip() for at, cell in enumerate(header) if cell.text.strip()}
        self.titles = list(titles.values())
        self.rows = {
            row: {title: cells[at].text if at < len(cells) else "" for at, title in titles.items()}
            for row, cells in opened.ids(language).items()
        }
        below = opened.table.rows[opened.header + 1 :]
        self.unnamed = sum(not is_blank(row) for row in below) - len(self.rows)
        every = [TableColumn(at, title, header[at]) for at, title in titles.items()]
        known = [column for column in opened.columns if column.target in ("id", "name")]
        self._all = opened._replace(columns=[*known, *every])
        self._file, self._data, self._language = file, data, language

    def writable(self) -> TableFile:
        """The table for changes of cells by title, and of rows by id."""
        return TableFile(self._all, self._file, self._data, self._language)


class RowChange(NamedTuple):
    """A row that differs between two versions.

    Attributes:
        row: Its id.
        kind: Of the change.
        cells: Title, old and new text of each cell that differs; of added and removed rows, the filled ones.
    """

    row: str
    kind: Literal["added", "removed", "changed"]
    cells: tuple[tuple[str, str, str], ...]


class Collision(NamedTuple):
    """A cell, or a whole row (with an empty title), that both changed; None where the row was removed."""

    row: str
    title: str
    ours: str | None
    theirs: str | None


class Merged(NamedTuple):
    """Changes of our file that bring in theirs.

    Attributes:
        changes: Of our file.
        collisions: That no preference settles; nothing of them is in ``changes``.
    """

    changes: list[Change]
    collisions: list[Collision]


def row_changes(old: RowTable | None, new: RowTable) -> list[RowChange]:
    """The rows that differ: removed ones first, then the others in the order of the new version."""
    before = {} if old is None else old.rows
    found = [
        RowChange(row, "removed", _differing(cells, {}))
        for row, cells in before.items()
        if row not in new.rows
    ]
    for row, cells in new.rows.items():
        differing = _differing(before.get(row, {}), cells)
        if row not in before:
            found.append(RowChange(row, "added", differing))
        elif differing:
            found.append(RowChange(row, "changed", differing))
    return found


def _differing(old: dict[str, str], new: dict[str, str]) -> tuple[tuple[str, str, str], ...]:
    titles = dict.fromkeys([*new, *old])
    return tuple(
        (title, old.get(title, ""), new.get(title, ""))
        for title in titles
        if old.get(title, "").strip() != new.get(title, "").strip()
    )


def merge(base: RowTable, ours: RowTable, theirs: RowTable, preference: Preference) -> Merged:
    """The changes of our file that bring in what changed from ``base`` to ``theirs``.

    Rows keep our order; new ones come below the row that they follow in theirs. All three have the same
    titles, and an id in each row.
    """
    ours_by_id = ours.writable()
    changes: list[Change] = []
    collisions: list[Collision] = []
    above = ""
    for row, cells in theirs.rows.items():
        if row in ours.rows:
            for title, text in cells.items():
                settled = _cell(row, title, base.rows.get(row), ours.rows[row], text, preference)
                if isinstance(settled, Collision):
                    collisions.append(settled)
                elif settled is not None:
                    changes += ours_by_id.set(row, title, settled)
            above = row
        elif row not in base.rows or (cells != base.rows[row] and preference == "theirs"):
            changes += ours_by_id.add(row, cells, above or next(iter(ours.rows)))
        elif cells != base.rows[row] and preference != "ours":
            collisions.append(Collision(row, "", None, _row(cells)))
    for row, cells in ours.rows.items():
        if row in theirs.rows or row not in base.rows:
            continue
        if cells == base.rows[row] or preference == "theirs":
            changes += ours_by_id.remove(row)
        elif preference != "ours":
            collisions.append(Collision(row, "", _row(cells), None))
    return Merged(changes, collisions)


def _cell(
    row: str,
    title: str,
    base: dict[str, str] | None,
    ours: dict[str, str],
    theirs: str,
    preference: Preference,
) -> str | Collision | None:
    """The text that a cell is to have; None if it keeps ours."""
    mine, before = ours[title], None if base is None else base[title]
    if theirs in (mine, before):
        return None
    if mine == before or preference == "theirs":
        return theirs
    return None if preference == "ours" else Collision(row, title, mine, theirs)


def _row(cells: dict[str, str]) -> str:
    return ", ".join(text for text in cells.values() if text.strip())


def lost_titles(old: Iterable[str], new: Iterable[str]) -> list[str]:
    """The titles that the new version lacks, in any case."""
    there = {title.casefold() for title in new}
    return [title for title in old if title.casefold() not in there]
