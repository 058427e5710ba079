"""Values that are named once and repeated elsewhere: anchors, aliases, and text that was meant to be neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error, warning
from pnp.load.yaml_node import Mapping, Mark, Node, Scalar, Sequence
from pnp.source import Span


class Anchor:
    """What an anchor names, and whether anything refers to it."""

    __slots__ = ("mark", "name", "node", "used")

    def __init__(self, name: str, node: Node, mark: Mark):
        self.name = name
        self.node = node
        self.mark = mark
        self.used = False


def weigh(node: Mapping | Sequence, parts: list[Node]) -> None:
    """Note how many nodes a list or mapping with these parts stands for where it is repeated, and how deep they lie."""
    node.weight += len(parts)
    for part in parts:
        if not isinstance(part, Scalar):
            node.weight += part.weight - 1
            node.depth = max(node.depth, part.depth + 1)


def unused_anchor(anchor: Anchor, file: str) -> Iterator[Diagnostic]:
    """An anchor on a text that nobody refers to is text that would be lost: ``text: &Attack the wall`` (Y110)."""
    if anchor.used or not isinstance(anchor.node, Scalar):
        return
    message = (
        f"'&{anchor.name}' names a value for reuse, but nothing uses it"
        if anchor.node.text
        else f"the anchor '{anchor.name}' has no value"
    )
    yield error("Y110", message, _span(anchor.name, file, anchor.mark), "quote text that starts with '&'")


def repeated_anchor(anchor: Anchor, first: Anchor, file: str) -> Diagnostic:
    """An anchor whose name another has already: what stands below means this one (Y212)."""
    message = f"'&{anchor.name}' names two values, first in line {first.mark.line + 1}"
    related = [(_span(first.name, file, first.mark), "first here")]
    cure = f"give one of them another name: '*{anchor.name}' stands for the last one above it"
    return warning("Y212", message, _span(anchor.name, file, anchor.mark), cure, related=related)


class UnknownAlias(NamedTuple):
    """An alias of what no anchor above it names.

    Attributes:
        name: Without the star.
        mark: Where it stands.
        merged: Whether it stands behind ``<<``.
        found: How many faults were found before it.
    """

    name: str
    mark: Mark
    merged: bool
    found: int


def unknown_alias(alias: UnknownAlias, later: Anchor | None, file: str) -> Diagnostic:
    """An alias of what no anchor above names, most often text (Y203).

    Args:
        alias: See there.
        later: The anchor of this name below it.
        file: As shown.
    """
    if later is not None:
        cure = f"'&{alias.name}' stands in line {later.mark.line + 1}: move it, or what uses it, so that it stands above"
    elif alias.merged:
        cure = f"write '&{alias.name}' before the mapping that is meant, above in this file: each file has anchors of its own"
    else:
        cure = "quote text that starts with '*'"
    return error("Y203", f"unknown alias '*{alias.name}'", _span(alias.name, file, alias.mark), cure)


def alias_inside(anchor: Anchor, file: str, mark: Mark) -> Diagnostic:
    """An alias that stands in the value that it repeats (Y204)."""
    message = f"the alias '*{anchor.name}' stands inside what it repeats"
    cure = f"'&{anchor.name}' begins in line {anchor.mark.line + 1}; write the value out"
    return error("Y204", message, _span(anchor.name, file, mark), cure)


def _span(name: str, file: str, mark: Mark) -> Span:
    """A sign and the name behind it."""
    return Span(file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2 + len(name))
