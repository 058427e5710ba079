"""The loops of an expression: what their names stand for, turn by turn."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from pnp.diagnostics import times
from pnp.model import Piece
from pnp.rules.fault import ExpressionFault, UnplacedFault
from pnp.rules.run import Run
from pnp.rules.value import describe, items_of


class Evaluation(Protocol):
    """Values that loops iterate over, and the places of their faults."""

    def value(self, node: ast.expr) -> Any:
        """The value of the node."""

    def fault(self, node: ast.AST, unplaced: UnplacedFault) -> ExpressionFault:
        """The fault at the place of the node."""


class Loops:
    """The loops that one evaluation is in.

    Args:
        run: Counts turns, and the pieces visited.

    Attributes:
        names: What the names of all loops stand for in this turn.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.names: dict[str, Any] = {}

    def turns(
        self, generators: Sequence[ast.comprehension], evaluation: Evaluation
    ) -> Iterator[Sequence[Piece]]:
        """One turn for every combination that the loops let through; their names are set meanwhile.

        Yields:
            The pieces that the names stand for.

        Raises:
            ExpressionFault: The value has no members, or they do not fit the names.
        """
        before = dict(self.names)
        bound = [
            node.id for part in generators for node in ast.walk(part.target) if isinstance(node, ast.Name)
        ]
        try:
            for _ in self._nested(generators, evaluation):
                pieces = [value for name in bound if isinstance(value := self.names.get(name), Piece)]
                self._run.visits.count(pieces)
                yield pieces
        finally:
            self.names = before

    def _nested(self, generators: Sequence[ast.comprehension], evaluation: Evaluation) -> Iterator[None]:
        if not generators:
            yield
            return
        first, rest = generators[0], generators[1:]
        source = evaluation.value(first.iter)
        try:
            turns = items_of(source)
        except UnplacedFault as unplaced:
            raise evaluation.fault(first.iter, unplaced) from None
        for value in turns:
            self._run.budget.spend()
            if isinstance(value, Piece):
                self._run.visits.see(value)
            self._bind(first.target, value, evaluation)
            if all(evaluation.value(test) for test in first.ifs):
                yield from self._nested(rest, evaluation)

    def _bind(self, target: ast.expr, value: Any, evaluation: Evaluation) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = value
            return
        assert isinstance(target, ast.Tuple | ast.List)  # parse_expression lets nothing else through
        if not isinstance(value, list | tuple) or len(value) != len(target.elts):
            message = f"{describe(value)} does not split into {times(len(target.elts), 'name')}"
            unplaced = UnplacedFault("X120", message, "write one name, or as many as there are")
            raise evaluation.fault(target, unplaced)
        for part, item_value in zip(target.elts, value, strict=True):
            self._bind(part, item_value, evaluation)
