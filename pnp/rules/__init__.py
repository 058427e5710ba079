"""Expressions over facts and pieces, texts that hold expressions, and claims."""

from pnp.rules.budget import Budget
from pnp.rules.claims import ClaimResult, assumed_facts, check_claims
from pnp.rules.evaluator import evaluate
from pnp.rules.expression import Expression, parse_expression
from pnp.rules.fault import ExpressionFault
from pnp.rules.fill import Filled, fill
from pnp.rules.scope import Players, fact_scope, game_scope, piece_scope
from pnp.rules.template import plain_parts, sole_expression, template_expressions, without_expressions

__all__ = [
    "Budget",
    "ClaimResult",
    "Expression",
    "ExpressionFault",
    "Filled",
    "Players",
    "assumed_facts",
    "check_claims",
    "evaluate",
    "fact_scope",
    "fill",
    "game_scope",
    "parse_expression",
    "piece_scope",
    "plain_parts",
    "sole_expression",
    "template_expressions",
    "without_expressions",
]
