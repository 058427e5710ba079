"""Expressions over facts and pieces, texts that hold expressions, and claims."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.rules.fill import fill

if TYPE_CHECKING:
    from pnp.rules.claims import ClaimResult, assumed_facts, check_claims, holds, rulings
    from pnp.rules.deviation import deviations
    from pnp.rules.edit import DataEdit, edits
    from pnp.rules.evaluator import evaluate
    from pnp.rules.expression import Expression, parse_expression
    from pnp.rules.fault import ExpressionFault
    from pnp.rules.fill import Filled
    from pnp.rules.reads import Reads, reads_of
    from pnp.rules.run import Budget
    from pnp.rules.scope import Players, fact_scope, game_scope, piece_scope
    from pnp.rules.template import (
        cut_template,
        plain_parts,
        sole_expression,
        template_expressions,
        without_expressions,
    )
    from pnp.rules.value import show

__all__ = [
    "Budget",
    "ClaimResult",
    "DataEdit",
    "Expression",
    "ExpressionFault",
    "Filled",
    "Players",
    "Reads",
    "assumed_facts",
    "check_claims",
    "cut_template",
    "deviations",
    "edits",
    "evaluate",
    "fact_scope",
    "fill",
    "game_scope",
    "holds",
    "parse_expression",
    "piece_scope",
    "plain_parts",
    "reads_of",
    "rulings",
    "show",
    "sole_expression",
    "template_expressions",
    "without_expressions",
]

__getattr__ = lazy(
    __name__,
    {
        "Budget": "run",
        "ClaimResult": "claims",
        "assumed_facts": "claims",
        "check_claims": "claims",
        "rulings": "claims",
        "holds": "claims",
        "deviations": "deviation",
        "DataEdit": "edit",
        "edits": "edit",
        "evaluate": "evaluator",
        "Expression": "expression",
        "parse_expression": "expression",
        "ExpressionFault": "fault",
        "Filled": "fill",
        "Reads": "reads",
        "reads_of": "reads",
        "Players": "scope",
        "fact_scope": "scope",
        "game_scope": "scope",
        "piece_scope": "scope",
        "cut_template": "template",
        "plain_parts": "template",
        "sole_expression": "template",
        "template_expressions": "template",
        "without_expressions": "template",
        "show": "value",
    },
)
