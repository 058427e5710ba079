"""Planning sheets from sizes alone: pieces of a whole game on as few pages as possible.

A page is packed with pieces of several sizes so that straight cuts through whole pieces of it part them. It
is filled from its top-left corner: a block of equal pieces, then what is left to its right and below it,
which a straight cut parts, and so on (guillotine packing). Nothing is drawn by lot: the same demand gives the
same page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import Literal, NamedTuple, TypeAlias

from pnp.draw import Outline
from pnp.impose.fit import has_lanes, page_grid
from pnp.impose.furniture import BLOCK_MARK, LANE
from pnp.impose.grid import (
    TURNS,
    Area,
    Lattice,
    PageLattice,
    Quarter,
    areas,
    best_grid,
    fold_gap,
    lattices,
    least_rim,
    reach,
)
from pnp.impose.mosaic import Mosaic, OutlineBlock, Parting, Pattern, outline_area
from pnp.impose.profile import PrintProfile
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


_SPLITS: tuple[Split, ...] = ("below", "beside")
# Larger pieces are harder to find room for later, so they count for more than their area.
_FAVOURS = (1.0, 1.15)


class PlannedPage(NamedTuple):
    """One page of a plan.

    Attributes:
        layout: Its places: one grid, or several side by side.
        outlines: Of the pieces on each part of the layout.
        counts: How many of its places each part fills, from the first.
    """

    layout: PageLattice | Mosaic
    outlines: tuple[Outline, ...]
    counts: tuple[int, ...]

    @property
    def pieces(self) -> Counter[Outline]:
        """How many of each outline."""
        found: Counter[Outline] = Counter()
        for outline, count in zip(self.outlines, self.counts, strict=True):
            found[outline] += count
        return found

    @property
    def cuts(self) -> int:
        """Straight cuts: those between blocks, then those along columns and rows of rectangles in them."""
        inner = sum(
            _block_cuts(part, count)
            for part, outline, count in zip(self.layout.parts, self.outlines, self.counts, strict=True)
            if outline.shape == "rectangle"
        )
        return inner + (len(self.layout.partings) if isinstance(self.layout, Mosaic) else 0)

    @property
    def outlined(self) -> int:
        """Pieces that are cut out along their outline."""
        return sum(
            count
            for outline, count in zip(self.outlines, self.counts, strict=True)
            if outline.shape != "rectangle"
        )

    @property
    def used(self) -> float:
        """Share of the paper that pieces cover."""
        paper = self.layout.page_width.mm * self.layout.page_height.mm
        return fsum(outline_area(outline) * count for outline, count in self.pieces.items()) / paper


def _block_cuts(grid: PageLattice, count: int) -> int:
    columns, rows = min(count, grid.columns), -(-count // grid.columns)
    shared = grid.gutter.emu == 0
    return columns + 1 + rows + 1 if shared else 2 * columns + 2 * rows


def plan_pages(demand: Demand, profile: PrintProfile, *, backs: bool) -> list[PlannedPage]:
    """Pages that hold every piece once, mixing sizes; never more pages than sizes apart would need.

    Pages are filled one after the other, each as full as possible; what is found is the best of several
    ways, by pages, then pages without room for ruler and footer, then cuts. It is not proven to be the least.

    Args:
        demand: How many of each outline; each must fit on a page (see ``best_grid``).
        profile: How to print.
        backs: Whether backs are printed.
    """
    wanted = {outline: count for outline, count in demand.items() if count > 0}
    plain = _apart(wanted, profile, backs=backs)
    if profile.grid is not None or len(wanted) < 2:
        return plain
    searcher = _Search(list(wanted), profile, backs=backs)
    full, left = _full_pages(wanted, profile, backs=backs)
    plans = [plain, *(full + searcher.fill(left, favour) for favour in _FAVOURS)]
    plans += [searcher.fill(wanted, favour) for favour in _FAVOURS]
    bare: dict[tuple[Outline, int], bool] = {}

    def without_lanes(page: PlannedPage) -> bool:
        """Whether a page of one size has no room for ruler and footer; mosaics are packed beside it."""
        if isinstance(page.layout, Mosaic):
            return False
        key = (page.outlines[0], id(page.layout))
        if key not in bare:
            bare[key] = not has_lanes(page.layout, page.outlines[0], profile, backs=backs)
        return bare[key]

    return min(
        plans,
        key=lambda plan: (
            len(plan),
            sum(without_lanes(page) for page in plan),
            sum(page.cuts for page in plan),
        ),
    )


def pages_of(outline: Outline, count: int, profile: PrintProfile, *, backs: bool) -> list[PlannedPage]:
    """The pages of one size."""
    page = page_grid(outline, count, profile, backs=backs)
    assert page is not None, "who asks for a plan has seen that each size fits"
    grid = page.grid
    return [
        PlannedPage(grid, (outline,), (min(grid.count, count - start),))
        for start in range(0, count, grid.count)
    ]


def _apart(wanted: Demand, profile: PrintProfile, *, backs: bool) -> list[PlannedPage]:
    """Pages of one size each, full ones first."""
    pages = [
        page for outline, count in wanted.items() for page in pages_of(outline, count, profile, backs=backs)
    ]
    return sorted(pages, key=lambda page: page.counts[0] < page.layout.count)


def _full_pages(
    wanted: Demand, profile: PrintProfile, *, backs: bool
) -> tuple[list[PlannedPage], dict[Outline, int]]:
    """Pages that pieces of one size fill, and what is left."""
    pages: list[PlannedPage] = []
    left: dict[Outline, int] = {}
    for outline, count in wanted.items():
        grid = _grid(outline, profile, backs=backs)
        number, rest = divmod(count, grid.count)
        pages += [PlannedPage(grid, (outline,), (grid.count,))] * number
        if rest:
            left[outline] = rest
    return pages, left


def _grid(outline: Outline, profile: PrintProfile, *, backs: bool) -> PageLattice:
    grid = best_grid(outline, profile, backs=backs)
    assert grid is not None, "who asks for a plan has seen that each size fits"
    return grid


class _Search:
    """Fills pages one by one."""

    def __init__(self, outlines: Sequence[Outline], profile: PrintProfile, *, backs: bool) -> None:
        self._profile = profile
        self._packers = [
            PagePacker(packing_area(area), profile, outlines) for area in areas(profile, backs=backs)
        ]
        self._by_area = sorted(outlines, key=lambda outline: (-outline_area(outline), repr(outline)))
        self._weights = {
            favour: {outline: outline_area(outline) ** favour for outline in outlines} for favour in _FAVOURS
        }
        self._found: dict[tuple[int, ...], dict[float, Pattern]] = {}

    def fill(self, demand: Demand, favour: float) -> list[PlannedPage]:
        """Pages for all that is wanted, the fullest first."""
        left = dict(demand)
        pages: list[PlannedPage] = []
        while any(left.values()):
            best = self._fullest(left)[favour]
            page = self._page(best)
            counts = best.counts
            times = max(1, min(left[outline] // count for outline, count in counts.items()))
            pages += [page] * times
            for outline, count in counts.items():
                left[outline] -= times * count
        return pages

    def _fullest(self, left: Demand) -> dict[float, Pattern]:
        """The fullest page, with large pieces counting most; cached, as each way of filling asks for it."""
        key = tuple(left.get(outline, 0) for outline in self._by_area)
        if key not in self._found:
            best: dict[float, tuple[tuple[float, int], Pattern]] = {}
            for pattern in self._patterns(left):
                counts, cuts = pattern.counts, len(pattern.partings)
                for favour, weights in self._weights.items():
                    worth = fsum(weights[outline] * count for outline, count in counts.items())
                    value = (round(worth, 3), -cuts)
                    if favour not in best or value > best[favour][0]:
                        best[favour] = value, pattern
            self._found[key] = {favour: pattern for favour, (_, pattern) in best.items()}
        return self._found[key]

    def _patterns(self, left: Demand) -> Iterator[Pattern]:
        """Many ways to fill a page: each size first, in blocks of several widths and heights."""
        wanted = [outline for outline in self._by_area if left.get(outline, 0) > 0]
        for packer in self._packers:
            for first in wanted:
                order = [first, *(outline for outline in wanted if outline != first)]
                for split in _SPLITS:
                    seen: set[tuple[int, int, int]] = set()
                    for turn in TURNS:
                        whole = packer.pattern(left, order, split, (turn, _MANY, _MANY))
                        if not whole.blocks:
                            continue
                        yield whole
                        lattice = whole.blocks[0].lattice
                        for columns, rows in _smaller(lattice.columns, lattice.rows):
                            if (turn, columns, rows) not in seen:
                                seen.add((turn, columns, rows))
                                yield packer.pattern(left, order, split, (turn, columns, rows))

    def _page(self, pattern: Pattern) -> PlannedPage:
        return PlannedPage(
            pattern.mosaic(self._profile),
            tuple(block.outline for block in pattern.blocks),
            tuple(block.count for block in pattern.blocks),
        )


_MANY = 10_000


def _smaller(columns: int, rows: int) -> Iterator[tuple[int, int]]:
    for less in (1, 2):
        if columns > less:
            yield columns - less, rows
        if rows > less:
            yield columns, rows - less
    if columns > 1 and rows > 1:
        yield columns - 1, rows - 1
