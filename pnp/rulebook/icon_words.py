"""Words for icons that no term has, for readers who do not see them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from pnp.markup import IconRun, Run, TermRun, TextRun
from pnp.model import Text
from pnp.rulebook.block import Block, Directive, ListBlock, Paragraph, Remark, TableBlock
from pnp.rulebook.desk import Desk

_SHORTEST_STEM, _ENDING = 3, 2
"""Letters of a word that are the same in all its forms, and those at its end that are not."""
_NAME_END = re.compile(r"\s[–—-]\s|[:,;.(]")
_BESIDE = " \u2013\u2014-"


def name_icons(desk: Desk, blocks: Sequence[Block]) -> None:
    """Let a sheet call each icon that no term has by the first words that follow it.

    Words follow an icon that begins a paragraph or a cell, or that is alone in the cell before them.
    """
    for texts in _beginnings(blocks):
        if not desk.local(texts[0]).source.startswith(":"):
            continue
        first, *rest = itertools.chain.from_iterable(
            paragraph.runs for paragraph in desk.marked_quietly(texts[0]).paragraphs
        )
        if not isinstance(first, IconRun):
            continue
        after = words_after(rest)
        if not rest and len(texts) > 1:
            after = desk.plain(texts[1])
        called, names = _NAME_END.split(after)[0].strip(), desk.icon_names(first.name)
        if called and not names:
            names.append(called)


def words_after(runs: Sequence[Run]) -> str:
    """The words of the runs up to the next icon, without a dash before them."""
    until = itertools.takewhile(lambda run: not isinstance(run, IconRun), runs)
    words = (
        run.text if isinstance(run, TextRun) else run.form if isinstance(run, TermRun) else " "
        for run in until
    )
    return "".join(words).strip(_BESIDE)


def says_name(words: str, names: Sequence[str]) -> bool:
    """Whether words begin with one of the names, in whatever form: then an icon before them adds nothing."""
    return any(
        words.strip(_BESIDE)
        .casefold()
        .startswith(name.casefold()[: max(_SHORTEST_STEM, len(name) - _ENDING)])
        for name in names
    )


def _beginnings(blocks: Sequence[Block]) -> Iterator[tuple[Text, ...]]:
    """Texts that icons may begin; each cell of a table with the one after it."""
    for block in blocks:
        match block:
            case Paragraph():
                yield (block.text,)
            case ListBlock():
                for item in block.items:
                    yield from _beginnings(item)
            case TableBlock():
                for row in (block.head, *block.rows):
                    yield from (row[at : at + 2] for at in range(len(row)))
            case Remark() | Directive():
                yield from _beginnings(block.blocks)
            case _:
                pass
