"""Choosing line breaks of ragged paragraphs whose words stay whole: what nearly all texts of cards are.

The answer is that of ``choose_breaks``, to the last bit. Without hyphens, stretching and penalties a line costs what it is
empty, so the places where it may end well lie close together, and only these are looked at.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import inf, sqrt

from pnp.text.breaking import LINE, RUNT, TINY, Chosen


def choose_whole(
    lefts: Sequence[float], rights: Sequence[float], width: float, *, balanced: bool
) -> Chosen | None:
    """The breaks with the least cost in sum; None where no way keeps every line within its width.

    Args:
        lefts: Where a line may end, measured along the unbroken paragraph, in order; the last is its end.
        rights: Where the next line would begin.
        width: Of the lines, more than nothing.
        balanced: Whether the last line counts like the others.
    """
    count, total = len(lefts), lefts[-1]
    filled, most = _filled(lefts, rights, width, balanced=balanced)
    if most == inf:
        return None
    costs, before, empties = [0.0] + [inf] * count, [0] * (count + 1), [0.0] * (count + 1)
    for way, begin in enumerate((0.0, *rights[:-1])):
        cost = costs[way] + LINE
        if cost > most:
            continue
        # What comes to more than a known way leads nowhere, and each line that will still be needed costs its own: no other
        # way comes as far by as few lines as the one that fills them.
        spare = most - cost - LINE * max(len(filled) - 2 - bisect_left(filled, way), 0)
        if spare < 0:
            continue
        stop = bisect_right(lefts, begin + width + TINY, way)
        closes = stop == count and not balanced
        room = sqrt(spare) / 10 * width
        for at in range(bisect_left(lefts, begin + width - room, way, stop), stop - closes):
            empty = (width - lefts[at] + begin) / width
            price = cost + 100 * empty * empty
            if price < costs[at + 1]:
                costs[at + 1], before[at + 1], empties[at + 1] = price, way, empty
        if closes and (price := cost + _runt((width - total + begin) / width)) < costs[count]:
            costs[count], before[count] = price, way
    return _traced(before, empties)


def _filled(
    lefts: Sequence[float], rights: Sequence[float], width: float, *, balanced: bool
) -> tuple[list[int], float]:
    """Where lines begin and end that each take what they can hold, and their cost: infinite where a word is too wide for that."""
    begin, cost, end = 0.0, LINE, len(lefts)
    ways = [0]
    while True:
        way = bisect_right(lefts, begin + width + TINY, ways[-1])
        if way == ways[-1]:
            return ways, inf
        ways.append(way)
        empty = (begin + width - lefts[way - 1]) / width
        if way == end:
            return ways, cost + (100 * empty * empty if balanced else _runt(empty)) + TINY
        cost += 100 * empty * empty + LINE
        begin = rights[way - 1]


def _runt(empty: float) -> float:
    """The cost of a last line that is free to be short: nothing unless it is very short."""
    missing = RUNT - (1 - empty)
    return 100 * missing * missing if missing > 0 else 0.0


def _traced(before: Sequence[int], empties: Sequence[float]) -> Chosen:
    ends = []
    worst = 0.0
    way = len(before) - 1
    while way > 0:
        ends.append(way - 1)
        if len(ends) > 1:
            worst = max(worst, empties[way])
        way = before[way]
    return Chosen(tuple(reversed(ends)), False, worst)
