"""Which pieces of a side lie on one another, by their true shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.geometry import Box, Point
from pnp.impose import Placement

_SLACK = 1e-6
_BELOW = 1e-3  # mm: steps of nested rows are whole units of length, true √3/2 is not


def overlaps(slots: Sequence[Placement]) -> Iterator[tuple[Placement, Placement]]:
    """Pairs of which one covers something of the other's trim, with its trim or with the bleed that shows."""
    ordered = sorted(slots, key=lambda slot: (slot.shown.y, slot.shown.x))
    for index, one in enumerate(ordered):
        bottom = one.shown.bottom - _SLACK
        for other in ordered[index + 1 :]:
            if other.shown.y >= bottom:
                break
            if _covers(one, other) or _covers(other, one):
                yield one, other


def _covers(one: Placement, other: Placement) -> bool:
    """Whether what shows of the first meets the trim of the second."""
    if not one.shown.meets(other.trim, _SLACK):
        return False
    shapes = {one.face.outline.shape, other.face.outline.shape}
    if shapes == {"rectangle"}:
        return True
    return _meet(_shown(one), _trim(other))


def _trim(slot: Placement) -> list[Point]:
    outline = slot.face.outline
    return _corners(slot.trim) if outline.shape == "rectangle" else _moved(slot, outline.hull())


def _shown(slot: Placement) -> list[Point]:
    outline = slot.face.outline
    return _corners(slot.shown) if outline.shape == "rectangle" else _moved(slot, outline.hull(_grown(slot)))


def _corners(box: Box) -> list[Point]:
    return [
        Point(box.x, box.y),
        Point(box.right, box.y),
        Point(box.right, box.bottom),
        Point(box.x, box.bottom),
    ]


def _grown(slot: Placement) -> float:
    """How far the bleed of a shape that is no rectangle shows beyond its edges: the clip is the grown outline's box."""
    return max(0.0, -slot.clip.x if slot.face.outline.shape == "hex-pointy" else -slot.clip.y)


def _moved(slot: Placement, points: Sequence[tuple[float, float]]) -> list[Point]:
    return [slot.matrix.apply(x, y) for x, y in points]


def _meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex polygons share an area: no edge of either has all of the other beyond it."""
    return not any(
        _apart_along(edge, one, other)
        for shape in (one, other)
        for edge in zip(shape, (*shape[1:], shape[0]), strict=True)
    )


def _apart_along(edge: tuple[Point, Point], one: Sequence[Point], other: Sequence[Point]) -> bool:
    (x1, y1), (x2, y2) = edge
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length < _SLACK:
        return False
    across: tuple[float, float] = ((y2 - y1) / length, (x1 - x2) / length)
    first = [point.x * across[0] + point.y * across[1] for point in one]
    second = [point.x * across[0] + point.y * across[1] for point in other]
    return bool(max(first) <= min(second) + _BELOW or max(second) <= min(first) + _BELOW)
