"""Where to cut: crop marks, cut lines, outlines of round pieces, corner arcs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.colour import BLACK, WHITE, Colour
from pnp.draw import Group, Item, Path, Stroke, rectangle
from pnp.draw.path import Segment
from pnp.impose.option import Marks
from pnp.impose.rim import LEAST_MARK, Edge, Rim
from pnp.impose.sheet import Placement, SheetSide
from pnp.units import MM_PER_PT

# Thinner lines than 0.25 pt vanish on laser printers; thicker ones make a knife wander.
MARK_WIDTH = 0.25 * MM_PER_PT
UNDER_WIDTH = 0.75 * MM_PER_PT
BACK_COLOUR = Colour(0, 122, 158)  # blue-green: tells the sides of a sheet apart, and prints as mid grey
ARC_COLOUR = Colour(140, 140, 140)  # seen on light and on dark art, faint where the corner is left square


@dataclass(frozen=True, slots=True)
class Marking:
    """The marks of one side.

    Attributes:
        items: Back to front, in the page's frame.
        cramped: Whether some edge has no room for marks.
    """

    items: tuple[Item, ...]
    cramped: bool = False


def marking(side: SheetSide, marks: Marks, rims: Mapping[Edge, Rim]) -> Marking:
    """The marks of a side: straight ones for rectangles, outlines for other shapes.

    Straight marks stand outside the bleed at both ends of each cut, so that they are still there after the first cut.
    Lines through pieces are dark on light, so that they show on any art. Outlines and corner arcs are drawn on fronts
    alone: the piece is cut from there.
    """
    if marks == "none" or not side.slots:
        return Marking(())
    if side.slots[0].face.outline.shape != "rectangle":
        return Marking(tuple(_outlines(side.slots)) if side.side == "front" else ())
    colour = BLACK if side.side == "front" else BACK_COLOUR
    ends = {edge: rims[edge].mark(*depths) for edge, depths in _depths(side).items()}
    room = {edge: start - end >= LEAST_MARK / 2 for edge, (start, end) in ends.items()}
    items: list[Item] = []
    if marks == "lines":
        lines = _path(_lines(side, {edge: rims[edge].across(ends[edge][1]) for edge in Edge}))
        items += [Stroke(lines, WHITE, UNDER_WIDTH), Stroke(lines, colour, MARK_WIDTH)]
    else:
        ticks = [
            tick
            for edge in Edge
            if room[edge]
            for tick in _ticks(side, edge, *(rims[edge].across(depth) for depth in ends[edge]))
        ]
        items += [Stroke(_path(ticks), colour, MARK_WIDTH)] if ticks else []
    arcs = tuple(_arcs(side.slots)) if side.side == "front" else ()
    items += [Stroke(arcs, ARC_COLOUR, MARK_WIDTH)] if arcs else []
    return Marking(tuple(items), not all(room.values()))


def _depths(side: SheetSide) -> dict[Edge, tuple[float, float]]:
    """How deep the bleed and the trim of the outermost filled places lie behind each edge."""
    width, height = side.grid.page_width.mm, side.grid.page_height.mm
    bleeds, trims = [slot.shown for slot in side.slots], [slot.trim for slot in side.slots]
    return {
        Edge.TOP: (min(box.y for box in bleeds), min(box.y for box in trims)),
        Edge.LEFT: (min(box.x for box in bleeds), min(box.x for box in trims)),
        Edge.BOTTOM: (height - max(box.bottom for box in bleeds), height - max(box.bottom for box in trims)),
        Edge.RIGHT: (width - max(box.right for box in bleeds), width - max(box.right for box in trims)),
    }


def _cuts(side: SheetSide, edge: Edge) -> list[float]:
    """Where cuts meet an edge: x of the cuts along filled columns, or y of those along filled rows; each once."""
    if edge.level:
        cuts = {at for slot in side.slots for at in (slot.x, slot.x + side.grid.cell_width)}
    else:
        cuts = {at for slot in side.slots for at in (slot.y, slot.y + side.grid.cell_height)}
    return [cut.mm for cut in sorted(cuts)]


_Line = tuple[float, float, float, float]


def _ticks(side: SheetSide, edge: Edge, start: float, end: float) -> Iterator[_Line]:
    for cut in _cuts(side, edge):
        yield (cut, start, cut, end) if edge.level else (start, cut, end, cut)


def _lines(side: SheetSide, ends: Mapping[Edge, float]) -> Iterator[_Line]:
    for cut in _cuts(side, Edge.TOP):
        yield (cut, ends[Edge.TOP], cut, ends[Edge.BOTTOM])
    for cut in _cuts(side, Edge.LEFT):
        yield (ends[Edge.LEFT], cut, ends[Edge.RIGHT], cut)


def _path(lines: Iterable[_Line]) -> Path:
    return tuple(segment for x1, y1, x2, y2 in lines for segment in (("M", x1, y1), ("L", x2, y2)))


def _outlines(slots: Sequence[Placement]) -> Iterator[Item]:
    """A ring at each trim, dark on light."""
    for slot in slots:
        path = slot.face.outline.path()
        ring = (Stroke(path, WHITE, UNDER_WIDTH), Stroke(path, BLACK, MARK_WIDTH))
        yield Group(ring, matrix=slot.matrix)


def _arcs(slots: Sequence[Placement]) -> Iterator[Segment]:
    """The round corners of each piece, for those who own a corner punch."""
    for slot in slots:
        at: tuple[str | float, ...] = ()
        for segment in rectangle(slot.trim, slot.face.outline.radius):
            if segment[0] == "C":
                yield ("M", *at)
                yield segment
            at = segment[-2:]
