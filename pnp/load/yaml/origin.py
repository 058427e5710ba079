"""The place of each character of a YAML text in its file."""

from __future__ import annotations

import re

from pnp.load.yaml.node import Scalar
from pnp.source import Chunk, Origin, Span

_ESCAPE = re.compile(r"\\(?:x..|u....|U.{8}|.)", re.DOTALL)


def origin(node: Scalar, lines: list[str]) -> Origin:
    """The origin of a text, with a chunk for every run of characters that value and file have in common.

    The value is derived again from the raw lines; where that differs from the parser's value, the chunks
    stop, and later offsets follow from the last chunk.

    Args:
        node: The text.
        lines: Of its file, without their ends.
    """
    start, end = node.start, node.end
    if node.style in ("|", ">"):
        chunks = _block(node, lines)
        last = chunks[-1] if chunks else Chunk(0, start.line + 1, start.column + 1)
        return Origin(Span(node.file, start.line + 1, start.column + 1, last.line, last.column + 1), chunks)
    line, column, end_line, end_column = start.line + 1, start.column + 1, end.line + 1, end.column + 1
    span = Span(node.file, line, column, end_line, end_column)
    quote = 1 if node.style else 0
    if line == end_line and end_column - column == len(node.text) + 2 * quote:
        return Origin(span, (Chunk(0, line, column + quote),))  # no escape and no line break
    return Origin(span, _inline(node, lines, quote))


def _block(node: Scalar, lines: list[str]) -> tuple[Chunk, ...]:
    """One chunk for each line of a ``|`` or ``>`` block."""
    text, chunks, offset = node.text, [], 0
    indent = None
    for at in range(node.start.line + 1, min(node.end.line + 1, len(lines))):
        raw = lines[at]
        if not raw.strip(" "):
            continue
        indent = len(raw) - len(raw.lstrip(" ")) if indent is None else indent
        content = raw[indent:]
        # Between two lines of the value is one space or some line breaks; the raw text decides the rest.
        found = _skip_breaks(text, offset, content)
        if found is None:
            break
        chunks.append(Chunk(found, at + 1, indent + 1))
        offset = found + len(content)
    return tuple(chunks)


def _skip_breaks(text: str, offset: int, content: str) -> int | None:
    at = offset
    while at <= len(text):
        if text.startswith(content, at):
            return at
        if at < len(text) and text[at] in " \n":
            at += 1
        else:
            return None
    return None


def _inline(node: Scalar, lines: list[str], quote: int) -> tuple[Chunk, ...]:
    """Chunks of a quoted or plain text that has escapes or runs over lines."""
    chunks: list[Chunk] = []
    text, offset = node.text, 0
    for at in range(node.start.line, node.end.line + 1):
        raw = lines[at] if at < len(lines) else ""
        column = node.start.column + quote if at == node.start.line else len(raw) - len(raw.lstrip(" \t"))
        stop = node.end.column - quote if at == node.end.line else len(raw.rstrip(" \t"))
        if at > node.start.line:  # a folded line break gave one space or, with empty lines, some line breaks
            while offset < len(text) and text[offset] in " \n" and text[offset] != raw[column : column + 1]:
                offset += 1
        offset = _line(raw, column, stop, at + 1, node, offset, chunks)
    return tuple(chunks)


def _line(raw: str, column: int, stop: int, line: int, node: Scalar, offset: int, chunks: list[Chunk]) -> int:
    """Add the chunks of one raw line; returns the offset in the value after it."""
    fresh = True
    while column < stop:
        width, gives = _unit(raw, column, stop, node.style)
        if fresh or width != 1:
            chunks.append(Chunk(offset, line, column + 1))
        fresh = width != 1 or gives != 1
        column += width
        offset += gives
    return offset


def _unit(raw: str, column: int, stop: int, style: str) -> tuple[int, int]:
    """How many raw characters the next unit takes, and how many characters of the value it gives."""
    if style == '"' and raw[column] == "\\":
        match = _ESCAPE.match(raw, column)
        if match is None or match.end() > stop:
            return stop - column, 0  # a backslash at the line's end joins the lines
        return len(match.group()), 1
    if style == "'" and raw.startswith("''", column):
        return 2, 1
    return 1, 1
