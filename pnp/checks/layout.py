"""Layouts: words that no translation reaches, and counts that a loop loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.layout_source import ParsedLayout, names_in, parsed_layout
from pnp.source import Span

if TYPE_CHECKING:
    from jinja2 import nodes


# No '[^>]*' and no '.*?': what is never closed would be looked for to the end of the file, again and again.
_ENDS = re.compile(r"<(?P<begun>text|td)\b[^<>]*>|</(?P<closed>text|td)\s*>")
_UNSAID = re.compile(r"<[^<>]*>|&\w+;|:[a-z][a-z0-9-]*:|\]\([^)\]]*\)|\]\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PLACES = 5
_SET = re.compile(r"\bset\s")


def check_layout_words(case: Case) -> Iterator[Diagnostic]:
    """Words of layouts that print alike in every language of the game (K505).

    A layout that reads ``lang`` chooses its words by the language and is left alone.
    """
    if len(case.game.languages) > 1:
        for source in case.game.layouts.values():
            yield from _fixed_words(parsed_layout(source))


def layout_words(layout: ParsedLayout) -> list[tuple[Span, str]]:
    """The stretches of a layout that have words, with the place of the first word of each."""
    found: list[tuple[Span, str]] = []
    for start, end in _contents(layout.markup):
        words = _UNSAID.sub(lambda match: " " * len(match[0]), layout.markup[start:end])
        if first := _WORD.search(words):
            place = layout.span(start + first.start(), len(first[0]))
            found.append((place, " ".join(words.split())))
    return found


def _contents(markup: str) -> Iterator[tuple[int, int]]:
    """Where the contents of the ``text`` and ``td`` elements begin and end; of nested ones the outer one."""
    outer = ""
    start = 0
    for tag in _ENDS.finditer(markup):
        if not outer and tag["begun"]:
            outer, start = tag["begun"], tag.end()
        elif outer and tag["closed"] == outer:
            yield start, tag.start()
            outer = ""


def _fixed_words(layout: ParsedLayout) -> Iterator[Diagnostic]:
    found = layout_words(layout)
    if found and "lang" not in layout.names_read:
        place, words = found[0]
        message = f"'{words[:48]}' is printed so in every language"
        cures = [
            "make it a text of the set: fields: {hint: text}, defaults: {hint: …}, and {{ piece.hint }} in the layout",
            "or, where it says what a field is: labels: {cost: …} in the set, and {{ set.labels.cost }} in the layout",
            "or choose by the language: {{ '…' if lang == 'de' else '…' }}",
        ]
        if found[1:]:
            message += f" (and {len(found) - 1} more)"
        yield warning("K505", message, place, cures, related=found[1:_PLACES])


def check_layout_loops(case: Case) -> Iterator[Diagnostic]:
    """``{% set n = n + 1 %}`` in a loop, which adds to the ``n`` outside of it each time (L114)."""
    for source in case.game.layouts.values():
        if "endfor" in source.text and _SET.search(source.text):
            yield from _lost_counts(parsed_layout(source))


def _lost_counts(layout: ParsedLayout) -> Iterator[Diagnostic]:
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
        if not isinstance(child, nodes.Expr):  # which sets nothing
            yield from _lost(child, levels, in_loop=in_loop)
