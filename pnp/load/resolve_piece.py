"""Entries of a set to pieces: every ``for`` written out, every field read."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from typing import Any, NamedTuple

from pnp.diagnostics import did_you_mean, nearest, times
from pnp.diagnostics.diagnostic import Allowance
from pnp.load.document import DataFile, Findings, allowances
from pnp.load.expression import Expressions, NoValue, is_expression
from pnp.load.field import FIELD_KINDS, FieldKind
from pnp.load.field.kind import FieldReader, UnfitValue
from pnp.load.limits import MAX_COMBINATIONS, MAX_COPIES, MAX_PIECES
from pnp.load.shape.game_file import ENTRY_KEYS, RESERVED, PieceEntry, SetFile
from pnp.load.shape.shape import read_shape
from pnp.load.yaml.node import Mapping, Node, Scalar, Sequence, describe, span_of
from pnp.model import FieldDeclaration, Panels, Piece, Size, Term, Text, Value, Vocabulary, which_term
from pnp.source import Origin

_CHECKED_KEYS = frozenset(ENTRY_KEYS) - {"copies"}
"""Keys of an entry that are no fields and are read as a shape; ``copies`` is read later."""
_PLACED = ("copies", "layout", "back", "style", "size")
_SHOWN = 5
_NAMED = ("layout", "back")  # of the set, where an entry has none

_ALMOST = re.compile(r"\s*(?:[x×]\s*(\d+)|(\d+)\s*[x×]|(\d+)\s*(?:ks|pcs|szt)\.?)\s*\Z", re.IGNORECASE)
_DAY = re.compile(r"\s*\d{1,2}[-.]\s?[^\W\d_]{3,4}\.?\s*")
"""A date that a spreadsheet makes of other text."""
_FRACTION = re.compile(r"\s*[-+]?\d*[.,]\d+\s*\Z")


class SetHead(NamedTuple):
    """The properties that all pieces of a set share.

    Attributes:
        document: Its file.
        shape: Its keys.
        id: Unique within the game.
        fields: That its pieces have.
        labels: What these are called on paper, where it says so.
        size: Of pieces that have none of their own.
        panels: Into which boards of that size fold.
    """

    document: DataFile
    shape: SetFile
    id: str
    fields: dict[str, FieldDeclaration]
    labels: dict[str, Text]
    size: Size
    panels: Panels


class _Field(NamedTuple):
    """A field of the set: the context of its values, its kind, and whether an entry may leave it out."""

    reader: FieldReader
    kind: FieldKind
    may_lack: bool


class MergedEntry(NamedTuple):
    """One entry under ``pieces``.

    Attributes:
        id: Its id.
        key: Where that is written.
        keys: Each key with its node and value, own ones and inherited.
        meant: Fields that unknown keys most likely misspell, so they are not missing.
    """

    id: str
    key: Scalar
    keys: dict[str, tuple[Scalar, Node]]
    meant: frozenset[str] = frozenset()


class PieceMaker:
    """Makes the pieces of one set.

    Attributes:
        allowed: The warnings that the pieces made so far accept.

    Codes: M101, M110, M111, M112, M114, M116, M132, M134 to M138, those of ``FieldKind``, and those of
        expressions.
    """

    def __init__(
        self,
        head: SetHead,
        vocabularies: MappingABC[str, Vocabulary],
        expressions: Expressions,
        named_size: Callable[[str, Node], Size | None],
        findings: Findings,
    ) -> None:
        self._set_id = head.id
        self._shape = shape = head.shape
        self._size = size = head.size
        self._document = head.document
        self._vocabularies = vocabularies
        self._expressions = expressions
        self._fields = {
            name: _Field(
                FieldReader(
                    field, head.document, shape.kind, vocabularies, expressions, findings, size.shape
                ),
                kind := FIELD_KINDS[field.kind],
                field.optional or kind.implied,
            )
            for name, field in head.fields.items()
        }
        self._named_size = named_size
        self._findings = findings
        root = head.document.root
        self._of_set = {
            name: Origin(span_of(node)) for name in _NAMED if (node := root.get(name)) is not None
        }
        self._plain = PieceEntry()
        self._usual = (size, shape.layout or self._default_layout(size), shape.back, shape.style or "")
        self.allowed: list[Allowance] = []
        self._combinations = 0
        self._made: dict[str, Piece] = {}
        self._printed = 0
        self._missing: dict[str, dict[str, tuple[MergedEntry, str]]] = {}

    def make(self, entry: MergedEntry) -> Iterator[Piece]:
        """The valid pieces of the entry, one for each repetition, in the order of the terms."""
        shape = self._plain if _CHECKED_KEYS.isdisjoint(entry.keys) else self._entry_shape(entry)
        for binds in self._repeated(entry, shape) if shape.for_ else ({},):
            self._combinations += 1
            if self._combinations > MAX_PIECES:
                if self._combinations == MAX_PIECES + 1:
                    message = f"the set comes to more than {MAX_PIECES:,} pieces"
                    cure = "repeat over fewer terms" if shape.for_ else "split it into several games"
                    self._findings.error("M137", message, entry.key.span, cure)
                return
            try:
                piece = self._piece(entry, shape, binds)
            except UnfitValue:
                continue  # reported; the others are looked at too
            if shape.allow:
                places = (piece.span, *(origin.span for origin in piece.origins.values()))
                self.allowed += allowances(shape.allow, entry.keys["allow"][1], piece.key, places)
            yield piece

    def _entry_shape(self, entry: MergedEntry) -> PieceEntry:
        """The keys that are no fields, checked."""
        part = Mapping(entry.key.file, entry.key.start, flow=True)
        part.end = entry.key.end
        part.entries = {key: found for key, found in entry.keys.items() if key in _CHECKED_KEYS}
        return read_shape(PieceEntry, part, self._findings)

    def _piece(self, entry: MergedEntry, shape: PieceEntry, binds: dict[str, Term]) -> Piece:
        """One piece, with its running number; those that are not printed have the number 0.

        Raises:
            UnfitValue: It is faulty, or an earlier piece has its id; all faults were noted.
        """
        piece_id = "-".join([entry.id, *(term.id for term in binds.values())]) if binds else entry.id
        key = f"{self._set_id}/{piece_id}"
        values = self._values(entry, shape.context or "", binds, key)
        count, (size, layout, back, style) = 1, self._usual
        written = entry.keys.get("copies")
        if written is not None or shape is not self._plain:
            names = {"id": piece_id, **values, **binds}
            count = self._copies(written[1], names, key) if written else 1
            if shape is not self._plain:
                size = self._piece_size(entry, shape, names, key)
                layout = self._word(entry, shape, "layout", names, key) or self._default_layout(size)
                back = self._word(entry, shape, "back", names, key)
                style = self._word(entry, shape, "style", names, key) or ""
        if (first := self._made.get(piece_id)) is not None:
            message = f"the id '{piece_id}' comes out twice, first in line {first.span.line}"
            cure = "rename one of the entries, or keep one of them by 'where'"
            related = [(first.span, "first here")]
            self._findings.error("M132", message, entry.key.span, cure, related=related)
            raise UnfitValue
        self._printed += count > 0
        self._made[piece_id] = piece = Piece(
            set_id=self._set_id,
            id=piece_id,
            kind=self._shape.kind,
            copies=count,
            fields=values,
            layout=layout,
            back=back,
            style=style,
            size=size,
            span=entry.key.span,
            origins=self._origins(entry, values),
            binds=binds,
            note=shape.note,
            number=self._printed if count else 0,
        )
        return piece

    def _values(self, entry: MergedEntry, context: str, binds: dict[str, Term], key: str) -> dict[str, Value]:
        """Every field; those computed by expressions last, so that they may name the others.

        Raises:
            UnfitValue: Some field is faulty; all faults were noted.
        """
        values: dict[str, Value] = {}
        later: list[str] = []
        valid = True
        for name, (reader, kind, may_lack) in self._fields.items():
            found = entry.keys.get(name)
            try:
                if found is not None and kind.is_computed(found[1]):
                    later.append(name)
                elif found is not None:
                    values[name] = kind.value(reader, *found, context)
                elif may_lack and name not in binds:
                    values[name] = kind.absent
                else:
                    values[name] = self._unwritten(entry, reader.field, binds, key)
            except UnfitValue:
                valid = False
        for name in later:
            reader, kind, _ = self._fields[name]
            known = {"id": key.partition("/")[2], **values, **binds}
            try:
                values[name] = kind.compute(reader, entry.keys[name][1], known, key)
            except UnfitValue:
                valid = False
        if not valid:
            raise UnfitValue
        return {name: values[name] for name in self._fields} if later else values

    def _unwritten(
        self, entry: MergedEntry, field: FieldDeclaration, binds: dict[str, Term], key: str
    ) -> Value:
        """The term of the ``for`` name that the field is called by; without one the field is missing."""
        term = binds.get(field.name)
        if term is None:
            if field.name not in entry.meant:
                self._missing.setdefault(field.name, {}).setdefault(entry.id, (entry, key))
            raise UnfitValue
        if term.vocabulary == field.vocabulary:
            return FIELD_KINDS[field.kind].of_variable(term)
        wanted = f"a {field.vocabulary}" if field.vocabulary else field.kind
        message = (
            f"the field '{field.name}' takes {wanted}, and the 'for' name goes through '{term.vocabulary}'"
        )
        self._findings.error("M112", message, entry.keys["for"][1].span, "rename the 'for' name")
        raise UnfitValue

    def report_missing(self) -> None:
        """Report the fields that the entries made so far have no value for, each once."""
        for name, entries in self._missing.items():
            (first, key), more = next(iter(entries.values())), len(entries) - 1
            message = f"'{first.id}' has no '{name}'" + (f" (and {more} more)" if more else "")
            declared = self._fields[name].reader.field.span
            places = [(entry.key.span, entry.id) for entry, _ in [*entries.values()][1:_SHOWN]]
            related = [(declared, "declared here"), *places] if declared else places
            table = first.key.file != self._document.file
            cure = f"fill the column '{name}'" if table else f"add '{name}: …'"
            cure += ", or declare the field with a '?' if it may be left out"
            self._findings.error("M114", message, first.key.span, cure, piece=key, related=related)

    def _word(
        self, entry: MergedEntry, shape: PieceEntry, name: str, names: MappingABC[str, Any], key: str
    ) -> str | None:
        """The value of a key that names something; the set's when the entry has none."""
        written: str | None = getattr(shape, name)
        if written is None:
            of_set: str | None = None if name in shape.written else getattr(self._shape, name)
            return of_set
        node = entry.keys[name][1]
        if "{{" not in written or not isinstance(node, Scalar):
            return written
        try:
            if not is_expression(node):
                return self._expressions.words(self._document, node, names, key)
            value = self._expressions.value(self._document, node, names, key)
        except NoValue:
            raise UnfitValue from None
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, Term):
            return value.id
        if isinstance(value, Text):
            return value.source
        message = f"'{name}' takes a name, and '{node.text}' works out to something else"
        self._findings.error("M102", message, node.span, "let it come to a text or a term", piece=key)
        raise UnfitValue

    def _piece_size(
        self, entry: MergedEntry, shape: PieceEntry, names: MappingABC[str, Any], key: str
    ) -> Size:
        if shape.size is None:
            return self._size
        written = self._word(entry, shape, "size", names, key)
        size = self._named_size(written or "", entry.keys["size"][1])
        if size is None:
            raise UnfitValue
        return size

    def _default_layout(self, size: Size) -> str:
        hexagon = self._shape.kind == "tile" and size.shape.startswith("hex")
        return "hex" if hexagon else self._shape.kind

    def _origins(self, entry: MergedEntry, values: MappingABC[str, Value]) -> dict[str, Origin]:
        origins = dict(self._of_set)
        for name, (_, node) in entry.keys.items():
            value = values.get(name)
            if isinstance(value, Text):
                origins[name] = value.origin
            elif name in values or name in _PLACED:
                origins[name] = Origin(span_of(node))
        return origins

    def _copies(self, node: Node, names: MappingABC[str, Any], piece: str) -> int:
        """The number of copies: as written, or computed. Codes: M135, M136, those of expressions.

        Args:
            node: The value of ``copies``.
            names: What the expression knows besides facts, terms and players.
            piece: ``set/piece``, named in diagnostics.

        Raises:
            UnfitValue: It is no number from 0 to 999.
        """
        value = self._copies_written(node, names, piece)
        if not 0 <= value <= MAX_COPIES:
            message = f"{value} copies are {'less than none' if value < 0 else 'more than can be meant'}"
            self._findings.error("M135", message, node.span, f"write 0 to {MAX_COPIES}", piece=piece)
            raise UnfitValue
        total = self._document.root.get("total")
        if value == 0 and not (isinstance(total, Scalar) and total.text == "0"):
            self._findings.note("M136", f"'{piece}' has no copies and is left out", node.span, piece=piece)
        return value

    def _copies_written(self, node: Node, names: MappingABC[str, Any], piece: str) -> int:
        typed = node.value if isinstance(node, Scalar) else None
        if isinstance(typed, int) and not isinstance(typed, bool):
            return int(typed)
        if (
            not isinstance(node, Scalar)
            or not isinstance(typed, str)
            or not typed.strip()
            or _FRACTION.match(typed)
        ):
            message = f"'copies' takes a whole number, found {describe(node)}"
            self._findings.error("M135", message, node.span, "write a number such as 3, or an expression")
            raise UnfitValue
        known = {*names, *(names["facts"] if isinstance(names.get("facts"), MappingABC) else ())}
        if _DAY.fullmatch(typed) or (typed.isalpha() and nearest(typed, known) is None):
            message = f"'{typed}' is no number of copies"
            self._findings.error("M135", message, node.span, "write a number such as 3")
            raise UnfitValue
        if match := _ALMOST.match(typed):
            number = next(group for group in match.groups() if group)
            self._findings.error("M135", f"'{typed}' is no number of copies", node.span, f"write {number}")
            raise UnfitValue
        try:
            value = self._expressions.value(self._document, node, names, piece)
        except NoValue:
            raise UnfitValue from None
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        message = f"'{typed}' does not come to a whole number"
        cure = (
            "use '//' to divide without a rest"
            if isinstance(value, float)
            else "count something, such as 'facts.spells'"
        )
        self._findings.error("M135", message, node.span, cure, piece=piece)
        raise UnfitValue

    def _repeated(self, entry: MergedEntry, shape: PieceEntry) -> Iterator[dict[str, Term]]:
        """The terms of a ``for`` that ``where`` keeps, the last name varying fastest; none after a fault."""
        ranges = entry.keys["for"][1]
        assert isinstance(ranges, Mapping), "the shape has names"
        where = entry.keys["where"][1] if shape.where is not None else None
        piece = f"{self._set_id}/{entry.id}"
        terms = [self._range(name, key, node) for name, (key, node) in ranges.entries.items()]
        if any(found is None for found in terms):
            return
        if where is not None and self._too_many(math.prod(len(found or []) for found in terms), ranges):
            return
        if where is not None and not self._expressions.where.fits():
            return  # reported with the entry before
        noted, left_out, kept = self._findings.noted, 0, False
        for combination in itertools.product(*(found or [] for found in terms)):
            binds = dict(zip(ranges.entries, combination, strict=True))
            if where is None or self._keeps(where, binds, piece):
                kept = True
                yield binds
            else:
                left_out += 1
            if self._expressions.too_long(span_of(where or ranges), "repeat over fewer terms"):
                return
        if where is not None and left_out and not kept and self._findings.noted == noted:
            self._expressions.nothing_kept(span_of(where), f"all {times(left_out, 'repetition')}", piece)

    def _too_many(self, combinations: int, ranges: Mapping) -> bool:
        """Count combinations; whether the game has more than it may have by now, which is reported."""
        self._expressions.where = self._expressions.where.and_then(combinations, 0)
        if self._expressions.where.combinations <= MAX_COMBINATIONS:
            return False
        message = f"'for' makes more than {MAX_COMBINATIONS:,} combinations for 'where' to look at"
        self._findings.error("M137", message, span_of(ranges), "repeat over fewer terms")
        return True

    def _keeps(self, where: Node, binds: dict[str, Term], piece: str) -> bool:
        if not isinstance(where, Scalar):
            return False  # reported with the shape of the entry
        try:
            return self._expressions.holds(self._document, where, binds, piece, "pile != weapon")
        except NoValue:
            return False

    def _range(self, name: str, key: Scalar, node: Node) -> list[Term] | None:
        if name in RESERVED:
            message = f"'{name}' has a meaning of its own and cannot be a 'for' name"
            self._findings.error("M116", message, key.span, "call it something else")
            return None
        if isinstance(node, Scalar):
            if node.text in self._vocabularies:
                return list(self._vocabularies[node.text].terms.values())
            cure = did_you_mean(node.text, self._vocabularies, "vocabularies")
            self._findings.error("M111", f"unknown vocabulary '{node.text}'", node.span, cure)
            return None
        if isinstance(node, Mapping):
            return None  # reported with the shape of the entry
        return self._listed(name, node)

    def _listed(self, name: str, node: Sequence) -> list[Term] | None:
        field = self._fields.get(name)
        own = self._vocabularies.get(field.reader.field.vocabulary or "") if field else None
        terms = [self._term(item, own) for item in node.items if isinstance(item, Scalar)]
        known = [term for term in terms if term is not None]
        return known if len(known) == len(node.items) else None

    def _term(self, node: Scalar, own: Vocabulary | None) -> Term | None:
        """The term of that id: of the field's vocabulary, or of the only one that has it."""
        if own is not None and node.text in own.terms:
            return own.terms[node.text]
        vocabulary, dot, term_id = node.text.partition(".")
        if dot and vocabulary in self._vocabularies and term_id in self._vocabularies[vocabulary].terms:
            return self._vocabularies[vocabulary].terms[term_id]
        hits = [v.terms[node.text] for v in self._vocabularies.values() if node.text in v.terms]
        if len(hits) == 1 and own is None:
            return hits[0]
        if len(hits) > 1:
            cure = "write " + " or ".join(f"{term.vocabulary}.{term.id}" for term in hits)
            self._findings.error("M112", f"several vocabularies have a '{node.text}'", node.span, cure)
            return None
        among = [own] if own else self._vocabularies.values()
        known = [term for vocabulary in among for term in vocabulary.terms.values()]
        what = own.id if own else "term"
        self._findings.error("M110", f"unknown {what} '{node.text}'", node.span, which_term(node.text, known))
        return None
