"""Writing the layout's line into every start tag, so that elements know it out of loops, macros and includes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pnp.layout.hole import HOLE_CLOSE, HOLE_OPEN
from pnp.source import Span

MARK = "_at"
"""The attribute that carries the place: index of the file, line and column, joined by dots."""

# Jinja's own constructs (strings inside them may hold '}}') and XML's comments pass unchanged; start tags are marked.
# What is never closed reaches to the end, and nothing that was matched is tried in another way: one pass, whatever the
# layout holds. Jinja tells what is not closed.
_PIECES = re.compile(
    r"""\{\#.*?(?:\#\}|\Z)
      | \{\{(?:"(?:[^"\\]|\\.)*+(?:"|\Z)|'(?:[^'\\]|\\.)*+(?:'|\Z)|(?!\}\}).)*+(?:\}\}|\Z)
      | \{%(?:"(?:[^"\\]|\\.)*+(?:"|\Z)|'(?:[^'\\]|\\.)*+(?:'|\Z)|(?!%\}).)*+(?:%\}|\Z)
      | <!--.*?(?:-->|\Z)
      | (?P<tag><[A-Za-z_][\w.\-]*)""",
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Marking:
    """The files whose start tags are marked: their shown paths by index."""

    files: list[str]
    _spans: dict[tuple[str, int], Span] = field(default_factory=dict, repr=False)

    def marked(self, source: str, file: str) -> str:
        """``source`` with the mark in every start tag; lines stay where they are."""
        if file not in self.files:
            self.files.append(file)
        index = self.files.index(file)
        source = source.replace(HOLE_OPEN, "\ufffd").replace(HOLE_CLOSE, "\ufffd")
        parts, last, line, line_start = [], 0, 1, 0
        for match in _PIECES.finditer(source):
            if match["tag"] is None:
                continue
            line += source.count("\n", last, match.start())
            line_start = source.rfind("\n", 0, match.start()) + 1
            column = match.start() - line_start + 1
            parts.append(f'{source[last : match.end()]} {MARK}="{index}.{line}.{column}"')
            last = match.end()
        return "".join((*parts, source[last:]))

    def span(self, mark: str, length: int = 1) -> Span:
        """The place that a mark stands for, ``length`` characters long."""
        span = self._spans.get((mark, length))
        if span is None:
            index, line, column = (int(part) for part in mark.split("."))
            span = self._spans[mark, length] = Span(self.files[index], line, column, line, column + length)
        return span
