"""Findings about expressions in claims, texts and layouts: comparisons that never hold, lost counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.layout_source import ParsedLayout, names_in, parsed_layout
from pnp.model import Game, Term
from pnp.rules import Comparison, ExpressionFault, comparisons, parse_expression, template_expressions
from pnp.source import Origin, Span

if TYPE_CHECKING:
    from jinja2 import nodes


_COMPARES = re.compile(r"[=!]=|[<>]|\bin\b|\b(?:count|every)\b")
_TYPED = r"""(?:'[^'\n]*'|"[^"\n]*"|\d+(?:\.\d+)?|True|False)"""
_IN_LAYOUT = re.compile(
    rf"""(?:\bpiece\.\w+\s*(?:[=!]=|[<>]=?)\s*{_TYPED}|{_TYPED}\s*(?:[=!]=|[<>]=?|\b(?:not\s+)?in\b)\s*piece\.\w+)"""
    r"""(?=\s*(?:[;)\]]|and\b|or\b|if\b|else\b))"""
)
"""A field of the piece compared with one value, in the code of a layout."""


def check_comparisons(case: Case) -> Iterator[Diagnostic]:
    """Fields compared with no id of their terms (K340), another kind (K341), or numbers in quotes (K342)."""
    fields = ComparedFields(case.game)
    seen: set[tuple[str, Span]] = set()
    for source, origin, offset, piece in _expressions(case):
        if not _COMPARES.search(source) or (source, origin.at(offset)) in seen:
            continue
        seen.add((source, origin.at(offset)))
        try:
            expression = parse_expression(source)
        except ExpressionFault:  # reported where expressions are checked
            continue
        for each in comparisons(expression.body):
            named = each.member or (piece is not None and each.name in expression.names)
            found = fields.fault(each) if named else None
            if found is not None:
                start, length = expression.place(each.node)
                code, message, cure = found
                yield warning(code, message, origin.at(offset + start, length), cure, piece=piece)


class ComparedFields:
    """The fields of a game's pieces, with their values."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._values: dict[str, list[Any]] = {}

    def fault(self, compared: Comparison) -> tuple[str, str, str] | None:
        """Code, message and cure of a comparison, if it has a fault."""
        return compared.fault(self._of(compared.name), self._terms.get(compared.name, {}))

    def _of(self, name: str) -> list[Any]:
        """The values of a field in all pieces that have it; none if terms have a value of that name."""
        if name not in self._values:
            pieces = () if name in self._of_terms else self._game.pieces()
            self._values[name] = [piece.member(name) for piece in pieces if name in piece.members()]
        return self._values[name]

    @cached_property
    def _of_terms(self) -> frozenset[str]:
        """The names of the further values that terms have."""
        vocabularies = self._game.vocabularies.values()
        return frozenset(name for v in vocabularies for term in v.terms.values() for name in term.data)

    @cached_property
    def _terms(self) -> Mapping[str, Mapping[str, Term]]:
        """The terms that fields of a name may hold, for names that mean nothing else anywhere in the game."""
        found: dict[str, dict[str, Term]] = {}
        others = set(self._of_terms)
        for each in self._game.sets:
            for name, declaration in each.fields.items():
                vocabulary = self._game.vocabularies.get(declaration.vocabulary or "")
                if vocabulary is not None:
                    found.setdefault(name, {}).update(vocabulary.terms)
                else:
                    others.add(name)
        return {name: terms for name, terms in found.items() if name not in others}


def _expressions(case: Case) -> Iterator[tuple[str, Origin, int, str | None]]:
    """The expressions of claims, printed texts and layouts, each with origin, offset there, and piece."""
    for claim in case.game.claims.values():
        yield claim.data, claim.data_origin, 0, None
        yield claim.rulebook, claim.rulebook_origin, 0, None
        if claim.pieces and claim.pieces_origin is not None:
            yield claim.pieces, claim.pieces_origin, 0, None
    for printed in case.texts:
        if "{" in printed.text.source:
            for offset, inner in template_expressions(printed.text.source):
                yield inner, printed.text.origin, offset, printed.piece
    for source in case.game.layouts.values():
        if "piece." in source.text:
            layout = parsed_layout(source)
            for found in _IN_LAYOUT.finditer(layout.code):
                yield found[0], Origin(layout.span(found.start(), len(found[0]))), 0, None


_SET = re.compile(r"\bset\s")


def check_layout_loops(case: Case) -> Iterator[Diagnostic]:
    """``{% set n = n + 1 %}`` in a loop, which adds to the ``n`` outside of it each time (L114)."""
    for source in case.game.layouts.values():
        if "endfor" in source.text and _SET.search(source.text):
            yield from _lost_counts(parsed_layout(source))


def _lost_counts(layout: ParsedLayout) -> Iterator[Diagnostic]:
    if layout.tree is None:
        return
    used: set[int] = set()
    for node, name in _lost(layout.tree, [set()], in_loop=False):
        place = layout.place(node.lineno, rf"\bset\s+({name})\s*=(?!=)", used)
        if place is not None:
            used.add(place[0])
            message = f"'{name}' starts again in each turn of the loop: a value set inside is lost after it"
            cure = f"write {{% set ns = namespace({name}=0) %}} before the loop and {{% set ns.{name} = ns.{name} + 1 %}} in it"
            yield warning("L114", message, layout.span(*place), cure)


def _lost(node: nodes.Node, levels: list[set[str]], *, in_loop: bool) -> Iterator[tuple[nodes.Node, str]]:
    """Assignments, with their names, that go on from a value set outside of their loop.

    Args:
        node: Code.
        levels: Names that were set so far, outside of loops and macros and then inside of each.
        in_loop: Whether the innermost level is a loop.
    """
    from jinja2 import nodes

    if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
        name, read = node.target.name, set(names_in(node.node))
        outside = in_loop and name not in levels[-1] and any(name in level for level in levels[:-1])
        # A value that follows from the number of the round needs none of the rounds before.
        if outside and name in read and "loop" not in read:
            yield node, name
        levels[-1].add(name)
        return
    inner = isinstance(node, nodes.For | nodes.Macro)
    if inner:
        levels, in_loop = [*levels, set()], isinstance(node, nodes.For)
    for child in node.iter_child_nodes():
        if not isinstance(child, nodes.Expr):  # which sets nothing
            yield from _lost(child, levels, in_loop=in_loop)
