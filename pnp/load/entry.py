"""Entries of a set: each with what it extends and the defaults, and its repetitions over terms."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from collections.abc import Mapping as MappingABC
from typing import NamedTuple

from pnp.diagnostics import did_you_mean, nearest, times
from pnp.load.document import DataFile, child
from pnp.load.expression import Expressions, NoValue
from pnp.load.field.declare import RESERVED
from pnp.load.findings import Findings
from pnp.load.limits import MAX_COMBINATIONS, MAX_EXTENDS, MAX_UNKNOWN_KEYS, MAX_WHERE_STEPS
from pnp.load.shape.fault import OTHER_KEYS
from pnp.load.shape.game_file import ENTRY_KEYS, NOT_DEFAULTS
from pnp.load.yaml.node import Mapping, Node, Scalar, Sequence, describe, span_of
from pnp.model import FieldDeclaration, Term, Vocabulary, which_term

_NEARLY_KEY = re.compile(r"([^\W\d][\w-]*)\s*([:=])(?!//)")


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


class Entries:
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
        # All entries may extend the same one that is not there, and looking at all their ids takes a while.

    def merged(self) -> Iterator[MergedEntry]:
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
        own = dict(node.entries)
        if not own.keys() <= self._known:
            own = {name: entry for name, entry in own.items() if self._is_known(name, entry[0], piece_id)}
        if "extends" in own:
            extended = own.pop("extends")[1]
            parent = self._parent(piece_id, extended, below)
            if self._meant and isinstance(extended, Scalar):
                self._meant[piece_id] = self._meant_in(piece_id, extended.text)
            own = {**parent, **own}
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


class Repetitions:
    """Writes out the ``for`` of entries of one set.

    Codes: M110, M111, M112, M116, M134, M137, M138, and those of expressions.
    """

    def __init__(
        self,
        document: DataFile,
        fields: MappingABC[str, FieldDeclaration],
        vocabularies: MappingABC[str, Vocabulary],
        expressions: Expressions,
        findings: Findings,
    ) -> None:
        self._document = document
        self._fields = fields
        self._vocabularies = vocabularies
        self._expressions = expressions
        self._findings = findings

    def over(self, ranges: Mapping, where: Node | None, piece: str) -> Iterator[dict[str, Term]]:
        """The combinations of terms that ``where`` keeps, the last name varying fastest; none after a fault.

        Args:
            ranges: Names, each with a vocabulary or a list of term ids.
            where: Expression over the names.
            piece: Named in diagnostics.
        """
        terms = [self._range(name, key, node) for name, (key, node) in ranges.entries.items()]
        if any(found is None for found in terms):
            return
        if where is not None and self._too_many(math.prod(len(found or []) for found in terms), ranges):
            return
        if where is not None and self._expressions.where.steps > MAX_WHERE_STEPS:
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
        own = self._vocabularies.get(field.vocabulary or "") if field else None
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
