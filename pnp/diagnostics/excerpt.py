"""The line of a file that a finding points at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.source import Span

_LONGEST = 120


class Excerpt(NamedTuple):
    """A line, shortened around what it is shown for.

    Attributes:
        line: Its number, from 1.
        text: Its characters; an ellipsis marks where it was cut.
        start: Offset of the first character that is meant.
        end: Offset after the last one; greater than ``start``, and maybe after the end of the text.
    """

    line: int
    text: str
    start: int
    end: int


class SourceLines:
    """The lines of files, each file parted once however many findings point into it.

    Args:
        sources: Text of each file by the name that spans use.
    """

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._lines: dict[str, list[str]] = {}

    def of(self, file: str) -> list[str]:
        """The lines of a file; none when it is not among the sources."""
        lines = self._lines.get(file)
        if lines is None:
            text = self._sources.get(file)
            # Not splitlines: U+2028 and others end no line.
            lines = self._lines[file] = text.removesuffix("\n").split("\n") if text else []
        return lines


def excerpt(span: Span, sources: SourceLines) -> Excerpt | None:
    """The first line of the span; None when its file is not among the sources, or has no such line."""
    lines = sources.of(span.file)
    if not 0 < span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    start = max(span.column - 1, 0)
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    return Excerpt(span.line, *_window(line, start, max(end, start + 1)))


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A long line cut down around the stretch."""
    if len(line) <= _LONGEST:
        return line, start, end
    left = max(0, min(start - 30, len(line) - _LONGEST))
    right = left + _LONGEST
    head, tail = "…" if left else "", "…" if right < len(line) else ""
    shift = left - len(head)
    return head + line[left:right] + tail, start - shift, min(end, right) - shift
