"""Choosing line breaks for a whole paragraph at once, after Knuth and Plass, "Breaking Paragraphs into Lines" (1981).

Differences: lines may be ragged, where a line costs the square of its empty share; penalties are few and fixed; when no
way keeps every line within its width, the line that is too wide is taken and marked. Lengths are in ems.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

Mode: TypeAlias = Literal["ragged", "balanced", "justified"]

STRETCH = 0.5  # a space may grow by half without cost to speak of (TeX's plain: 1.67 of 3.33 pt)
SHRINK = 0.25  # and shrink by a quarter (TeX: a third, which is tight for condensed fonts)
MAX_HYPHENS = 2
RAGGED_LIMIT = 0.33  # emptier lines than this are worth looking at hyphenation for
STRETCH_LIMIT = 1.8

_LINE = 30.0
_AFTER_HYPHEN = 15.0
_TOO_WIDE = 1e6
_TINY = 1e-6
# A hyphen at a break makes a line wider than the letters behind it may; a start is only given up beyond that.
_HYPHEN_ROOM = 0.6


class Break(NamedTuple):
    """A place where a line may end.

    Attributes:
        left: Where the line would end, measured along the unbroken paragraph; a hyphen put in counts.
        right: Where the next line would begin.
        flex_left: Width of all stretchable spaces up to the end of the line.
        flex_right: Width of all stretchable spaces up to the start of the next line.
        penalty: What a break here costs; 0 for a plain space.
        hyphen: Whether a hyphen is put in.
        word: Index of the word that is divided, or that ends here.
        offset: Characters of that word before the break; None behind its end.
    """

    left: float
    right: float
    flex_left: float
    flex_right: float
    penalty: float
    hyphen: bool
    word: int
    offset: int | None


class Chosen(NamedTuple):
    """The chosen breaks.

    Attributes:
        ends: Index into the breaks of the end of each line; the last is the end of the paragraph.
        too_wide: Whether some line is wider than it may be.
        worst: Greatest empty share of a ragged line, or stretch of a justified one, the last line left out.
    """

    ends: tuple[int, ...]
    too_wide: bool
    worst: float


class _Node(NamedTuple):
    cost: float
    at: int
    hyphens: int
    before: _Node | None
    right: float
    flex: float
    word: int
    offset: int | None
    wide: bool
    worst: float


def choose_breaks(
    breaks: Sequence[Break],
    width: float,
    first_width: float,
    mode: Mode,
    inside: Callable[[int, int, int], float],
) -> Chosen:
    """The breaks with the least cost in sum.

    Args:
        breaks: In order along the paragraph; the last is its end.
        width: Of the lines.
        first_width: Of the first line.
        mode: ``ragged`` leaves the last line free, ``balanced`` counts it like the others.
        inside: Exact width between two offsets of a word, for a line that holds nothing but a middle part of a word.
    """
    start = _Node(0.0, -1, 0, None, 0.0, 0.0, -1, None, False, 0.0)
    active = [start]
    end = len(breaks) - 1
    for at, here in enumerate(breaks):
        limit_hyphens = here.hyphen
        best: dict[int, _Node] = {}
        kept: list[_Node] = []
        given_up: _Node | None = None
        for node in active:
            limit = width if node.before is not None else first_width
            if node.offset is not None and node.word == here.word and here.offset is not None:
                line = inside(here.word, node.offset, here.offset)
            else:
                line = here.left - node.right
            slack = limit - line
            flex = here.flex_left - node.flex
            if slack < -_TINY and (mode != "justified" or slack < -SHRINK * flex - _TINY):
                if slack < -_HYPHEN_ROOM - SHRINK * flex or at == end:
                    given_up = node
                else:
                    kept.append(node)
                continue
            kept.append(node)
            if limit_hyphens and node.hyphens >= MAX_HYPHENS:
                continue
            _offer(best, _extended(node, at, here, slack, limit, flex, mode, last=at == end))
        if not best and given_up is not None and (not kept or at == end):
            limit = width if given_up.before is not None else first_width
            forced = _extended(given_up, at, here, 0.0, limit, 0.0, mode, last=at == end)
            _offer(best, forced._replace(cost=forced.cost + _TOO_WIDE, wide=True))
        active = kept
        active.extend(best.values())
    return _traced(min(active[-len(best) :], key=lambda node: node.cost))


def _offer(best: dict[int, _Node], node: _Node) -> None:
    rival = best.get(node.hyphens)
    if rival is None or node.cost < rival.cost:
        best[node.hyphens] = node


def _extended(
    node: _Node, at: int, here: Break, slack: float, limit: float, flex: float, mode: Mode, *, last: bool
) -> _Node:
    """The way to ``node`` with one more line, from there to ``here``."""
    cost = node.cost + _LINE + here.penalty
    if node.hyphens and (here.hyphen or last):
        cost += _AFTER_HYPHEN
    empty = slack / limit if limit > 0 else 0.0
    bad = 0.0
    if last and mode != "balanced":
        runt = 0.25 - (1 - empty)  # a last line shorter than a quarter
        cost += 100 * runt * runt if runt > 0 and node.before is not None else 0.0
    elif mode == "justified":
        reach = flex * (STRETCH if slack > 0 else SHRINK)
        bad = min(abs(slack) / reach, 8.0) if reach > 0 else (8.0 if slack > _TINY else 0.0)
        cost += 3 * bad * bad * bad
        bad = bad if slack > 0 else 0.0
    else:
        bad = 0.0 if last else empty
        cost += 100 * empty * empty
    return _Node(
        cost,
        at,
        node.hyphens + 1 if here.hyphen else 0,
        node,
        here.right,
        here.flex_right,
        here.word,
        here.offset,
        node.wide,
        max(node.worst, bad),
    )


def _traced(node: _Node) -> Chosen:
    ends = []
    way: _Node = node
    while way.before is not None:
        ends.append(way.at)
        way = way.before
    return Chosen(tuple(reversed(ends)), node.wide, node.worst)
