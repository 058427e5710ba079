"""Reading Markdown as others write it (CommonMark 0.31 and tables)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, note, warning
from pnp.importers.inline import InlineReader
from pnp.importers.limits import DEEPEST
from pnp.importers.line import SourceLine
from pnp.importers.sheet import Block, TextDocument, Words
from pnp.rulebook.block import Align, Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.source import Origin

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


_DEFINITION = re.compile(r" {0,3}\[[^\]]+\]:\s*\S")
_LEAVES = ("inline", "fence", "code_block", "html_block", "hr", "heading_open", "table_open")


def parse_markdown(lines: Sequence[SourceLine]) -> tuple[TextDocument, list[Diagnostic]]:
    """The document and what a rule sheet cannot hold of it (I220, I222).

    A heading of the first level that is the only one and comes before any other is the title; the others then
    move up.
    """
    tokens = _parser().parse("\n".join(line.text for line in lines))
    walker = _MarkdownReader(tokens, lines)
    blocks = walker.blocks()
    found = [*walker.found, *_lost_lines(tokens, lines)]
    return _with_title(blocks), found


def looks_like_markdown(lines: Sequence[SourceLine]) -> bool:
    """Whether there are headings with ``#``, or words emphasised with ``**``."""
    return any(
        re.match(r"#{1,6} \S", line.text) or re.search(r"\*\*\w[^*]*\*\*", line.text) for line in lines
    )


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable("table")


def _with_title(blocks: tuple[Block, ...]) -> TextDocument:
    headings = [block for block in blocks if isinstance(block, Heading)]
    tops = [heading for heading in headings if heading.level == 1]
    if len(tops) != 1 or headings[0] is not tops[0]:
        return TextDocument(None, None, blocks)
    rest = tuple(
        Heading(block.level - 1, block.text) if isinstance(block, Heading) else block
        for block in blocks
        if block is not tops[0]
    )
    return TextDocument(tops[0].text, None, rest)


def _lost_lines(tokens: Sequence[Token], lines: Sequence[SourceLine]) -> list[Diagnostic]:
    """Lines that became no block: definitions of links, and what is nested too deep."""
    seen = {
        index
        for token in tokens
        if token.type in _LEAVES and token.map
        for index in range(token.map[0], token.map[1])
    }
    found = []
    for index, line in enumerate(lines):
        if index in seen or not line.text.strip(" \t>*+-0123456789.)"):
            continue
        if _DEFINITION.match(line.text):
            found.append(note("I220", "the address of a link is printed in place of the link", line.whole()))
        else:
            cure = "write it without lists or quotes around it"
            found.append(warning("I222", "the line is not carried over", line.whole(), cure))
    return found


class _MarkdownReader:
    """Goes through the tokens once."""

    def __init__(self, tokens: Sequence[Token], lines: Sequence[SourceLine]) -> None:
        self.found: list[Diagnostic] = []
        self._tokens = tokens
        self._lines = lines
        self._inline = InlineReader(lines, self.found)
        self._at = 0

    def blocks(self, closing: str | None = None) -> tuple[Block, ...]:
        """The blocks up to the token that closes the one around them."""
        blocks: list[Block] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == closing:
                break
            block = self._block(token)
            if block is not None:
                blocks.append(block)
        return tuple(blocks)

    def _block(self, token: Token) -> Block | None:
        made: Block | None = None
        match token.type:
            case "heading_open":
                made = Heading(int(token.tag[1]), self._text("heading_close"))
            case "paragraph_open":
                words = self._text("paragraph_close")
                made = Paragraph(words) if words.text else None
            case "bullet_list_open" | "ordered_list_open":
                made = self._list(token)
            case "blockquote_open":
                blocks = self.blocks("blockquote_close")
                made = Remark(blocks) if blocks else None
            case "table_open":
                made = self._table()
            case "hr":
                made = Divider()
            case "fence" | "code_block" | "html_block":
                made = self._verbatim(token)
        return made

    def _text(self, closing: str) -> Words:
        words = self._inline.words(self._tokens[self._at])
        while self._tokens[self._at].type != closing:
            self._at += 1
        self._at += 1
        return words

    def _list(self, opening: Token) -> ListBlock[Block]:
        ordered = opening.type == "ordered_list_open"
        closing = opening.type.replace("open", "close")
        items: list[tuple[Block, ...]] = []
        while self._tokens[self._at].type != closing:
            self._at += 1  # list_item_open
            items.append(self.blocks("list_item_close"))
        self._at += 1
        start = opening.attrGet("start") if ordered else None
        return ListBlock(tuple(items), ordered, int(start) if start is not None else 1)

    def _table(self) -> TableBlock[Words]:
        align: list[Align] = []
        rows: list[tuple[Words, ...]] = []
        cells: list[Words] = []
        while (token := self._tokens[self._at]).type != "table_close":
            self._at += 1
            if token.type == "tr_open":
                cells = []
            elif token.type == "tr_close":
                rows.append(tuple(cells))
            elif token.type in ("th_open", "td_open"):
                style = str(token.attrGet("style") or "")
                if token.type == "th_open":
                    align.append("center" if "center" in style else "right" if "right" in style else "left")
                cells.append(self._inline.words(self._tokens[self._at]))
        self._at += 1
        return TableBlock(tuple(align), rows[0], tuple(rows[1:]))

    def _verbatim(self, token: Token) -> Block | None:
        """Code and HTML: their lines as they are, as a paragraph."""
        first = token.map[0] if token.map else 0
        what = "HTML" if token.type == "html_block" else "a block of code"
        span = self._lines[first].whole()
        self.found.append(
            warning("I220", f"{what} is set as plain lines", span, "check that this is what you mean")
        )
        lines = [line.strip() for line in token.content.split("\n")]
        text = "\n".join(line for line in lines if line)
        return Paragraph(Words(text, Origin(span))) if text else None
