"""Expressions in data files: values that are worked out while a game is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.load.document import DataFile, Findings
from pnp.load.limits import MAX_COMBINATIONS, MAX_WHERE_STEPS
from pnp.load.yaml.node import Scalar
from pnp.model import Term
from pnp.rules import (
    Budget,
    Comparison,
    Expression,
    ExpressionFault,
    comparisons,
    evaluate,
    fill,
    parse_expression,
    sole_expression,
)
from pnp.rules.limits import STEPS
from pnp.source import Span

_STEPS_OF_FAULT = 20


class NoValue(Exception):
    """An expression failed, and its fault was noted."""


class WhereWork(NamedTuple):
    """The work of the ``where`` of entries.

    Attributes:
        combinations: Of terms that they looked at.
        steps: Of evaluation.
    """

    combinations: int = 0
    steps: int = 0

    def and_then(self, combinations: int, steps: int) -> WhereWork:
        """With some more."""
        return WhereWork(self.combinations + combinations, self.steps + steps)

    def since(self, before: WhereWork) -> WhereWork:
        """Without what was taken before."""
        return WhereWork(self.combinations - before.combinations, self.steps - before.steps)

    def fits(self) -> bool:
        """Whether a game may take as much."""
        return self.combinations <= MAX_COMBINATIONS and self.steps <= MAX_WHERE_STEPS


class Expressions:
    """Evaluates, keeps what it parsed, and notes faults where they are written.

    Attributes:
        scope: ``facts``, ``terms`` and ``players``; what every expression in data files knows.
        where: The work of the ``where`` of the game so far; grows.
    """

    def __init__(self, scope: Mapping[str, Any], language: str, findings: Findings) -> None:
        self.scope = scope
        self._language = language
        self._findings = findings
        self._parsed: dict[str, tuple[Expression, list[Comparison]]] = {}
        self.where = WhereWork()

    def apart(self, findings: Findings) -> Expressions:
        """The same, with findings and work of its own."""
        return Expressions(self.scope, self._language, findings)

    def value(
        self,
        document: DataFile,
        node: Scalar,
        names: Mapping[str, Any],
        piece: str,
        budget: Budget | None = None,
    ) -> Any:
        """The value of a whole expression such as ``facts.spells``, or of one in braces.

        ``budget`` is what it may cost; a fresh one when None.

        Raises:
            NoValue: It has none.
        """
        inner = sole_expression(node.text)
        source, offset = (node.text, 0) if inner is None else (inner, node.text.index("{{") + 2)
        try:
            if source not in self._parsed:
                expression = parse_expression(source)
                self._parsed[source] = expression, list(comparisons(expression.body))
            expression, compared = self._parsed[source]
            for each in compared:
                if not each.member and each.name in names and (found := self._fault(each, names[each.name])):
                    start, length = expression.place(each.node)
                    place = document.origin(node).at(offset + start, length)
                    self._findings.warning(found[0], found[1], place, found[2], piece=piece or None)
            return evaluate(expression, {**self.scope, **names}, budget, language=self._language)
        except ExpressionFault as fault:
            self._findings.add(fault.diagnostic(document.origin(node), offset, piece))
            raise NoValue from None

    def _fault(self, compared: Comparison, value: Any) -> tuple[str, str, str] | None:
        """Code (K340, K341, K342), message and cure of a comparison with the value, if it has a fault."""
        if isinstance(value, Term) and isinstance(compared.constant, str):
            terms = {term.id: term for term in self.scope["terms"].member(value.vocabulary)}
            return compared.fault([], terms)
        return compared.fault([value], {})

    def holds(
        self, document: DataFile, where: Scalar, names: Mapping[str, Any], piece: str, example: str
    ) -> bool:
        """Whether a ``where`` comes to true; its steps are added to those of the game (``self.where``).

        ``example`` is a condition that fits there, for the cure of M134.

        Raises:
            NoValue: It comes to something else or fails; the fault was noted.
        """
        budget = Budget()
        spent = _STEPS_OF_FAULT
        try:
            value = self.value(document, where, names, piece, budget)
            if isinstance(value, bool):
                spent = 0
                return value
        finally:
            self.where = self.where.and_then(0, STEPS - budget.steps + spent)
        message = "'where' must come to true or false"
        self._findings.error("M134", message, where.span, f"compare something, such as '{example}'")
        raise NoValue

    def too_long(self, where: Span, cure: str) -> bool:
        """Whether the ``where`` of the game have taken more steps than they may, which is noted (M137)."""
        if self.where.steps <= MAX_WHERE_STEPS:
            return False
        message = f"the 'where' of the game take more than {MAX_WHERE_STEPS:,} steps"
        self._findings.error("M137", message, where, [cure, "compare less in 'where'"])
        return True

    def nothing_kept(self, where: Span, what: str, piece: str | None = None) -> None:
        """Note a ``where`` that leaves out everything (M138), such as ``all 4 rows``."""
        cure = "compare with values that there are; to print none of them, write 'copies: 0'"
        self._findings.warning("M138", f"this 'where' leaves out {what}", where, cure, piece=piece)

    def words(self, document: DataFile, node: Scalar, names: Mapping[str, Any], piece: str) -> str:
        """The text with its ``{{ }}`` filled in.

        Raises:
            NoValue: An expression in it has none.
        """
        filled = fill(document.text(node, ""), {**self.scope, **names}, self._language, piece)
        if filled.diagnostics:
            self._findings.add(*filled.diagnostics)
            raise NoValue
        return filled.text


def is_expression(node: Scalar) -> bool:
    """Whether the whole value is one ``{{ }}``."""
    return "{{" in node.text and sole_expression(node.text) is not None
