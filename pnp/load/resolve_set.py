"""One file of pieces to a component set."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import did_you_mean
from pnp.diagnostics.allowance import Allowance
from pnp.draw import Path
from pnp.load.document import DataFile, allowances
from pnp.load.entry import Entries
from pnp.load.expression import Expressions, NoValue, PlacedWork
from pnp.load.field.declare import fields, labels
from pnp.load.findings import Findings
from pnp.load.limits import MAX_GAME_CORNERS
from pnp.load.resolve_piece import PieceMaker, SetHead
from pnp.load.shape.game_file import SetFile
from pnp.load.shape.shape import read_shape
from pnp.load.size import SizeError, panels, parse_size
from pnp.load.yaml.node import Mapping, Node, Scalar, describe
from pnp.model import ComponentSet, Piece, Size, TableTranslation, Text, Vocabulary
from pnp.source import Origin, Span

if TYPE_CHECKING:
    from pnp.load.files import FolderFiles
    from pnp.load.table import Tables
    from pnp.load.table.earlier import EarlierTable

_MAPPINGS = frozenset(["fields", "labels", "defaults", "pieces", "rows", "columns"])
"""Keys of a set whose values are mappings."""
_LIKE_POKER = ("card", "aid")


class SetMaker:
    """Makes sets of one game.

    Attributes:
        expressions: Evaluates those of the sets.
        table: What the table of the set that was made last says; None without one.
        work: Of the ``where`` of its entries and rows, of those that have some.

    Codes: M120, M121, M125, M132, those of the shape of set files, of ``fields``, ``Tables``, ``Entries`` and
    ``PieceMaker``.
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
        self.work: list[PlacedWork] = []

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
        self.table, self.work = None, []
        head = self._head(document)
        self._report_empty(head, document)
        allowed: list[Allowance] = []
        translations: list[TableTranslation] = []
        pieces = list(self._pieces(head, allowed, translations))
        return self._made(head, pieces, allowed, translations)

    def _report_empty(self, head: SetHead, document: DataFile) -> None:
        """Report a set that has neither pieces nor a table (M118): it prints nothing."""
        pieces = document.root.get("pieces")
        empty = isinstance(pieces, Scalar) and pieces.value is None
        if any(
            isinstance(value, Mapping) and key not in _MAPPINGS
            for key, (_, value) in document.root.entries.items()
        ):
            return  # an unknown key was reported: it is most likely the pieces
        if head.shape.rows is None and (
            pieces is None or empty or (isinstance(pieces, Mapping) and not pieces.entries)
        ):
            cure = "write them under 'pieces', or name a table: rows: deck.csv"
            self._findings.warning("M118", f"the set '{head.id}' has no pieces", document.span("kind"), cure)

    def _head(self, document: DataFile) -> SetHead:
        """The properties that all its pieces share."""
        shape = read_shape(SetFile, header_of_set(document.root), self._findings)
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
        self, head: SetHead, allowed: list[Allowance], translations: list[TableTranslation]
    ) -> Iterator[Piece]:
        """The valid pieces of the entries, in order.

        Args:
            head: Of the set.
            allowed: Receives the warnings that they accept.
            translations: Receives the texts that a table has in other languages.
        """
        document = head.document
        shape, declared, found = head.shape, head.fields, self._findings
        rows: dict[str, tuple[Scalar, Mapping]] = {}
        reported: dict[str, frozenset[str]] = {}
        if shape.rows is not None:
            tables = self._tables()
            rows, reported = tables.entries(document, shape, declared, self.expressions), tables.reported
            translations += tables.translations
            self.table = tables.read
            self.work += tables.work
        entries = Entries(document, declared, rows, found, reported)
        maker = PieceMaker(head, self._vocabularies, self.expressions, self.size, found)
        for entry in entries.merged():
            before = self.expressions.where
            yield from maker.make(entry)
            if self.expressions.where != before:
                self.work.append(PlacedWork(entry.key.span, self.expressions.where.since(before)))
        allowed += maker.allowed
        maker.report_missing()

    def _made(
        self,
        head: SetHead,
        pieces: list[Piece],
        allowed: list[Allowance],
        translations: list[TableTranslation],
    ) -> ComponentSet:
        """The set with these pieces, which accept these warnings, and texts in other languages."""
        document = head.document
        whole = (Span(document.file, 1, 1, sys.maxsize, 1),)
        own = allowances(head.shape.allow, document.root.get("allow"), head.id, whole)
        return ComponentSet(
            id=head.id,
            kind=head.shape.kind,
            name=self._name(head.id, document),
            fields=head.fields,
            pieces=numbered(pieces, self._findings),
            size=head.size,
            span=Span(document.file, 1, 1, 1, 1),
            file=document.file,
            total=self._total(head, document),
            labels=head.labels,
            total_span=document.span("total"),
            panels=head.panels,
            shuffled=self._shuffled(head, document),
            shuffled_span=document.span("shuffled"),
            allowed=(*own, *allowed),
            fitted=head.shape.fit is not None,
            translations=tuple(translations),
        )

    def _shuffled(self, head: SetHead, document: DataFile) -> str | None:
        """The field that parts the set into piles, empty for a single pile; None if it is not shuffled."""
        written, node = head.shape.shuffled, document.root.get("shuffled")
        if isinstance(written, bool):
            return "" if written else None
        if written in head.fields:
            return written
        if node is not None:
            message = f"'shuffled' names no field of the set: '{written}'"
            cure = did_you_mean(written, ["true", *head.fields], "values")
            self._findings.error("M102", message, node.span, cure)
        return None

    def _total(self, head: SetHead, document: DataFile) -> int | None:
        """The number of pieces that the author states or an expression over facts gives; None without one."""
        total, node = head.shape.total, document.root.get("total")
        if isinstance(total, str) and isinstance(node, Scalar):
            try:
                total = self.expressions.value(document, node, {}, "")
            except NoValue:
                return None
        if total is None or (isinstance(total, int) and not isinstance(total, bool) and total >= 0):
            return total
        if node is not None:
            message = f"'total' takes a whole number, found {describe(node)}"
            self._findings.error("M102", message, node.span, "write total: 3, or total: facts.cards")
        return None

    def _name(self, set_id: str, document: DataFile) -> Text:
        node = document.root.get("name")
        if isinstance(node, Scalar) and node.text:
            return document.text(node, "set.name")
        return Text(set_id, Origin(Span(document.file)), "set.name")

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


def header_of_set(root: Mapping) -> Mapping:
    """The keys of the set with its pieces and defaults emptied: those are looked at one by one."""
    header = Mapping(root.file, root.start, root.flow)
    header.end = root.end
    for key, (name, value) in root.entries.items():
        emptied: Node = value
        if key in ("pieces", "defaults") and isinstance(value, Mapping):
            emptied = Mapping(value.file, value.start, value.flow)
            emptied.end = value.end
            if key == "pieces":
                for piece_id, (name_node, _) in value.entries.items():
                    nothing = Scalar(name_node.file, "", "'", name_node.start, name_node.end)
                    emptied.entries[piece_id] = (name_node, nothing)
        header.entries[key] = (name, emptied)
    return header


def numbered(pieces: list[Piece], findings: Findings) -> tuple[Piece, ...]:
    """The pieces with their running numbers, without those whose id an earlier one has (M132).

    Pieces that are not printed have the number 0. Most have the right one already.
    """
    seen: dict[str, Piece] = {}
    number = 0
    for piece in pieces:
        first = seen.get(piece.id)
        if first is None:
            number += piece.copies > 0
            own = number if piece.copies else 0
            seen[piece.id] = piece if piece.number == own else replace(piece, number=own)
            continue
        message = f"the id '{piece.id}' comes out twice, first in line {first.span.line}"
        cure = "rename one of the entries, or keep one of them by 'where'"
        findings.error("M132", message, piece.span, cure, related=[(first.span, "first here")])
    return tuple(seen.values())
