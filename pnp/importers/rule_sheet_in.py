"""Reading the source of a rule sheet, to write it otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from pnp.diagnostics import Diagnostic, error, warning
from pnp.importers.sheet import Block, Label, Mark, Separator, TextDocument, Words, split_item
from pnp.markup import BreakRun, IconRun, TermRun, TextRun, parse_inline
from pnp.model import RulebookSource, Text
from pnp.rulebook import parse_rulebook
from pnp.rulebook.block import Block as SourceBlock
from pnp.rulebook.block import Directive, Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.rules import Filled
from pnp.source import Chunk, Origin

Fill = Callable[[Text], Filled]
"""Gives a text with its expressions replaced."""

_ORDINAL = re.compile(r"(.+) ([0-9]{1,3})\)")


def no_facts(text: Text) -> Filled:
    """The text as it is, for sheets that belong to no game; expressions are faults (I403)."""
    at = text.source.find("{{")
    if at < 0:
        return Filled(text.source, text.origin)
    cure = "give --game, whose facts the expressions name"
    fault = error("I403", "the sheet holds expressions, but belongs to no game", text.origin.at(at, 2), cure)
    return Filled(text.source, text.origin, (fault,))


def read_rule_sheet(source: RulebookSource, fill: Fill = no_facts) -> tuple[TextDocument, list[Diagnostic]]:
    """The document, labels of items recognised again, and faults and losses of the sheet (I402, I403).

    Args:
        source: Of the sheet.
        fill: Replaces expressions.
    """
    parsed = parse_rulebook(source)
    reader = _SheetReader(fill, list(parsed.diagnostics))
    title = reader.words(parsed.header.title) if parsed.header.title else None
    subtitle = reader.words(parsed.header.subtitle) if parsed.header.subtitle else None
    sheet = TextDocument(title, subtitle, reader.blocks(parsed.blocks))
    return sheet, reader.found


@dataclass(slots=True)
class _SheetReader:
    """Turns blocks of a rule sheet into those of documents."""

    fill: Fill
    found: list[Diagnostic]

    def blocks(self, blocks: Sequence[SourceBlock]) -> tuple[Block, ...]:
        return tuple(made for block in blocks for made in self._block(block))

    def words(self, text: Text) -> Words:
        filled = self.fill(text)
        self.found += filled.diagnostics
        parts: list[str] = []
        marks: list[Mark] = []
        chunks: list[Chunk] = []
        length = 0
        for index, paragraph in enumerate(parse_inline(filled.text).paragraphs):
            if index:
                parts.append("\n")
                length += 1
            for run in paragraph.runs:
                if isinstance(run, IconRun):
                    self._left_out(f"the icon ':{run.name}:'", text)
                    continue
                shown = _shown(run)
                place = filled.origin.at(run.start)
                chunks.append(Chunk(length, place.line, place.column))
                if isinstance(run, TextRun | TermRun) and (run.bold or run.italic):
                    marks.append(Mark(length, length + len(shown), run.bold, run.italic))
                if isinstance(run, TextRun | TermRun) and run.marks is not None:
                    self._left_out(f"the mark of '{shown.strip()}'", text)
                parts.append(shown)
                length += len(shown)
        whole = "".join(parts)
        words = Words(whole, Origin(text.origin.span, tuple(chunks)), _joined(marks))
        return words if whole == whole.strip() else words.part(0, len(whole))

    def _block(self, block: SourceBlock) -> tuple[Block, ...]:
        made: tuple[Block, ...]
        match block:
            case Heading():
                made = (Heading(block.level, self.words(block.text)),)
            case Paragraph():
                made = (Paragraph(self.words(block.text)),)
            case ListBlock():
                items = tuple(self._item(blocks) for blocks in block.items)
                made = (ListBlock(items, block.ordered, block.start, block.loose),)
            case Remark():
                made = (Remark(self.blocks(block.blocks)),)
            case TableBlock():
                head, *rows = (tuple(map(self.words, row)) for row in (block.head, *block.rows))
                made = (TableBlock(block.align, head, tuple(rows)),)
            case Directive():
                cure = "what it shows comes from the game and is not in the text"
                self.found.append(warning("I402", f"':::{block.name}' is left out", block.span, cure))
                made = self.blocks(block.blocks)
            case Divider():
                made = (Divider(),)
            case _:
                assert_never(block)
        return made

    def _item(self, blocks: Sequence[SourceBlock]) -> tuple[Block, ...]:
        words, below = split_item(self.blocks(blocks))
        return tuple(below) if words is None else (Paragraph(unlabelled(words)), *below)

    def _left_out(self, what: str, text: Text) -> None:
        self.found.append(warning("I402", f"{what} is left out", text.origin.span, "write it in words"))


def _shown(run: TextRun | TermRun | BreakRun) -> str:
    if isinstance(run, TextRun):
        return run.text
    return run.form if isinstance(run, TermRun) else "\n"


def _joined(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Marks that touch and are alike as one: escapes cut the runs of a text."""
    joined: list[Mark] = []
    for mark in marks:
        last = joined[-1] if joined else None
        if last and last.end == mark.start and last[2:] == mark[2:]:
            joined[-1] = last._replace(end=mark.end)
        else:
            joined.append(mark)
    return tuple(joined)


def unlabelled(words: Words) -> Words:
    """The text of an item with the bold words at its start as its label; unchanged without such words."""
    if not words.marks or words.marks[0].start or not words.marks[0].bold or words.marks[0].italic:
        return words
    end = words.marks[0].end
    bold, rest = words.text[:end], words.text[end:]
    ordinal = _ORDINAL.fullmatch(bold)
    if rest.startswith(" – ") and len(rest) > len(" – "):
        return _cut(words, end, end + len(" – "), "dash")
    if not rest.startswith(" ") or not rest.strip():
        return words
    if bold.endswith(":") and len(bold) > 1:
        return _cut(words, end - 1, end + 1, "star")
    if ordinal:
        return _cut(words, len(ordinal[1]), end + 1, "number", ordinal[2])
    return words


def _cut(words: Words, end: int, body: int, separator: Separator, ordinal: str = "") -> Words:
    label = replace(words.part(0, end), marks=())
    return replace(words.part(body, len(words.text)), label=Label(label, separator, ordinal))
