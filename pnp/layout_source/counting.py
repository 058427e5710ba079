"""Rewriting parsed layouts so that their work is counted."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer


class Counting(NodeTransformer):
    """Rewrites a parsed template so that loops and ``~`` pass through the environment, which counts them."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - Jinja's dispatch by class name
        """A loop."""
        self.generic_visit(node)
        node.iter = self._through("counted", [node.iter], node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        """Texts joined by ``~``."""
        self.generic_visit(node)
        return self._through("joined", node.nodes, node.lineno)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        """A comparison."""
        self.generic_visit(node)
        node.expr = self._guarded(node.expr)
        for operand in node.ops:
            operand.expr = self._guarded(operand.expr)
        return node

    def visit_Pair(self, node: nodes.Pair) -> nodes.Node:  # noqa: N802
        """A key of a mapping with its value."""
        self.generic_visit(node)
        node.key = self._guarded(node.key)
        return node

    def _guarded(self, node: nodes.Expr) -> nodes.Expr:
        return node if isinstance(node, nodes.Const) else self._through("flat", [node], node.lineno)

    def _through(self, method: str, arguments: list[Any], line: int) -> nodes.Call:
        own = nodes.EnvironmentAttribute(method, environment=self._environment)
        return nodes.Call(own, arguments, [], None, None, lineno=line, environment=self._environment)
