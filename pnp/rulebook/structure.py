"""Blocks of a stretch of Markdown, each text with its exact place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, error, times, warning
from pnp.model import Text
from pnp.rulebook.block import Align, Block, Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.source import Chunk, Origin, Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# Below the titles of a table, and below a heading as other dialects have it.
_RULE = re.compile(r"(?=.*\|)\s*+\|?(?:\s*+:?-++:?\s*+\|)*\s*+(?::?-++:?)?\s*+")
_UNDERLINE = re.compile(r"\s{0,3}={2,}\s*")
# A bar inside an expression is a filter and must not end a cell of a table; this stands for it while blocks
# are found.
BAR = "\ufdd2"
_EXPRESSION = re.compile(r"\{\{.*?\}\}")


def markdown_parser() -> MarkdownIt:
    """A parser of blocks alone: headings, paragraphs, lists, tables, quotes and breaks."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("zero")
    parser.enable(["heading", "list", "table", "blockquote", "hr"])
    parser.disable(["inline"], ignoreInvalid=True)
    return parser


def read_blocks(
    parser: MarkdownIt, lines: Sequence[str], start: int, end: int, file: str
) -> tuple[list[Block], list[Diagnostic]]:
    """The blocks of the lines from index ``start`` to before ``end``, and what is wrong with them."""
    shown = [_without_filters(line) for line in lines[start:end]]
    walker = _TokenReader(parser.parse("\n".join(shown)), lines, start, file)
    return list(walker.blocks()), walker.diagnostics


def _without_filters(line: str) -> str:
    """The line with ``BAR`` for each bar between ``{{`` and the next ``}}``."""
    end = (
        line.rfind("}}") + 2
    )  # what is opened later is never closed: looking for its end each time would take long
    return _EXPRESSION.sub(lambda match: match[0].replace("|", BAR), line[:end]) + line[end:]


def _cells(row: str) -> int:
    return len(row.strip().strip("|").split("|"))


class _TokenReader:
    """Goes through the tokens of one stretch once."""

    def __init__(self, tokens: Sequence[Token], lines: Sequence[str], start: int, file: str) -> None:
        self._tokens = tokens
        self._lines = lines
        self._start = start
        self._file = file
        self._at = 0
        self.diagnostics: list[Diagnostic] = []

    def blocks(self, closing: str | None = None) -> Iterator[Block]:
        """The blocks up to the token that closes the one around them."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == closing:
                return
            if token.type == "heading_open":
                level = min(int(token.tag[1]), 4)
                yield Heading(level, self._text("heading_close"))
            elif token.type == "paragraph_open":
                self._report_lookalike(token)
                yield from self._paragraph()
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                yield self._list(token)
            elif token.type == "blockquote_open":
                yield Remark(tuple(self.blocks("blockquote_close")))
            elif token.type == "table_open":
                yield self._table()
            elif token.type == "hr":
                yield Divider()

    def _report_lookalike(self, opening: Token) -> None:
        """Warn about a paragraph that was to be a table or a heading (R117)."""
        first, last = opening.map or (0, 0)
        for number in range(self._start + first + 1, self._start + last):
            line = self._lines[number]
            words, cure = "", ""
            if _RULE.fullmatch(line):
                titles, dashes = _cells(self._lines[number - 1]), _cells(line)
                words = f"this is no table: its titles are {titles}, and the line of dashes has {times(dashes, 'cell')}"
                cure = f"write |{'---|' * titles} below the titles"
            elif _UNDERLINE.fullmatch(line):
                words, cure = "headings are not underlined", f"write '# {self._lines[number - 1].strip()}'"
            if words:
                span = Span(self._file, number + 1, 1, number + 1, len(line) + 1)
                self.diagnostics.append(warning("R117", words, span, cure))
                return

    def _paragraph(self) -> Iterator[Paragraph[Text]]:
        text = self._text("paragraph_close")
        if text.source.startswith(":::"):
            span = text.origin.at(0, 3)
            cure = "write ':::' at the start of a line, outside of lists and quotations"
            self.diagnostics.append(error("R115", "a directive is inside another block", span, cure))
        elif text:
            yield Paragraph(text)

    def _list(self, opening: Token) -> ListBlock[Block]:
        ordered = opening.type == "ordered_list_open"
        closing = "ordered_list_close" if ordered else "bullet_list_close"
        items: list[tuple[Block, ...]] = []
        loose = False
        while self._tokens[self._at].type != closing:
            self._at += 1  # list_item_open
            first = self._tokens[self._at]
            loose = loose or (first.type == "paragraph_open" and not first.hidden)
            items.append(tuple(self.blocks("list_item_close")))
        self._at += 1
        start = opening.attrGet("start") if ordered else None
        return ListBlock(tuple(items), ordered, int(start) if start is not None else 1, loose)

    def _table(self) -> TableBlock[Text]:
        align: list[Align] = []
        rows: list[tuple[Text, ...]] = []
        cells: list[Text] = []
        column = 0
        while (token := self._tokens[self._at]).type != "table_close":
            self._at += 1
            if token.type == "tr_open":
                cells, column = [], 0
            elif token.type == "tr_close":
                rows.append(tuple(cells))
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    align.append(_align(str(token.attrGet("style") or "")))
                inline = self._tokens[self._at]
                text, column = self._cell(inline, column)
                cells.append(text)
        self._at += 1
        return TableBlock(tuple(align), rows[0], tuple(rows[1:]))

    def _cell(self, inline: Token, column: int) -> tuple[Text, int]:
        """The text of a cell that begins at or after a column of its line, and the column after it."""
        content = inline.content.replace(BAR, "|")
        index = self._start + (inline.map[0] if inline.map else 0)
        line = self._lines[index]
        at = line.find(content, column) if content else column
        if at < 0:  # the cell holds an escaped bar, which Markdown has taken the backslash off
            return Text(content, Origin(Span(self._file, index + 1, 1, index + 1, len(line) + 1))), column
        span = Span(self._file, index + 1, at + 1, index + 1, at + 1 + max(len(content), 1))
        return Text(content, Origin(span, (Chunk(0, index + 1, at + 1),))), at + len(content)

    def _text(self, closing: str) -> Text:
        """The text of the inline token here: its lines joined by spaces, or by breaks where wanted."""
        inline = self._tokens[self._at]
        self._at += 1
        while self._tokens[self._at].type != closing:
            self._at += 1
        self._at += 1
        parts: list[str] = []
        chunks: list[Chunk] = []
        length = 0
        content = inline.content.replace(BAR, "|").split("\n")
        first = self._first_line(inline, content[0].strip())
        for offset, raw in enumerate(content):
            part = raw.strip()
            last = offset == len(content) - 1
            hard = not last and (part.endswith("\\") or self._lines[first + offset].endswith("  "))
            part = part.removesuffix("\\") if hard else part
            column = max(self._lines[first + offset].find(part), 0)
            chunks.append(Chunk(length, first + offset + 1, column + 1))
            parts.append(part + ("" if last else "\n" if hard else " "))
            length += len(parts[-1])
        return Text("".join(parts), self._origin(chunks, parts))

    def _first_line(self, inline: Token, words: str) -> int:
        """Start of the text of an inline token: Markdown strips some characters that Python does not."""
        first, end = (self._start + at for at in inline.map or (0, 1))
        while first + 1 < end and words not in self._lines[first] and _has_odd_space(self._lines[first]):
            first += 1
        return first

    def _origin(self, chunks: list[Chunk], parts: list[str]) -> Origin:
        last = chunks[-1]
        end = last.column + max(len(parts[-1]), 1)
        return Origin(Span(self._file, chunks[0].line, chunks[0].column, last.line, end), tuple(chunks))


def _has_odd_space(line: str) -> bool:
    """Whether there is a space in the line that is none to Markdown, such as a form feed."""
    return any(char.isspace() and char not in " \t" for char in line)


def _align(style: str) -> Align:
    if "center" in style:
        return "center"
    return "right" if "right" in style else "left"
