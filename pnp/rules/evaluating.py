"""Evaluating expressions. The evaluator is imported with the first one, as many decks have none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.rules.budget import Budget
from pnp.rules.expression import Expression
from pnp.rules.run import Run, Visits, Words, raw_words


def evaluate(
    expression: Expression,
    scope: Mapping[str, Any],
    budget: Budget | None = None,
    *,
    language: str = "en",
    words: Words = raw_words,
    visits: Visits | None = None,
) -> Any:
    """The value of the expression.

    Args:
        expression: As ``parse_expression`` read it.
        scope: What its names mean; see ``pnp.rules.scope``.
        budget: What it may cost; a fresh one when None.
        language: BCP 47 tag for filters that depend on it.
        words: How the ``join`` filter prints a value in a language.
        visits: Collects the pieces that the expression went through.

    Raises:
        ExpressionFault: It has no value; no other exception leaves, whatever the expression and the scope hold.
    """
    from pnp.rules.evaluator import value_of

    return value_of(expression, scope, Run(budget or Budget(), language, words, visits or Visits()))
