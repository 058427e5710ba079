"""Terms: words that are compared with them, and colours that some players cannot distinguish."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.model import Game, Term, which_term
from pnp.rules import ExpressionFault, parse_expression, template_expressions
from pnp.source import Origin
from pnp.vision import VISIONS, Vision, difference, seen

_EQUAL = (ast.Eq, ast.NotEq)
_AMONG = (ast.In, ast.NotIn)


def check_compared_terms(case: Case) -> Iterator[Diagnostic]:
    """Words that claims and texts compare with a field of terms, and that are no id of a term (K340)."""
    known = _terms_by_field(case.game)
    if not known:
        return
    for source, origin, offset, piece in _expressions(case):
        if not ("'" in source or '"' in source):
            continue
        try:
            expression = parse_expression(source)
        except ExpressionFault:  # reported where expressions are checked
            continue
        for name, word, node in _compared(expression.body):
            terms = known.get(name, {})
            if terms and word not in terms:
                start, length = expression.place(node)
                message = f"no term that '{name}' may hold has the id '{word}', so they are never equal"
                cure = which_term(word, terms.values())
                yield warning("K340", message, origin.at(offset + start, length), cure, piece=piece)


def _terms_by_field(game: Game) -> Mapping[str, Mapping[str, Term]]:
    """The terms that fields of a name may hold, for names that mean nothing else anywhere in the game."""
    found: dict[str, dict[str, Term]] = {}
    others = {name for v in game.vocabularies.values() for term in v.terms.values() for name in term.data}
    for each in game.sets:
        for name, declaration in each.fields.items():
            vocabulary = game.vocabularies.get(declaration.vocabulary or "")
            if vocabulary is not None:
                found.setdefault(name, {}).update(vocabulary.terms)
            else:
                others.add(name)
    return {name: terms for name, terms in found.items() if name not in others}


def _expressions(case: Case) -> Iterator[tuple[str, Origin, int, str | None]]:
    """The expressions of claims and printed texts, each with its origin, its offset there, and its piece."""
    for claim in case.game.claims.values():
        yield claim.data, claim.data_origin, 0, None
        yield claim.rulebook, claim.rulebook_origin, 0, None
        if claim.pieces and claim.pieces_origin is not None:
            yield claim.pieces, claim.pieces_origin, 0, None
    for printed in case.texts:
        if "{" in printed.text.source:
            for offset, inner in template_expressions(printed.text.source):
                yield inner, printed.text.origin, offset, printed.piece


def _compared(body: ast.expr) -> Iterator[tuple[str, str, ast.Constant]]:
    """Names of fields with each word that they are compared with; of ``c.side`` the field is ``side``."""
    for node in ast.walk(body):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
            if isinstance(operator, _EQUAL):
                pairs = [(left, [right]), (right, [left])]
            elif isinstance(operator, _AMONG):  # a term among words, or a word among the terms of a field
                listed = right.elts if isinstance(right, ast.List | ast.Tuple | ast.Set) else []
                pairs = [(left, listed), (right, [left])]
            else:
                continue
            for field, words in pairs:
                if isinstance(field, ast.Attribute):
                    for word in words:
                        if isinstance(word, ast.Constant) and isinstance(word.value, str):
                            yield field.attr, word.value, word


TOLD_APART = 0.1
"""Oklab distance from which on two colours are meant to be different."""
CONFUSED = 0.07
"""Oklab distance below which two patches are easily confused.

The two nearest of the eight colours that Okabe and Ito chose for all eyes (https://jfly.uni-koeln.de/color/,
2008) are 0.075 apart when they are seen without one kind of cone.
"""
_SHOWN = 3
_PEOPLE = {"deutan": "green-blind", "protan": "red-blind", "tritan": "blue-blind"}


def check_colours(case: Case) -> Iterator[Diagnostic]:
    """Terms without icons whose colours look alike to some players (K320)."""
    for vocabulary in case.game.vocabularies.values():
        pairs: dict[tuple[Vision, ...], list[tuple[Term, Term]]] = {}
        for one, other in combinations(vocabulary.terms.values(), 2):
            if one.icon == other.icon and (visions := confusing(one, other)):
                pairs.setdefault(visions, []).append((one, other))
        for visions, found in pairs.items():
            first = found[0][0]
            people = " and ".join(_PEOPLE[vision] for vision in visions)
            message = f"{_listed(found)} differ by colours that {people} players cannot distinguish"
            cure = (
                "give the terms different icons, or make one colour much lighter",
                f"see it with --simulate {visions[0]}",
            )
            yield warning("K320", message, first.span, cure)


def confusing(one: Term, other: Term) -> tuple[Vision, ...]:
    """The kinds of sight that cannot distinguish the colours of two terms that are meant to differ."""
    if one.colour is None or other.colour is None:
        return ()
    if difference(one.colour, other.colour) < TOLD_APART:
        return ()  # these are not distinguished by colour
    return tuple(
        vision
        for vision in VISIONS
        if difference(seen(one.colour, vision), seen(other.colour, vision)) < CONFUSED
    )


def _listed(pairs: Sequence[tuple[Term, Term]]) -> str:
    words = [f"'{one.id}' and '{other.id}'" for one, other in pairs[:_SHOWN]]
    more = f", and {len(pairs) - _SHOWN} more pairs" if len(pairs) > _SHOWN + 1 else ""
    if len(pairs) == _SHOWN + 1:
        words.append(f"'{pairs[_SHOWN][0].id}' and '{pairs[_SHOWN][1].id}'")
    return ", ".join(words) + more
