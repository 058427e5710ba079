"""Values of expressions. Nothing of Python is run: each kind of node has its own few lines here."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from pnp.diagnostics import did_you_mean, nearest, times
from pnp.model import ComponentSet, FieldValue, Piece, Term, Text
from pnp.rules.expression import Expression
from pnp.rules.helper import FILTERS, HELPERS
from pnp.rules.limits import MOST_ITEMS
from pnp.rules.operator import binary, compare, unary
from pnp.rules.run import Budget, ExpressionFault, Run, UnplacedFault, Visits, Words, dashed, raw_words
from pnp.rules.value import OrderedSet, describe, has_members, items_of, plain, show


def evaluate(
    expression: Expression,
    scope: Mapping[str, Any],
    budget: Budget | None = None,
    *,
    language: str = "en",
    words: Words = raw_words,
    visits: Visits | None = None,
    lenient: bool = False,
) -> Any:
    """The value of the expression.

    Args:
        expression: As ``parse_expression`` read it.
        scope: What its names mean; see ``pnp.rules.scope``.
        budget: What it may cost; a fresh one when None.
        language: BCP 47 tag for filters that depend on it.
        words: How the ``join`` filter prints a value in a language.
        visits: Collects the pieces that the expression went through.
        lenient: Whether names without a meaning are allowed where the value does not need them, as in the
            branch of an ``if`` that is not taken.

    Raises:
        ExpressionFault: It has no value; no other exception leaves, whatever the expression and the scope
            hold.
    """
    run = Run(budget or Budget(), language, words, visits or Visits())
    evaluation = _Evaluation(expression, scope, run)
    try:
        value = evaluation.value(expression.body)
        if not lenient and not expression.names.keys() <= scope.keys():
            evaluation.refuse_unknown()
        return value
    except ExpressionFault as fault:
        raise dashed(fault, expression.source) from None


_PIECES_A_STEP = 16
"""Pieces of a set that are counted in a step: a set counts them each time that its total is asked for."""
_MEANT = {"true": "True", "false": "False", "none": "None", "null": "None", "nil": "None"}
_LOOK = "look at the values that it works with: one may be of another kind than it seems"


@dataclass(slots=True)
class _Evaluation:
    """One evaluation: a method for each kind of node.

    Attributes:
        expression: Whose nodes they are.
        scope: What its names mean.
        run: Counts steps, and the pieces visited.
        loop_names: What the names of all loops stand for in this turn.
    """

    expression: Expression
    scope: Mapping[str, Any]
    run: Run
    loop_names: dict[str, Any] = field(default_factory=dict)

    def value(self, node: ast.expr) -> Any:
        try:
            self.run.budget.spend()
            return _METHODS[type(node)](self, node)
        except UnplacedFault as unplaced:
            raise self.fault(node, unplaced) from None
        except (TypeError, ValueError, ArithmeticError, LookupError, RecursionError) as fault:
            failed = UnplacedFault("X120", f"this has no value: {fault}".rstrip(": "), _LOOK)
            raise self.fault(node, failed) from None

    def refuse_unknown(self) -> None:
        """Raises ExpressionFault for the first name that has no meaning (X110), if there is one."""
        for name, node in self.expression.names.items():
            if name not in self.scope:
                unplaced = UnplacedFault("X110", f"unknown name '{name}'", *self._name_help(name))
                raise self.fault(node, unplaced)

    def fault(self, node: ast.AST, unplaced: UnplacedFault) -> ExpressionFault:
        start, length = self.expression.place(node)
        return ExpressionFault(unplaced.code, unplaced.message, unplaced.help, start, length)

    # Single values

    def constant(self, node: ast.Constant) -> Any:
        return node.value

    def name(self, node: ast.Name) -> Any:
        if node.id in self.loop_names:
            return self.loop_names[node.id]
        if node.id in self.scope:
            return self.scope[node.id]
        raise UnplacedFault("X110", f"unknown name '{node.id}'", *self._name_help(node.id))

    def _name_help(self, name: str) -> tuple[str, ...]:
        if name in HELPERS:
            return (f"'{name}' is a helper: write {HELPERS[name].usage}",)
        if name.lower() in _MEANT:
            return (f"did you mean {_MEANT[name.lower()]}?", f"write a text in quotes: '{name}'")
        known = [*self.scope, *self.loop_names]
        if name in self.scope.get("facts", ()):
            return (f"did you mean 'facts.{name}'?",)
        if nearest(name, known) is None and len(name) > 1:
            return (f"write a text in quotes: '{name}'", did_you_mean(name, known, "names"))
        return (did_you_mean(name, known, "names"),)

    def attribute(self, node: ast.Attribute) -> Any:
        owner = self.value(node.value)
        if type(owner) is Term:
            owner = owner.seen_in(self.run.language)
        if type(owner) is ComponentSet:
            self.run.budget.spend(len(owner.pieces) // _PIECES_A_STEP)
        try:
            needs_type = owner is None or (
                isinstance(node.value, ast.Attribute) and node.value.attr == "forms"
            )
            return member(owner, node.attr, self._typed(node.value) if needs_type else "")
        except UnplacedFault as unplaced:
            start, length = self.expression.place(node)
            start, length = start + length - len(node.attr), len(node.attr)
            raise ExpressionFault(unplaced.code, unplaced.message, unplaced.help, start, length) from None

    def _typed(self, node: ast.expr) -> str:
        """The part of the source that the node was read from, when it is short enough for a message."""
        start, length = self.expression.place(node)
        return self.expression.source[start : start + length] if length <= 40 else ""

    def subscript(self, node: ast.Subscript) -> Any:
        owner = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._slice(owner, node.slice)
        key = self.value(node.slice)
        try:
            typed = node.value
            forms = isinstance(typed, ast.Attribute) and typed.attr == "forms"
            return item(owner, key, self.run.budget, self._typed(typed) if forms else "")
        except UnplacedFault as unplaced:
            raise self.fault(node.slice, unplaced) from None

    def _slice(self, owner: Any, node: ast.Slice) -> Any:
        bounds = [None if part is None else self.value(part) for part in (node.lower, node.upper, node.step)]
        if isinstance(owner, Text):
            owner = owner.source
        if not isinstance(owner, str | list | tuple | range):
            raise UnplacedFault("X120", f"{describe(owner)} has no parts from … to …", "lists and texts have")
        part = owner[slice(*bounds)]
        self.run.budget.spend(len(part))
        return list(part) if isinstance(part, tuple | range) else part

    # Operators

    def binary(self, node: ast.BinOp) -> Any:
        if isinstance(node.op, ast.BitOr):
            found, value = self._filtered(node)
            if found:
                return value
        left, right = self.value(node.left), self.value(node.right)
        return binary(type(node.op), left, right, self.run.budget)

    def _filtered(self, node: ast.BinOp) -> tuple[bool, Any]:
        """Whether the right side of ``|`` is a filter, and then the filtered value."""
        right = node.right
        call = right if isinstance(right, ast.Call) else None
        named = call.func if call else right
        if not isinstance(named, ast.Name) or (call is not None and named.id in HELPERS):
            return False, None
        if named.id not in FILTERS:
            if call is None and (named.id in self.scope or named.id in self.loop_names):
                return False, None
            cure = did_you_mean(named.id, FILTERS, "filters")
            raise self.fault(named, UnplacedFault("X115", f"unknown filter '{named.id}'", cure))
        value = self.value(node.left)
        given = [self.value(argument) for argument in call.args] if call else []
        named_given = self._keywords(call) if call else {}
        entry = FILTERS[named.id]
        try:
            return True, self._call(entry.function, entry.usage, [value, *given], named_given)
        except UnplacedFault as unplaced:
            raise self.fault(right, unplaced) from None

    def unary(self, node: ast.UnaryOp) -> Any:
        return unary(type(node.op), self.value(node.operand))

    def boolean(self, node: ast.BoolOp) -> Any:
        stops_at = isinstance(node.op, ast.Or)
        value: Any = None
        for part in node.values:
            value = self.value(part)
            if bool(value) is stops_at:
                break
        return value

    def comparison(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for operator, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.value(right_node)
            if not compare(type(operator), left, right, self.run.budget):
                return False
            left = right
        return True

    def conditional(self, node: ast.IfExp) -> Any:
        return self.value(node.body if self.value(node.test) else node.orelse)

    # Collections

    def list_display(self, node: ast.List | ast.Tuple) -> list[Any]:
        return [self.value(part) for part in node.elts]

    def set_display(self, node: ast.Set) -> OrderedSet:
        return OrderedSet(plain(self.value(part), self.run.budget) for part in node.elts)

    def dict_display(self, node: ast.Dict) -> dict[Any, Any]:
        pairs = zip(node.keys, node.values, strict=True)
        return {plain(self.value(k), self.run.budget): self.value(v) for k, v in pairs if k is not None}

    def list_comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> list[Any]:
        return self._collected(self.value(node.elt) for _ in self._turns(node.generators))

    def set_comprehension(self, node: ast.SetComp) -> OrderedSet:
        budget = self.run.budget
        return OrderedSet(
            self._collected(plain(self.value(node.elt), budget) for _ in self._turns(node.generators))
        )

    def dict_comprehension(self, node: ast.DictComp) -> dict[Any, Any]:
        budget = self.run.budget
        pairs = (
            (plain(self.value(node.key), budget), self.value(node.value))
            for _ in self._turns(node.generators)
        )
        return dict(self._collected(pairs))

    def _collected(self, values: Iterable[Any]) -> list[Any]:
        collected: list[Any] = []
        for value in values:
            if len(collected) >= MOST_ITEMS:
                raise UnplacedFault("X130", f"more than {MOST_ITEMS:,} members", "take fewer, with 'if'")
            collected.append(value)
        return collected

    # Calls

    def call(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Name)  # parse_expression lets nothing else through
        name = node.func.id
        if name not in HELPERS:
            raise self.fault(
                node.func, UnplacedFault("X115", f"unknown helper '{name}'", *self._helper_help(name))
            )
        if name == "all" and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            return self._all(node.args[0])
        helper = HELPERS[name]
        given = [self.value(argument) for argument in node.args]
        return self._call(helper.function, helper.usage, given, self._keywords(node))

    def _helper_help(self, name: str) -> tuple[str, ...]:
        if name in FILTERS:
            return (f"'{name}' is a filter: write value | {FILTERS[name].usage}",)
        return (did_you_mean(name, HELPERS, "helpers"),)

    def _keywords(self, node: ast.Call) -> dict[str, Any]:
        return {each.arg: self.value(each.value) for each in node.keywords if each.arg is not None}

    def _call(
        self, function: Callable[..., Any], usage: str, given: Sequence[Any], named: Mapping[str, Any]
    ) -> Any:
        try:
            return function(self.run, *given, **named)
        except TypeError:
            try:
                inspect.signature(function).bind(self.run, *given, **named)
            except TypeError:
                raise UnplacedFault("X120", "the arguments do not fit", f"write {usage}") from None
            raise UnplacedFault(
                "X120", "the helper cannot work with these values", f"write {usage}"
            ) from None

    def _all(self, node: ast.GeneratorExp) -> bool:
        """Whether every element holds; the pieces for which one doesn't are remembered as culprits."""
        holds = True
        for pieces in self._turns(node.generators):
            if not self.value(node.elt):
                holds = False
                self.run.visits.blame(pieces)
        return holds

    # Loops

    def _turns(self, generators: Sequence[ast.comprehension]) -> Iterator[Sequence[Piece]]:
        """One turn for every combination that the loops let through; their names are set meanwhile.

        Yields:
            The pieces that the names stand for.

        Raises:
            ExpressionFault: The value has no members, or they do not fit the names.
        """
        before = dict(self.loop_names)
        bound = [
            node.id for part in generators for node in ast.walk(part.target) if isinstance(node, ast.Name)
        ]
        try:
            for _ in self._nested(generators):
                pieces = [value for name in bound if isinstance(value := self.loop_names.get(name), Piece)]
                self.run.visits.count(pieces)
                yield pieces
        finally:
            self.loop_names = before

    def _nested(self, generators: Sequence[ast.comprehension]) -> Iterator[None]:
        if not generators:
            yield
            return
        first, rest = generators[0], generators[1:]
        source = self.value(first.iter)
        try:
            turns = items_of(source)
        except UnplacedFault as unplaced:
            raise self.fault(first.iter, unplaced) from None
        for value in turns:
            self.run.budget.spend()
            if isinstance(value, Piece):
                self.run.visits.see(value)
            self._bind(first.target, value)
            if all(self.value(test) for test in first.ifs):
                yield from self._nested(rest)

    def _bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.loop_names[target.id] = value
            return
        assert isinstance(target, ast.Tuple | ast.List)  # parse_expression lets nothing else through
        if not isinstance(value, list | tuple) or len(value) != len(target.elts):
            message = f"{describe(value)} does not split into {times(len(target.elts), 'name')}"
            unplaced = UnplacedFault("X120", message, "write one name, or as many as there are")
            raise self.fault(target, unplaced)
        for part, item_value in zip(target.elts, value, strict=True):
            self._bind(part, item_value)


_METHODS: dict[type[ast.expr], Callable[[_Evaluation, Any], Any]] = {
    ast.Constant: _Evaluation.constant,
    ast.Name: _Evaluation.name,
    ast.Attribute: _Evaluation.attribute,
    ast.Subscript: _Evaluation.subscript,
    ast.BinOp: _Evaluation.binary,
    ast.UnaryOp: _Evaluation.unary,
    ast.BoolOp: _Evaluation.boolean,
    ast.Compare: _Evaluation.comparison,
    ast.IfExp: _Evaluation.conditional,
    ast.List: _Evaluation.list_display,
    ast.Tuple: _Evaluation.list_display,
    ast.Set: _Evaluation.set_display,
    ast.Dict: _Evaluation.dict_display,
    ast.ListComp: _Evaluation.list_comprehension,
    ast.GeneratorExp: _Evaluation.list_comprehension,
    ast.SetComp: _Evaluation.set_comprehension,
    ast.DictComp: _Evaluation.dict_comprehension,
    ast.Call: _Evaluation.call,
}


def member(owner: Any, name: str, typed: str = "") -> Any:
    """The value of ``owner.name``; ``typed`` is how the author wrote an owner that is empty or holds forms.

    Raises:
        UnplacedFault: The part does not exist (X112), or the value has no parts at all (X120).
    """
    if owner is None:
        owner_words = f"'{typed}'" if typed else "the value before the dot"
        cure = f"test it first: … if {typed or 'value'} else …"
        raise UnplacedFault("X120", f"{owner_words} is empty here, so it has no '{name}'", cure)
    if isinstance(owner, FieldValue) and (parts := owner.parts()):
        owner = parts
    if isinstance(owner, Mapping):
        if name in owner:
            return owner[name]
        if typed.endswith(".forms"):
            raise _no_form(owner, name, typed)
        known = [key for key in owner if isinstance(key, str)]
        raise UnplacedFault("X112", f"no '{name}' here", did_you_mean(name, known, "names"))
    if has_members(owner):
        try:
            return owner.member(name)
        except KeyError:
            cure = did_you_mean(name, owner.members(), "names")
            raise UnplacedFault("X112", f"{describe(owner)} has no '{name}'", cure) from None
    cures = ["only pieces, terms and mappings have names after a point"]
    if isinstance(owner, str):
        cures.append("a loop over a mapping gives its keys; values(…) gives its values")
    raise UnplacedFault("X120", f"{describe(owner)} has no '{name}'", *cures)


def _no_form(forms: Mapping[Any, Any], name: str, typed: str) -> UnplacedFault:
    known = [label for label in forms if isinstance(label, str)]
    place = f"list it under 'forms' of the term, in a translation in its entry 'term.forms/…': '{name}: …'"
    message = f"'{typed.removesuffix('.forms')}' has no form '{name}'"
    return UnplacedFault("X112", message, did_you_mean(name, known, "forms"), place)


def item(owner: Any, key: Any, budget: Budget, typed: str = "") -> Any:
    """The value of ``owner[key]``; ``typed`` is how the author wrote the owner where it holds forms.

    Raises:
        UnplacedFault: The member does not exist (X112), or the value has no members (X120).
    """
    if isinstance(owner, Text):
        owner = owner.source
    if isinstance(owner, str | list | tuple | range) and not isinstance(owner, FieldValue):
        if not isinstance(key, int) or isinstance(key, bool):
            raise UnplacedFault(
                "X120",
                f"members of {describe(owner)} are counted by whole numbers from 0",
                "write one, such as [0]",
            )
        if not -len(owner) <= key < len(owner):
            raise UnplacedFault(
                "X112", f"no member {key}: there are {len(owner)}", "the first is 0, the last -1"
            )
        return owner[key]
    if isinstance(owner, Mapping):
        wanted = plain(key, budget)
        if wanted in owner:
            return owner[wanted]
        if typed.endswith(".forms"):
            raise _no_form(owner, show(key), typed)
        raise UnplacedFault(
            "X112", f"no value for '{show(key)}'", f"there are values for {show(list(owner))}"
        )
    if isinstance(owner, FieldValue) or has_members(owner):
        return member(owner, str(plain(key, budget)))
    if isinstance(owner, Set):
        raise UnplacedFault(
            "X120", "a set has no order, so no member has a number", "put it in order first: sorted(…)"
        )
    raise UnplacedFault("X120", f"{describe(owner)} has no members", "lists and mappings have")
