"""Documents read from Markdown as others write it (CommonMark 0.31 and tables), and from plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, note, times, warning
from pnp.importers.legacy import line_words
from pnp.importers.limits import DEEPEST
from pnp.importers.reading import SourceLine
from pnp.importers.sheet import Block, Mark, TextDocument, Words
from pnp.rulebook.block import Align, Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.source import Chunk, Origin, Span

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
        words = self._words()
        while self._tokens[self._at].type != closing:
            self._at += 1
        self._at += 1
        return words

    def _words(self) -> Words:
        return _Inline(self._tokens[self._at], self._lines, self.found).words()

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
                cells.append(self._words())
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


_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


class _Inline:
    """The text of one inline token; what a rule sheet cannot hold of it is noted (I220)."""

    def __init__(self, token: Token, lines: Sequence[SourceLine], found: list[Diagnostic]) -> None:
        self._token = token
        self._lines = lines
        self._found = found
        self._line, end = token.map or (0, 1)
        self._end = min(end, len(lines))
        self._column = 0
        self._text = ""
        self._chunks: list[Chunk] = []
        self._marks: list[Mark] = []
        self._bold = self._italic = 0
        self._marked_from = 0
        self._links: list[tuple[str, int]] = []

    def words(self) -> Words:
        for child in self._token.children or ():
            self._take(child)
        self._end_mark()
        text = self._text.rstrip()
        start = len(text) - len(text.lstrip())
        words = Words(text, Origin(self._whole(), tuple(self._chunks)), tuple(self._marks))
        return words.part(start, len(text)) if start else words

    def _take(self, token: Token) -> None:
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
