"""Rewriting parsed layouts so that their work is counted."""

from __future__ import annotations

from typing import Any, TypeVar

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.visitor import NodeTransformer

from pnp.layout_source.limits import NUMBER

NODES_A_STEP = 10
"""Names, values, operators and tags of the code that cost a step together, each time that they are run."""

_Holder = TypeVar("_Holder", nodes.Macro, nodes.CallBlock, nodes.Block, nodes.Template)


class Counting(NodeTransformer):
    """Rewrites a parsed template so that its work passes through the environment, which counts it.

    Code without loops and calls costs by its length, so all of its nodes are paid for where a stretch of it
    begins: at each round of a loop, each call of a macro or block, and each run of a file. Loops, ``~``,
    comparisons, slices and keys of mappings cost by the size of their values. Filters, calls and operators
    pass through the environment without being rewritten.
    """

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._nodes = 0

    def visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        """The node rewritten; counts it."""
        self._nodes += 1
        return super().visit(node, *args, **kwargs)

    def visit_Template(self, node: nodes.Template) -> nodes.Node:  # noqa: N802 - Jinja's dispatch by class name
        """A file."""
        return self._paid_on_entry(node)

    visit_Macro = visit_CallBlock = visit_Block = visit_Template  # noqa: N815

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        """A loop."""
        steps = self._visited(node)
        if node.recursive and steps:
            node.body.insert(0, self._payment(steps, node.lineno))
            if node.test is not None:
                node.test = nodes.And(self._payment(steps, node.lineno).node, node.test, lineno=node.lineno)
            steps = 0
        node.iter = self._through("counted", [node.iter, nodes.Const(steps)], node.lineno)
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

    def visit_Filter(self, node: nodes.Filter) -> nodes.Node:  # noqa: N802
        """A filter; the number of pieces of the set is asked for as such, not counted among all pieces."""
        self.generic_visit(node)
        of = node.node
        if node.name not in ("length", "count") or not isinstance(of, nodes.Getattr) or of.attr != "pieces":
            return node
        if not isinstance(of.node, nodes.Name) or of.node.name != "set":
            return node
        return self._through("number_of_pieces", [of.node], node.lineno)

    def visit_Pair(self, node: nodes.Pair) -> nodes.Node:  # noqa: N802
        """A key of a mapping with its value."""
        self.generic_visit(node)
        node.key = self._guarded(node.key)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        """A member or a slice."""
        self.generic_visit(node)
        return self._through("made", [node], node.lineno) if isinstance(node.arg, nodes.Slice) else node

    def visit_Const(self, node: nodes.Const) -> nodes.Node:  # noqa: N802
        """A text or number of the code.

        Raises:
            TemplateSyntaxError: The number is too large.
        """
        if isinstance(node.value, int) and abs(node.value) > NUMBER:
            raise TemplateSyntaxError(f"it has a number beyond {NUMBER}", node.lineno)
        return node

    def _paid_on_entry(self, node: _Holder) -> _Holder:
        steps = self._visited(node)
        if steps:
            node.body.insert(0, self._payment(steps, node.lineno))
        return node

    def _visited(self, node: nodes.Node) -> int:
        """Steps that the code inside of the node costs, which is rewritten."""
        before = self._nodes
        self.generic_visit(node)
        return (self._nodes - before) // NODES_A_STEP

    def _payment(self, steps: int, line: int) -> nodes.ExprStmt:
        return nodes.ExprStmt(self._through("paid", [nodes.Const(steps)], line), lineno=line)

    def _guarded(self, node: nodes.Expr) -> nodes.Expr:
        return node if isinstance(node, nodes.Const) else self._through("flat", [node], node.lineno)

    def _through(self, method: str, arguments: list[Any], line: int) -> nodes.Call:
        own = nodes.EnvironmentAttribute(method, environment=self._environment)
        return nodes.Call(own, arguments, [], None, None, lineno=line, environment=self._environment)
