"""Where to cut: crop marks, cut lines, outlines of round pieces, corner arcs, lines that part blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pnp.colour import BLACK, WHITE, Colour
from pnp.draw import Group, Item, Path, Stroke, rectangle
from pnp.draw.path import Segment
from pnp.geometry import shift, turn
from pnp.impose.furniture import BLANK_RIM, BLOCK_MARK, LEAST_MARK, MARK_GAP, Edge, Rim
from pnp.impose.grid import FOLD_MARK, PageLattice
from pnp.impose.mosaic import Mosaic, Parting
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import Placement, SheetSide
from pnp.units import MM_PER_PT, mm

# Thinner lines than 0.25 pt vanish on laser printers; thicker ones make a knife wander.
MARK_WIDTH = 0.25 * MM_PER_PT
UNDER_WIDTH = 0.75 * MM_PER_PT
FOLD_COLOUR = Colour(90, 90, 90)
FOLD_DASH = (2.0, 1.0)  # mm
_FOLD_WORDS = 0.9  # mm between the fold and the words beside it
ARC_COLOUR = Colour(140, 140, 140)  # seen on light and on dark art, faint where the corner is left square


class Marking(NamedTuple):
    """The marks of one side.

    Attributes:
        items: Back to front, in the page's frame.
        cramped: Whether some edge has no room for marks.
    """

    items: tuple[Item, ...]
    cramped: bool = False


def marking(
    sides: Sequence[SheetSide], profile: PrintProfile, rims: Mapping[Edge, Rim], words: Sequence[Item] = ()
) -> Marking:
    """The marks of a page: straight ones for rectangles, outlines for other shapes, and the fold if any.

    Straight marks are outside the bleed at both ends of each cut, so that they are still there after the
    first cut. Lines through pieces are dark on light, so that they show on any art. Outlines and corner arcs
    are drawn on fronts
    alone: the piece is cut from there.

    Args:
        sides: The sides on the page: one, or front and back where the page is folded between them.
        profile: Kind and colours of the marks.
        rims: Of the page.
        words: "Fold here" in a line whose baseline has its middle at the origin; none for no words.
    """
    first, grid = sides[0], sides[0].grid
    assert isinstance(grid, PageLattice), "pages with several grids have marks of their own"
    slots = [slot for side in sides for slot in side.slots]
    if unmarked(first, profile) or not slots:
        return Marking(())
    ends = {edge: rims[edge].mark(*depths) for edge, depths in _depths(grid, slots).items()}
    folded = tuple(_fold(grid, rims, ends, words)) if len(sides) > 1 else ()
    if slots[0].face.outline.shape != "rectangle":
        rings = tuple(outlines(first.slots)) if first.side == "front" and profile.cut_line is None else ()
        return Marking((*rings, *folded))
    cuts = Cuts.of(slots)
    colour = profile.mark_colour if first.side == "front" else profile.back_mark_colour
    room = {edge: start - end >= LEAST_MARK / 2 for edge, (start, end) in ends.items()}
    items: list[Item] = []
    if profile.marks == "lines":
        lines = path_of(cuts.lines({edge: rims[edge].across(ends[edge][1]) for edge in Edge}))
        items += [Stroke(lines, WHITE, UNDER_WIDTH), Stroke(lines, colour, MARK_WIDTH)]
    else:
        ticks = [
            tick
            for edge in Edge
            if room[edge]
            for tick in cuts.ticks(edge, *(rims[edge].across(depth) for depth in ends[edge]))
        ]
        if len(sides) > 1:
            ticks += cuts.over_fold(grid)
        items += [Stroke(path_of(ticks), colour, MARK_WIDTH)] if ticks else []
    corners = tuple(arcs(first.slots)) if first.side == "front" and profile.marks == "corners" else ()
    items += [Stroke(corners, ARC_COLOUR, MARK_WIDTH)] if corners else []
    return Marking((*items, *folded), not all(room.values()))


def unmarked(side: SheetSide, profile: PrintProfile) -> bool:
    """Whether the side has no marks."""
    return profile.marks == "none" or (side.side == "back" and profile.back_marks == "none")


def straight_cuts(side: SheetSide) -> int:
    """How many straight cuts free the rectangles of a side: those between grids, then those of each grid."""
    cuts = len(side.grid.partings) if isinstance(side.grid, Mosaic) else 0
    for part in range(len(side.grid.parts)):
        slots = [slot for slot in side.slots if slot.part == part]
        if slots and slots[0].face.outline.shape == "rectangle":
            along = Cuts.of(slots)
            cuts += len(along.columns) + len(along.rows)
    return cuts


def _depths(grid: PageLattice, slots: Sequence[Placement]) -> dict[Edge, tuple[float, float]]:
    """How deep the bleed and the trim of the outermost filled places lie inside each edge."""
    width, height = grid.page_width.mm, grid.page_height.mm
    bleeds, trims = [slot.spot.shown for slot in slots], [slot.spot.trim for slot in slots]
    return {
        Edge.TOP: (min(box.y for box in bleeds), min(box.y for box in trims)),
        Edge.LEFT: (min(box.x for box in bleeds), min(box.x for box in trims)),
        Edge.BOTTOM: (height - max(box.bottom for box in bleeds), height - max(box.bottom for box in trims)),
        Edge.RIGHT: (width - max(box.right for box in bleeds), width - max(box.right for box in trims)),
    }


LineEnds: TypeAlias = tuple[float, float, float, float]
"""Both ends of a line: x, y, x, y."""


class Cuts(NamedTuple):
    """Where cuts run: x of those along filled columns, y of those along filled rows; each once."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]

    @classmethod
    def of(cls, slots: Sequence[Placement]) -> Cuts:
        """The cuts along these pieces."""
        columns = {at for slot in slots for at in (slot.spot.x, slot.spot.x + mm(slot.spot.trim.width))}
        rows = {at for slot in slots for at in (slot.spot.y, slot.spot.y + mm(slot.spot.trim.height))}
        return cls(tuple(at.mm for at in sorted(columns)), tuple(at.mm for at in sorted(rows)))

    def ticks(self, edge: Edge, start: float, end: float) -> Iterator[LineEnds]:
        """Short marks along an edge."""
        for cut in self.columns if edge.level else self.rows:
            yield (cut, start, cut, end) if edge.level else (start, cut, end, cut)

    def lines(self, ends: Mapping[Edge, float]) -> Iterator[LineEnds]:
        """Whole lines from edge to edge."""
        for cut in self.columns:
            yield (cut, ends[Edge.TOP], cut, ends[Edge.BOTTOM])
        for cut in self.rows:
            yield (ends[Edge.LEFT], cut, ends[Edge.RIGHT], cut)

    def over_fold(self, grid: PageLattice) -> Iterator[LineEnds]:
        """Short marks over the fold, at the inner ends of the cuts that meet it."""
        reach = FOLD_MARK.mm - MARK_GAP
        if grid.fold == "x":
            middle = grid.page_width.mm / 2
            for cut in self.rows:
                yield (middle - reach, cut, middle + reach, cut)
        else:
            middle = grid.page_height.mm / 2
            for cut in self.columns:
                yield (cut, middle - reach, cut, middle + reach)


def _fold(
    grid: PageLattice,
    rims: Mapping[Edge, Rim],
    ends: Mapping[Edge, tuple[float, float]],
    words: Sequence[Item],
) -> Iterator[Item]:
    """The dashed line to fold along, as far out as the other marks, and words beside the first piece."""
    outer = {edge: rims[edge].across(ends[edge][1]) for edge in Edge}
    line: Path
    if grid.fold == "x":
        middle = grid.page_width.mm / 2
        line = (("M", middle, outer[Edge.TOP]), ("L", middle, outer[Edge.BOTTOM]))
        place = turn(270).then(shift(middle - _FOLD_WORDS, grid.top.mm + grid.cell_height.mm / 2))
    else:
        middle = grid.page_height.mm / 2
        line = (("M", outer[Edge.LEFT], middle), ("L", outer[Edge.RIGHT], middle))
        place = shift(grid.left.mm + grid.cell_width.mm / 2, middle - _FOLD_WORDS)
    yield Stroke(line, FOLD_COLOUR, MARK_WIDTH, dash=FOLD_DASH)
    if words:
        yield Group(tuple(words), matrix=place)


def path_of(lines: Iterable[LineEnds]) -> Path:
    """The lines as one path."""
    return tuple(segment for x1, y1, x2, y2 in lines for segment in (("M", x1, y1), ("L", x2, y2)))


def outlines(slots: Sequence[Placement]) -> Iterator[Item]:
    """A ring at each trim, dark on light."""
    for slot in slots:
        path = slot.face.outline.path()
        ring = (Stroke(path, WHITE, UNDER_WIDTH), Stroke(path, BLACK, MARK_WIDTH))
        yield Group(ring, matrix=slot.spot.matrix)


def cut_lines(slots: Sequence[Placement], colour: Colour) -> Iterator[Item]:
    """The outline of each piece, for machines that cut along a spot."""
    for slot in slots:
        yield Group((Stroke(slot.face.outline.path(), colour, MARK_WIDTH),), matrix=slot.spot.matrix)


def arcs(slots: Sequence[Placement]) -> Iterator[Segment]:
    """The round corners of each piece, for those who own a corner punch."""
    for slot in slots:
        at: tuple[str | float, ...] = ()
        for segment in rectangle(slot.spot.trim, slot.face.outline.radius):
            if segment[0] == "C":
                yield ("M", *at)
                yield segment
            at = segment[-2:]


PART_COLOUR = Colour(110, 110, 110)
PART_DASH = (3.0, 1.5)  # mm
_NEAR = 0.5  # mm between a cut's end and its mark: a knife that misses by less takes no mark along


def mosaic_marking(sides: Sequence[SheetSide], profile: PrintProfile, words: Sequence[Item] = ()) -> Marking:
    """The marks of a page with several grids.

    Dashed lines part the page into blocks, in the order in which they can be cut from edge to edge. Round
    each block of rectangles short marks, dark on light over its bleed, are at both ends of its cuts, or
    whole lines run through it. Other shapes have their outlines.

    Args:
        sides: The sides on the page: one, or front and back where the page is folded between them.
        profile: Kind and colours of the marks.
        words: "Fold here" in a line whose baseline has its middle at the origin; none for no words.
    """
    first = sides[0]
    if unmarked(first, profile) or not any(side.slots for side in sides):
        return Marking(())
    items: list[Item] = []
    for side in sides:
        items += _side(side, profile)
    if len(sides) > 1:
        items += _fold_mark(first, words)
    return Marking(tuple(items))


def _side(side: SheetSide, profile: PrintProfile) -> Iterator[Item]:
    mosaic = side.grid
    assert isinstance(mosaic, Mosaic)
    colour = profile.mark_colour if side.side == "front" else profile.back_mark_colour
    yield from _partings(mosaic.partings)
    lines: list[LineEnds] = []
    for part in range(len(mosaic.parts)):
        slots = [slot for slot in side.slots if slot.part == part]
        if not slots:
            continue
        if slots[0].face.outline.shape != "rectangle":
            yield from outlines(slots) if side.side == "front" and profile.cut_line is None else ()
            continue
        lines += _lines(slots) if profile.marks == "lines" else _ticks(slots)
        corners = tuple(arcs(slots)) if side.side == "front" and profile.marks == "corners" else ()
        if corners:
            yield Stroke(corners, ARC_COLOUR, MARK_WIDTH)
    if lines:
        path = path_of(lines)
        yield Stroke(path, WHITE, UNDER_WIDTH)
        yield Stroke(path, colour, MARK_WIDTH)


def _partings(partings: Sequence[Parting]) -> Iterator[Item]:
    if not partings:
        return
    path = path_of(
        (cut.at.mm, cut.start.mm, cut.at.mm, cut.end.mm)
        if cut.axis == "x"
        else (cut.start.mm, cut.at.mm, cut.end.mm, cut.at.mm)
        for cut in partings
    )
    yield Stroke(path, WHITE, UNDER_WIDTH)
    yield Stroke(path, PART_COLOUR, MARK_WIDTH, dash=PART_DASH)


def _ticks(slots: Sequence[Placement]) -> Iterator[LineEnds]:
    """Short marks at both ends of each cut through a block."""
    cuts = Cuts.of(slots)
    left, right, top, bottom = cuts.columns[0], cuts.columns[-1], cuts.rows[0], cuts.rows[-1]
    for x in cuts.columns:
        yield (x, top - BLOCK_MARK, x, top - _NEAR)
        yield (x, bottom + _NEAR, x, bottom + BLOCK_MARK)
    for y in cuts.rows:
        yield (left - BLOCK_MARK, y, left - _NEAR, y)
        yield (right + _NEAR, y, right + BLOCK_MARK, y)


def _lines(slots: Sequence[Placement]) -> Iterator[LineEnds]:
    """Whole lines through a block."""
    cuts = Cuts.of(slots)
    for x in cuts.columns:
        yield (x, cuts.rows[0] - BLOCK_MARK, x, cuts.rows[-1] + BLOCK_MARK)
    for y in cuts.rows:
        yield (cuts.columns[0] - BLOCK_MARK, y, cuts.columns[-1] + BLOCK_MARK, y)


def _fold_mark(side: SheetSide, words: Sequence[Item]) -> Iterator[Item]:
    """The dashed line to fold along, across the whole printable width, and words beside the first piece."""
    page, rim = side.grid, BLANK_RIM.mm
    width, height = page.page_width.mm, page.page_height.mm
    block = page.block
    if page.fold == "x":
        line = (width / 2, rim, width / 2, height - rim)
        place = turn(270).then(shift(width / 2 - _FOLD_WORDS, (block.top + block.bottom).half().mm))
    else:
        line = (rim, height / 2, width - rim, height / 2)
        place = shift((block.left + block.right).half().mm, height / 2 - _FOLD_WORDS)
    yield Stroke(path_of([line]), FOLD_COLOUR, MARK_WIDTH, dash=FOLD_DASH)
    if words:
        yield Group(tuple(words), matrix=place)
