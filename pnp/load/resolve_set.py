"""One file of pieces to a component set: its head, the fields that it declares, and its entries."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import did_you_mean, nearest
from pnp.diagnostics.diagnostic import Allowance
from pnp.draw import Path
from pnp.load.document import DataFile, Findings, allowances, child
from pnp.load.expression import Expressions, NoValue
from pnp.load.field import FIELD_KINDS
from pnp.load.limits import MAX_EXTENDS, MAX_GAME_CORNERS, MAX_UNKNOWN_KEYS
from pnp.load.resolve_piece import MergedEntry, PieceMaker, SetHead
from pnp.load.shape.fault import OTHER_KEYS
from pnp.load.shape.game_file import ENTRY_KEYS, NOT_DEFAULTS, RESERVED, SetFile
from pnp.load.shape.shape import read_shape
from pnp.load.size import SizeError, panels, parse_size
from pnp.load.yaml.node import Mapping, Node, Scalar, describe
from pnp.model import (
    BUILT_IN_FIELDS,
    ComponentSet,
    FieldDeclaration,
    Piece,
    Size,
    TableTranslation,
    Text,
    Vocabulary,
)
from pnp.source import Origin, Span

if TYPE_CHECKING:
    from pnp.load.files import FolderFiles
    from pnp.load.table import Tables
    from pnp.load.table.csv_rows import EarlierTable

_MAPPINGS = frozenset(["fields", "labels", "defaults", "pieces", "rows", "columns"])
"""Keys of a set whose values are mappings."""
_LIKE_POKER = ("card", "aid")


class SetMaker:
    """Makes sets of one game.

    Attributes:
        expressions: Evaluates those of the sets.
        table: What the table of the set that was made last says; None without one.

    Codes: M118, M120, M121, M125, those of the shape of set files, of ``fields``, ``Tables``, ``SetEntries``
    and ``PieceMaker``.
    """

    def __init__(
        self,
        vocabularies: MappingABC[str, Vocabulary],
        sizes: MappingABC[str, Size],
        expressions: Expressions,
        tables: Callable[[], Tables],
        findings: Findings,
    ) -> None:
        self._tables = tables
        self._vocabularies = vocabularies
        self._sizes = sizes
        self.expressions = expressions
        self._findings = findings
        self._outlines: set[Path] = set()
        self._corners = 0
        self.table: EarlierTable | None = None

    def apart(self, findings: Findings, files: FolderFiles) -> SetMaker:
        """A maker for the same game that notes what it finds elsewhere, and reads tables from these files."""
        expressions = self.expressions.apart(findings)
        return SetMaker(
            self._vocabularies,
            self._sizes,
            expressions,
            lambda: self._tables().apart(files, findings),
            findings,
        )

    def make(self, document: DataFile) -> ComponentSet:
        """The set with its valid pieces, after every fault was noted."""
        self.table = None
        head = self._head(document)
        pieces, accepted, translations = self._pieces(head)
        written = document.root.get("name")
        name = Text(head.id, Origin(Span(document.file)), "set.name")
        if isinstance(written, Scalar) and written.text:
            name = document.text(written, "set.name")
        whole = (Span(document.file, 1, 1, sys.maxsize, 1),)
        own = allowances(head.shape.allow, document.root.get("allow"), head.id, whole)
        return ComponentSet(
            id=head.id,
            kind=head.shape.kind,
            name=name,
            fields=head.fields,
            pieces=pieces,
            size=head.size,
            span=Span(document.file, 1, 1, 1, 1),
            file=document.file,
            total=self._total(head),
            labels=head.labels,
            total_span=document.span("total"),
            panels=head.panels,
            shuffled=self._shuffled(head),
            shuffled_span=document.span("shuffled"),
            allowed=(*own, *accepted),
            fitted=head.shape.fit is not None,
            translations=translations,
        )

    def _head(self, document: DataFile) -> SetHead:
        """The properties that all its pieces share."""
        shape = read_shape(SetFile, document.root, self._findings)
        set_id = shape.id or PurePosixPath(document.file).stem
        declared = fields(shape, document, self._vocabularies, self._findings)
        called = labels(document, declared, self._findings)
        size = self._size(shape, document)
        folded = panels(shape.panels, shape.kind, document.root.get("panels"), size, self._findings)
        fit = document.root.get("fit")
        if fit is not None and shape.kind != "board":
            message = f"only boards are made smaller, and these pieces are of the kind '{shape.kind}'"
            self._findings.error("M125", message, fit.span, "leave 'fit' out")
        elif fit is not None and folded.count > 1:
            message = "a board that folds is printed panel by panel and not made smaller"
            self._findings.error("M125", message, fit.span, "leave 'fit' or 'panels' out")
        return SetHead(document, shape, set_id, declared, called, size, folded)

    def _pieces(
        self, head: SetHead
    ) -> tuple[tuple[Piece, ...], list[Allowance], tuple[TableTranslation, ...]]:
        """The valid pieces, the warnings that they accept, and a table's texts in other languages."""
        document, shape = head.document, head.shape
        rows: MappingABC[str, tuple[Scalar, Mapping]] = {}
        reported: MappingABC[str, frozenset[str]] = {}
        translations: tuple[TableTranslation, ...] = ()
        if shape.rows is not None:
            found = self._tables().entries(document, shape, head.fields, self.expressions)
            rows, reported, translations, self.table = found
        entries = SetEntries(document, head.fields, rows, self._findings, reported)
        maker = PieceMaker(head, self._vocabularies, self.expressions, self.size, self._findings)
        pieces: list[Piece] = []
        for entry in entries:
            pieces += maker.make(entry)
        maker.report_missing()
        if not pieces and shape.rows is None:
            self._report_empty(head)
        return tuple(pieces), maker.allowed, translations

    def _report_empty(self, head: SetHead) -> None:
        """Report a set that has neither pieces nor a table (M118): it prints nothing."""
        root = head.document.root
        pieces = root.get("pieces")
        if isinstance(pieces, Mapping) and pieces.entries:
            return  # all of them are faulty, which was reported
        mappings = (key for key, (_, value) in root.entries.items() if isinstance(value, Mapping))
        if any(key not in _MAPPINGS for key in mappings):
            return  # an unknown key was reported: it is most likely the pieces
        if (
            pieces is None
            or isinstance(pieces, Mapping)
            or (isinstance(pieces, Scalar) and pieces.value is None)
        ):
            cure = "write them under 'pieces', or name a table: rows: deck.csv"
            place = head.document.span("kind")
            self._findings.warning("M118", f"the set '{head.id}' has no pieces", place, cure)

    def _shuffled(self, head: SetHead) -> str | None:
        """The field that parts the set into piles, empty for a single pile; None if it is not shuffled."""
        written, node = head.shape.shuffled, head.document.root.get("shuffled")
        if isinstance(written, bool):
            return "" if written else None
        if written in head.fields:
            return written
        if node is not None:
            message = f"'shuffled' names no field of the set: '{written}'"
            cure = did_you_mean(written, ["true", *head.fields], "values")
            self._findings.error("M102", message, node.span, cure)
        return None

    def _total(self, head: SetHead) -> int | None:
        """The number of pieces that the author states or an expression over facts gives; None without one."""
        total, node = head.shape.total, head.document.root.get("total")
        if isinstance(total, str) and isinstance(node, Scalar):
            try:
                total = self.expressions.value(head.document, node, {}, "")
            except NoValue:
                return None
        if total is None or (isinstance(total, int) and not isinstance(total, bool) and total >= 0):
            return total
        if node is not None:
            message = f"'total' takes a whole number, found {describe(node)}"
            self._findings.error("M102", message, node.span, "write total: 3, or total: facts.cards")
        return None

    def _size(self, shape: SetFile, document: DataFile) -> Size:
        node = document.root.get("size")
        if shape.size is not None and node is not None:
            found = self.size(shape.size, node)
            if found is not None:
                return found
        elif shape.kind in self._sizes:
            return self._sizes[shape.kind]
        elif shape.kind not in _LIKE_POKER:
            message = f"the size of these {shape.kind}s is not given"
            cure = [
                "add 'size: 45x45mm' or the name of a size",
                f"a size named '{shape.kind}' would be taken, too",
            ]
            self._findings.error("M120", message, document.place("kind"), cure)
        return self._sizes["poker"]

    def size(self, written: str, node: Node) -> Size | None:
        """The named or written-out size; None after a fault was noted."""
        if written in self._sizes:
            size = self._sizes[written]
            return self._bounded(size, node) if size.line else size
        try:
            size = parse_size(written)
            if size.line:  # a name from here on
                self._sizes = {**self._sizes, written: size}
                return self._bounded(size, node)
            return size
        except SizeError as refused:
            if any(char.isdigit() for char in written):
                self._findings.error("M121", str(refused), node.span, refused.cure)
            else:
                cure = did_you_mean(written, self._sizes, "sizes")
                self._findings.error("M120", f"unknown size '{written}'", node.span, cure)
            return None

    def _bounded(self, size: Size, node: Node) -> Size | None:
        """The size with a free outline; None where those of the game have too many corners together."""
        known = len(self._outlines)
        self._outlines.add(size.line)
        if len(self._outlines) > known:
            self._corners += len(size.outline.ring)
        if self._corners <= MAX_GAME_CORNERS:
            return size
        message = f"the free outlines of the game have more than {MAX_GAME_CORNERS:,} corners together"
        cure = "give pieces of one form one named size, or simplify the outlines in your drawing program"
        self._findings.error("M121", message, node.span, cure)
        return None


def fields(
    shape: SetFile, document: DataFile, vocabularies: MappingABC[str, Vocabulary], findings: Findings
) -> dict[str, FieldDeclaration]:
    """The valid declarations by name, the built-in fields first. Codes: M111, M115, M116."""
    found = {field.name: field for field in BUILT_IN_FIELDS}
    declared = child(document.root, "fields")
    for name, written in shape.fields.items():
        node = child(declared, name)
        key = declared.key(name) if isinstance(declared, Mapping) else None
        if not isinstance(node, Scalar) or key is None:
            continue
        if name in RESERVED:
            message = f"'{name}' has a meaning of its own and cannot be a field"
            findings.error("M116", message, key.span, "call the field something else")
            continue
        field = _field(name, written, node, vocabularies, findings)
        if field is not None:
            found[name] = field
    return found


def labels(
    document: DataFile, declared: MappingABC[str, FieldDeclaration], findings: Findings
) -> dict[str, Text]:
    """Labels of fields on paper, by the names of fields; empty where nothing is printed. Codes: M100."""
    node = child(document.root, "labels")
    if not isinstance(node, Mapping):
        return {}
    # Faulty declarations were reported; their fields are known all the same, so that no label is blamed.
    written = child(document.root, "fields")
    known = {**declared, **(written.entries if isinstance(written, Mapping) else {})}
    found: dict[str, Text] = {}
    for name, (key, value) in node.entries.items():
        if name not in known:
            cures = [did_you_mean(name, known, "fields"), "a field of your own is declared under 'fields'"]
            findings.error("M100", f"unknown field '{name}'", key.span, cures)
        elif name in declared and isinstance(value, Scalar):
            found[name] = (
                Text("", document.origin(value))
                if value.value is None
                else document.text(value, "field.label")
            )
    return found


def _field(
    name: str, written: str, node: Scalar, vocabularies: MappingABC[str, Vocabulary], findings: Findings
) -> FieldDeclaration | None:
    words = written.replace("?", " ").split()
    kind, rest = (words[0], words[1:]) if words else ("", [])
    if kind not in FIELD_KINDS:
        cure = did_you_mean(kind, FIELD_KINDS, "kinds of fields")
        if kind in vocabularies:
            cure = f"write 'term {kind}'"
        findings.error("M115", f"unknown kind of field '{kind}'", node.span, cure)
        return None
    field = FieldDeclaration(name, kind, "?" in written, span=node.span)
    return FIELD_KINDS[kind].declare(field, rest, node, vocabularies, findings)


_NEARLY_KEY = re.compile(r"([^\W\d][\w-]*)\s*([:=])(?!//)")


class SetEntries:
    """The entries of one set.

    Codes: M100, M102, M117, M130, M131, Y515.
    """

    def __init__(
        self,
        document: DataFile,
        fields: MappingABC[str, FieldDeclaration],
        rows: MappingABC[str, tuple[Scalar, Node]],
        findings: Findings,
        reported: MappingABC[str, frozenset[str]] | None = None,
    ) -> None:
        """Entries of ``document``, and after them those that ``rows`` of a table came to.

        ``reported`` has by id, and under the empty text for all, the fields without a value that was
        reported.
        """
        declared = child(document.root, "fields")
        self._document = document
        self._findings = findings
        # Faulty declarations were reported; their fields are known all the same, so that no piece is blamed.
        self._known = {*fields, *ENTRY_KEYS, *(declared if isinstance(declared, Mapping) else ())}
        pieces = document.root.get("pieces")
        self._entries = dict(pieces.entries) if isinstance(pieces, Mapping) else {}
        for piece_id, (key, node) in rows.items():
            first = self._entries.setdefault(piece_id, (key, node))
            if first[1] is not node:
                message = f"the id '{piece_id}' is under 'pieces' and in the table"
                self._findings.error(
                    "Y515", message, key.span, "change one", related=[(first[0].span, "first here")]
                )
        self._merged: dict[str, dict[str, tuple[Scalar, Node]]] = {}
        self._unknown = 0
        # The fields meant by unknown keys of entries, and, under "", by those of the defaults.
        self._meant: dict[str, frozenset[str]] = {
            name: fields for name, fields in (reported or {}).items() if fields
        }

    def __iter__(self) -> Iterator[MergedEntry]:
        """Every entry in the author's order, defaults and what it extends put in."""
        defaults = self._defaults()
        for piece_id, (key, _) in self._entries.items():
            own = self._own(piece_id, ())
            if own is not None:
                keys = {**defaults, **own} if defaults else own
                yield MergedEntry(
                    piece_id, key, keys, self._meant_in(piece_id, "") if self._meant else frozenset()
                )

    def _defaults(self) -> dict[str, tuple[Scalar, Node]]:
        node = self._document.root.get("defaults")
        if not isinstance(node, Mapping):
            return {}
        found = {}
        for name, (key, value) in node.entries.items():
            if name in NOT_DEFAULTS:
                message = f"'{name}' cannot be a default"
                self._findings.error("M117", message, key.span, "write it into the entries that need it")
            elif self._is_known(name, key, ""):
                found[name] = (key, value)
        return found

    def _own(self, piece_id: str, below: tuple[str, ...]) -> dict[str, tuple[Scalar, Node]] | None:
        """The keys of the entry over those of what it extends; None for a faulty entry."""
        if piece_id in self._merged:
            return self._merged[piece_id]
        node = self._entries[piece_id][1]
        if not isinstance(node, Mapping):
            if isinstance(node, Scalar) and node.value is None:
                return {}
            message = f"'{piece_id}' takes a mapping, found {describe(node)}"
            self._findings.error("M102", message, node.span, self._mapping_cure(piece_id, node))
            return None
        own = node.entries
        if not own.keys() <= self._known:
            own = {name: entry for name, entry in own.items() if self._is_known(name, entry[0], piece_id)}
        if "extends" in own:
            extended = own["extends"][1]
            parent = self._parent(piece_id, extended, below)
            if self._meant and isinstance(extended, Scalar):
                self._meant[piece_id] = self._meant_in(piece_id, extended.text)
            own = {**parent, **own}
            del own["extends"]
        self._merged[piece_id] = own
        return own

    def _mapping_cure(self, piece_id: str, node: Node) -> str:
        """How the keys of an entry are written that has something else."""
        if isinstance(node, Scalar) and not node.style and (found := _NEARLY_KEY.match(node.text)):
            return "put a space after ':'" if found[2] == ":" else f"write '{found[1]}: …'"
        above = ""
        for each in self._entries:
            if each == piece_id:
                break
            entry = self._entries[each][1]
            above = each if isinstance(entry, Scalar) and entry.value is None else above
        if piece_id in self._known and above:
            return f"if it belongs to '{above}', indent it further than '{above}:'"
        return f"write '{piece_id}: {{name: …}}'"

    def _parent(self, piece_id: str, node: Node, below: tuple[str, ...]) -> dict[str, tuple[Scalar, Node]]:
        if not isinstance(node, Scalar):
            message = f"'extends' takes the id of one entry, found {describe(node)}"
            self._findings.error("M102", message, node.span, "write the id of one")
            return {}
        if node.text not in self._entries:
            message = f"unknown entry '{node.text}'"
            self._findings.error(
                "M130", message, node.span, did_you_mean(node.text, self._entries, "entries")
            )
            return {}
        chain = (*below, piece_id)
        if node.text in chain:
            circle = " → ".join([*chain[chain.index(node.text) :], node.text])
            self._findings.error(
                "M131", f"entries extend one another in a circle: {circle}", node.span, "let one of them go"
            )
            return {}
        if len(chain) >= MAX_EXTENDS:
            message = f"more than {MAX_EXTENDS} entries extend one another"
            self._findings.error("M131", message, node.span, "extend an entry that is nearer to the first")
            return {}
        return self._own(node.text, chain) or {}

    def _meant_in(self, *entries: str) -> frozenset[str]:
        return frozenset().union(*(self._meant.get(entry, ()) for entry in entries))

    def _is_known(self, name: str, key: Scalar, entry: str) -> bool:
        if name in self._known:
            return True
        self._unknown += 1
        if self._unknown > MAX_UNKNOWN_KEYS:
            return False
        if meant := nearest(name, self._known):
            self._meant[entry] = self._meant_in(entry) | {meant}
        cures = [
            OTHER_KEYS.get(name) or did_you_mean(name, self._known, "keys"),
            "a field of your own is declared under 'fields'",
        ]
        self._findings.error("M100", f"unknown key '{name}'", key.span, cures)
        return False
