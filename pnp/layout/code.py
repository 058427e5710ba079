"""From a parsed layout to the Python code that runs it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.visitor import NodeTransformer

_CHANGING = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Block, nodes.CallBlock, nodes.NSRef)
"""What draws in or changes something from outside."""
_LOOKING = (nodes.Getattr, nodes.Getitem, nodes.Filter, nodes.Test)
"""What may find a text, which may say something of the piece that is drawn."""
_SPECIAL = frozenset({"caller", "kwargs", "varargs", "self", "super"})


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


class LayoutCode(CodeGenerator):
    """Code that prints what ``leave_hole`` gives as it is: always markup, which escaping would only copy.

    It also tells macros that are *steady*: what they print depends on nothing but their arguments and on names that are
    the same for all pieces. Such a macro stands at the top of its file and looks at its own names, at what the layout
    sees under names that the environment can compare when it is defined, and at steady macros and values above it.
    """

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's dispatch by class name
        """The whole file."""
        # What a file extends runs after it, and may give names to what was nothing or something else until then.
        extends = node.find(nodes.Extends) is not None
        self._top = set() if extends else {id(child) for child in node.body}
        self._stored = _stored(node)
        self._steady: dict[str, frozenset[str]] = {}  # with the names that each looks at outside of the file
        self._macros = {child.name for child in node.body if isinstance(child, nodes.Macro)}
        super().visit_Template(node, frame)

    def visit_Assign(self, node: nodes.Assign, frame: Frame) -> None:  # noqa: N802
        """``{% set %}`` of a value."""
        super().visit_Assign(node, frame)
        if id(node) in self._top and isinstance(node.target, nodes.Name):
            names = _names(node.node, (*_CHANGING, *_LOOKING))
            # What a macro printed has holes, which are numbered anew on each run.
            if names is not None and not names & self._macros:
                self._keep_steady(node.target.name, names)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """The object that stands for a macro."""
        node = macro_ref.node
        if id(node) not in self._top or not isinstance(node, nodes.Macro):
            super().macro_def(macro_ref, frame)
            return
        names = _names(node, _CHANGING)
        if names is not None:
            self._keep_steady(node.name, names - {argument.name for argument in node.args})
        outside = self._steady.get(node.name)
        if outside is None:
            super().macro_def(macro_ref, frame)
            return
        self.write(f"environment.steady(context, {sorted(outside)!r}, ")
        super().macro_def(macro_ref, frame)
        self.write(")")

    def _keep_steady(self, name: str, names: set[str]) -> None:
        """Note that a name of the file is steady, if it is.

        Args:
            name: Of a macro or value.
            names: That it looks at. Those that are not the file's may mean something outside of it, also where they are
                a macro's own.
        """
        own = names & self._stored.keys()
        if self._stored[name] == 1 and own <= self._steady.keys():
            self._steady[name] = frozenset(names - own).union(*(self._steady[each] for each in own))

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:  # noqa: ARG002 - Jinja's interface
        self.write(finalize.src)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:  # noqa: ARG002
        self.write(")")


def _names(node: nodes.Node, without: tuple[type[nodes.Node], ...]) -> set[str] | None:
    """The names that are read in a node; None when one of them is special or there is anything of the given kinds."""
    names: set[str] = set()
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, without):
            return None
        if isinstance(each, nodes.Name):
            if each.name in _SPECIAL:
                return None
            if each.ctx == "load":
                names.add(each.name)
        else:
            waiting.extend(each.iter_child_nodes())
    return names


def _stored(template: nodes.Template) -> Counter[str]:
    """How often each name of a file is made outside of its macros."""
    found: Counter[str] = Counter()
    waiting: list[nodes.Node] = list(template.body)
    while waiting:
        node = waiting.pop()
        match node:
            case nodes.Macro():
                found[node.name] += 1
                continue
            case nodes.Name() if node.ctx != "load":
                found[node.name] += 1
            case nodes.Import():
                found[node.target] += 1
            case nodes.FromImport():
                found.update(name if isinstance(name, str) else name[1] for name in node.names)
        waiting.extend(node.iter_child_nodes())
    return found
