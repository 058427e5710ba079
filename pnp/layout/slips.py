"""Other misspellings in a layout that stopped at the first one, so that all can be fixed in one go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from jinja2 import Environment, TemplateError, nodes
from jinja2.meta import find_undeclared_variables

from pnp.layout.undefined import BOUND_NAMES, known_members
from pnp.layout_source import parsed_layout
from pnp.model import LayoutSource
from pnp.source import Span

_OWNERS = ("piece", "set", "facts", "terms", "game")
_SHOWN = 12


def other_slips(
    environment: Environment, source: LayoutSource, bound: Mapping[str, Any], reported: Span | None
) -> list[tuple[Span, str]]:
    """Places of unknown names, fields, filters and tests, each with its fault, as far as the text shows them.

    Args:
        environment: That the layout runs in.
        source: The layout.
        bound: The bound names, for one piece.
        reported: The place of the misspelling that is already reported, which is left out.
    """
    layout = parsed_layout(source)
    if layout.tree is None:
        return []
    tree = copy(layout.tree)
    tree.environment = environment
    lines = layout.lines
    found: dict[Span, str] = {}
    for line, word, what in sorted(_slips(environment, tree, bound)):
        span = next((each for each in _places(source.file, lines, line, word) if each not in found), None)
        if span is not None:
            found[span] = f"{what} '{word}'"
    if reported is not None:
        found.pop(reported, None)
    return sorted(found.items())[:_SHOWN]


def _slips(
    environment: Environment, tree: nodes.Template, bound: Mapping[str, Any]
) -> Iterator[tuple[int, str, str]]:
    """Line, word and kind of each misspelling."""
    for kind, known, what in (
        (nodes.Filter, environment.filters, "unknown filter"),
        (nodes.Test, environment.tests, "unknown test"),
    ):
        for call in tree.find_all(kind):
            if call.name not in known:
                yield call.lineno, call.name, what
    asked = set(map(id, _asked(tree)))
    unknown = _undeclared(tree) - {*BOUND_NAMES, *environment.globals}
    for name in tree.find_all(nodes.Name):
        if name.ctx == "load" and name.name in unknown and id(name) not in asked:
            yield name.lineno, name.name, "unknown name"
    for member in tree.find_all(nodes.Getattr):
        owner = member.node.name if isinstance(member.node, nodes.Name) else ""
        members = known_members(bound.get(owner)) if owner in _OWNERS else []
        if members and member.attr not in members and id(member) not in asked:
            yield member.lineno, member.attr, f"'{owner}' has no"


def _undeclared(tree: nodes.Template) -> set[str]:
    """Names that nothing makes; empty if an unknown filter or test keeps Jinja from analysing the code."""
    try:
        return find_undeclared_variables(tree)
    except TemplateError:
        return set()


def _asked(tree: nodes.Template) -> Iterator[nodes.Node]:
    """Code that is read only if it exists: ``x is defined``, ``x | default(…)``."""
    for node in tree.find_all((nodes.Test, nodes.Filter)):
        if node.name in ("defined", "undefined", "default", "d") and node.node is not None:
            yield node.node


def _places(file: str, lines: list[str], line: int, word: str) -> Iterator[Span]:
    """The places of the word in the line."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text):
        yield Span(file, line, match.start() + 1, line, match.end() + 1)
