"""Entries of a set with everything that they inherit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as MappingABC
from typing import NamedTuple

from pnp.diagnostics import did_you_mean, error, nearest
from pnp.load.document import Document, child
from pnp.load.field.kind import describe
from pnp.load.findings import Findings
from pnp.load.limits import MAX_EXTENDS
from pnp.load.shape.set_file import ENTRY_KEYS, NOT_DEFAULTS
from pnp.load.yaml_node import Mapping, Node, Scalar
from pnp.model import FieldDeclaration
from pnp.remember import ByValue

_NEARLY_KEY = re.compile(r"([^\W\d][\w-]*)\s*([:=])(?!//)")


class Entry(NamedTuple):
    """One entry under ``pieces``.

    Attributes:
        id: Its id.
        key: Where that stands.
        keys: Each key with its node and value, own ones and inherited.
        meant: Fields that keys nobody knows most likely were to be: not left out but misspelt.
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
        document: Document,
        fields: MappingABC[str, FieldDeclaration],
        rows: MappingABC[str, tuple[Scalar, Node]],
        findings: Findings,
        told: MappingABC[str, frozenset[str]] | None = None,
    ) -> None:
        """Entries of ``document``, and behind them those that ``rows`` of a table came to.

        ``told`` has by id, and under the empty text for all, the fields without a value that was told of.
        """
        declared = child(document.root, "fields")
        self._document = document
        self._findings = findings
        # Faulty declarations were told; their fields are known all the same, so that no piece is blamed.
        self._known = {*fields, *ENTRY_KEYS, *(declared if isinstance(declared, Mapping) else ())}
        pieces = document.root.get("pieces")
        self._entries = dict(pieces.entries) if isinstance(pieces, Mapping) else {}
        for piece_id, (key, node) in rows.items():
            first = self._entries.setdefault(piece_id, (key, node))
            if first[1] is not node:
                message = f"the id '{piece_id}' stands under 'pieces' and in the table"
                self._findings.add(
                    error("Y515", message, key.span, "change one", related=[(first[0].span, "first here")])
                )
        self._merged: dict[str, dict[str, tuple[Scalar, Node]]] = {}
        # Of entries with unknown keys, and under "" of the defaults.
        self._meant: dict[str, frozenset[str]] = {
            name: fields for name, fields in (told or {}).items() if fields
        }
        # All entries may extend the same one that is not there, and looking at all their ids takes a while.
        self._nearest: ByValue[str, str] = ByValue(
            lambda word: did_you_mean(word, self._entries, "entries"), 100
        )

    def merged(self) -> Iterator[Entry]:
        """Every entry in the author's order, defaults and what it extends put in."""
        defaults = self._defaults()
        for piece_id, (key, _) in self._entries.items():
            own = self._own(piece_id, ())
            if own is not None:
                keys = {**defaults, **own} if defaults else own
                yield Entry(piece_id, key, keys, self._meant_in(piece_id, "") if self._meant else frozenset())

    def _defaults(self) -> dict[str, tuple[Scalar, Node]]:
        node = self._document.root.get("defaults")
        if not isinstance(node, Mapping):
            return {}
        found = {}
        for name, (key, value) in node.entries.items():
            if name in NOT_DEFAULTS:
                message = f"'{name}' cannot be a default"
                self._findings.add(error("M117", message, key.span, "write it into the entries that need it"))
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
            self._findings.add(error("M102", message, node.span, self._mapping_cure(piece_id, node)))
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
            self._findings.add(error("M102", message, node.span, "write the id of one"))
            return {}
        if node.text not in self._entries:
            message = f"unknown entry '{node.text}'"
            self._findings.add(error("M130", message, node.span, self._nearest[node.text]))
            return {}
        chain = (*below, piece_id)
        if node.text in chain:
            circle = " → ".join([*chain[chain.index(node.text) :], node.text])
            self._findings.add(
                error(
                    "M131",
                    f"entries extend one another in a circle: {circle}",
                    node.span,
                    "let one of them go",
                )
            )
            return {}
        if len(chain) >= MAX_EXTENDS:
            message = f"more than {MAX_EXTENDS} entries extend one another"
            self._findings.add(
                error("M131", message, node.span, "extend an entry that is nearer to the first")
            )
            return {}
        return self._own(node.text, chain) or {}

    def _meant_in(self, *entries: str) -> frozenset[str]:
        return frozenset().union(*(self._meant.get(entry, ()) for entry in entries))

    def _is_known(self, name: str, key: Scalar, entry: str) -> bool:
        if name in self._known:
            return True
        if meant := nearest(name, self._known):
            self._meant[entry] = self._meant_in(entry) | {meant}
        cures = [did_you_mean(name, self._known, "keys"), "a field of your own is declared under 'fields'"]
        self._findings.add(error("M100", f"unknown key '{name}'", key.span, cures))
        return False
