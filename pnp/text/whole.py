"""Choosing line breaks of ragged paragraphs whose words stay whole: what nearly all texts of cards are.

The answer is that of ``choose_breaks``, to the last bit; without hyphens, stretching and penalties there is one way to
each place that is worth going on from, and little to be weighed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import inf

from pnp.text.breaking import HYPHEN_ROOM, LINE, RUNT, TINY, Chosen


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
    end = len(lefts) - 1
    most = _filled(lefts, rights, width, balanced=balanced)
    reach = width + HYPHEN_ROOM
    before, empties = [-1], [0.0]
    active = [(0.0, LINE, 0)]  # where a line may begin, the cost of all lines with it, the number of the way
    for at, left in enumerate(lefts):
        free = at == end and not balanced
        tolerance = TINY if at == end else HYPHEN_ROOM
        room = width - left
        best, chosen, emptiness = inf, -1, 0.0
        gone = False
        for begin, cost, way in active:
            slack = room + begin
            if slack < -TINY:
                gone = gone or slack < -tolerance
            elif cost < best:
                empty = slack / width
                if not free:
                    cost += 100 * empty * empty
                elif (missing := RUNT - (1 - empty)) > 0:
                    cost += 100 * missing * missing
                if cost < best:
                    best, chosen, emptiness = cost, way, empty
        if gone:
            active = [way for way in active if room + way[0] >= -tolerance]
        if chosen >= 0:
            # Each line that will still be needed costs its own; what comes to more than a known way leads nowhere.
            if best + LINE * (1 + int((lefts[end] - rights[at]) / reach)) <= most:
                active.append((rights[at], best + LINE, at + 1))
        elif not active or at == end:
            return None
        before.append(chosen)
        empties.append(emptiness)
    return _traced(before, empties)


def _filled(lefts: Sequence[float], rights: Sequence[float], width: float, *, balanced: bool) -> float:
    """The cost of lines that each take what they can hold; infinite where a word is too wide for that."""
    begin, cost, end = 0.0, LINE, len(lefts) - 1
    at = -1
    while at < end:
        next_at = bisect_right(lefts, begin + width + TINY, at + 1) - 1
        if next_at <= at:
            return inf
        at = next_at
        empty = (begin + width - lefts[at]) / width
        if at < end:
            cost += 100 * empty * empty + LINE
            begin = rights[at]
    if balanced:
        cost += 100 * empty * empty
    elif (missing := RUNT - (1 - empty)) > 0:
        cost += 100 * missing * missing
    return cost + TINY


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
