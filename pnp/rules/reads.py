"""The names that the two sides of a claim read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.model import Claim, ComponentSet
from pnp.rules.expression import parse_expression
from pnp.rules.fault import ExpressionFault
from pnp.rules.scope import GROUPS


@dataclass(frozen=True, slots=True)
class Reads:
    """The names that the expressions of a claim use.

    Attributes:
        names: Such as ``cards``, ``facts``, ``terms``.
        sets: Ids of the sets that it names one by one.
        facts: Ids of the facts, likewise.
        every: ``sets`` or ``facts`` where it may read any of them, ``fields`` where any field of a piece.
        words: Every name of a member, and every text in quotes; fields are among them.
    """

    names: frozenset[str]
    sets: frozenset[str]
    facts: frozenset[str]
    every: frozenset[str]
    words: frozenset[str]

    def pieces_of(self, each: ComponentSet) -> bool:
        """Whether it may read pieces of the set."""
        kinds = {name for name, kind in GROUPS.items() if kind == each.kind}
        return (
            "pieces" in self.names
            or not kinds.isdisjoint(self.names)
            or each.id in self.sets
            or "sets" in self.every
        )

    def field(self, name: str) -> bool:
        """Whether it may read that field of pieces."""
        return name in self.words or "fields" in self.every

    def fact(self, name: str) -> bool:
        """Whether it may read the fact."""
        return name in self.facts or "facts" in self.every


def reads_of(claim: Claim) -> Reads:
    """The names that a claim reads; none of expressions that cannot be read."""
    names: set[str] = set()
    words: set[str] = set()
    members: dict[str, set[str]] = {"sets": set(), "facts": set()}
    every: set[str] = set()
    for source in (claim.data, claim.rulebook):
        try:
            body = parse_expression(source).body
        except ExpressionFault:
            continue
        owned = {}
        for node in ast.walk(body):
            words.update(_words(node))
            if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.value, ast.Name):
                owned[id(node.value)] = node
                if _member(node) is None and node.value.id not in members:
                    every.add("fields")  # unless it is a mapping
        for name in _names(body):
            names.add(name.id)
            if name.id in members:
                member = _member(owned.get(id(name)))
                if member is None:
                    every.add(name.id)
                else:
                    members[name.id].add(member)
    return Reads(
        frozenset(names),
        frozenset(members["sets"]),
        frozenset(members["facts"]),
        frozenset(every),
        frozenset(words),
    )


def _words(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _names(body: ast.expr) -> Iterator[ast.Name]:
    return (node for node in ast.walk(body) if isinstance(node, ast.Name))


def _member(node: ast.Attribute | ast.Subscript | None) -> str | None:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value if isinstance(node.slice.value, str) else None
    return None
