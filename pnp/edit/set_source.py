"""The files of a set at the moment of an edit: where each value of a piece is written, and how it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from pnp.edit.change import Change
from pnp.edit.table_file import TableFile, open_table
from pnp.edit.yaml_file import Keys, NewValue, Values, YamlFile
from pnp.load.document import DataFile, Findings
from pnp.load.files import FolderFiles
from pnp.load.limits import MAX_EXTENDS
from pnp.load.shape.game_file import SetFile
from pnp.load.shape.shape import read_shape
from pnp.load.yaml.node import Mapping as MappingNode
from pnp.load.yaml.node import Node, Scalar
from pnp.load.yaml.node import Sequence as SequenceNode
from pnp.model import FieldDeclaration, FileFault

WrittenAt: TypeAlias = Literal["own", "extends", "defaults", "set", "alias", "missing"]
"""Whether the entry has the value itself, or where it takes it from; ``alias`` is one that others share."""

_OF_SET = ("layout", "back", "size", "style")
"""Keys of a set that hold for entries without such a key."""


class WrittenValue(NamedTuple):
    """A value of an entry as it is written.

    Attributes:
        source: Where the entry has it from.
        entry: The entry that has it; empty for defaults and keys of the set.
        value: A text, a list, or None where nothing is written.
        file: Relative to the game's folder.
        line: Of the value, from 1.
        column: Of the value, from 1.
        cell: Name of the cell in a table; empty otherwise.
        editable: Whether it can be changed where it is written: no mapping, and in no spreadsheet.
    """

    source: WrittenAt
    entry: str
    value: NewValue
    file: str = ""
    line: int = 0
    column: int = 0
    cell: str = ""
    editable: bool = True


class SetSource:
    """The YAML file of a set, and its table.

    Args:
        files: Of the game's folder.
        file: Of the set, relative to it.
        fields: Of the set, as they were last read without faults.
        language: Of the game.
        before: The set as it was read last; of files that have changed within one entry, only that is read.

    Attributes:
        read: Content of each file.

    Raises:
        FileFault: A file cannot be read.
    """

    def __init__(
        self,
        files: FolderFiles,
        file: str,
        fields: Mapping[str, FieldDeclaration],
        language: str,
        before: SetSource | None = None,
    ) -> None:
        data = files.read(file)
        self._fields = fields
        if before is None:
            self.yaml = YamlFile(file, data)
        elif before.read[file] == data:
            self.yaml = before.yaml
        else:
            self.yaml = before.yaml.edited(data) or YamlFile(file, data)
        self.read: dict[str, bytes | None] = {file: data}
        self.table: TableFile | None = None
        root = self.yaml.root
        if root.get("rows") is not None:
            shape = read_shape(SetFile, root, Findings())
            document = DataFile(files.shown(file), self.yaml.text, root)
            known = before is not None and before.yaml is self.yaml and before._fields == fields
            table = before.table if before is not None and known else None
            self.table = open_table(files, document, shape, fields, language, table)
        if self.table is not None:
            self.read[self.table.file] = self.table.opened.data

    def is_current(self, files: FolderFiles, fields: Mapping[str, FieldDeclaration]) -> bool:
        """Whether the files say what they said, and the set has the same fields."""
        if fields != self._fields:
            return False
        try:
            return all(files.read(file) == data for file, data in self.read.items())
        except FileFault:
            return False

    @cached_property
    def entries(self) -> list[str]:
        """Ids of the entries in order, those of the table last."""
        pieces = self.yaml.node(("pieces",))
        listed = list(pieces.entries) if isinstance(pieces, MappingNode) else []
        return [*listed, *(row for row in (self.table.ids if self.table else ()) if row not in listed)]

    def entry_of(self, piece: str) -> str | None:
        """The entry that a piece is made from, by its id; None if it was removed."""
        entries = self.entries
        if piece in entries:
            return piece
        makers = [each for each in entries if piece.startswith(f"{each}-") and self.repeats(each)]
        return max(makers, key=len, default=None)

    def repeats(self, entry: str) -> bool:
        """Whether an entry makes several pieces."""
        return self.written(entry, "for").source != "missing"

    def table_of(self, entry: str) -> TableFile | None:
        """The table that an entry is a row of; None for one in YAML."""
        is_row = self.table is not None and entry in self.table and self.yaml.node(("pieces", entry)) is None
        return self.table if is_row else None

    def written(self, entry: str, key: str) -> WrittenValue:
        """A value of an entry, and where it is written."""
        seen: list[str] = []
        name: str | None = entry
        while name is not None and name not in seen and len(seen) < MAX_EXTENDS:
            seen.append(name)
            found = self._in_entry(name, key)
            if found is not None:
                source: WrittenAt = found.source if name == entry else "extends"
                return found._replace(source=source)
            parent = self._in_entry(name, "extends")
            name = parent.value if parent is not None and isinstance(parent.value, str) else None
        places: list[tuple[WrittenAt, Keys]] = [("defaults", ("defaults", key))]
        if key in _OF_SET:
            places.append(("set", (key,)))
        for source, path in places:
            node = self.yaml.node(path)
            if node is not None:
                return self._yaml(source, "", node)
        return WrittenValue("missing", entry, None)

    def set(self, entry: str, key: str, value: NewValue, *, here: bool, verbatim: bool) -> list[Change]:
        """The changes that give an entry a value.

        Args:
            entry: Its id.
            key: A field, or a key of entries.
            value: Its new value; None for none.
            here: Whether to write it into the entry itself; else where it comes from.
            verbatim: See ``YamlFile.set``.

        Raises:
            FileFault: It cannot be changed there.
        """
        found = self.written(entry, key)
        if here or found.source in ("own", "missing"):
            return self._set_own(entry, key, value, verbatim)
        if found.entry:
            return self._set_own(found.entry, key, value, verbatim)
        path = ("defaults", key) if found.source == "defaults" else (key,)
        return self.yaml.set(path, value, verbatim=verbatim)

    def set_apart(
        self,
        entry: str,
        piece: str,
        terms: Mapping[str, str],
        key: str,
        value: NewValue,
        *,
        verbatim: bool,
        first: bool,
    ) -> tuple[str, list[Change]]:
        """The changes that give one of the pieces of an entry a value, and not the others.

        The piece gets an entry that extends the other one, which leaves it out by ``where`` from then on.
        Entries that take their ``where`` from there get the old one.

        Args:
            entry: With ``for``.
            piece: Id of the piece.
            terms: Id of its term for each name of ``for``.
            key: A field, or a key of entries.
            value: Its new value.
            verbatim: See ``YamlFile.set``.
            first: Whether it is the first piece of the entry and stays before the others, or follows them.

        Returns:
            Id of the piece from then on, and the changes. It is another one if a name of ``for`` is no field.
        """
        kept = all(name in self._fields for name in terms)
        fresh = fresh_id(piece, self.entries)
        values: dict[str, NewValue | Values] = {"extends": entry, "for": {}}
        if kept:
            values |= terms
        else:
            values |= {"for": {name: [term] for name, term in terms.items()}, "where": "True"}
        values[key] = value
        texts = {"extends", "where"} if verbatim else {"extends", "where", key}
        changes = self.leave_out(entry, terms)
        plain = [name for name in values if name not in texts]
        changes += self.yaml.insert(("pieces", fresh), values, entry, plain, above=first)
        return fresh if kept else "-".join([fresh, *terms.values()]), changes

    def leave_out(self, entry: str, terms: Mapping[str, str]) -> list[Change]:
        """The changes by which an entry does not make one of its pieces any more.

        Args:
            entry: With ``for``. Entries that take their ``where`` from it get the old one.
            terms: Id of the piece's term for each name of ``for``.
        """
        old = self.written(entry, "where").value
        out = [f"{name} != '{term}'" for name, term in terms.items()]
        out_of = out[0] if len(out) == 1 else f"({' or '.join(out)})"
        changes = self.yaml.set(("pieces", entry, "where"), f"({old}) and {out_of}" if old else out_of)
        for heir in self.heirs(entry):
            if self._in_entry(heir, "where") is None and self.table_of(heir) is None:
                changes += self.yaml.set(("pieces", heir, "where"), old or "True")
        return changes

    def add(
        self, entry: str, values: Mapping[str, NewValue], after: str, verbatim: Sequence[str]
    ) -> list[Change]:
        """The changes that add an entry below another one; as a row, where that is one."""
        if after and (table := self.table_of(after)):
            texts = {
                key: value if isinstance(value, str) else "; ".join(value or ())
                for key, value in values.items()
            }
            return table.add(entry, texts, after)
        return self.yaml.insert(("pieces", entry), values, after, verbatim)

    def copy(self, entry: str, fresh: str, name: str) -> list[Change]:
        """The changes that put a copy of an entry below it.

        Args:
            entry: Its id.
            fresh: Id of the copy.
            name: Name of the copy, which a table without ids makes the id from.
        """
        if table := self.table_of(entry):
            return table.copy(entry, fresh if table.has("id") else name)
        return self.yaml.duplicate(("pieces", entry), fresh)

    def call(self, entry: str, fresh: str) -> list[Change]:
        """The changes that give an entry another id; none in a table without ids."""
        if table := self.table_of(entry):
            return table.set(entry, "id", fresh) if table.has("id") else []
        return self.yaml.call(("pieces", entry), fresh)

    def remove(self, entry: str) -> list[Change]:
        """The changes that remove an entry."""
        if table := self.table_of(entry):
            return table.remove(entry)
        return self.yaml.remove(("pieces", entry))

    def move(self, entry: str, steps: int) -> list[Change]:
        """The changes that swap an entry with the one before (-1) or after it (1); none at the ends."""
        table = self.table_of(entry)
        listed = [each for each in self.entries if self.table_of(each) is table]
        at = listed.index(entry) + steps
        if not 0 <= at < len(listed):
            return []
        first, second = sorted((entry, listed[at]), key=listed.index)
        if table:
            return table.move(first, second)
        return self.yaml.swap(("pieces", first), ("pieces", second))

    def heirs(self, entry: str) -> list[str]:
        """The entries that extend an entry."""
        return self._heirs.get(entry, [])

    @cached_property
    def _heirs(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for each in self.entries:
            parent = self._in_entry(each, "extends")
            if parent is not None and isinstance(parent.value, str):
                found.setdefault(parent.value, []).append(each)
        return found

    def _set_own(self, entry: str, key: str, value: NewValue, verbatim: bool) -> list[Change]:
        if table := self.table_of(entry):
            return table.set(entry, key, value)
        return self.yaml.set(("pieces", entry, key), value, verbatim=verbatim)

    def _in_entry(self, entry: str, key: str) -> WrittenValue | None:
        """The value that an entry itself has; None without one."""
        if table := self.table_of(entry):
            cell = table.cell(entry, key)
            if cell is None or not cell.text.strip():
                return None
            place = table.place(entry, key)
            line, column = cell.start.line + 1, cell.start.column + 1
            return WrittenValue("own", entry, cell.text, table.file, line, column, place, not table.sheet)
        node = self.yaml.node(("pieces", entry, key))
        if node is None:
            return None
        source: WrittenAt = "own" if self.yaml.own(("pieces", entry, key)) else "alias"
        return self._yaml(source, entry, node)

    def _yaml(self, source: WrittenAt, entry: str, node: Node) -> WrittenValue:
        value: NewValue = None
        if isinstance(node, Scalar):
            value = node.text
        elif isinstance(node, SequenceNode) and all(isinstance(item, Scalar) for item in node.items):
            value = [item.text for item in node.items if isinstance(item, Scalar)]
        line, column = node.start.line + 1, node.start.column + 1
        editable = value is not None and source != "alias"
        return WrittenValue(source, entry, value, self.yaml.source.file, line, column, "", editable)


def fresh_id(wanted: str, entries: Sequence[str]) -> str:
    """An id that no entry has, made from one."""
    if wanted not in entries:
        return wanted
    number = 2
    while f"{wanted}-{number}" in entries:
        number += 1
    return f"{wanted}-{number}"


def known_entry(source: SetSource, piece: str) -> str:
    """The entry that a piece is made from.

    Raises:
        FileFault: It was removed.
    """
    entry = source.entry_of(piece)
    if entry is None:
        raise FileFault(f"there is no piece '{piece}' any more", "look at what has changed")
    return entry
