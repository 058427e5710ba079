"""Lines of a paragraph: what each holds and how it is aligned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from pnp.text.breaking import RAGGED_LIMIT, SHRINK, STRETCH_LIMIT, Break, Mode, choose_breaks
from pnp.text.context import DESPERATE, EXPLICIT, HYPHENATED
from pnp.text.paragraph import Measured
from pnp.text.whole import choose_whole

Align: TypeAlias = Literal["left", "center", "right", "justify"]

_WIDEST_SPACE = 1.0  # em; a justified line that would need wider spaces is set flush left
_TINY = 1e-6
_MODES: dict[Align, Mode] = {
    "left": "ragged",
    "right": "ragged",
    "center": "balanced",
    "justify": "justified",
}


class Line(NamedTuple):
    """One line, lengths in ems.

    Attributes:
        measured: The part of the paragraph that it is taken from.
        first: Index of the first word.
        start: Offset into the first word; 0 unless it was divided.
        last: Index of the last word.
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


def break_lines(measured: Measured, width: float, align: Align, first_indent: float = 0.0) -> list[Line]:
    """The lines of a part of a paragraph in a width in ems."""
    words = measured.words
    if not words:
        return []
    first_width = width - first_indent
    room = measured.tracking
    if measured.width - room <= first_width + _TINY:
        ends = [Break(measured.width, measured.width, 0.0, 0.0, 0.0, False, len(words) - 1, None)]
    else:
        ends = _chosen(measured, width + room, first_width + room, _MODES[align])
    return list(_lines(measured, ends, width, align, first_indent))


def _chosen(measured: Measured, width: float, first_width: float, mode: Mode) -> list[Break]:
    """The ends of lines, hyphenating only where lines are poor without, through ties only where nothing else fits."""
    limit = STRETCH_LIMIT if mode == "justified" else RAGGED_LIMIT
    levels = [EXPLICIT, HYPHENATED, DESPERATE]
    if measured.solid and mode != "justified" and first_width == width > 0:
        whole = _whole(measured, width, mode, limit)
        if whole is not None:
            return whole
        levels.remove(EXPLICIT)
    for level in levels:
        breaks = measured.breaks(level)
        chosen = choose_breaks(breaks, width, first_width, mode, measured.inside)
        if not chosen.too_wide and (level > EXPLICIT or chosen.worst <= limit):
            break
    return [breaks[at] for at in chosen.ends]


def _whole(measured: Measured, width: float, mode: Mode, limit: float) -> list[Break] | None:
    """What explicit breaks give where no word has any inside; None where that is too poor."""
    words = measured.open_words()
    lefts = [measured.stops[word] for word in words]
    rights = [measured.starts[word + 1] for word in words[:-1]]
    rights.append(lefts[-1])
    chosen = choose_whole(lefts, rights, width, balanced=mode == "balanced")
    if chosen is None or chosen.worst > limit:
        return None
    return [measured.end(words[at]) for at in chosen.ends]


def _lines(
    measured: Measured, ends: list[Break], width: float, align: Align, first_indent: float
) -> Iterator[Line]:
    first, start, right, flex_from = 0, 0, 0.0, 0.0
    repeats = False
    indent = first_indent
    for number, end in enumerate(ends):
        if start and end.word == first and end.offset is not None:
            natural = measured.inside(first, start, end.offset)
        else:
            natural = end.left - right
        natural -= measured.tracking  # none behind the last letter
        slack = width - indent - natural
        flex = end.flex_left - flex_from
        stretch = _stretch(slack, flex, align, last=number == len(ends) - 1)
        left = indent + _shift(slack, align)
        wide = slack + (SHRINK * flex if align == "justify" else 0.0) < -_TINY
        yield Line(
            measured,
            first,
            start,
            end.word,
            end.offset,
            end.hyphen,
            repeats,
            natural + stretch * flex,
            stretch,
            left,
            wide,
        )
        indent = 0.0
        right, flex_from = end.right, end.flex_right
        if end.offset is None:
            first, start, repeats = end.word + 1, 0, False
        else:
            first, start = end.word, end.offset
            repeats = measured.inner_at(first, start).repeats


def _stretch(slack: float, flex: float, align: Align, *, last: bool) -> float:
    if align != "justify" or flex <= 0 or (last and slack >= 0):
        return 0.0
    stretch = max(slack / flex, -SHRINK)
    widest = 0.25 * (1 + stretch)
    return 0.0 if widest > _WIDEST_SPACE else stretch


def _shift(slack: float, align: Align) -> float:
    if align == "center":
        return slack / 2
    return slack if align == "right" else 0.0
