"""Texts of Markdown with their emphasised stretches and the place of every word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, note
from pnp.importers.line import SourceLine
from pnp.importers.sheet import Mark, Words
from pnp.source import Chunk, Origin, Span

if TYPE_CHECKING:
    from markdown_it.token import Token

_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


class InlineReader:
    """Makes words of inline tokens; what a rule sheet cannot hold is noted (I220)."""

    def __init__(self, lines: Sequence[SourceLine], found: list[Diagnostic]) -> None:
        self._lines = lines
        self._found = found

    def words(self, token: Token) -> Words:
        """The text of one inline token."""
        first = token.map[0] if token.map else 0
        reading = _Reading(self._lines, first, token.map[1] if token.map else first + 1, self._found)
        for child in token.children or ():
            reading.take(child)
        return reading.words()


class _Reading:
    """One text in the making."""

    def __init__(self, lines: Sequence[SourceLine], first: int, end: int, found: list[Diagnostic]) -> None:
        self._lines = lines
        self._found = found
        self._line, self._end = first, min(end, len(lines))
        self._column = 0
        self._text = ""
        self._chunks: list[Chunk] = []
        self._marks: list[Mark] = []
        self._bold = self._italic = 0
        self._marked_from = 0
        self._links: list[tuple[str, int]] = []

    def words(self) -> Words:
        self._end_mark()
        text = self._text.rstrip()
        start = len(text) - len(text.lstrip())
        words = Words(text, Origin(self._whole(), tuple(self._chunks)), tuple(self._marks))
        return words.part(start, len(text)) if start else words

    def take(self, token: Token) -> None:
        kind = token.type
        if kind in ("text", "text_special"):
            self._add(token.content)
        elif kind == "code_inline":
            self._note("code is set as plain text")
            self._add(token.content)
        elif kind in ("softbreak", "hardbreak"):
            self._add("\n" if kind == "hardbreak" else " ", found=False)
            self._line, self._column = min(self._line + 1, self._end - 1), 0
        elif kind in ("strong_open", "strong_close", "em_open", "em_close"):
            self._end_mark()
            change = 1 if kind.endswith("open") else -1
            if kind.startswith("strong"):
                self._bold += change
            else:
                self._italic += change
        elif kind == "link_open":
            self._links.append((str(token.attrGet("href") or ""), len(self._text)))
        elif kind == "link_close":
            self._close_link()
        elif kind == "image":
            self._note("a picture is set as its description and address; write ':::figure' for it")
            self._add(token.content)
            self._add(f" ({token.attrGet('src')})", found=False)
        elif kind == "html_inline" and _LINE_BREAK.fullmatch(token.content):
            self._add("\n", found=False)
        elif kind == "html_inline":
            self._note(f"'{token.content}' is set as plain text")
            self._add(token.content)

    def _close_link(self) -> None:
        if not self._links:
            return
        address, start = self._links.pop()
        shown = self._text[start:]
        if address and address not in (shown, f"mailto:{shown}"):
            self._note("a link is set as its words and its address")
            self._add(f" ({address})", found=False)

    def _add(self, text: str, *, found: bool = True) -> None:
        """Append text that is in the source at or after the reading position (``found``), or was made."""
        if not text:
            return
        if found:
            self._find(text)
        line = self._lines[self._line]
        column = min(self._column, len(line.text))
        if found and line.text.startswith(text, column):
            self._chunks += line.chunks(column, column + len(text), len(self._text))
            self._column = column + len(text)
        else:
            self._chunks.append(Chunk(len(self._text), line.number, line.offsets[column] + 1))
        self._text += text

    def _find(self, text: str) -> None:
        for index in range(self._line, self._end):
            column = self._lines[index].text.find(text, self._column if index == self._line else 0)
            if column >= 0:
                self._line, self._column = index, column
                return

    def _end_mark(self) -> None:
        """End the stretch with this emphasis; another begins."""
        start, end = self._marked_from, len(self._text)
        if end > start and (self._bold or self._italic):
            self._marks.append(Mark(start, end, self._bold > 0, self._italic > 0))
        self._marked_from = end

    def _note(self, message: str) -> None:
        self._found.append(note("I220", message, self._span()))

    def _whole(self) -> Span:
        """From the first character to the end of what was read of its line."""
        here = self._span()
        if not self._chunks:
            return here
        first = self._chunks[0]
        line = self._lines[self._line]
        end = line.offsets[min(self._column, len(line.text))] + 1 if first.line == line.number else 0
        return Span(here.file, first.line, first.column, first.line, max(end, first.column + 1))

    def _span(self) -> Span:
        """From where reading is to the end of the line."""
        line = self._lines[self._line]
        return line.span(min(self._column, len(line.text)), len(line.text))
