"""Packing one page with pieces of several sizes, so that straight cuts through whole pieces of it part them.

A page is filled from its top-left corner: a block of equal pieces, then what is left to its right and below it, which a
straight cut parts, and so on (guillotine packing). Nothing is drawn by lot: the same demand gives the same page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from pnp.dataclass import dataclass
from pnp.draw import Outline
from pnp.impose.area import Area
from pnp.impose.grid import TURNS, grid_at
from pnp.impose.lattice import Lattice, Quarter, lattices
from pnp.impose.margin import Margins
from pnp.impose.mosaic import Mosaic, Parting
from pnp.impose.profile import PrintProfile
from pnp.impose.rim import BLOCK_MARK, LANE
from pnp.impose.spacing import fold_gap, least_rim, reach
from pnp.units import ZERO, Length, mm

Split: TypeAlias = Literal["beside", "below"]
"""Which of the two rests gets the corner between them: the one beside the block or the one below it."""

First: TypeAlias = tuple[Quarter, int, int]
"""Turn, most columns and most rows of a page's first block."""

Demand: TypeAlias = Mapping[Outline, int]
"""How many pieces of each outline are wanted."""


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces of one outline in a room of the page.

    Attributes:
        outline: Of the pieces.
        lattice: Their places.
        count: Of pieces, at most as many as there are places.
        turn: Of the pieces.
        left: Left edge of the leftmost trims.
        top: Upper edge of the topmost trims.
        room: What is kept free round the trims.
    """

    outline: Outline
    lattice: Lattice
    count: int
    turn: Quarter
    left: Length
    top: Length
    room: Margins


@dataclass(frozen=True, slots=True)
class Pattern:
    """A filled page.

    Attributes:
        area: Of the page.
        blocks: In order of filling.
        partings: In order of cutting.
    """

    area: Area
    blocks: tuple[Block, ...]
    partings: tuple[Parting, ...]

    @property
    def counts(self) -> dict[Outline, int]:
        """Pieces by outline."""
        counts: dict[Outline, int] = {}
        for block in self.blocks:
            counts[block.outline] = counts.get(block.outline, 0) + block.count
        return counts

    @property
    def covered(self) -> float:
        """Area of all trims in square millimetres."""
        return sum(outline_area(block.outline) * block.count for block in self.blocks)

    def mosaic(self, profile: PrintProfile) -> Mosaic:
        """The grids on the page, all of them together in its middle."""
        right = max(block.left + block.lattice.width + block.room.right for block in self.blocks)
        bottom = max(block.top + block.lattice.height + block.room.bottom for block in self.blocks)
        area = self.area
        dx = max(ZERO, area.page_width - area.margin.right - right).half()
        dy = max(ZERO, area.page_height - area.margin.bottom - bottom).half()
        if area.fold == "x":
            dx = ZERO
        if area.fold == "y":
            dy = ZERO
        return Mosaic(
            area.page_width,
            area.page_height,
            tuple(
                grid_at(
                    block.lattice,
                    block.outline,
                    profile,
                    area,
                    (block.left + dx, block.top + dy, block.turn),
                    block.room,
                )
                for block in self.blocks
            ),
            tuple(
                Parting(
                    cut.axis,
                    cut.at + (dx if cut.axis == "x" else dy),
                    cut.start + (dy if cut.axis == "x" else dx),
                    cut.end + (dy if cut.axis == "x" else dx),
                )
                for cut in self.partings
            ),
            area.fold,
        )


def outline_area(outline: Outline) -> float:
    """Square millimetres of a trim."""
    if outline.shape == "rectangle":
        return outline.width * outline.height
    if outline.shape == "circle":
        return 3.141592653589793 * outline.width**2 / 4
    flat = outline.width if outline.shape == "hex-pointy" else outline.height
    return 3**0.5 / 2 * flat**2


def packing_area(area: Area) -> Area:
    """The area without the lanes of footer and ruler: at the lower edge, at the upper one where that is the fold."""
    lanes = 2 * mm(LANE)
    margin = area.margin
    if area.fold == "y":
        return replace(area, margin=replace(margin, top=margin.top + lanes))
    return replace(area, margin=replace(margin, bottom=margin.bottom + lanes))


def inner_room(outline: Outline, profile: PrintProfile) -> Length:
    """What is kept free round a block towards other blocks: its whole bleed and, for rectangles, room for marks."""
    bleed = reach(outline, profile.bleed)
    if outline.shape == "rectangle" and profile.marks != "none":
        return max(bleed, mm(BLOCK_MARK))
    return max(bleed, mm(1))


@dataclass(frozen=True, slots=True)
class _Room:
    """A rectangle to be filled, and which of its edges are the page's: top, right, bottom, left."""

    x: Length
    y: Length
    width: Length
    height: Length
    outer: tuple[bool, bool, bool, bool]

    def rest(self, block: Block, of: Split, *, corner: bool) -> _Room | None:
        """What is left beside the block or below it, with or without the corner between them; None for nothing."""
        width = block.left + block.lattice.width + block.room.right - self.x
        height = block.top + block.lattice.height + block.room.bottom - self.y
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


class Packer:
    """Fills pages of one area.

    Args:
        area: Of the page; see ``packing_area``.
        profile: Gutter, bleed, marks.
        outlines: All that may be asked for.
    """

    def __init__(self, area: Area, profile: PrintProfile, outlines: Sequence[Outline]) -> None:
        self.area = area
        self._inner = {outline: inner_room(outline, profile) for outline in outlines}
        self._edge = {outline: least_rim(outline, profile) for outline in outlines}
        self._fold = {outline: fold_gap(outline, profile) for outline in outlines}
        self._number = {outline: number for number, outline in enumerate(outlines)}
        self._plain = replace(profile, grid=None)
        self._most: dict[tuple[object, ...], int] = {}
        self._found: dict[tuple[object, ...], Block | None] = {}

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
        left = dict(demand)
        blocks: list[Block] = []
        cuts: list[Parting] = []
        self._fill(page, left, order, split, first, blocks, cuts)
        return Pattern(self.area, tuple(blocks), tuple(cuts))

    def _fill(
        self,
        room: _Room,
        left: dict[Outline, int],
        order: Sequence[Outline],
        split: Split,
        first: First | None,
        blocks: list[Block],
        cuts: list[Parting],
    ) -> None:
        block = self._block(room, left, order, first)
        if block is None:
            return
        left[block.outline] -= block.count
        blocks.append(block)
        favoured, other = split, _OTHER[split]
        for rest_of in (favoured, other):
            rest = room.rest(block, rest_of, corner=rest_of == favoured)
            if rest is None:
                continue
            blocks_before, cuts_before = len(blocks), len(cuts)
            self._fill(rest, left, order, split, None, blocks, cuts)
            if len(blocks) > blocks_before:
                cuts.insert(cuts_before, rest.cut(rest_of))
            elif rest_of == favoured:
                favoured = other  # nothing has been put there, so the corner goes to the other rest

    def _block(
        self, room: _Room, left: Demand, order: Sequence[Outline], first: First | None
    ) -> Block | None:
        """The block of the first outline in the order that is still wanted and fits; the turn that holds most."""
        for outline in order:
            wanted = left.get(outline, 0)
            found = self._fullest(outline, room, wanted, first) if wanted > 0 else None
            if found is not None:
                return replace(found, left=room.x + found.left, top=room.y + found.top)
            if first is not None:
                return None
        return None

    def _fullest(self, outline: Outline, room: _Room, wanted: int, first: First | None) -> Block | None:
        """The block with the most pieces that are wanted, its place counted from the room's corner; the tightest of equals.

        Most rooms come up again and again, so what was found for one is remembered.
        """
        size = (self._number[outline], room.width.emu, room.height.emu, room.outer)
        most = self._most.get(size)
        if most is None:
            most = self._most[size] = max(
                (full.count for _, full in self._whole(outline, room, None)), default=0
            )
        if not most:
            return None
        key = (*size, min(wanted, most), first)
        if key not in self._found:
            blocks = [
                self._placed(outline, room, lattice, turn, wanted)
                for turn, full in self._whole(outline, room, first)
                for lattice in _trimmed(full, wanted, first)
            ]
            self._found[key] = min(blocks, key=lambda block: (-block.count, _spread(block)), default=None)
        return self._found[key]

    def _whole(self, outline: Outline, room: _Room, first: First | None) -> Iterator[tuple[Quarter, Lattice]]:
        """The fullest lattices of a room."""
        free = self._free(outline, room)
        inside = (room.width - free.left - free.right, room.height - free.top - free.bottom)
        for turn in TURNS if first is None else (first[0],):
            for lattice in lattices(outline, self._plain, turn, inside):
                yield turn, lattice

    def _placed(self, outline: Outline, room: _Room, lattice: Lattice, turn: Quarter, wanted: int) -> Block:
        free = self._free(outline, room)
        kept = self._kept(outline, room, lattice, free)
        return Block(outline, lattice, min(wanted, lattice.count), turn, free.left, free.top, kept)

    def _free(self, outline: Outline, room: _Room) -> Margins:
        """What is kept free of a room round the trims at least."""
        edges = [self._edge[outline] if outer else self._inner[outline] for outer in room.outer]
        footed = 0 if self.area.fold == "y" else 2
        edges[footed] = max(self._inner[outline], mm(BLOCK_MARK))  # marks must not run into the footer
        if self.area.fold == "x" and room.outer[1]:
            edges[1] = self._fold[outline]
        if self.area.fold == "y" and room.outer[2]:
            edges[2] = self._fold[outline]
        return Margins(*edges)

    def _kept(self, outline: Outline, room: _Room, lattice: Lattice, free: Margins) -> Margins:
        """What is kept free round a block: towards what remains of the room as much as towards other blocks."""
        right = room.width - free.left - lattice.width
        bottom = room.height - free.top - lattice.height
        inner = self._inner[outline]
        return replace(
            free,
            right=min(right, max(inner, free.right)) if right > free.right else free.right,
            bottom=min(bottom, max(inner, free.bottom)) if bottom > free.bottom else free.bottom,
        )


def _spread(block: Block) -> int:
    lattice = block.lattice
    return lattice.width.emu * lattice.height.emu


def _trimmed(full: Lattice, wanted: int, first: First | None) -> Iterator[Lattice]:
    """The lattice, and smaller ones where it has more places than are wanted or than the first block may have."""
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
