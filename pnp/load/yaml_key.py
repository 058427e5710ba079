"""Keys that are none."""

from __future__ import annotations

import re

from pnp.diagnostics import Diagnostic, error
from pnp.load.yaml_node import Mapping, Node, Scalar, Sequence
from pnp.source import Span

_GLUED = re.compile(r"([\w-]+:)[\[{]")


def glued_key(key: Scalar) -> Diagnostic | None:
    """The fault of a key and the bracket right behind its colon, which are one key to YAML (Y113)."""
    found = _GLUED.match(key.text) if not key.style else None
    if found is None:
        return None
    span = Span(
        key.file,
        key.start.line + 1,
        key.start.column + 1,
        key.start.line + 1,
        key.start.column + 1 + found.end(1),
    )
    return error("Y113", f"'{found[1]}' has no space after the colon", span, "put a space after ':'")


def complex_key(key: Mapping | Sequence, text: str) -> Diagnostic:
    """The fault of a list or mapping in place of a key (Y202), mostly an expression without quotes (Y109).

    Args:
        key: See there.
        text: Of the file.
    """
    mark, index = key.start, key.start.index
    if text.startswith("{{", index - 1) or text.startswith("{{", index):
        end = text.find("}}", index)
        width = end + 2 - (index - 1) if 0 <= end < index + 200 else 2
        span = Span(key.file, mark.line + 1, mark.column, mark.line + 1, mark.column + width)
        cure = "quote text that starts with '{{'"
        return error("Y109", "an expression in braces is not quoted", span, cure)
    span = Span(key.file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
    return error("Y202", "a list or mapping cannot be a key", span, "quote text that holds brackets")


def bare_expression(node: Mapping, parts: list[Node], text: str) -> Scalar | None:
    """The text that is meant by an expression without quotes, so that it isn't blamed for being a mapping, too.

    Args:
        node: A mapping, told of already where it is an expression.
        parts: Its keys and values by turns.
        text: Of the file.
    """
    if len(parts) != 2 or not isinstance(parts[0], Mapping) or not text.startswith("{{", node.start.index):
        return None
    return Scalar(node.file, text[node.start.index : node.end.index], "", node.start, node.end)


def duplicate_key(key: Scalar, first: Scalar) -> Diagnostic:
    """The fault of a key that stands twice in a mapping (Y201)."""
    return error(
        "Y201",
        f"the key '{key.text}' stands twice, first in line {first.start.line + 1}",
        key.span,
        "remove or rename one of them",
        related=[(first.span, "first here")],
    )
