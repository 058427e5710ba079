"""Closed lines of any form: their corners, what they enclose, and the lines beside them.

A ring is a tuple of points in millimetres, y downwards, clockwise as it is looked at; the last point is
joined to the first one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias, cast

from pnp.draw.path import Path, Segment, level_places
from pnp.geometry import Box

Corner: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Corner, ...]
RingEdge: TypeAlias = tuple[Corner, Corner]

FLATNESS = 0.005
"""Millimetres between a curve and the straight lines that stand for it; no cutter is as exact."""

_SAME = 6
"""Decimals of points: nanometres."""
_BESIDE = 1e-4
"""Millimetres from a line at which a point counts as beside it."""
_SPECK = 1e-3
"""Square millimetres; smaller loops of a moved ring are rounding errors."""


def corners_of(path: Path) -> list[Corner]:
    """The corners of a path of one closed line, in its own direction, curves as many short lines.

    Ends of curves and their outermost points are among them, so that the box around them is that of the path.
    """
    found: list[Corner] = []
    for segment in path:
        numbers = cast("tuple[float, ...]", segment[1:])
        if segment[0] in ("M", "L"):
            found.append((numbers[0], numbers[1]))
        elif segment[0] == "C":
            found += _curve(found[-1], numbers)
    kept = (
        [here for before, here in pairwise([found[-1], *found]) if not _near(before, here)] if found else []
    )
    return kept or found[:1]


def _near(one: Corner, other: Corner) -> bool:
    return abs(one[0] - other[0]) < 1e-6 and abs(one[1] - other[1]) < 1e-6


def _curve(start: Corner, numbers: Sequence[float]) -> list[Corner]:
    """Points along a cubic curve after its start.

    Steps by Wang's bound on the distance of a curve from its chords (G. Wang, 1984): ¾ of the greatest second
    difference of its points, over the square of the steps.
    """
    points = [start, *zip(numbers[::2], numbers[1::2], strict=True)]
    bends = (
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
    )
    steps = max(1, math.ceil(math.sqrt(0.75 * max(bends) / FLATNESS)))
    at = {step / steps for step in range(1, steps + 1)}
    for axis in (0, 1):
        level = level_places(*(point[axis] for point in points))
        at.update(t for t in level if 1e-6 < t < 1 - 1e-6)
    return [points[3] if t == 1 else _on_curve(points, t) for t in sorted(at)]


def _on_curve(points: Sequence[Corner], t: float) -> Corner:
    s = 1 - t
    shares = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return (
        sum(share * x for share, (x, _) in zip(shares, points, strict=True)),
        sum(share * y for share, (_, y) in zip(shares, points, strict=True)),
    )


def area(corners: Sequence[Corner]) -> float:
    """Square millimetres that the line encloses; negative where it runs anticlockwise."""
    doubled = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides_of(corners))
    return doubled / 2


def box_of(corners: Sequence[Corner]) -> Box:
    """The smallest box around the corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def sides_of(corners: Sequence[Corner]) -> Iterator[RingEdge]:
    """Each corner with the next one, the last with the first."""
    return zip(corners, (*corners[1:], *corners[:1]), strict=True)


def crossing(corners: Sequence[Corner]) -> Corner | None:
    """A point in which the line meets itself; None for one that never does."""
    sides = list(sides_of(corners))
    last = len(sides) - 1
    for one, other in _neighbours(sides):
        if one > other:
            one, other = other, one
        beside = other - one == 1 or (one == 0 and other == last)
        for point in _meetings(sides[one], sides[other]):
            shared = sides[one][1] if other - one == 1 else sides[one][0]
            if not (beside and _near(point, shared)):
                return point
    return None


def holds(ring: Ring, box: Box, inset: float) -> bool:
    """Whether a box lies inside the ring, everywhere at least ``inset`` away from it.

    A negative ``inset`` lets the box reach as far beyond the ring.
    """
    core = box if inset >= 0 else box.inset(-inset, -inset, -inset, -inset)
    if not _encloses(ring, core.centre):
        return False
    near, inner = core.grown(max(0.0, inset)), core.inset(1e-6, 1e-6, 1e-6, 1e-6)
    return not any(
        _clipped(side, near) and (_clipped(side, inner) or _away(side, core) < inset - 1e-6)
        for side in sides_of(ring)
    )


def _encloses(ring: Ring, point: Corner) -> bool:
    return winding(sides_of(ring), point) != 0


def winding(sides: Iterable[RingEdge], point: Corner) -> int:
    """How often the lines run clockwise round a point."""
    px, py = point
    turns = 0
    for (x1, y1), (x2, y2) in sides:
        if (y1 <= py) == (y2 <= py):
            continue
        if (x1 + (py - y1) * (x2 - x1) / (y2 - y1)) > px:
            turns += 1 if y2 > y1 else -1
    return turns


def _away(side: RingEdge, box: Box) -> float:
    """How far a side is from a box; 0 for one that meets it."""
    if _clipped(side, box):
        return 0.0
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return min(
        *(_distance(corner, side) for corner in corners),
        *(
            math.hypot(max(box.x - x, 0.0, x - box.right), max(box.y - y, 0.0, y - box.bottom))
            for x, y in side
        ),
    )


def _clipped(side: RingEdge, box: Box) -> bool:
    """Whether some of a side is inside a box (Liang and Barsky, 1984)."""
    (x1, y1), (x2, y2) = side
    start, end = 0.0, 1.0
    for step, room in (
        (x1 - x2, x1 - box.x),
        (x2 - x1, box.right - x1),
        (y1 - y2, y1 - box.y),
        (y2 - y1, box.bottom - y1),
    ):
        if step == 0:
            if room < 0:
                return False
        elif step < 0:
            start = max(start, room / step)
        else:
            end = min(end, room / step)
    return start <= end


def _distance(point: Corner, side: RingEdge) -> float:
    """How far a point is from a side."""
    (x1, y1), (x2, y2) = side
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / length)) if length else 0.0
    return math.hypot(point[0] - x1 - t * dx, point[1] - y1 - t * dy)


def width_at(ring: Ring, height: float, middle: float) -> float:
    """How far the ring reaches to both sides of ``middle`` at a height: twice the nearer end, 0 outside."""
    ends = sorted(
        x1 + (height - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in sides_of(ring)
        if (y1 <= height) != (y2 <= height)
    )
    for left, right in zip(ends[::2], ends[1::2], strict=True):
        if left <= middle <= right:
            return 2 * min(middle - left, right - middle)
    return 0.0


def moved_ring(ring: Ring, by: float) -> list[Ring]:
    """The lines at a distance outside the ring, or inside where ``by`` is negative.

    Corners become arcs, as of all points at the same distance. Moved inwards, a ring may fall into several or
    vanish; moved outwards, it may get holes, which run anticlockwise. Each point lies within 0.01 mm of that
    distance.

    A line that moves each side and turns round each corner crosses itself where the ring is narrow. Of a ring
    without crossings it runs clockwise round just the points to be found (winding numbers above 0), so what
    counts of it are the pieces that have such points on one side alone.
    """
    if by == 0 or len(ring) < 3:
        return [ring]
    raw = [side for side in sides_of(_raw(ring, by)) if side[0] != side[1]]
    near = _NearSides(ring, abs(by))
    border = _border(_RowsOfSides(raw), near, [side for side in raw if not near.hides(side)])
    return [loop for loop in _loops(border) if abs(area(loop)) > _SPECK]


def _raw(ring: Ring, by: float) -> list[Corner]:
    """The moved sides, one after the other, with the arcs or the ways back that join them."""
    found: list[Corner] = []
    step = 2 * math.acos(max(0.0, 1 - FLATNESS / abs(by)))
    sides = list(sides_of(ring))
    turned = [math.atan2(y2 - y1, x2 - x1) for (x1, y1), (x2, y2) in sides]
    for (start, end), here, following in zip(sides, turned, (*turned[1:], turned[0]), strict=True):
        # A clockwise line has the outside at its left, a quarter turn anticlockwise.
        turn = (following - here + math.pi) % math.tau - math.pi
        out = by * math.sin(here), -by * math.cos(here)
        found += [(start[0] + out[0], start[1] + out[1]), (end[0] + out[0], end[1] + out[1])]
        if turn * by < 0:
            found.append(end)
            continue
        arcs = math.ceil(abs(turn) / step)
        for arc in range(1, arcs):
            angle = here + turn * arc / arcs
            found.append((end[0] + by * math.sin(angle), end[1] - by * math.cos(angle)))
    return [(round(x, _SAME), round(y, _SAME)) for x, y in found]


class _NearSides:
    """The sides of a ring in a grid, to find moved sides that are too near to the ring to be of its border.

    Without it a ring of 1,000 teeth took 45 seconds: each of its moved sides crosses all others.
    """

    def __init__(self, ring: Ring, distance: float) -> None:
        box = box_of(ring)
        self._distance = distance - 2 * FLATNESS
        self._cell = max(distance, max(box.width, box.height) / 300)
        self._sides: defaultdict[tuple[int, int], set[RingEdge]] = defaultdict(set)
        for side in sides_of(ring):
            (x1, y1), (x2, y2) = side
            steps = int(2 * math.dist(*side) / self._cell) + 1
            for step in range(steps + 1):
                t = step / steps
                self._sides[self._place(x1 + t * (x2 - x1), y1 + t * (y2 - y1))].add(side)

    def _place(self, x: float, y: float) -> tuple[int, int]:
        return math.floor(x / self._cell), math.floor(y / self._cell)

    def hides(self, moved: RingEdge) -> bool:
        """Whether one side of the ring is near to all of a moved side; may miss some."""
        start, end = moved
        column, row = self._place(*start)
        for across in (column, column - 1, column + 1):
            for down in (row, row - 1, row + 1):
                for side in self._sides.get((across, down), ()):
                    if _distance(start, side) < self._distance and _distance(end, side) < self._distance:
                        return True
        return False


def _border(rows: _RowsOfSides, near: _NearSides, sides: Sequence[RingEdge]) -> Iterable[RingEdge]:
    """The pieces of sides that have points to be found at their right alone; each once."""
    cuts: defaultdict[int, set[Corner]] = defaultdict(set)
    for one, other in _neighbours(sides):
        for x, y in _meetings(sides[one], sides[other]):
            point = round(x, _SAME), round(y, _SAME)
            first, second = sorted((one, other))
            if second - first != 1 or not sides[first][1] == point == sides[second][0]:
                cuts[one].add(point)
                cuts[other].add(point)
    joints = set().union(*cuts.values())
    found: dict[RingEdge, None] = {}
    before, parts = ((0.0, 0.0), (0.0, 0.0)), False
    for index, (start, end) in enumerate(sides):
        between = sorted(cuts[index], key=lambda point: math.dist(start, point)) if index in cuts else ()
        for piece in pairwise([start, *(point for point in between if point not in (start, end)), end]):
            if piece[0] != before[1] or piece[0] in joints or _bends(before, piece):  # else as before
                middle = (piece[0][0] + piece[1][0]) / 2, (piece[0][1] + piece[1][1]) / 2
                parts = not near.hides((middle, middle)) and rows.parts(piece)
            before = piece
            if parts:
                found[piece] = None
    return found


def _bends(one: RingEdge, other: RingEdge) -> bool:
    """Whether the second side turns away from the first by more than steps of an arc do."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    along = (bx - ax) * (dx - cx) + (by - ay) * (dy - cy)
    return along <= abs((bx - ax) * (dy - cy) - (by - ay) * (dx - cx))


def _neighbours(sides: Sequence[RingEdge]) -> Iterator[tuple[int, int]]:
    """Pairs of sides whose boxes meet, by their places; each once."""
    boxes = [(min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)) for (x1, y1), (x2, y2) in sides]
    open_: list[int] = []
    for index in sorted(range(len(sides)), key=lambda place: boxes[place][0]):
        left, _, top, bottom = boxes[index]
        open_ = [other for other in open_ if boxes[other][1] >= left]
        for other in open_:
            if boxes[other][2] <= bottom and boxes[other][3] >= top:
                yield other, index
        open_.append(index)


def _meetings(one: RingEdge, other: RingEdge) -> list[Corner]:
    """Points in which two sides meet: none, one, or the ends of what they share."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    flat = ux * vy - uy * vx
    lengths = math.hypot(ux, uy), math.hypot(vx, vy)
    if abs(flat) > 1e-9 * lengths[0] * lengths[1]:
        t = ((cx - ax) * vy - (cy - ay) * vx) / flat
        s = ((cx - ax) * uy - (cy - ay) * ux) / flat
        slack = 1e-7 / lengths[0], 1e-7 / lengths[1]
        if -slack[0] <= t <= 1 + slack[0] and -slack[1] <= s <= 1 + slack[1]:
            return [(ax + t * ux, ay + t * uy)]
        return []
    return [
        *(point for point in other if _distance(point, one) < 1e-6),
        *(point for point in one if _distance(point, other) < 1e-6),
    ]


class _RowsOfSides:
    """Sides by the rows of a grid that they pass, to find those beside a point without looking at all."""

    def __init__(self, sides: Sequence[RingEdge]) -> None:
        tops = [min(y1, y2) for (_, y1), (_, y2) in sides]
        bottoms = [max(y1, y2) for (_, y1), (_, y2) in sides]
        self._top = min(tops, default=0.0)
        self._height = max((max(bottoms, default=0.0) - self._top) / 200, 1e-3)
        self._rows: defaultdict[int, list[RingEdge]] = defaultdict(list)
        for side, top, bottom in zip(sides, tops, bottoms, strict=True):
            for row in range(self._row(top), self._row(bottom) + 1):
                self._rows[row].append(side)

    def _row(self, y: float) -> int:
        return int((y - self._top) // self._height)

    def parts(self, side: RingEdge) -> bool:
        """Whether points to be found lie at the right of a side alone."""
        (x1, y1), (x2, y2) = side
        length = math.hypot(x2 - x1, y2 - y1)
        beside = min(_BESIDE, length / 4) / length
        x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) * beside, (y2 - y1) * beside
        return self._turns(x - dy, y + dx) > 0 >= self._turns(x + dy, y - dx)

    def _turns(self, x: float, y: float) -> int:
        return winding(self._rows.get(self._row(y), ()), (x, y))


def _loops(border: Iterable[RingEdge]) -> Iterator[Ring]:
    """The sides joined to rings, as far as they join."""
    onwards: defaultdict[Corner, list[Corner]] = defaultdict(list)
    for start, end in border:
        onwards[start].append(end)
    for start in list(onwards):
        while onwards[start]:
            loop, at = [start], onwards[start].pop()
            while at != start and onwards[at]:
                loop.append(at)
                at = onwards[at].pop()
            if at == start:
                yield tuple(loop)


def ring_path(rings: Iterable[Ring]) -> Path:
    """The rings as one path."""
    found: list[Segment] = []
    for (x, y), *rest in rings:
        found += [("M", x, y), *(("L", px, py) for px, py in rest), ("Z",)]
    return tuple(found)
