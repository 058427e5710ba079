"""Counts that a layout keeps in a loop, and that are lost with each round of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.layout_source import ParsedLayout, names_in, parsed_layout

if TYPE_CHECKING:
    from jinja2 import nodes


def check_layout_loops(case: Case) -> Iterator[Diagnostic]:
    """``{% set n = n + 1 %}`` in a loop, which adds to the ``n`` outside of it each time (L114)."""
    for source in case.game.layouts.values():
        if "endfor" in source.text and "set" in source.text:
            yield from _check(parsed_layout(source))


def _check(layout: ParsedLayout) -> Iterator[Diagnostic]:
    if layout.tree is None:
        return
    used: set[int] = set()
    for node, name in _lost(layout.tree, [set()], in_loop=False):
        place = layout.place(node.lineno, rf"\bset\s+({name})\s*=(?!=)", used)
        if place is not None:
            used.add(place[0])
            message = f"'{name}' starts again in each turn of the loop: a value set inside is lost after it"
            cure = f"write {{% set ns = namespace({name}=0) %}} before the loop and {{% set ns.{name} = ns.{name} + 1 %}} in it"
            yield warning("L114", message, layout.span(*place), cure)


def _lost(node: nodes.Node, levels: list[set[str]], *, in_loop: bool) -> Iterator[tuple[nodes.Node, str]]:
    """Assignments, with their names, that go on from a value set outside of their loop.

    Args:
        node: Code.
        levels: Names that were set so far, outside of loops and macros and then inside of each.
        in_loop: Whether the innermost level is a loop.
    """
    from jinja2 import nodes

    if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
        name, read = node.target.name, set(names_in(node.node))
        outside = in_loop and name not in levels[-1] and any(name in level for level in levels[:-1])
        # A value that follows from the number of the round needs none of the rounds before.
        if outside and name in read and "loop" not in read:
            yield node, name
        levels[-1].add(name)
        return
    inner = isinstance(node, nodes.For | nodes.Macro)
    if inner:
        levels, in_loop = [*levels, set()], isinstance(node, nodes.For)
    for child in node.iter_child_nodes():
        yield from _lost(child, levels, in_loop=in_loop)
