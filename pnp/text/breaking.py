"""Line breaks for a whole paragraph, after Knuth and Plass, "Breaking Paragraphs into Lines" (1981).

Differences: lines may be ragged, where a line costs the square of its empty share; penalties are few and
  fixed; when no
way keeps every line within its width, the line that is too wide is taken and marked. Lengths are in ems.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from math import inf, sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

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
        offset: Characters of that word before the break; None after its end.
    """

    left: float
    right: float
    flex_left: float
    flex_right: float
    penalty: float
    hyphen: bool
    word: int
    offset: int | None


class Breaks(NamedTuple):
    """The places of a paragraph where a line may end, in order, as columns; the last place is its end.

    Columns take half of the time of a ``Break`` for each place, and the attributes are those of ``Break``.
    """

    lefts: Sequence[float]
    rights: Sequence[float]
    flex_lefts: Sequence[float]
    flex_rights: Sequence[float]
    penalties: Sequence[float]
    hyphens: Sequence[bool]
    words: Sequence[int]
    offsets: Sequence[int | None]

    @classmethod
    def of(cls, rows: Iterable[tuple[float | None, ...]]) -> Breaks:
        """The columns of rows that have the values of a ``Break``; at least one."""
        columns: Any = zip(*rows, strict=True)
        return cls(*columns)

    def at(self, places: Sequence[int]) -> list[Break]:
        """The breaks at these indexes."""
        columns: Any = [map(column.__getitem__, places) for column in self]
        return list(map(Break, *columns))


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


class _Way(NamedTuple):
    """A way to set the paragraph up to a break.

    Attributes:
        cost: Of its lines in sum.
        at: Index of the break; -1 where the paragraph begins.
        hyphens: How many lines in a row end with a hyphen.
        before: The way to the start of its last line.
        wide: Whether its last line is wider than it may be.
        bad: Empty share of its last line, or the stretch.
    """

    cost: float
    at: int
    hyphens: int
    before: _Way | None
    wide: bool
    bad: float


_Cost: TypeAlias = Callable[[float, float, float], tuple[float, float]]
_BEGINNING_WAY = _Way(0.0, -1, 0, None, False, 0.0)


def choose_breaks(
    breaks: Breaks, width: float, mode: Mode, inside: Callable[[int, int, int], float]
) -> Chosen:
    """The breaks with the least cost in sum.

    Args:
        breaks: Where lines may end.
        width: Of the lines.
        mode: ``ragged`` leaves the last line free, ``balanced`` counts it like the others.
        inside: Exact width between two offsets of a word, for a line that holds nothing but a middle part of
            a word.
    """
    return _Paragraph(breaks, width, mode, inside).choose()


class _Paragraph:
    """Breaks, and the best ways to each of them that were found so far."""

    def __init__(
        self, breaks: Breaks, width: float, mode: Mode, inside: Callable[[int, int, int], float]
    ) -> None:
        self._breaks = breaks
        self._width = width
        self._last = len(breaks.lefts) - 1
        self._inside = inside
        self._shrink = SHRINK if mode == "justified" else 0.0
        self._line_cost = _COSTS[mode]
        self._last_cost = _COSTS["last" if mode != "balanced" else mode]
        self._ways: list[dict[int, _Way]] = [{} for _ in breaks.lefts]  # by their hyphens in a row
        self._filled = [-1]
        self._most = inf
        if mode != "justified" and not any(breaks.hyphens):
            self._fill()
        self._given_up = -1  # the last break at which a line was found to be too long
        self._longest = _BEGINNING_WAY  # where that line starts

    def choose(self) -> Chosen:
        """The best way to the last break; see ``choose_breaks``.

        Where all lines to a break would be too long, the shortest of them is taken.
        """
        self._extend(_BEGINNING_WAY)
        for at, ways in enumerate(self._ways):
            if not ways and at == self._given_up:
                cost = self._longest.cost + LINE + self._breaks.penalties[at] + _TOO_WIDE
                ways[0] = _Way(cost, at, 0, self._longest, True, 0.0)
            if ways and at < self._last:
                for way in ways.values():
                    self._extend(way)
        return _traced(min(ways.values(), key=lambda way: way.cost))

    def _extend(self, start: _Way) -> None:
        """Add a line that begins after ``start``, in all ways that are still good."""
        cost, begin, hyphens, *_ = start
        lefts, rights, flex_lefts, flex_rights, penalties, hyphened, words, offsets = self._breaks
        right, flex_right, start_offset = 0.0, 0.0, None
        if begin >= 0:
            right, flex_right, start_offset = rights[begin], flex_rights[begin], offsets[begin]
        limit, shrink, last, first = self._width, self._shrink, self._last, begin + 1
        if self._most < inf:
            lines = len(self._filled) - 1 - bisect_left(self._filled, begin)
            spare = self._most - cost - LINE * lines
            if spare < 0:
                return
            first = bisect_left(lefts, right + limit - sqrt(spare) / 10 * limit, first, last)
        for at in range(first, last + 1):
            slack = limit - lefts[at] + right
            if start_offset is not None and words[at] == words[begin]:
                offset = offsets[at]
                if offset is not None:
                    slack = limit - self._inside(words[at], start_offset, offset)
            flex = flex_lefts[at] - flex_right
            if slack < -TINY - shrink * flex:
                if at < last and slack >= -HYPHEN_ROOM - shrink * flex:
                    continue
                if at >= self._given_up:
                    self._given_up, self._longest = at, start
                return
            row = hyphens + 1 if hyphened[at] else 0
            if row > MAX_HYPHENS:
                continue
            after_hyphen = _AFTER_HYPHEN if hyphens and (row or at == last) else 0.0
            fixed = cost + (LINE + penalties[at] + after_hyphen)
            rival = self._ways[at].get(row)
            if rival is not None and rival.cost <= fixed:
                continue  # no line is free
            bad, price = (self._last_cost if at == last else self._line_cost)(slack, limit, flex)
            if rival is None or fixed + price < rival.cost:
                self._ways[at][row] = _Way(fixed + price, at, row, start, False, bad)

    def _fill(self) -> None:
        """Know the way whose lines take all that they can hold, if none is too wide: no good way costs more.

        No other way comes as far by as few lines.
        """
        lefts, rights, penalties = self._breaks.lefts, self._breaks.rights, self._breaks.penalties
        cost, begin, right, limit = TINY, -1, 0.0, self._width
        while begin < self._last:
            at = bisect_right(lefts, right + limit + TINY, begin + 1) - 1
            if at == begin:
                return
            line_cost = self._last_cost if at == self._last else self._line_cost
            cost += LINE + penalties[at] + line_cost(right + limit - lefts[at], limit, 0.0)[1]
            self._filled.append(at)
            begin, right = at, rights[at]
        self._most = cost


def _ragged_cost(slack: float, limit: float, _flex: float) -> tuple[float, float]:
    """Empty share of the line, and its square as the cost."""
    empty = slack / limit if limit > 0 else 0.0
    return empty, 100 * empty * empty


def _justified_cost(slack: float, _limit: float, flex: float) -> tuple[float, float]:
    """Stretch of the line as a multiple of that of its spaces, and its cube (Knuth and Plass: badness)."""
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


def _traced(way: _Way) -> Chosen:
    ends = []
    wide = False
    worst = 0.0
    last = way
    while way.before is not None:
        ends.append(way.at)
        wide = wide or way.wide
        if way is not last:
            worst = max(worst, way.bad)
        way = way.before
    return Chosen(tuple(reversed(ends)), wide, worst)
