"""Blocks of rule sheets and of imported documents, in reading order, with their places in the file.

The blocks are the same whatever their texts are: ``Text`` in a parsed rule sheet, ``Words`` in a document
that is imported or exported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pnp.diagnostics import Diagnostic
from pnp.model import Text
from pnp.source import Chunk, Origin, Span

Align: TypeAlias = Literal["left", "center", "right"]

TextT = TypeVar("TextT")
BlockT = TypeVar("BlockT")


class Heading(NamedTuple, Generic[TextT]):
    """A heading; level 1 is the highest, the title of the whole is none."""

    level: int
    text: TextT


def heading_rank(heading: Heading[TextT], before: int) -> int:
    """The rank of a heading below the name of the game, which has 1; none is left out.

    Args:
        heading: Of the sheet.
        before: The rank of the heading before it, 1 for none.
    """
    return min(heading.level, before) + 1


class Paragraph(NamedTuple, Generic[TextT]):
    """A paragraph."""

    text: TextT


class ListBlock(NamedTuple, Generic[BlockT]):
    """A list. ``start`` is the first number of an ordered one; a loose list has room between its items."""

    items: tuple[tuple[BlockT, ...], ...]
    ordered: bool = False
    start: int = 1
    loose: bool = False


class TableBlock(NamedTuple, Generic[TextT]):
    """A table: alignment of each column, cells of the head, and rows of as many cells."""

    align: tuple[Align, ...]
    head: tuple[TextT, ...]
    rows: tuple[tuple[TextT, ...], ...]


Head: TypeAlias = Literal["", "Column", "Row"]


def heads_in(table: TableBlock[TextT], row: Sequence[TextT]) -> list[Head]:
    """The rest of its column or row, for each cell that is the head of it; empty for others.

    A table whose first row is empty has its heads in the first column. An empty cell is the head of nothing.
    """
    if row is table.head:
        return ["Column" if cell else "" for cell in row]
    return ["Row" if cell and place == 0 and not any(table.head) else "" for place, cell in enumerate(row)]


class Remark(NamedTuple, Generic[BlockT]):
    """A block quote: a comment beside the rules."""

    blocks: tuple[BlockT, ...]


@dataclass(frozen=True, slots=True)
class Divider:
    """A thematic break."""


class Word(NamedTuple):
    """A word of a directive's line and its place."""

    text: str
    span: Span


class Directive(NamedTuple):
    """``:::name words {key=value}`` and the blocks up to its ``:::`` where it has a body.

    Attributes:
        name: A known one.
        span: Of the name.
        words: In the order of the line.
        options: By key.
        blocks: Empty where the directive has no body.
        places: Of a directive whose body is a list of places with words: one for each item, whose words are
            left in ``blocks``.
    """

    name: str
    span: Span
    words: tuple[Word, ...] = ()
    options: Mapping[str, Word] = MappingProxyType({})
    blocks: tuple[Block, ...] = ()
    places: tuple[Word, ...] = ()

    def notes(self) -> Iterator[tuple[Word, Text]]:
        """The places of its list, each with its words."""
        items = (item for block in self.blocks if isinstance(block, ListBlock) for item in block.items)
        for place, (paragraph, *_) in zip(self.places, items, strict=True):
            assert isinstance(paragraph, Paragraph)
            yield place, paragraph.text


Block: TypeAlias = "Heading[Text] | Paragraph[Text] | ListBlock[Block] | TableBlock[Text] | Remark[Block] | Divider | Directive"
"""A block of a parsed rule sheet."""


class Header(NamedTuple):
    """The lines between the two ``---`` on top.

    Attributes:
        title: Of the sheet; None when not given.
        subtitle: Below the title.
        logo: A piece that shows the name of the game; None to print the name.
        pages: The sheet may have no more pages than that; None for no limit.
        pages_span: Where that is written.
        columns: Of the running text, 1 to 3.
        booklet: Whether the sheet is to be folded into a booklet.
        whole: Paragraphs of up to this many lines are not divided.
    """

    title: Text | None = None
    subtitle: Text | None = None
    logo: Word | None = None
    pages: int | None = None
    pages_span: Span | None = None
    columns: int = 2
    booklet: bool = False
    whole: int = 0


class Rulebook(NamedTuple):
    """A parsed source and everything that is wrong with its form."""

    header: Header
    blocks: tuple[Block, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    def texts(self) -> Iterator[Text]:
        """Every translatable text in reading order."""
        if self.header.title:
            yield self.header.title
        if self.header.subtitle:
            yield self.header.subtitle
        yield from _texts(self.blocks)


def _texts(blocks: tuple[Block, ...]) -> Iterator[Text]:
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                yield block.text
            case ListBlock():
                for item in block.items:
                    yield from _texts(item)
            case TableBlock():
                yield from block.head
                for row in block.rows:
                    yield from row
            case Remark():
                yield from _texts(block.blocks)
            case Directive():
                if "caption" in block.options:
                    yield caption_of(block)
                yield from _texts(block.blocks)
            case Divider():
                pass


def caption_of(directive: Directive) -> Text:
    """The caption of a directive as a text; empty when it has none."""
    word = directive.options.get("caption")
    if word is None:
        return Text("", Origin(directive.span))
    return Text(word.text, Origin(word.span, (Chunk(0, word.span.line, word.span.column),)))
