"""Packing one page with pieces of several sizes, so that straight cuts through whole pieces of it part them.

A page is filled from its top-left corner: a block of equal pieces, then what is left to its right and below
it, which a straight cut parts, and so on (guillotine packing). Nothing is drawn by lot: the same demand gives
the same page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from pnp.draw import Outline
from pnp.impose.area import Area, fold_gap, least_rim, reach
from pnp.impose.grid import TURNS
from pnp.impose.lattice import Lattice, Quarter, lattices
from pnp.impose.mosaic import OutlineBlock, Parting, Pattern
from pnp.impose.profile import PrintProfile
from pnp.impose.rim import BLOCK_MARK, LANE
from pnp.model.paper import Margins
from pnp.units import ZERO, Length, mm

Split: TypeAlias = Literal["beside", "below"]
"""Which of the two rests gets the corner between them: the one beside the block or the one below it."""

First: TypeAlias = tuple[Quarter, int, int]
"""Turn, most columns and most rows of a page's first block."""

_Size: TypeAlias = tuple[int, int, int, tuple[bool, bool, bool, bool]]
"""Number of an outline, width and height of a room, and which of its edges are the page's."""

Demand: TypeAlias = Mapping[Outline, int]
"""How many pieces of each outline are wanted."""


def packing_area(area: Area) -> Area:
    """The area without the lanes of footer and ruler: at the lower edge, or the upper if it is the fold."""
    lanes = 2 * mm(LANE)
    margin = area.margin
    if area.fold == "y":
        return area._replace(margin=replace(margin, top=margin.top + lanes))
    return area._replace(margin=replace(margin, bottom=margin.bottom + lanes))


def inner_room(outline: Outline, profile: PrintProfile) -> Length:
    """The distance to other blocks: the block's whole bleed and, for rectangles, room for marks."""
    bleed = reach(outline, profile.bleed)
    if outline.shape == "rectangle" and profile.marks != "none":
        return max(bleed, mm(BLOCK_MARK))
    return max(bleed, mm(1))


class _Taken(NamedTuple):
    """A block in the corner of a room, and how much of the room it takes."""

    number: int
    block: OutlineBlock
    width: Length
    height: Length


class _Room(NamedTuple):
    """A rectangle to be filled, and which of its edges are the page's: top, right, bottom, left."""

    x: Length
    y: Length
    width: Length
    height: Length
    outer: tuple[bool, bool, bool, bool]

    def rest(self, taken: _Taken, of: Split, *, corner: bool) -> _Room | None:
        """The room beside a block or below it, with or without the corner between them; None if empty."""
        width, height = taken.width, taken.height
        top, right, bottom, left = self.outer
        if of == "beside":
            tall = self.height if corner else min(height, self.height)
            outer = (top, right, bottom and tall == self.height, False)
            rest = _Room(self.x + width, self.y, self.width - width, tall, outer)
        else:
            wide = self.width if corner else min(width, self.width)
            outer = (False, right and wide == self.width, bottom, left)
            rest = _Room(self.x, self.y + height, wide, self.height - height, outer)
        return rest if rest.width > ZERO and rest.height > ZERO else None

    def cut(self, of: Split) -> Parting:
        """The cut that parts this room from the block that it is beside or below."""
        if of == "beside":
            return Parting("x", self.x, self.y, self.y + self.height)
        return Parting("y", self.y, self.x, self.x + self.width)


_OTHER: dict[Split, Split] = {"beside": "below", "below": "beside"}


class _Filling(NamedTuple):
    """A page that is being filled: what is left, and what was put on it so far."""

    order: Sequence[int]
    split: Split
    left: dict[int, int]
    blocks: list[OutlineBlock]
    cuts: list[Parting]


class PagePacker:
    """Fills pages of one area.

    Args:
        area: Of the page; see ``packing_area``.
        profile: Gutter, bleed, marks.
        outlines: All that may be asked for.
    """

    def __init__(self, area: Area, profile: PrintProfile, outlines: Sequence[Outline]) -> None:
        self.area = area
        self._outlines = outlines
        self._number = {outline: number for number, outline in enumerate(outlines)}
        self._inner = [inner_room(outline, profile) for outline in outlines]
        self._edge = [least_rim(outline, profile) for outline in outlines]
        self._fold = [fold_gap(outline, profile) for outline in outlines]
        self._plain = replace(profile, grid=None)
        self._whole: dict[_Size, tuple[tuple[Quarter, Lattice], ...]] = {}
        self._found: dict[tuple[object, ...], _Taken | None] = {}

    def pattern(
        self,
        demand: Demand,
        order: Sequence[Outline],
        split: Split,
        first: First | None = None,
    ) -> Pattern:
        """A page filled with what is wanted, outlines that come first in the order first.

        Args:
            demand: What is wanted; never exceeded.
            order: Of the outlines.
            split: How the rest round a block is parted.
            first: Turn, most columns and most rows of the first block; None for the fullest.
        """
        margin = self.area.margin
        page = _Room(margin.left, margin.top, self.area.width, self.area.height, (True, True, True, True))
        left = {self._number[outline]: count for outline, count in demand.items()}
        filling = _Filling([self._number[outline] for outline in order], split, left, [], [])
        self._fill(page, filling, first)
        return Pattern(self.area, tuple(filling.blocks), tuple(filling.cuts))

    def _fill(self, room: _Room, filling: _Filling, first: First | None) -> None:
        blocks, cuts = filling.blocks, filling.cuts
        taken = self._taken(room, filling.left, filling.order, first)
        if taken is None:
            return
        filling.left[taken.number] -= taken.block.count
        blocks.append(taken.block.moved(room.x, room.y))
        favoured, other = filling.split, _OTHER[filling.split]
        for rest_of in (favoured, other):
            rest = room.rest(taken, rest_of, corner=rest_of == favoured)
            if rest is None:
                continue
            blocks_before, cuts_before = len(blocks), len(cuts)
            self._fill(rest, filling, None)
            if len(blocks) > blocks_before:
                cuts.insert(cuts_before, rest.cut(rest_of))
            elif rest_of == favoured:
                favoured = other  # nothing has been put there, so the corner goes to the other rest

    def _taken(
        self, room: _Room, left: Mapping[int, int], order: Sequence[int], first: First | None
    ) -> _Taken | None:
        """The block of the first wanted outline in the order that fits, with the turn that holds most."""
        for number in order:
            wanted = left.get(number, 0)
            found = self._fullest(number, room, wanted, first) if wanted > 0 else None
            if found is not None or first is not None:
                return found
        return None

    def _fullest(self, number: int, room: _Room, wanted: int, first: First | None) -> _Taken | None:
        """The block with the most wanted pieces, relative to the room's corner; the tightest of equals.

        Most rooms come up again and again, so what was found for one is remembered.
        """
        size = (number, room.width.emu, room.height.emu, room.outer)
        whole = self._whole.get(size)
        if whole is None:
            whole = self._whole[size] = tuple(self._lattices(number, room))
        if not whole:
            return None
        key = (*size, min(wanted, max(full.count for _, full in whole)), first)
        if key not in self._found:
            choices = [
                (turn, lattice)
                for turn, full in whole
                if first is None or turn == first[0]
                for lattice in _trimmed(full, wanted, first)
            ]
            best = min(
                choices, key=lambda each: (-min(wanted, each[1].count), _spread(each[1])), default=None
            )
            self._found[key] = best and self._placed(number, room, *best, wanted)
        return self._found[key]

    def _lattices(self, number: int, room: _Room) -> Iterator[tuple[Quarter, Lattice]]:
        """The fullest lattices of a room."""
        free = self._free(number, room)
        inside = (room.width - free.left - free.right, room.height - free.top - free.bottom)
        for turn in TURNS:
            for lattice in lattices(self._outlines[number], self._plain, turn, inside):
                yield turn, lattice

    def _placed(self, number: int, room: _Room, turn: Quarter, lattice: Lattice, wanted: int) -> _Taken:
        free = self._free(number, room)
        width, height = free.left + lattice.width, free.top + lattice.height
        right, bottom = room.width - width, room.height - height
        inner = self._inner[number]
        # Towards what remains of the room as much as towards other blocks.
        kept = replace(
            free,
            right=min(right, max(inner, free.right)) if right > free.right else free.right,
            bottom=min(bottom, max(inner, free.bottom)) if bottom > free.bottom else free.bottom,
        )
        count = min(wanted, lattice.count)
        block = OutlineBlock(self._outlines[number], lattice, count, turn, free.left, free.top, kept)
        return _Taken(number, block, width + kept.right, height + kept.bottom)

    def _free(self, number: int, room: _Room) -> Margins:
        """The least distance between a room's edges and the trims."""
        edges = [self._edge[number] if outer else self._inner[number] for outer in room.outer]
        footed = 0 if self.area.fold == "y" else 2
        edges[footed] = max(self._inner[number], mm(BLOCK_MARK))  # marks must not run into the footer
        if self.area.fold == "x" and room.outer[1]:
            edges[1] = self._fold[number]
        if self.area.fold == "y" and room.outer[2]:
            edges[2] = self._fold[number]
        return Margins(*edges)


def _spread(lattice: Lattice) -> int:
    return lattice.width.emu * lattice.height.emu


def _trimmed(full: Lattice, wanted: int, first: First | None) -> Iterator[Lattice]:
    """The lattice, and smaller ones if it has more places than are wanted or the first block may have."""
    if first is not None:
        columns, rows = min(full.columns, first[1]), min(full.rows, first[2])
        full = replace(full, columns=columns, rows=rows)
    if full.count <= wanted:
        yield full
        return
    for columns in range(1, full.columns + 1):
        for rows in (-(-wanted // columns), wanted // columns):
            if 1 <= rows <= full.rows:
                yield replace(full, columns=columns, rows=rows)
