"""Marks for cutting a page with pieces of several sizes: dashed dividing lines, then marks round blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.colour import WHITE, Colour
from pnp.draw import Group, Item, Stroke
from pnp.geometry import shift, turn
from pnp.impose.marks import (
    ARC_COLOUR,
    FOLD_COLOUR,
    FOLD_DASH,
    MARK_WIDTH,
    UNDER_WIDTH,
    Cuts,
    Line,
    Marking,
    arcs,
    outlines,
    path_of,
    unmarked,
)
from pnp.impose.mosaic import Mosaic, Parting
from pnp.impose.profile import PrintProfile
from pnp.impose.rim import BLANK_RIM, BLOCK_MARK
from pnp.impose.sheet import Placement, SheetSide

PART_COLOUR = Colour(110, 110, 110)
PART_DASH = (3.0, 1.5)  # mm
_NEAR = 0.5  # mm between a cut's end and its mark: a knife that misses by less takes no mark along
_FOLD_WORDS = 0.9  # mm between the fold and the words beside it


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
        items += _fold(first, words)
    return Marking(tuple(items))


def _side(side: SheetSide, profile: PrintProfile) -> Iterator[Item]:
    mosaic = side.grid
    assert isinstance(mosaic, Mosaic)
    colour = profile.mark_colour if side.side == "front" else profile.back_mark_colour
    yield from _partings(mosaic.partings)
    lines: list[Line] = []
    for part in range(len(mosaic.parts)):
        slots = [slot for slot in side.slots if slot.part == part]
        if not slots:
            continue
        if slots[0].face.outline.shape != "rectangle":
            yield from outlines(slots) if side.side == "front" else ()
            continue
        lines += _lines(slots) if profile.marks == "lines" else _ticks(slots)
        corners = tuple(arcs(slots)) if side.side == "front" else ()
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


def _ticks(slots: Sequence[Placement]) -> Iterator[Line]:
    """Short marks at both ends of each cut through a block."""
    cuts = Cuts.of(slots)
    left, right, top, bottom = cuts.columns[0], cuts.columns[-1], cuts.rows[0], cuts.rows[-1]
    for x in cuts.columns:
        yield (x, top - BLOCK_MARK, x, top - _NEAR)
        yield (x, bottom + _NEAR, x, bottom + BLOCK_MARK)
    for y in cuts.rows:
        yield (left - BLOCK_MARK, y, left - _NEAR, y)
        yield (right + _NEAR, y, right + BLOCK_MARK, y)


def _lines(slots: Sequence[Placement]) -> Iterator[Line]:
    """Whole lines through a block."""
    cuts = Cuts.of(slots)
    for x in cuts.columns:
        yield (x, cuts.rows[0] - BLOCK_MARK, x, cuts.rows[-1] + BLOCK_MARK)
    for y in cuts.rows:
        yield (cuts.columns[0] - BLOCK_MARK, y, cuts.columns[-1] + BLOCK_MARK, y)


def _fold(side: SheetSide, words: Sequence[Item]) -> Iterator[Item]:
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
