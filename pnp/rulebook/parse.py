"""From the source of a rule sheet to its blocks.

Directives are found line by line; the text between them is read as Markdown (CommonMark and tables) for
the structure of its blocks only. Inline marks and ``{{ }}`` are left in the texts.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, error
from pnp.model import RulebookSource
from pnp.rulebook.block import Block, Directive, Rulebook
from pnp.rulebook.directive import DIRECTIVES, is_directive_line, is_end, parse_directive
from pnp.rulebook.header import parse_header
from pnp.rulebook.structure import BAR, markdown_parser, read_blocks
from pnp.source import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_DEEPEST = 4
# Markdown takes a lone carriage return for a line end; the other two stand for something else while blocks
# are read.
_UNUSABLE = {ord("\r"): " ", 0: "\ufffd", ord(BAR): "\ufffd"}
_FENCE = re.compile(r" {0,3}(```|~~~)")


def parse_rulebook(source: RulebookSource) -> Rulebook:
    """The header and blocks of a rule sheet and every fault of its form; never raises."""
    lines = source.text.replace("\r\n", "\n").translate(_UNUSABLE).split("\n")
    header, first, diagnostics = parse_header(lines, source.file)
    reader = _SheetParser(lines, source.file, diagnostics)
    blocks = reader.blocks_from(first)
    return Rulebook(header, blocks, tuple(diagnostics))


class _SheetParser:
    """Goes through the lines once; ``at`` is the index of the next one."""

    def __init__(self, lines: list[str], file: str, diagnostics: list[Diagnostic]) -> None:
        self._lines = lines
        self._file = file
        self._diagnostics = diagnostics
        self._markdown: MarkdownIt = markdown_parser()
        self._at = 0
        self._too_deep = 0

    def blocks_from(self, first: int) -> tuple[Block, ...]:
        self._at = first
        self._refuse(first)
        return tuple(self._blocks(None, 0))

    def _refuse(self, first: int) -> None:
        """Report blocks of code, which a rule sheet may not hold, and take their fences away."""
        open_fence = ""
        for index in range(first, len(self._lines)):
            line = self._lines[index]
            fence = _FENCE.match(line)
            if fence and open_fence in ("", fence[1]):
                if not open_fence:
                    span = self._span(index, fence.start(1), 3)
                    cure = "use ':::example' for a box, or '> ' for a quotation"
                    self._diagnostics.append(error("R130", "a rule sheet has no blocks of code", span, cure))
                open_fence = "" if open_fence else fence[1]
                self._lines[index] = ""

    def _blocks(self, around: Directive | None, depth: int) -> list[Block]:
        """Blocks up to the end of the directive around them, or of the file."""
        blocks: list[Block] = []
        chunk = self._at
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not is_directive_line(line):
                self._at += 1
                continue
            blocks += self._markdown_blocks(chunk, self._at)
            self._at += 1
            if is_end(line):
                if around is not None and not self._too_deep:
                    return blocks
                self._stray(line)
            else:
                blocks += self._directive(line, depth)
            chunk = self._at
        blocks += self._markdown_blocks(chunk, self._at)
        if around is not None:
            self._diagnostics.append(
                error(
                    "R113",
                    f"':::{around.name}' is not closed",
                    around.span,
                    "write ':::' after its last line",
                )
            )
        return blocks

    def _directive(self, line: str, depth: int) -> list[Block]:
        found = parse_directive(line, self._file, self._at)
        self._diagnostics += found.diagnostics
        directive = found.directive
        if not found.body:
            return [directive] if found.usable else []
        if depth >= _DEEPEST:
            self._too_deep += 1
            message = f"directives are nested more than {_DEEPEST} deep"
            self._diagnostics.append(error("R116", message, directive.span, "close the ones around it first"))
            return []
        blocks = tuple(self._blocks(directive, depth + 1))
        return [replace(directive, blocks=blocks)] if found.usable else list(blocks)

    def _stray(self, line: str) -> None:
        if self._too_deep:
            self._too_deep -= 1
            return
        span = self._span(self._at - 1, len(line) - len(line.lstrip()), len(line.strip()))
        with_end = ", ".join(name for name, grammar in DIRECTIVES.items() if grammar.body)
        cure = f"remove it; an end have only {with_end}"
        self._diagnostics.append(error("R114", "':::' ends nothing here", span, cure))

    def _markdown_blocks(self, start: int, end: int) -> list[Block]:
        blocks, faults = read_blocks(self._markdown, self._lines, start, end, self._file)
        self._diagnostics += faults
        return blocks

    def _span(self, index: int, offset: int, length: int) -> Span:
        return Span(self._file, index + 1, offset + 1, index + 1, offset + 1 + length)
