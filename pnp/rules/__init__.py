"""Expressions over facts and pieces, texts that hold expressions, and claims."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.rules.template import fill

if TYPE_CHECKING:
    from pnp.rules.claims import (
        ClaimResult,
        Reads,
        assumed_facts,
        check_claims,
        deviations,
        holds,
        reads_of,
        rulings,
    )
    from pnp.rules.comparison import Comparison, comparisons
    from pnp.rules.edit import DataEdit, edits
    from pnp.rules.evaluator import evaluate
    from pnp.rules.expression import Expression, parse_expression
    from pnp.rules.run import Budget, ExpressionFault
    from pnp.rules.scope import fact_scope, game_scope, piece_scope
    from pnp.rules.template import (
        Filled,
        cut_template,
        plain_parts,
        read_expressions,
        sole_expression,
        template_expressions,
        without_expressions,
    )
    from pnp.rules.value import show

__getattr__ = lazy(__name__)
