"""Tables of a game that say where they come from: fetched, compared with the files, merged and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from pnp.edit import Change, ClashError, edited, write_changes
from pnp.edit.table_file import TableFile
from pnp.edit.yaml_file import YamlFile
from pnp.load.document import DataFile, Findings
from pnp.load.files import FolderFiles
from pnp.load.shape.game_file import SetFile
from pnp.load.shape.shape import read_shape
from pnp.load.table import Tables
from pnp.load.table.column import TableColumn
from pnp.load.table.pieces import OpenedTable
from pnp.load.table.table import is_blank, table_path
from pnp.model import ComponentSet, FileFault, Game
from pnp.pull.network import FetchFault, fetch

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


PULLED = ".pulled"
"""Ending of the copy beside a table: the version that was fetched last, from which both sides go on."""


class PullFault(Exception):
    """A table that is not written.

    Attributes:
        cure: What to do about it.
        collisions: Cells and rows that were changed here and there.
    """

    def __init__(self, message: str, cure: str, collisions: Iterable[Collision] = ()) -> None:
        super().__init__(message)
        self.cure = cure
        self.collisions = tuple(collisions)


class Pulled(NamedTuple):
    """A table that was asked for.

    Attributes:
        set_id: Of its set.
        file: Path as shown.
        changes: Of the rows, compared with the file as it was; empty if nothing changed.
        fault: Why it is not written; None if it is.
    """

    set_id: str
    file: str
    changes: tuple[RowChange, ...]
    fault: PullFault | None = None


class _Source(NamedTuple):
    """A set with an address."""

    component_set: ComponentSet
    document: DataFile
    shape: SetFile
    path: str
    address: str


def pull(
    game: Game,
    folder: Path,
    files: FolderFiles,
    *,
    sets: Collection[str] = (),
    preference: Preference = "",
    allowed: Collection[str] = (),
    write: bool = True,
    journals: Path | None = None,
    get: Callable[[str, Collection[str]], bytes] = fetch,
) -> list[Pulled]:
    """Each table with an address, after those that have changed were written in one step.

    Args:
        game: As it was read.
        folder: Of the game.
        files: Of that folder.
        sets: Ids of the sets that are meant; all with an address when empty.
        preference: Which version holds where both changed the same.
        allowed: See ``fetch``.
        write: Whether to write what changed.
        journals: See ``write_changes``.
        get: Fetches an address.

    Raises:
        FileFault: A file cannot be read or written; nothing was written.
        ClashError: A file changed while its table was fetched; nothing was written.
    """
    read: dict[str, bytes | None] = {}
    changes: list[Change] = []
    found: list[Pulled] = []
    for component_set in game.sets:
        source = _source(component_set, files)
        if source is None or (sets and component_set.id not in sets):
            continue
        shown = files.shown(source.path)
        try:
            fetched = get(_published(source.address), allowed)
            table = _PulledTable(source, files, game.language)
            rows, own = table.take(fetched, preference)
        except FetchFault as fault:
            found.append(Pulled(component_set.id, shown, (), PullFault(str(fault), fault.cure)))
            continue
        except PullFault as fault:
            found.append(Pulled(component_set.id, shown, (), fault))
            continue
        read |= table.read
        changes += own
        found.append(Pulled(component_set.id, shown, tuple(rows)))
    if write and changes:
        write_changes(folder, {change.file: read[change.file] for change in changes}, changes, journals)
    return found


def _source(component_set: ComponentSet, files: FolderFiles) -> _Source | None:
    """The set's file, if its table has an address."""
    path = component_set.file.removeprefix(files.shown(""))
    data = files.read(path)
    if b"from" not in data:
        return None
    yaml = YamlFile(path, data)
    shape = read_shape(SetFile, yaml.root, Findings())
    if shape.rows is None or not shape.rows.from_:
        return None
    document = DataFile(component_set.file, yaml.text, yaml.root)
    table = table_path(files, document.file, shape.rows.file)
    return _Source(component_set, document, shape, table, shape.rows.from_)


def _published(address: str) -> str:
    """The address, unless it is that of a page to edit a sheet, which gives no table.

    Raises:
        PullFault: It is such a page.
    """
    page = _EDITED.match(address)
    if page is None:
        return address
    tab = _TAB.search(address)
    table = f"{page[1]}/export?format=csv" + (f"&gid={tab[1]}" if tab else "")
    raise PullFault("the address is that of the page to edit the sheet", f"write {table}")


class _PulledTable:
    """A table, its last fetched version, and the one fetched now."""

    def __init__(self, source: _Source, files: FolderFiles, language: str) -> None:
        self._source = source
        self._files = files
        self._language = language
        self._own = files.read(source.path) if files.exists(source.path) else None
        self._kept = source.path + PULLED
        self._base = files.read(self._kept) if files.exists(self._kept) else None
        self.read: Mapping[str, bytes | None] = {source.path: self._own, self._kept: self._base}

    def take(self, fetched: bytes, preference: Preference) -> tuple[list[RowChange], list[Change]]:
        """The rows that change in the file, and the changes of it and of the copy.

        Raises:
            PullFault: They do not go together.
        """
        theirs = self._opened(fetched)
        if self._own is None:
            return row_changes(None, theirs), [*self._whole(self._source.path, fetched), *self._keep(fetched)]
        if fetched in (self._own, self._base):
            return [], self._keep(fetched)
        ours = self._opened(self._own)
        lost = lost_titles(ours.titles, theirs.titles)
        if lost and preference != "theirs":
            message = f"the sheet no longer has the column {', '.join(map(repr, lost))}"
            fresh = lost_titles(theirs.titles, ours.titles)
            others = f" (new: {', '.join(map(repr, fresh))})" if fresh else ""
            raise PullFault(
                message + others, "rename it in the sheet, or take the sheet as it is with --theirs"
            )
        if self._own == self._base or (preference == "theirs" and self._base is None):
            return row_changes(ours, theirs), [*self._whole(self._source.path, fetched), *self._keep(fetched)]
        return self._merged(ours, theirs, fetched, preference)

    def _merged(
        self, ours: RowTable, theirs: RowTable, fetched: bytes, preference: Preference
    ) -> tuple[list[RowChange], list[Change]]:
        """Both versions as one, where they go on from the copy."""
        if not self._source.path.endswith(".csv"):
            raise PullFault("the file was changed here, and spreadsheets are not merged", _CHOOSE)
        if self._base is None:
            differing = [
                Collision(each.row, title, old, new)
                for each in row_changes(ours, theirs)
                for title, old, new in each.cells
            ]
            message = "the file was not fetched before, and differs from the sheet"
            raise PullFault(message, "take the sheet with --theirs, or rename the file first", differing)
        base = self._opened(self._base)
        if not ours.titles == theirs.titles == base.titles or any(
            each.unnamed for each in (base, ours, theirs)
        ):
            message = "the file was changed here, and its columns or rows without an id cannot be compared"
            raise PullFault(message, _CHOOSE)
        merged = merge(base, ours, theirs, preference)
        if merged.collisions:
            raise PullFault("the same was changed here and in the sheet", _CHOOSE, merged.collisions)
        content = edited({self._source.path: self._own}, merged.changes).get(self._source.path, self._own)
        assert content is not None
        return row_changes(ours, self._opened(content)), [*merged.changes, *self._keep(fetched)]

    def _opened(self, data: bytes) -> RowTable:
        findings = Findings()
        source = self._source
        opened = Tables(self._files.holding(source.path, data), {}, self._language, findings).open(
            source.document, source.shape, source.component_set.fields
        )
        if opened is None:
            first = findings.all()[0]
            raise PullFault(first.message, first.help[0] if first.help else "look at the sheet")
        return RowTable(opened, source.path, data, self._language)

    def _whole(self, file: str, content: bytes) -> list[Change]:
        return [Change(file, 0, len(self.read[file] or b""), content)]

    def _keep(self, fetched: bytes) -> list[Change]:
        return [] if fetched == self._base else self._whole(self._kept, fetched)


_EDITED = re.compile(r"(https://docs\.google\.com/spreadsheets/d/[\w-]+)/(?:edit|view)")
_TAB = re.compile(r"[#&?]gid=(\d+)")
_CHOOSE = "settle it with --theirs or --ours, or edit the sheet and pull again"

__all__ = ["PULLED", "ClashError", "FileFault", "PullFault", "Pulled", "pull"]
