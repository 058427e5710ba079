"""The elements of a document of any format: the middle between reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from pnp.rulebook.block import Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.source import Chunk, Origin, Span

Separator: TypeAlias = Literal["star", "number", "dash"]
"""Separators between the label of an item and its body: `` *) ``, `` 1) `` or `` - ``."""

DEEPEST_HEADING = 4
"""Levels of headings that a rule sheet has."""


class Mark(NamedTuple):
    """A stretch of words with emphasis; marks come in order and do not overlap."""

    start: int
    end: int
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    r"""A text.

    Attributes:
        text: Plain, without blanks at its ends; ``\n`` is a line break that the author wants.
        origin: Where each character is written.
        marks: Its emphasised stretches.
        label: The name before the text, which it does not hold; only the first text of an item has one.
    """

    text: str
    origin: Origin
    marks: tuple[Mark, ...] = ()
    label: Label | None = None

    def span(self, start: int, end: int) -> Span:
        """Where the characters from ``start`` to before ``end`` are written, on one line."""
        first = self.origin.at(start)
        last = self.origin.at(max(end - 1, start))
        if last.line != first.line:
            return first
        return Span(first.file, first.line, first.column, first.line, max(last.end_column, first.column + 1))

    def part(self, start: int, end: int) -> Words:
        """The words from ``start`` to before ``end``, without label and blanks at the ends."""
        start += len(self.text[start:end]) - len(self.text[start:end].lstrip())
        end = start + len(self.text[start:end].rstrip())
        first = self.origin.at(start)
        inside = [
            chunk._replace(offset=chunk.offset - start)
            for chunk in self.origin.chunks
            if start < chunk.offset < end
        ]
        marks = (
            mark._replace(start=max(mark.start, start) - start, end=min(mark.end, end) - start)
            for mark in self.marks
            if mark.start < end and mark.end > start
        )
        return Words(
            self.text[start:end],
            Origin(self.span(start, end), (Chunk(0, first.line, first.column), *inside)),
            tuple(marks),
        )


@dataclass(frozen=True, slots=True)
class Label:
    """The name that an item begins with.

    Attributes:
        words: The name.
        separator: What follows it.
        ordinal: Which step or variant of the name it is, as digits, where the separator is a number.
    """

    words: Words
    separator: Separator
    ordinal: str = ""


Block: TypeAlias = (
    "Heading[Words] | Paragraph[Words] | ListBlock[Block] | TableBlock[Words] | Remark[Block] | Divider"
)
"""A block of a document. Only the first paragraph of an item has a label."""


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A whole document.

    Attributes:
        title: None where it has none.
        subtitle: The line below the title.
        blocks: In order.
    """

    title: Words | None = None
    subtitle: Words | None = None
    blocks: tuple[Block, ...] = field(default=())


def all_words(sheet: TextDocument) -> Iterator[Words]:
    """Every text of the document in reading order, labels before bodies."""
    if sheet.title:
        yield sheet.title
    if sheet.subtitle:
        yield sheet.subtitle
    yield from words_of(sheet.blocks)


def words_of(blocks: Sequence[Block]) -> Iterator[Words]:
    """Every text of the blocks in reading order."""
    for block in blocks:
        match block:
            case Heading():
                yield block.text
            case Paragraph():
                if block.text.label:
                    yield block.text.label.words
                yield block.text
            case ListBlock():
                for item in block.items:
                    yield from words_of(item)
            case Remark():
                yield from words_of(block.blocks)
            case TableBlock():
                for row in (block.head, *block.rows):
                    yield from row
            case Divider():
                pass


def split_item(item: Sequence[Block]) -> tuple[Words | None, Sequence[Block]]:
    """The text that an item begins with, None where it begins with another block, and all other blocks."""
    if item and isinstance(item[0], Paragraph):
        return item[0].text, item[1:]
    return None, item


def map_words(blocks: Sequence[Block], change: Callable[[Words], Words]) -> tuple[Block, ...]:
    """The blocks with the words of paragraphs changed, also in items; headings, labels and tables stay."""

    def changed(block: Block) -> Block:
        match block:
            case Paragraph():
                return Paragraph(change(block.text))
            case ListBlock():
                return block._replace(items=tuple(map_words(item, change) for item in block.items))
            case Remark():
                return Remark(map_words(block.blocks, change))
            case _:
                return block

    return tuple(changed(block) for block in blocks)
