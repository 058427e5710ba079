"""The names in data files: in ``game.yaml`` and in files of pieces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from collections.abc import Mapping as MappingABC
from functools import cached_property
from pathlib import PurePosixPath

from pnp.load.document import DataFile, Findings, child
from pnp.load.shape.game_file import ENTRY_KEYS, RowsShape, SetFile
from pnp.load.shape.shape import read_shape
from pnp.load.table.column import Columns
from pnp.load.table.csv_rows import csv_table
from pnp.load.table.table import TableFault
from pnp.load.yaml.node import Mapping, Node, Scalar, Sequence, TableCell
from pnp.markup import ICON_MARK, is_icon_name
from pnp.model import ComponentSet
from pnp.names.code import FoundName, names_in_code
from pnp.names.name import KnownNames, Name, NameMention
from pnp.rules import template_expressions
from pnp.source import Span

_TERM = re.compile(r"\]\(([^\W\d][\w-]*(?:\.[\w-]+)?)\)")
_ICON = re.compile(ICON_MARK)
_MEMBER = re.compile(r"[\w.-]+")
"""One of the terms in a cell."""
_CODE = frozenset({"copies", "where", "total"})
"""Keys of entries that hold expressions without braces."""


def names_in_text(source: str, known: KnownNames, fields: Collection[str] = ()) -> Iterator[FoundName]:
    """The names in a text with expressions and marks.

    Args:
        source: The text.
        known: Of the game.
        fields: Those that its expressions may name alone.
    """
    if "{{" in source:
        for offset, code in template_expressions(source):
            for found in names_in_code(code, known, fields):
                yield found._replace(start=found.start + offset)
    if "](" in source:
        for match in _TERM.finditer(source):
            name = known.written_term(match[1])
            if name is not None:
                yield FoundName(name, match.end(1) - len(name.word), len(name.word))
    if ":" in source:
        for match in _ICON.finditer(source):
            if is_icon_name(match[1]):
                yield FoundName(Name("icon", match[1]), match.start(1), len(match[1]))


class _FileReader:
    """Walks through a data file.

    Args:
        document: The file.
        known: Of the game.
    """

    def __init__(self, document: DataFile, known: KnownNames) -> None:
        self._document = document
        self._known = known

    def _placed(self, node: Scalar, found: FoundName) -> Iterator[NameMention]:
        """A name at an offset of a value; none where its exact place is not known."""
        span = self._document.origin(node).at(found.start, found.length)
        if span.line == span.end_line and span.end_column - span.column == found.length:
            yield NameMention(found.name, span, bare=found.bare)

    def _word(self, node: Node | None, name: Name | None) -> Iterator[NameMention]:
        """A value or key that is a name, or ends in one."""
        if isinstance(node, Scalar) and name is not None and node.text.endswith(name.word):
            at = len(node.text) - len(name.word)
            yield from self._placed(node, FoundName(name, at, len(name.word)))

    def _key(self, node: Scalar, name: Name, value: Node | None) -> Iterator[NameMention]:
        """A key that gives a name to its value."""
        for mention in self._word(node, name):
            yield mention._replace(defines=True, end=_last_line(value, mention.span.line))

    def _text(self, node: Node | None, fields: Collection[str] = ()) -> Iterator[NameMention]:
        """The names in all texts of a value."""
        for scalar, is_key in _scalars(node):
            if not is_key and (scalar.style or not scalar.text.isalnum()):
                for found in names_in_text(scalar.text, self._known, fields):
                    yield from self._placed(scalar, found)

    def _expression(self, node: Node | None, fields: Collection[str] = ()) -> Iterator[NameMention]:
        if isinstance(node, Scalar):
            for found in names_in_code(node.text, self._known, fields):
                yield from self._placed(node, found)


class GameFileReader(_FileReader):
    """Finds the names in ``game.yaml``."""

    def mentions(self) -> Iterator[NameMention]:
        """All of them, in no order."""
        root = self._document.root
        for key, (_, value) in root.entries.items():
            if key == "terms":
                yield from self._terms(value)
            elif key == "facts":
                yield from self._facts(value)
            elif key == "styles":
                yield from self._styles(value)
            elif key == "claims":
                yield from self._claims(value)
            elif key == "sizes":
                for id_, (node, size) in _entries(value):
                    yield from self._key(node, Name("size", id_), size)
            else:
                yield from self._text(value)

    def _terms(self, node: Node) -> Iterator[NameMention]:
        for vocabulary, (key, terms) in _entries(node):
            yield from self._key(key, Name("vocabulary", vocabulary), terms)
            for id_, (term_key, term) in _entries(terms):
                yield from self._key(term_key, Name("term", f"{vocabulary}.{id_}"), term)
                icon = child(term, "icon")
                if isinstance(icon, Scalar):
                    yield from self._word(icon, Name("icon", icon.text))
                yield from self._data(child(term, "data"))
                yield from self._text(term)

    def _data(self, node: Node | None) -> Iterator[NameMention]:
        """Other terms that a term names as ``vocabulary.id``."""
        for scalar, is_key in _scalars(node):
            if not is_key and "." in scalar.text and not scalar.style:
                yield from self._word(scalar, self._known.written_term(scalar.text))

    def _facts(self, node: Node) -> Iterator[NameMention]:
        for id_, (key, fact) in _entries(node):
            yield from self._key(key, Name("fact", id_), fact)
            values = (child(fact, "value"), child(fact, "stated")) if isinstance(fact, Mapping) else (fact,)
            for value in values:
                for word, is_key in _scalars(value):
                    if not (is_key or isinstance(word.value, str)):
                        continue
                    keyed = self._known.keyed
                    term = self._known.term(keyed[id_], word.text) if id_ in keyed else None
                    yield from self._word(word, term or Name("text", word.text))

    def _styles(self, node: Node) -> Iterator[NameMention]:
        for id_, (key, style) in _entries(node):
            yield from self._key(key, Name("style", id_), style)
            base = child(style, "extends")
            if isinstance(base, Scalar):
                yield from self._word(base, Name("style", base.text))

    def _claims(self, node: Node) -> Iterator[NameMention]:
        for id_, (key, claim) in _entries(node):
            yield from self._key(key, Name("claim", id_), claim)
            for part in ("data", "rulebook", "pieces"):
                yield from self._expression(child(claim, part))
            yield from self._text(child(claim, "says"))


class SetFileReader(_FileReader):
    """Finds the names in a file of pieces.

    Args:
        document: The file.
        known: Of the game.
        made: The set that was read from it.
    """

    def __init__(self, document: DataFile, known: KnownNames, made: ComponentSet) -> None:
        super().__init__(document, known)
        self._set = made
        self._fields = frozenset(name for name in made.fields if name in known.fields)

    def mentions(self) -> Iterator[NameMention]:
        """All of them, in no order."""
        file, root = self._document.file, self._document.root
        lines = len(self._document.lines)
        yield NameMention(Name("set", self._set.id), Span(file), defines=True, end=lines)
        for key, (_, value) in root.entries.items():
            if key == "fields":
                yield from self._declared(value)
            elif key == "pieces":
                for id_, (node, entry) in _entries(value):
                    yield from self._key(node, Name("piece", f"{self._set.id}/{id_}"), entry)
                    yield from self._entry(entry)
            elif key == "defaults":
                yield from self._entry(value)
            elif key in ("labels", "columns", "shuffled"):
                yield from self._fields_in(key, value)
            elif key in ("layout", "back"):
                yield from self._layout(value)
            elif key == "total":
                yield from self._expression(value)
            elif key == "rows":
                yield from self._expression(child(value, "where"), self._fields)
            else:
                yield from self._text(value)

    @cached_property
    def _shape(self) -> SetFile:
        return read_shape(SetFile, self._document.root, Findings())

    @property
    def rows(self) -> RowsShape | None:
        """The table of the set, as its file names it."""
        return self._shape.rows

    def table_file(self, sources: MappingABC[str, str]) -> str | None:
        """The CSV file of the set among files that were read, by its name as shown; None without one."""
        if self.rows is None or PurePosixPath(self.rows.file).suffix.lower() != ".csv":
            return None
        folders = [PurePosixPath(file).parent for file in (self._document.file, self._known.game.span.file)]
        shown = [(folder / self.rows.file).as_posix() for folder in folders]
        return next((each for each in shown if each in sources), None)

    def table(self, sources: MappingABC[str, str]) -> Iterator[NameMention]:
        """The names in the CSV file of the set: titles that are names of its fields to the letter, and cells.

        Args:
            sources: The text of each file that was read, by name as shown.
        """
        file = self.table_file(sources)
        if file is None or self.rows is None:
            return
        game, fields = self._known.game, self._set.fields
        columns = Columns(self._document, self._shape.columns, fields, Findings(), game.language)
        try:
            table = csv_table(sources[file], file, self.rows.separator or "", columns.known)
        except TableFault:
            return
        header = columns.header(table, self.rows.header, Span(file))
        for column in () if header is None else columns.of(table, header):
            if column.target in self._fields and column.title.text.strip() == column.target:
                yield from self._word(column.title.stripped(), Name("field", column.target))
            for row in table.rows[(header or 0) + 1 :]:
                if column.index >= len(row) or not row[column.index].text:
                    continue
                if column.target == "id":
                    yield from self._id(row[column.index].stripped(), row[-1])
                else:
                    yield from self._cell(column.target, row[column.index])

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(piece.id for piece in self._set.pieces)

    def _id(self, cell: TableCell, last: TableCell) -> Iterator[NameMention]:
        """The id of a row that is a piece; rows that the set leaves out have no name."""
        if cell.text in self._ids:
            yield from self._key(cell, Name("piece", f"{self._set.id}/{cell.text}"), last)

    def _cell(self, target: str, cell: TableCell) -> Iterator[NameMention]:
        """The names in a cell that fills a field or a key of entries."""
        declared = self._set.fields.get(target)
        vocabulary = declared.vocabulary if declared is not None else None
        if "{{" in cell.text or (declared is not None and declared.kind == "text"):
            yield from self._text(cell, self._fields)
        elif vocabulary is not None:
            for word in _MEMBER.finditer(cell.text):
                name = self._known.term(vocabulary, word[0].rpartition(".")[2])
                if name is not None:
                    yield from self._placed(
                        cell, FoundName(name, word.end() - len(name.word), len(name.word))
                    )
        elif declared is not None and declared.kind == "icon":
            yield from self._word(cell.stripped(), Name("icon", cell.text.strip()))
        elif target in _CODE:
            yield from self._expression(cell, self._fields)
        elif target in ("layout", "back"):
            yield from self._layout(cell.stripped())
        elif target == "extends":
            yield from self._word(cell.stripped(), Name("piece", f"{self._set.id}/{cell.text.strip()}"))
        elif target == "size" and cell.text.strip() in self._known.game.sizes:
            yield from self._word(cell.stripped(), Name("size", cell.text.strip()))

    def _declared(self, node: Node) -> Iterator[NameMention]:
        for name, (key, kind) in _entries(node):
            yield from self._key(key, Name("field", name), kind)
            if isinstance(kind, Scalar):
                words = kind.text.rstrip("?").split()
                if len(words) > 1 and words[-1] in self._known.terms:
                    at = kind.text.rindex(words[-1])
                    yield from self._placed(
                        kind, FoundName(Name("vocabulary", words[-1]), at, len(words[-1]))
                    )

    def _fields_in(self, key: str, node: Node) -> Iterator[NameMention]:
        if key == "labels":
            for name, (label, text) in _entries(node):
                if name in self._fields:
                    yield from self._word(label, Name("field", name))
                yield from self._text(text)
            return
        values = [node] if key == "shuffled" else [value for _, (_, value) in _entries(node)]
        for value in values:
            if isinstance(value, Scalar) and value.text in self._fields:
                yield from self._word(value, Name("field", value.text))

    def _layout(self, node: Node) -> Iterator[NameMention]:
        if isinstance(node, Scalar) and node.text in self._known.layouts:
            yield from self._word(node, Name("layout", node.text))
        else:
            yield from self._text(node, self._fields)

    def _entry(self, node: Node) -> Iterator[NameMention]:
        for key, (written, value) in _entries(node):
            if key in self._fields:
                yield from self._word(written, Name("field", key))
                yield from self._value(key, value)
            elif key == "for":
                yield from self._repeated(value)
            elif key == "extends" and isinstance(value, Scalar):
                yield from self._word(value, Name("piece", f"{self._set.id}/{value.text}"))
            elif key in _CODE:
                yield from self._expression(value, self._fields)
            elif key in ("layout", "back"):
                yield from self._layout(value)
            elif key == "size" and isinstance(value, Scalar) and value.text in self._known.game.sizes:
                yield from self._word(value, Name("size", value.text))
            elif key not in ENTRY_KEYS or key == "style":
                yield from self._text(value, self._fields)

    def _value(self, field: str, node: Node) -> Iterator[NameMention]:
        vocabulary = self._set.fields[field].vocabulary
        nodes = node.items if isinstance(node, Sequence) else [node]
        if isinstance(node, Mapping):
            nodes = [each for pair in node.entries.values() for each in pair]
        for each in nodes:
            word = each.text if isinstance(each, Scalar) else ""
            name = self._known.term(vocabulary, word) if vocabulary else None
            if name is not None:
                yield from self._word(each, name)
            elif self._set.fields[field].kind == "icon" and word and "{{" not in word:
                yield from self._word(each, Name("icon", word))
            else:
                yield from self._text(each, self._fields)

    def _repeated(self, node: Node) -> Iterator[NameMention]:
        for bound, (key, over) in _entries(node):
            if bound in self._fields:
                yield from self._word(key, Name("field", bound))
            if isinstance(over, Scalar) and over.text in self._known.terms:
                yield from self._word(over, Name("vocabulary", over.text))
                continue
            words = [each for each in getattr(over, "items", ()) if isinstance(each, Scalar)]
            declared = self._set.fields.get(bound)
            vocabulary = declared.vocabulary if declared else None
            vocabulary = vocabulary or self._known.vocabulary_of([each.text for each in words])
            for each in words:
                yield from self._word(each, self._known.term(vocabulary, each.text))


def _entries(node: Node | None) -> list[tuple[str, tuple[Scalar, Node]]]:
    return list(node.entries.items()) if isinstance(node, Mapping) else []


def _scalars(node: Node | None) -> Iterator[tuple[Scalar, bool]]:
    """All keys and scalars in a value, in order, each with whether it is a key."""
    if isinstance(node, Scalar):
        yield node, False
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Mapping):
        for key, value in node.entries.values():
            yield key, True
            yield from _scalars(value)


def _last_line(node: Node | None, line: int) -> int:
    """The last line of a value with text in it."""
    if node is None:
        return line
    end: int = node.end.line + (1 if node.end.column or isinstance(node, Scalar) else 0)
    return max(line, end)
