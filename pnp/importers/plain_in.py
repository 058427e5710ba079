"""Reading plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.diagnostics import Diagnostic, note, times
from pnp.importers.legacy import line_words
from pnp.importers.reading import SourceLine
from pnp.importers.sheet import Block, TextDocument, Words
from pnp.rulebook.block import ListBlock, Paragraph
from pnp.source import Chunk, Origin, Span

_BULLET = re.compile(r"\s*[-–—*•·]\s+(?=\S)")
_NUMBER = re.compile(r"\s*(\d{1,3})[.)]\s+(?=\S)")
_INDENTED = re.compile(r"\s{2,}\S")


def parse_plain(lines: Sequence[SourceLine], *, join_lines: bool) -> tuple[TextDocument, list[Diagnostic]]:
    """The document: paragraphs between blank lines, lists where lines begin with a bullet or count on from 1.

    Args:
        lines: In order.
        join_lines: Whether the lines of a paragraph are joined to running text; otherwise each stays a line,
            and one note (I221) says how many paragraphs have several.
    """
    reader = _PassageReader(join_lines)
    passage: list[SourceLine] = []
    for line in lines:
        if line.text.strip():
            passage.append(line)
        else:
            reader.take(passage)
            passage = []
    reader.take(passage)
    return TextDocument(blocks=tuple(reader.blocks)), reader.found()


class _PassageReader:
    """Takes passage after passage: lines without a blank one between them."""

    def __init__(self, join_lines: bool) -> None:
        self.blocks: list[Block] = []
        self._between = " " if join_lines else "\n"
        self._broken: list[Span] = []

    def found(self) -> list[Diagnostic]:
        if not self._broken or self._between == " ":
            return []
        count = len(self._broken)
        message = (
            f"{times(count, 'paragraph')} {'has' if count == 1 else 'have'} several lines, which are kept"
        )
        return [note("I221", message, self._broken[0], "--join-lines makes them running text")]

    def take(self, passage: Sequence[SourceLine]) -> None:
        at = 0
        while at < len(passage):
            end = self._list(passage, at, _BULLET) or self._list(passage, at, _NUMBER)
            if not end:
                end = at + 1
                while end < len(passage) and not self._starts_list(passage, end):
                    end += 1
                self._paragraph(passage[at:end])
            at = end

    def _paragraph(self, lines: Sequence[SourceLine]) -> None:
        if len(lines) > 1:
            self._broken.append(lines[0].whole())
        self.blocks.append(Paragraph(_joined(lines, self._between)))

    def _starts_list(self, passage: Sequence[SourceLine], at: int) -> bool:
        return bool(_BULLET.match(passage[at].text)) or _counts_on(passage, at)

    def _list(self, passage: Sequence[SourceLine], at: int, pattern: re.Pattern[str]) -> int:
        """Read a list that begins here; its end, or 0 when none does."""
        ordered = pattern is _NUMBER
        if not pattern.match(passage[at].text) or (ordered and not _counts_on(passage, at)):
            return 0
        first = _NUMBER.match(passage[at].text)
        start = int(first[1]) if ordered and first else 1
        items: list[tuple[Block, ...]] = []
        while at < len(passage) and (match := pattern.match(passage[at].text)):
            if ordered and int(match[1]) != start + len(items):
                break
            end = at + 1
            while end < len(passage) and _INDENTED.match(passage[end].text) and not _marked(passage[end]):
                end += 1
            items.append((Paragraph(_joined(passage[at:end], self._between, match.end())),))
            at = end
        self.blocks.append(ListBlock(tuple(items), ordered, start))
        return at


def _marked(line: SourceLine) -> bool:
    return bool(_BULLET.match(line.text) or _NUMBER.match(line.text))


def _counts_on(passage: Sequence[SourceLine], at: int) -> bool:
    """Whether this line and the next one begin with following numbers: a lone number is no list."""
    numbers = [
        int(match[1]) if (match := _NUMBER.match(line.text)) else None for line in passage[at : at + 2]
    ]
    return len(numbers) == 2 and numbers[0] is not None and numbers[1] == numbers[0] + 1


def _joined(lines: Sequence[SourceLine], between: str, start: int = 0) -> Words:
    parts: list[str] = []
    chunks: list[Chunk] = []
    length = 0
    for index, line in enumerate(lines):
        words = line_words(line, start if not index else 0)
        chunks += [chunk._replace(offset=chunk.offset + length) for chunk in words.origin.chunks]
        parts.append(words.text)
        length += len(words.text) + len(between)
    return Words(between.join(parts), Origin(lines[0].whole(), tuple(chunks)))
