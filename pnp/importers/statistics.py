"""Counts of what a document holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.importers.legacy import TAGS, tag_of
from pnp.importers.letters import CODE
from pnp.importers.reading import SourceLine
from pnp.importers.sheet import Block, TextDocument, all_words, split_item
from pnp.importers.spelling import WORD
from pnp.rulebook.block import Heading, ListBlock, Paragraph, Remark


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of the elements of a document.

    Attributes:
        lines: All, blank ones too.
        words: All, and how many different ones there are.
        headings: By level; a title is none.
        lists: Those inside of others too.
        items: Of all lists, and how many of them have a label.
        paragraphs: Outside of lists and notes.
        notes: All.
        tags: Of the old markup, in order of its grammar; empty for other documents.
        codes: Letters of the old alphabet by code; empty for other documents.
        apostrophes: All, and how many of them mark nothing.
    """

    lines: int
    words: tuple[int, int]
    headings: Mapping[int, int]
    lists: int
    items: tuple[int, int]
    paragraphs: int
    notes: int
    tags: Mapping[str, int]
    codes: Mapping[str, int]
    apostrophes: tuple[int, int]


def statistics(sheet: TextDocument, lines: Sequence[SourceLine], *, legacy: bool) -> Statistics:
    """The counts of a document.

    Args:
        sheet: Read of it.
        lines: As they were written and read.
        legacy: Whether it is in the old markup.
    """
    blocks = list(_all_blocks(sheet.blocks))
    words = [word.casefold() for text in all_words(sheet) for word in WORD.findall(text.text)]
    lists = [block for block in blocks if isinstance(block, ListBlock)]
    items = [split_item(item)[0] for each in lists for item in each.items]
    written = [line.written for line in lines]
    codes = (
        Counter(match.group() for line in written for match in CODE.finditer(line)) if legacy else Counter()
    )
    tags = Counter(tag_of(line) for line in written) if legacy else Counter()
    apostrophes = sum(line.count("'") for line in written) if legacy else 0
    return Statistics(
        lines=len(lines),
        words=(len(words), len(set(words))),
        headings=dict(sorted(Counter(block.level for block in blocks if isinstance(block, Heading)).items())),
        lists=len(lists),
        items=(len(items), sum(words is not None and words.label is not None for words in items)),
        paragraphs=sum(isinstance(block, Paragraph) for block in sheet.blocks),
        notes=sum(isinstance(block, Remark) for block in blocks),
        tags={tag: tags[tag] for tag in TAGS if tags[tag]},
        codes=dict(sorted(codes.items())),
        apostrophes=(apostrophes, apostrophes - sum(len(code) - 1 for code in codes.elements())),
    )


def _all_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Remark):
            yield from _all_blocks(block.blocks)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from _all_blocks(item)
