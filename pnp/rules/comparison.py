"""Comparisons that can never hold: of a value with a constant of another kind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from pnp.model import BUILT_IN_FIELDS, OWN_NAMES, FieldValue, Term, Text, which_term
from pnp.rules.value import show

Constant: TypeAlias = str | bool | int | float

_EQUAL = (ast.Eq, ast.NotEq)
_AMONG = (ast.In, ast.NotIn)
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_COUNTING = ("count", "every")
"""Helpers that compare fields with their named arguments."""
_NO_NUMBERS = frozenset([*OWN_NAMES, *(field.name for field in BUILT_IN_FIELDS)])
"""Names that cannot be declared as numbers."""


class Comparison(NamedTuple):
    """A name that an expression compares with a constant.

    Attributes:
        name: Of ``c.side`` it is ``side``.
        member: Whether the name follows a dot, or is that of an argument such as ``count(cards, side=…)``.
        constant: What it is compared with.
        among: Whether the constant is looked for among the members of the value.
        node: The constant in the tree; its place is that of a finding.
        ordered: Whether the two are compared by ``<``, ``>`` or the like.
    """

    name: str
    member: bool
    constant: Constant
    among: bool
    node: ast.Constant
    ordered: bool = False

    def fault(self, values: Iterable[Any], terms: Mapping[str, Term]) -> tuple[str, str, str] | None:
        """Code, message and cure of a comparison that cannot mean what it says; None where it can.

        A text that is compared with terms has to be the id of one (K340). Else only kinds count: a text may
        equal a text or a term, a number may equal a number or a flag (K341). Where ``<`` or the like compares
        numbers in quotes with values that are texts, most of them have to be numbers (K342).

        Args:
            values: Empty ones (nothing, an empty text, an empty list) do not count; without others there is
                no fault of kinds.
            terms: Those that the name may hold, by id; empty if it holds others as well.
        """
        word = self.constant
        if self.ordered:
            return self._spelt(values)
        if terms and isinstance(word, str) and word not in terms:
            message = f"no term that '{self.name}' may hold has the id '{word}', so they are never equal"
            return "K340", message, which_term(word, terms.values())
        found: Any = None
        for value in values:
            if value is None or value in ("", ()):
                continue
            listed = self.among and _kind(value) == "list" and not isinstance(value, FieldValue)
            if any(map(self._may_equal, value)) if listed else self._may_match(value):
                return None
            found = value if found is None else found
        return None if found is None else ("K341", *_words(self, found))

    def _spelt(self, values: Iterable[Any]) -> tuple[str, str, str] | None:
        """The fault of putting numbers in order that are texts (K342); None where the order is the same."""
        if not isinstance(self.constant, str) or not _NUMBER.fullmatch(self.constant):
            return None
        texts = [value.source if isinstance(value, Text) else value for value in values]
        texts = [text for text in texts if isinstance(text, str) and text]
        numbers = [text for text in texts if _NUMBER.fullmatch(text)]
        word = self.constant
        odd = next((number for number in numbers if _orders_differ(number, word)), None)
        if odd is None or 2 * len(numbers) <= len(texts):
            return None
        if self.name not in _NO_NUMBERS and len(numbers) == len(texts):
            plain = f"{_number(word):g}"
            cure = f"declare it as a number or decimal, and compare it with {plain} without quotes"
        elif all(map(str.isdecimal, (*numbers, word))):
            same = min(odd, word, key=len).zfill(max(map(len, (*numbers, word))))
            cure = f"write all with as many digits, such as '{same}'"
        else:
            return None
        first, second = sorted((odd, word))
        message = (
            f"'{self.name}' is compared with the text '{word}' letter by letter: "
            f"'{first}' is before '{second}'"
        )
        return "K342", message, cure

    def _may_match(self, value: Any) -> bool:
        """Whether the constant may equal the value, or be a member of it where members are looked at."""
        if self.among and isinstance(value, FieldValue):
            return value.may_hold(self.constant)
        return self._may_equal(value)

    def _may_equal(self, value: Any) -> bool:
        """Whether the constant may equal this value."""
        if isinstance(value, FieldValue):
            return value.may_equal(self.constant)
        return not (kind := _kind(value)) or kind in _EQUALS[_kind(self.constant)]


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _orders_differ(text: str, word: str) -> bool:
    """Whether two numbers have another order as texts."""
    one, other = _number(text), _number(word)
    return (text < word, text > word) != (one < other, one > other)


def comparisons(body: ast.expr) -> Iterator[Comparison]:
    """The names that an expression compares with constants, other than ``None`` and the empty text."""
    for node in ast.walk(body):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
                yield from _compared(operator, left, right)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _COUNTING:
            for argument in node.keywords:  # where a list matches a term that it holds
                yield from _with_constants(argument.arg or "", True, [argument.value], True)


def _compared(operator: ast.cmpop, left: ast.expr, right: ast.expr) -> Iterator[Comparison]:
    pairs: list[tuple[ast.expr, Iterable[ast.expr], bool]] = []
    ordered = isinstance(operator, _ORDER)
    if isinstance(operator, _EQUAL) or ordered:
        pairs = [(left, [right], False), (right, [left], False)]
    elif isinstance(operator, _AMONG):
        listed = right.elts if isinstance(right, ast.List | ast.Tuple | ast.Set) else []
        pairs = [(left, listed, False), (right, [left], True)]
    for named, constants, among in pairs:
        if isinstance(named, ast.Attribute) and not isinstance(named.value, ast.Attribute):
            yield from _with_constants(named.attr, True, constants, among, ordered)
        elif isinstance(named, ast.Name):
            yield from _with_constants(named.id, False, constants, among, ordered)


def _with_constants(
    name: str, member: bool, nodes: Iterable[ast.expr], among: bool, ordered: bool = False
) -> Iterator[Comparison]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float) and node.value != "":
            yield Comparison(name, member, node.value, among, node, ordered)


_EQUALS = {"text": ("text", "term"), "number": ("number", "flag"), "flag": ("flag", "number")}
"""The kinds of values that a constant of a kind may equal."""


def _kind(value: Any) -> str:
    """One word for the kind of a value; empty for those that compare in ways of their own."""
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str | Text):
        return "text"
    if isinstance(value, Term):
        return "term"
    return "list" if isinstance(value, list | tuple) else ""


def _words(compared: Comparison, value: Any) -> tuple[str, str]:
    """Message and cure of a comparison with this value, which is of another kind."""
    name, word = compared.name, compared.constant
    typed = f"the text '{word}'" if isinstance(word, str) else str(word)
    if isinstance(value, FieldValue):
        return _of_own_type(name, value, word, typed, among=compared.among)
    listed = _kind(value) == "list"
    if listed and not compared.among:
        return f"'{name}' is a list, so it never equals {typed}", f"write {word!r} in {name}"
    kind = _kind(next(iter(value)) if listed else value)
    message = f"'{name}' is a {kind}, so it never equals {typed}"
    if listed:
        message = f"'{name}' is a list of {kind}s, so it never has {typed}"
    if kind == "flag":
        return message, f"a flag is true or false: write '{name}' or 'not {name}'"
    if kind == "number":
        return message, f"compare with a number, such as {show(value)}"
    if isinstance(word, bool):
        return message, f"compare with words in quotes, such as '{show(value)}'"
    return message, f"write it in quotes: '{word}'"


def _of_own_type(name: str, value: FieldValue, word: Constant, typed: str, *, among: bool) -> tuple[str, str]:
    """Message and cure where the value has a type of its own."""
    if among:
        return f"'{name}' is {value.described}, so it never has {typed}", "look for another one"
    cure = "compare it with another field"
    if value.may_hold(word):
        cure = f"write {word!r} in {name}"
    return f"'{name}' is {value.described}, so it never equals {typed}", cure
