"""Paragraphs and lists one below the other, in ems, so that they can be set at any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.markup import Marked, Run
from pnp.model import Style
from pnp.text.context import TextContext
from pnp.text.fault import TextFault, wide_word
from pnp.text.flat import flatten
from pnp.text.line import Align, TextLine, break_lines
from pnp.text.paragraph import Measured


class Block(NamedTuple):
    """A paragraph: its parts between typed breaks, the space above it and its indent in ems."""

    parts: list[Measured]
    gap: float
    bullet: bool
    indent: float
    align: Align


class PlacedLine(NamedTuple):
    """A line, its indent, its baseline below the first one in ems, and whether a bullet precedes it."""

    line: TextLine
    indent: float
    depth: float
    begins_item: bool


class Stack(NamedTuple):
    """Lines one below the other.

    Attributes:
        lines: Those that are not empty.
        total: How many they are with empty ones.
        depth: Of the last baseline below the first one in ems.
        wide: Whether a line is wider than it may be.
    """

    lines: list[PlacedLine]
    total: int
    depth: float
    wide: bool


def measure_blocks(
    marked: Marked, style: Style, context: TextContext, bullet_indent: float
) -> Iterator[Block]:
    """The paragraphs of a text that have something to show, with the space above each."""
    before = ""
    for paragraph in marked.paragraphs:
        parts = measure(paragraph.runs, style, context)
        if not parts:
            continue
        bullet = paragraph.kind == "bullet"
        gap = style.paragraph_gap if before else 0.0
        if bullet and before == "bullet":
            gap /= 2  # the items of a list belong together
        align: Align = "left" if bullet and style.align == "center" else style.align
        yield Block(parts, gap, bullet, bullet_indent if bullet else 0.0, align)
        before = paragraph.kind


def measure(runs: Sequence[Run], style: Style, context: TextContext) -> list[Measured]:
    """The parts of a paragraph between typed breaks, without empty ones at both ends."""
    parts = [Measured(flat, style, context) for flat in flatten(runs, style, context)]
    while parts and parts[-1].blank and not parts[-1].faults:
        parts.pop()
    while parts and parts[0].blank and not parts[0].faults:
        parts.pop(0)
    return parts


def stack_blocks(blocks: Sequence[Block], leading: float, width: float) -> Stack:
    """The lines of all paragraphs in a column of that width in ems."""
    lines: list[PlacedLine] = []
    depth = -leading
    count = 0
    wide = False
    for parts, gap, begins_item, indent, align in blocks:
        depth += gap
        for part in parts:
            broken = break_lines(part, width - indent, align)
            for line in broken:
                depth += leading
                lines.append(PlacedLine(line, indent, depth, begins_item))
                begins_item = False
                wide = wide or line.wide
            if not broken:
                depth += leading  # an empty line between two typed breaks
            count += len(broken) or 1
    return Stack(lines, count, depth, wide) if lines else Stack(lines, 0, 0.0, False)


def wide_words(lines: Sequence[TextLine], style: Style, em: float, room: float) -> Iterator[TextFault]:
    """A fault for each line that is wider than its room (mm): its widest word is to blame."""
    for line in lines:
        if line.wide:
            words = range(line.first, line.last + 1, 2)
            index = max(words, key=lambda at: line.measured.tokens[at].width)
            word = line.measured.tokens[index]
            start = line.measured.source_of_word(index)
            yield wide_word(word.text, start, line.width * em, room, hyphenate=style.hyphenate)
