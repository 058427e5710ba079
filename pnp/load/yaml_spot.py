"""Where the YAML parser gave up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.source import Span

if TYPE_CHECKING:
    from yaml import YAMLError

NEXT_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+)\s*:(?=\s|$)""")
"""A key that begins here, and its colon."""

_KEY = re.compile(r"""(?:(?<=[\s{\[,])|^)(?:"[^"]*"|'[^']*'|[^\s:'"{}\[\],]+)[ ]*:[ ]+""")
_DASHES = re.compile(r"\s*(?:-\s+)*")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the parser gave up: its words, the line (from 0) and column (from 0), and where the thing began."""

    file: str
    lines: list[str]
    problem: str
    context: str
    line: int
    column: int
    start_line: int
    start_column: int

    def text(self, line: int | None = None) -> str:
        """That line, or the one where it gave up; empty where there is none."""
        at = self.line if line is None else line
        return self.lines[at] if 0 <= at < len(self.lines) else ""

    def span(self, line: int, column: int, width: int = 1) -> Span:
        """A stretch of a line."""
        line = min(max(line, 0), len(self.lines) - 1)  # the parser may point behind the last line
        column = min(column, len(self.lines[line]))
        return Span(self.file, line + 1, column + 1, line + 1, column + 1 + max(width, 1))

    def value(self, line: int, column: int) -> tuple[str, int]:
        """The value that the column lies in, or that follows the last key before it, and its own column."""
        text = self.text(line)
        begin = 0
        for match in _KEY.finditer(text[:column]):
            begin = match.end()
        if not begin and (dashes := _DASHES.match(text)):
            begin = dashes.end()
        return text[begin:], begin


def spot_of(fault: YAMLError, text: str, file: str) -> Spot:
    """Where the parser's fault lies in the text."""
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    start = getattr(fault, "context_mark", None) or mark
    lines = text.split("\n")
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines) or (line == len(lines) - 1 and not lines[line] and line > 0):
        line = len(lines) - 1 - (not lines[-1] and len(lines) > 1)
        column = len(lines[line])
    return Spot(
        file,
        lines,
        str(getattr(fault, "problem", None) or getattr(fault, "reason", None) or ""),
        str(getattr(fault, "context", None) or ""),
        line,
        column,
        start.line if start else line,
        start.column if start else column,
    )
