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

LINE = 30.0
_AFTER_HYPHEN = 15.0
RUNT = 0.25
_THIN = 0.05
_GAPING = 8.0  # beyond it the cost grows along the tangent, so that it stays comparable
_TOO_WIDE = 1e6
TINY = 1e-6
# A hyphen at a break makes a line wider than the letters behind it may; a start is only given up beyond that.
HYPHEN_ROOM = 0.6


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
    """The best way so far to a place where a line may start, with the fields of its ``Break`` that are needed."""

    cost: float
    right: float
    flex: float
    limit: float
    hyphens: int
    word: int
    offset: int | None
    at: int
    before: _Node | None
    wide: bool
    bad: float


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
    shrink = SHRINK if mode == "justified" else 0.0
    active = [_Node(0.0, 0.0, 0.0, first_width, 0, -1, None, -1, None, False, 0.0)]
    end = len(breaks) - 1
    for at, here in enumerate(breaks):
        last = at == end
        line_cost = _COSTS["last" if last and mode != "balanced" else mode]
        kept, given_up, best = _step(active, here, shrink, line_cost, inside, last=last)
        wide = not best and given_up is not None and (last or not kept)
        if wide and given_up is not None:
            best[0] = (given_up.cost + LINE + here.penalty + _TOO_WIDE, given_up, 0.0)
        new = [
            _Node(cost, here.right, here.flex_right, width, row, here.word, here.offset, at, node, wide, bad)
            for row, (cost, node, bad) in best.items()
        ]
        active = kept + new
    return _traced(min(new, key=lambda node: node.cost))


_Cost: TypeAlias = Callable[[float, float, float], tuple[float, float]]
_Best: TypeAlias = dict[int, tuple[float, _Node, float]]


def _step(
    active: list[_Node],
    here: Break,
    shrink: float,
    line_cost: _Cost,
    inside: Callable[[int, int, int], float],
    *,
    last: bool,
) -> tuple[list[_Node], _Node | None, _Best]:
    """What comes of ending a line at ``here``.

    Returns:
        The ways that may still go on, one that has become too long (the latest), and the best ways to end here by the
        number of hyphens in a row: cost, way and badness of the line.
    """
    best: _Best = {}
    kept: list[_Node] = []
    given_up: _Node | None = None
    left, _, flex_left, _, penalty, hyphen, word, offset = here
    fixed = LINE + penalty
    for node in active:
        cost, right, flex, limit, hyphens, node_word, node_offset, *_ = node
        if node_word == word and node_offset is not None and offset is not None:
            slack = limit - inside(word, node_offset, offset)
        else:
            slack = limit - left + right
        flex = flex_left - flex
        if slack < -TINY - shrink * flex:
            if last or slack < -HYPHEN_ROOM - shrink * flex:
                given_up = node
            else:
                kept.append(node)
            continue
        kept.append(node)
        row = hyphens + 1 if hyphen else 0
        if row > MAX_HYPHENS:
            continue
        cost += fixed + (_AFTER_HYPHEN if hyphens and (hyphen or last) else 0.0)
        rival = best.get(row)
        if rival is not None and rival[0] <= cost:
            continue  # no line is free
        bad, price = line_cost(slack, limit, flex)
        if rival is None or cost + price < rival[0]:
            best[row] = (cost + price, node, bad)
    return kept, given_up, best


def _ragged_cost(slack: float, limit: float, _flex: float) -> tuple[float, float]:
    """Empty share of the line, and its square as the cost."""
    empty = slack / limit if limit > 0 else 0.0
    return empty, 100 * empty * empty


def _justified_cost(slack: float, _limit: float, flex: float) -> tuple[float, float]:
    """Stretch of the line as a multiple of what its spaces bear, and its cube (Knuth and Plass §"badness")."""
    reach = flex * (STRETCH if slack > 0 else SHRINK)
    # Where no space stretches, whatever is missing counts as if a thin space had to make it up.
    bad = abs(slack) / max(reach, _THIN)
    price = bad * bad * bad if bad < _GAPING else _GAPING**3 + 3 * _GAPING**2 * (bad - _GAPING)
    return bad if slack > 0 else 0.0, 3 * price


def _last_cost(slack: float, limit: float, _flex: float) -> tuple[float, float]:
    """A last line costs nothing unless it is shorter than a quarter."""
    missing = RUNT - (1 - slack / limit) if limit > 0 else 0.0
    return 0.0, 100 * missing * missing if missing > 0 else 0.0


_COSTS: dict[str, _Cost] = {
    "ragged": _ragged_cost,
    "balanced": _ragged_cost,
    "justified": _justified_cost,
    "last": _last_cost,
}


def _traced(node: _Node) -> Chosen:
    ends = []
    wide = False
    worst = 0.0
    last = node
    while node.before is not None:
        ends.append(node.at)
        wide = wide or node.wide
        if node is not last:
            worst = max(worst, node.bad)
        node = node.before
    return Chosen(tuple(reversed(ends)), wide, worst)
