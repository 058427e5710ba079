"""Where the words beside a piece are set, and the lines from them to the places that they point at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import fsum, sqrt
from typing import NamedTuple

from pnp.draw import Tag
from pnp.geometry import Box, Point
from pnp.rulebook.limits import MOST_SWAPS
from pnp.text import SetLine

BETWEEN = 1.6
"""Between the words of two notes (millimetres)."""
DOT, CASING = 0.6, 0.3
"""Radius of the dot at the end of a line, and the light rim around it."""
_BESIDE = DOT + CASING + 0.6
"""From what is pointed at to the middle of the dot: never on its last letter."""
_CLEAR = 0.7
"""Around what lines keep clear of."""
_SWEEPS = 3
"""Times that notes look for better lines."""
_CROSSED, _STEEP, _ASKEW = 100.0, 0.3, 0.4
"""Costs of a line: for each thing that it crosses, for each millimetre up or down, for an end not beside."""


class Leader(NamedTuple):
    """A line from words to a place.

    Attributes:
        point: Where it ends, in the frame of the picture.
        level: The height at which its words are wanted.
        cost: Of a point that is not straight beside the place.
    """

    point: Point
    level: float
    cost: float = 0.0


class Note(NamedTuple):
    """Words beside a piece.

    Attributes:
        way: The line to what they point at.
        lines: As set.
        height: Of the lines.
        tag: Of the lines.
        place: What they point at.
        number: Of the place, from 0.
    """

    way: Leader
    lines: list[SetLine]
    height: float
    tag: Tag = Tag("P")
    place: Box = Box(0.0, 0.0, 0.0, 0.0)
    number: int = 0

    @property
    def point(self) -> Point:
        """Where the line ends."""
        return self.way.point


class NoteSide(NamedTuple):
    """One side of a picture, where words are set.

    Attributes:
        knee: Where lines leave the height of their words, in the frame of the picture.
        line: Height of a line of words, in whose middle lines begin.
        width: Of the picture.
        height: Of the picture.
        shown: The words and icons on the picture.
    """

    knee: float
    line: float
    width: float
    height: float
    shown: Sequence[Box] = ()

    @property
    def direction(self) -> float:
        """1 where words are on the right, -1 on the left."""
        return 1.0 if self.knee > self.width / 2 else -1.0


def beside(side: NoteSide, place: Box) -> Leader:
    """The line that ends straight beside a place, or at its point."""
    return next(iter(_ends(side, place)))


def clear_of_others(side: NoteSide, notes: Sequence[Note]) -> list[Note]:
    """The notes with lines that cross as few words and icons as possible besides what they point at."""
    best = list(notes)
    least = _cost(side, best)
    for sweep in range(_SWEEPS):
        if least < _CROSSED:
            break
        for at, note in enumerate(best):
            if sweep == 0 and not _crossed(side, note.point, note.way.level, note.place):
                continue  # at first only those that must move
            for way in _ways(side, note.place):
                tried = [*best[:at], note._replace(way=way), *best[at + 1 :]]
                cost = _cost(side, tried)
                if cost < least:
                    best, least = tried, cost
    return best


def _ends(side: NoteSide, place: Box) -> list[Leader]:
    """Where a line may end: beside the place, or around it; at a point only there."""
    x, y = place.centre
    if not place.width:
        return [Leader(place.centre, y)]
    across = (place.width / 2 + _BESIDE) * side.direction
    down = place.height / 2 + _BESIDE
    half = sqrt(0.5)
    around = (
        (across, 0.0),
        (across * half, -down * half),
        (across * half, down * half),
        (0.0, -down),
        (0.0, down),
    )
    ends: list[Leader] = []
    for right, below in around:
        point = Point(min(max(x + right, DOT), side.width - DOT), y + below)
        ends.append(Leader(point, point.y, _ASKEW if below else 0.0))
    return ends


def _ways(side: NoteSide, place: Box) -> list[Leader]:
    """The lines to a place, level or just above and below what a level one would cross."""
    ways: list[Leader] = []
    for end in _ends(side, place):
        ways.append(end)
        for other in _crossed(side, end.point, end.level, place):
            for corner in (Point(other.x, other.y), Point(other.right, other.y)):
                ways += _past(side, end, corner, -_CLEAR - 0.1)
            for corner in (Point(other.x, other.bottom), Point(other.right, other.bottom)):
                ways += _past(side, end, corner, _CLEAR + 0.1)
    return ways


def _past(side: NoteSide, end: Leader, corner: Point, by: float) -> list[Leader]:
    """The line that passes a corner at a distance, if its words are not far from the picture."""
    ahead = (corner.x - end.point.x) * side.direction
    if ahead <= 0.5:
        return []
    level = end.point.y + (corner.y + by - end.point.y) * abs(side.knee - end.point.x) / ahead
    if -2 * side.line <= level <= side.height + 2 * side.line:
        return [end._replace(level=level)]
    return []


def _crossed(side: NoteSide, point: Point, level: float, place: Box) -> list[Box]:
    """The words and icons that a line crosses, besides its own place."""
    found: list[Box] = []
    knee = Point(side.knee, level)
    for box in side.shown:
        if box.meets(place, -0.05) or box.holds(place):
            continue
        if _through(box.grown(_CLEAR), point, knee):
            found.append(box)
    return found


def _through(box: Box, a: Point, b: Point) -> bool:
    """Whether the stretch from a to b has a point within the box (Liang and Barsky, 1984)."""
    enter, leave = 0.0, 1.0
    for from_, step, low, high in (
        (a.x, b.x - a.x, box.x, box.right),
        (a.y, b.y - a.y, box.y, box.bottom),
    ):
        if abs(step) < 1e-9:
            if not low < from_ < high:
                return False
            continue
        first, last = sorted(((low - from_) / step, (high - from_) / step))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


def _cost(side: NoteSide, notes: Sequence[Note]) -> float:
    stack = stacked(notes, side.knee, side.line)
    if stack is None:
        return float("inf")
    costs: list[float] = []
    for note, top in stack:
        level = top + side.line / 2
        crossed = _crossed(side, note.point, level, note.place)
        costs.append(note.way.cost + _CROSSED * len(crossed) + _STEEP * abs(level - note.point.y))
    return fsum(costs)


def stacked(notes: Sequence[Note], knee: float, line: float) -> list[tuple[Note, float]] | None:
    """The notes of one side from top to bottom with the top of each, none over another.

    Each is as near as possible to its level, and no two lines from ``knee`` to their points cross; None if no
    such order is found.

    Args:
        notes: In any order.
        knee: Where the lines leave the height of their words.
        line: Height of a line of words, in whose middle lines begin.
    """
    order = sorted(notes, key=lambda note: (note.way.level, note.point.x))
    for _ in range(MOST_SWAPS):
        tops = _tops(order, line)
        starts = [Point(knee, top + line / 2) for top in tops]
        crossing = next(
            (
                (one, other)
                for one, other in combinations(range(len(order)), 2)
                if _cross(starts[one], order[one].point, starts[other], order[other].point)
            ),
            None,
        )
        if crossing is None:
            return list(zip(order, tops, strict=True))
        one, other = crossing
        order[one], order[other] = order[other], order[one]
    return None


def _tops(notes: Sequence[Note], line: float) -> list[float]:
    """Tops of the notes one below the other, each as near to its level as the others allow.

    Notes that meet become one block, whose place is the mean of what its notes want (pool adjacent
    violators).
    """
    blocks: list[tuple[float, float, int]] = []  # top that is wanted, height, number of notes
    for note in notes:
        top, height, count = note.way.level - line / 2, note.height + BETWEEN, 1
        while blocks and blocks[-1][0] + blocks[-1][1] > top:
            above_top, above_height, above_count = blocks.pop()
            together = count + above_count
            top = (above_top * above_count + (top - above_height) * count) / together
            height, count = above_height + height, together
        blocks.append((top, height, count))
    tops: list[float] = []
    for block_top, _, count in blocks:
        y = block_top
        for note in notes[len(tops) : len(tops) + count]:
            tops.append(y)
            y += note.height + BETWEEN
    return tops


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines from a to b and from c to d cross; sharing an end is no crossing."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
