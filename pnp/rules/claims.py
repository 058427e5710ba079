"""Claims: statements of the rulebook, tried on the pieces, and the names that they read."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from pnp.diagnostics import Diagnostic, error, note, times, warning
from pnp.model import Claim, ComponentSet, Fact, Game, Piece, Text
from pnp.rules.evaluator import evaluate
from pnp.rules.expression import parse_expression
from pnp.rules.limits import CLAIM_STEPS
from pnp.rules.operator import compare
from pnp.rules.run import Budget, ExpressionFault, UnplacedFault, Visits
from pnp.rules.scope import GROUPS, game_scope
from pnp.rules.value import items_of, plain, show
from pnp.source import Origin, Span

RELATIONS: Mapping[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
}
"""How the two sides of a claim may compare; ``data`` is on the left."""

_FACT = re.compile(r"""\bfacts(?:\.([A-Za-z_]\w*)|\[['"]([^'"]+)['"]\])""")
_NUMBER = re.compile(r"-?\d+\Z")
_MOST_NAMED = 12
"""Pieces and members that a failed claim names."""


class ClaimResult(NamedTuple):
    """The result of checking one claim.

    Attributes:
        claim: The claim; that of a set's total has the id ``<set>.total`` and is made here.
        data: Value of the side of the components, short; empty when broken.
        rulebook: Value of the side of the rulebook, short; empty when broken.
        verdict: ``broken`` when a side has no value.
        pieces: Those that a failed claim names.
        diagnostics: None for a claim that holds.
    """

    claim: Claim
    data: str
    rulebook: str
    verdict: Literal["ok", "failed", "broken"]
    pieces: tuple[Piece, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def check_claims(game: Game, seeds: int = 20) -> list[ClaimResult]:
    """One result a claim, in the author's order, then one for each set that states a total.

    Codes: K100 false-claim (error or warning, as the claim says), K101 wrong-total, and those of
    expressions (X…) for broken sides.

    Args:
        game: With its claims.
        seeds: How many random set-ups claims try; expressions know the number as ``seeds``.
    """
    scope = {**game_scope(game), "seeds": seeds}
    results = [_try_claim(claim, scope, game) for claim in game.claims.values()]
    results += [_try_total(each, each.total) for each in game.sets if each.total is not None]
    return results


def assumed_facts(game: Game) -> list[Diagnostic]:
    """A note (K150) for each fact and claim whose number or reading is the designer's own."""
    found = [
        note("K150", f"fact '{fact.id}' is assumed: {show(fact.value)}", fact.span, fact.note or None)
        for fact in game.facts.values()
        if fact.assumed
    ]
    found += [
        note("K150", f"claim '{claim.id}' is assumed: {claim.says.source}", claim.span)
        for claim in game.claims.values()
        if claim.assumed
    ]
    found += [note("K150", f"'{each.id}' is a ruling: {each.ruling}", each.span) for each in rulings(game)]
    return found


def rulings(game: Game) -> list[Fact | Claim]:
    """The facts and claims that say how the designer reads an unclear rule."""
    both: list[Fact | Claim] = [*game.facts.values(), *game.claims.values()]
    return [each for each in both if each.ruling]


def holds(claim: Claim, scope: Mapping[str, Any]) -> bool | None:
    """Whether the two sides compare as the claim says; None if one of them has no value.

    Args:
        claim: Of a game.
        scope: What its expressions know.
    """
    return _compared(claim, scope).holds


class _Comparison(NamedTuple):
    """Both sides in tuples, empty without a value, and whether they compare; None after a fault."""

    data: tuple[Any, ...]
    rulebook: tuple[Any, ...]
    holds: bool | None
    visits: Visits
    found: list[Diagnostic]


def _compared(claim: Claim, scope: Mapping[str, Any]) -> _Comparison:
    visits = Visits()
    found: list[Diagnostic] = []
    data = _side(claim.data, claim.data_origin, scope, visits, found)
    rulebook = _side(claim.rulebook, claim.rulebook_origin, scope, Visits(), found)
    holds = None
    if not found:
        try:
            holds = compare(RELATIONS[claim.relation], data[0], rulebook[0], Budget(CLAIM_STEPS))
        except UnplacedFault as unplaced:
            fault = ExpressionFault(unplaced.code, unplaced.message, unplaced.help, 0, len(claim.data))
            found.append(fault.diagnostic(claim.data_origin))
    return _Comparison(data, rulebook, holds, visits, found)


def _try_claim(claim: Claim, scope: Mapping[str, Any], game: Game) -> ClaimResult:
    data, rulebook, verdict, visits, found = _compared(claim, scope)
    if verdict is None:
        return ClaimResult(claim, _shown(data), _shown(rulebook), "broken", (), tuple(found))
    if verdict:
        return ClaimResult(claim, _shown(data), _shown(rulebook), "ok")
    difference = _difference(claim.relation, data[0], rulebook[0])
    pieces = _named_pieces(claim, scope, visits, found)
    if not claim.pieces:
        pieces = _of_members(game, [*difference.data, *difference.rulebook]) or pieces
    failed = _failure(claim, _shown(data), _shown(rulebook), difference, pieces, _facts_read(claim, game))
    if claim.relation == "==" and _NUMBER.match(claim.rulebook) and type(data[0]) is int:
        written = (claim.rulebook_origin.span, f"rulebook: {claim.rulebook}")
        cures = (*failed.help, f"or set rulebook to {data[0]}")
        failed = replace(failed, help=cures, related=(*failed.related, written))
    if isinstance(data[0], int | float) and isinstance(rulebook[0], str | Text):
        failed = replace(
            failed, help=(*failed.help, "the right side is a text: write a fact that is a number in digits")
        )
    return ClaimResult(claim, _shown(data), _shown(rulebook), "failed", pieces, (failed, *found))


def _side(
    source: str, origin: Origin, scope: Mapping[str, Any], visits: Visits, found: list[Diagnostic]
) -> tuple[Any, ...]:
    """The value of one side in a tuple; empty if it has none, and then ``found`` has a diagnostic."""
    try:
        return (evaluate(parse_expression(source), scope, Budget(CLAIM_STEPS), visits=visits),)
    except ExpressionFault as fault:
        found.append(fault.diagnostic(origin))
        return ()


def _shown(side: tuple[Any, ...]) -> str:
    return show(side[0]) if side else ""


def _named_pieces(
    claim: Claim, scope: Mapping[str, Any], visits: Visits, found: list[Diagnostic]
) -> tuple[Piece, ...]:
    """The pieces that the claim lists, else those that its data went through."""
    if not claim.pieces:
        return visits.telling
    side = _side(claim.pieces, claim.pieces_origin or claim.data_origin, scope, Visits(), found)
    if not side:
        return ()
    try:
        return tuple(value for value in items_of(side[0]) if isinstance(value, Piece))
    except UnplacedFault as unplaced:
        fault = ExpressionFault(unplaced.code, unplaced.message, unplaced.help, 0, len(claim.pieces))
        found.append(fault.diagnostic(claim.pieces_origin or claim.data_origin))
        return ()


class Difference(NamedTuple):
    """Members of one side that the other one lacks, repeated ones as often as they are too many.

    Both are empty for sides that are no groups.
    """

    data: tuple[Any, ...] = ()
    rulebook: tuple[Any, ...] = ()


def _difference(relation: str, data: Any, rulebook: Any) -> Difference:
    """The members that make two groups differ that should be the same."""
    groups = (list, tuple, Set, Mapping)
    if relation != "==" or not isinstance(data, groups) or not isinstance(rulebook, groups):
        return Difference()
    budget = Budget(CLAIM_STEPS)
    try:
        sides = [Counter(plain(member, budget) for member in _members(side)) for side in (data, rulebook)]
    except UnplacedFault:  # compared, but too long to look for what differs
        return Difference()
    return Difference(tuple((sides[0] - sides[1]).elements()), tuple((sides[1] - sides[0]).elements()))


def _members(group: Any) -> Iterable[Any]:
    return group.items() if isinstance(group, Mapping) else group


def _of_members(game: Game, members: Sequence[Any]) -> tuple[Piece, ...]:
    """The pieces that the members are, or whose ids they are or hold."""
    named = set[str]()
    for member in members:
        for part in member if isinstance(member, tuple) else (member,):
            if isinstance(part, Piece):
                named.add(part.key)
            elif isinstance(part, str):
                named.add(part)
    return tuple(piece for piece in game.pieces() if piece.id in named or piece.key in named)


def _facts_read(claim: Claim, game: Game) -> list[Fact]:
    """The facts that the sides of a claim name, in their order."""
    found: dict[str, Fact] = {}
    for source in (claim.data, claim.rulebook):
        for name, quoted in _FACT.findall(source):
            fact = game.facts.get(name or quoted)
            if fact is not None:
                found[fact.id] = fact
    return list(found.values())


def _failure(
    claim: Claim,
    data: str,
    rulebook: str,
    difference: Difference,
    pieces: tuple[Piece, ...],
    facts: list[Fact],
) -> Diagnostic:
    asked = "" if claim.relation == "==" else f"{claim.relation} "
    message = f"claim '{claim.id}' is false: {claim.says.source}"
    help_lines = [f"the rulebook says {asked}{rulebook}, the pieces have {data}"]
    if difference.data:
        help_lines.append(f"only the pieces have {', '.join(map(show, difference.data[:_MOST_NAMED]))}")
    if difference.rulebook:
        help_lines.append(f"only the rulebook has {', '.join(map(show, difference.rulebook[:_MOST_NAMED]))}")
    if claim.source:
        help_lines.append(f"see {claim.source}")
    names = " or ".join(f"facts.{fact.id}" for fact in facts) or "the claim"
    help_lines.append(f"correct the pieces, or {names} if the rulebook says something else")
    related = (*_related(pieces), *((fact.span, f"facts.{fact.id} = {show(fact.value)}") for fact in facts))
    if claim.severity == "warning":
        return warning("K100", message, claim.span, help_lines, related=related)
    return error("K100", message, claim.span, help_lines, related=related)


def _related(pieces: tuple[Piece, ...]) -> Iterator[tuple[Span, str]]:
    """Places of the pieces; those of one entry of a file once."""
    places: dict[Span, list[str]] = {}
    for piece in pieces:
        places.setdefault(piece.span, []).append(piece.key)
    for index, (span, keys) in enumerate(places.items()):
        if index == _MOST_NAMED:
            yield span, f"and {times(len(places) - _MOST_NAMED, 'more place')}"
            return
        yield span, keys[0] if len(keys) == 1 else f"{keys[0]} and {len(keys) - 1} more"


def _try_total(component_set: ComponentSet, stated_total: int) -> ClaimResult:
    """The claim that a set has as many pieces as it says."""
    counted = component_set.copies
    origin = Origin(component_set.span)
    claim = Claim(
        id=f"{component_set.id}.total",
        says=Text(f"'{component_set.id}' has {times(stated_total, 'piece')}", origin),
        source="",
        severity="error",
        data=f"n(sets['{component_set.id}'])",
        relation="==",
        rulebook=str(stated_total),
        data_origin=origin,
        rulebook_origin=origin,
        span=component_set.total_span or component_set.span,
    )
    if stated_total == counted:
        return ClaimResult(claim, str(counted), str(stated_total), "ok")
    message = f"'{component_set.id}' has {times(counted, 'piece')}, but its total says {stated_total}"
    cure = ("correct the copies of its pieces", f"or set total to {counted}")
    # Nobody finds the one that is wrong in a list of hundred.
    places = tuple(_related(component_set.pieces))
    found = error("K101", message, claim.span, cure, related=places if len(places) <= _MOST_NAMED else ())
    return ClaimResult(claim, str(counted), str(stated_total), "failed", component_set.pieces, (found,))


ABSENT = "nothing"
"""Stands for a member that one of the two does not have."""


def deviations(fact: Fact) -> Iterator[tuple[str, Any, Any]]:
    """Where the value differs: the place in it (``[4]``, empty for all of it), the value, what is stated.

    In lists of another length the whole list differs. None if the game does not write what the source states.
    """
    if fact.stated_span is not None:
        yield from _between(fact.value, fact.stated, "")


def _between(value: Any, stated: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(value, Mapping) and isinstance(stated, Mapping):
        for key in dict.fromkeys([*value, *stated]):
            yield from _between(value.get(key, ABSENT), stated.get(key, ABSENT), f"{path}[{key!r}]")
    elif isinstance(value, tuple) and isinstance(stated, tuple) and len(value) == len(stated):
        for index, pair in enumerate(zip(value, stated, strict=True)):
            yield from _between(*pair, f"{path}[{index}]")
    elif value != stated or isinstance(value, bool) is not isinstance(stated, bool):
        yield path, value, stated


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
