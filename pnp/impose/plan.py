"""Planning sheets from sizes alone: pieces of a whole game on as few pages as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from pnp.draw import Outline
from pnp.impose.grid import TURNS, PageLattice, areas, best_grid
from pnp.impose.lane_room import has_lanes, page_grid
from pnp.impose.mosaic import Mosaic, Pattern, outline_area
from pnp.impose.pack import Demand, PagePacker, Split, packing_area
from pnp.impose.profile import PrintProfile

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
