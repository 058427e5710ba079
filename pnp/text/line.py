"""Lines of paragraphs, and blocks of lines below one another, in ems, so that they can be set at any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from pnp.markup import Marked, Run
from pnp.model import Style
from pnp.text.breaking import RAGGED_LIMIT, SHRINK, STRETCH_LIMIT, Break, Mode, choose_breaks
from pnp.text.context import DESPERATE, EXPLICIT, HYPHENATED, TextContext
from pnp.text.fault import TextFault, wide_word
from pnp.text.flat import flatten
from pnp.text.paragraph import Measured

Align: TypeAlias = Literal["left", "center", "right", "justify"]

_WIDEST_SPACE = 1.0  # em; a justified line that would need wider spaces is set flush left
_TINY = 1e-6
_MODES: dict[Align, Mode] = {
    "left": "ragged",
    "right": "ragged",
    "center": "balanced",
    "justify": "justified",
}
_SHARES: dict[Align, float] = {"left": 0.0, "right": 1.0, "center": 0.5, "justify": 0.0}
"""The share of the empty space of a line that comes before it."""


class TextLine(NamedTuple):
    """One line, lengths in ems.

    Attributes:
        measured: The part of the paragraph that it is taken from.
        first: The first word; see ``Measured``.
        start: Offset into the first word; 0 unless it was divided.
        last: The last word.
        end: Offset into the last word, or None for all of it.
        adds: Whether a hyphen is put in at the end.
        repeats: Whether a hyphen is put in at the start.
        width: As set, stretching included.
        stretch: How much each space grows, as a share of its width; negative where spaces shrink.
        indent: Empty space at the left, from alignment and indents.
        wide: Whether it is wider than it may be.
    """

    measured: Measured
    first: int
    start: int
    last: int
    end: int | None
    adds: bool
    repeats: bool
    width: float
    stretch: float
    indent: float
    wide: bool


def break_lines(measured: Measured, width: float, align: Align) -> list[TextLine]:
    """The lines of a part of a paragraph in a width in ems."""
    if measured.blank:
        return []
    room = measured.tracking
    if measured.width - room <= width + _TINY:
        last = len(measured.tokens) - 1
        ends = [Break(measured.width, measured.width, 0.0, 0.0, 0.0, False, last, None)]
    else:
        ends = _chosen(measured, width + room, _MODES[align])
    return _lines(measured, ends, width, align)


def _chosen(measured: Measured, width: float, mode: Mode) -> list[Break]:
    """The ends of lines, with hyphenation where lines are poor without; through ties as a last resort."""
    limit = STRETCH_LIMIT if mode == "justified" else RAGGED_LIMIT
    for level in (EXPLICIT, HYPHENATED, DESPERATE):
        breaks = measured.breaks(level)
        chosen = choose_breaks(breaks, width, mode, measured.inside)
        if not chosen.too_wide and (level > EXPLICIT or chosen.worst <= limit):
            break
    return breaks.at(chosen.ends)


def _lines(measured: Measured, ends: list[Break], width: float, align: Align) -> list[TextLine]:
    lines = []
    first, start, right, flex_from = 0, 0, 0.0, 0.0
    repeats = False
    shrink = SHRINK if align == "justify" else 0.0
    share = _SHARES[align]
    for end in ends:
        left, next_right, flex_to, next_flex, _, adds, word, offset = end
        natural = left - right
        if start and word == first and offset is not None:
            natural = measured.inside(first, start, offset)
        natural -= measured.tracking  # none after the last letter
        slack = width - natural
        stretch, flex = 0.0, flex_to - flex_from
        if shrink and flex > 0 and (slack < 0 or end is not ends[-1]):
            stretch = _stretch(slack / flex)
        lines.append(
            TextLine(
                measured=measured,
                first=first,
                start=start,
                last=word,
                end=offset,
                adds=adds,
                repeats=repeats,
                width=natural + stretch * flex,
                stretch=stretch,
                indent=share * slack,
                wide=slack + shrink * flex < -_TINY,
            )
        )
        right, flex_from = next_right, next_flex
        if offset is None:
            first, start, repeats = word + 2, 0, False
        else:
            first, start = word, offset
            repeats = measured.inner_at(first, start).repeats
    return lines


def _stretch(wanted: float) -> float:
    """How much spaces grow of what they would have to; not at all where that is too much."""
    stretch = max(wanted, -SHRINK)
    return 0.0 if 0.25 * (1 + stretch) > _WIDEST_SPACE else stretch


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
