"""How pieces of one size fit on a page: in the fullest grid, or in one with room for lanes and marks.

If they do not fit, why, in sums, which changes would make them fit, and how they are made smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error, note, times
from pnp.draw import AnyFace, Face, Group, Outline, with_items
from pnp.geometry import scale
from pnp.impose.furniture import BLANK_RIM, LEAST_MARK, CropMarks, Edge, Rim, rims, usual_lanes
from pnp.impose.grid import (
    TURNS,
    Area,
    Axis,
    Lattice,
    PageLattice,
    best_grid,
    centred,
    edges,
    folds,
    grid_at,
    grids,
    lattices,
    least_rim,
)
from pnp.impose.mosaic import Mosaic
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import PieceFaces
from pnp.model.paper import ISO_PAPERS, US_PAPERS, Margins
from pnp.source import Span
from pnp.units import ZERO, Length, mm

_MOST_FEWER = 3
"""Columns and rows that are given up at most: what a lane needs is less than two of the smallest pieces."""


class Room(NamedTuple):
    """Items with room round a block: the ruler, the footer beside it, marks at every edge.

    Attributes:
        ruler: Whether the ruler has.
        footer: Whether the footer has.
        marks: Whether marks have.
        level: Whether ruler and footer have it above and below, so that the page is not turned to read them.
    """

    ruler: bool
    footer: bool
    marks: bool
    level: bool

    @property
    def worth(self) -> tuple[int, bool]:
        """Greater for more room; upright lanes are better than none."""
        return sum(self[:3]), self.level


_NAMES = Room._fields[:3]
_WHOLE = Room(ruler=True, footer=True, marks=True, level=True)


class PageGrid(NamedTuple):
    """The grid of all pages of one size.

    Attributes:
        grid: Its places.
        cures: For what has no room there (a field of ``Room``), what would make room and what that costs.
    """

    grid: PageLattice
    cures: Mapping[str, str]


def page_grid(outline: Outline, count: int, profile: PrintProfile, *, backs: bool) -> PageGrid | None:
    """The grid for ``count`` pieces on as few pages as possible; None when not even one piece fits.

    The fullest grid, unless ruler, footer or marks have no room round it, or ruler or footer only at its
    sides. Then it is the first of these that has room for more of them: the fullest of those with fewer
    columns or rows that take no page more, and have them level if they can; the fullest one, moved from the
    middle of the page to its upper or left edge. A grid that is asked for stays as it is.

    What is printed at the edges is taken to be as long as in most games, so the grid does not depend on
    words.

    Args:
        outline: Of the pieces.
        count: Of the pieces.
        profile: How to print.
        backs: As in ``best_grid``.
    """
    full = best_grid(outline, profile, backs=backs)
    if full is None:
        return None
    if profile.grid is not None:
        return PageGrid(full, {})
    room = room_round(full, outline, profile, backs=backs)
    if room == _WHOLE:
        return PageGrid(full, {})
    pages, best = ceil(count / full.count), (full, room)
    smaller = sorted(_smaller(outline, profile, backs=backs), key=lambda grid: -grid.count)
    for grid in [each for each in smaller if ceil(count / each.count) == pages]:
        found = room_round(grid, outline, profile, backs=backs)
        if found.worth > best[1].worth:
            best = grid, found
    for grid in _moved(full, outline, profile, backs=backs):
        found = room_round(grid, outline, profile, backs=backs)
        if found.worth[0] > best[1].worth[0]:
            best = grid, found
    cures = {
        name: cure
        for name, has in zip(_NAMES, best[1], strict=False)
        if not has and (cure := _cure(name, smaller, outline, (count, pages), profile, backs=backs))
    }
    return PageGrid(best[0], cures)


def has_lanes(layout: PageLattice | Mosaic, outline: Outline, profile: PrintProfile, *, backs: bool) -> bool:
    """Whether ruler and footer have room on a full page; see ``room_round``."""
    return room_round(layout, outline, profile, backs=backs)[:2] == (True, True)


def room_round(layout: PageLattice | Mosaic, outline: Outline, profile: PrintProfile, *, backs: bool) -> Room:
    """Items with room round the block of a full page.

    Args:
        layout: Of the page.
        outline: Of its pieces.
        profile: Marks and margins.
        backs: Whether sheets have backs.
    """
    folded = layout.fold is not None
    marked = marked_round(layout, outline, profile)
    free = free_rims(layout, profile, marked=marked, backs=backs, unfolded=folded)
    block = layout.unfolded if folded else layout.block
    ruler, footer, taken = usual_lanes(block, free)
    level = ruler and footer and not (taken[Edge.LEFT].used or taken[Edge.RIGHT].used)
    if profile.marks == "none" or outline.shape != "rectangle" or isinstance(layout, Mosaic):
        return Room(ruler, footer, True, level)
    depths = {
        Edge.TOP: (block.top, block.rim.top),
        Edge.RIGHT: (block.page_width - block.right, block.rim.right),
        Edge.BOTTOM: (block.page_height - block.bottom, block.rim.bottom),
        Edge.LEFT: (block.left, block.rim.left),
    }
    ends = (taken[edge].mark((trim - rim).mm, trim.mm) for edge, (trim, rim) in depths.items())
    return Room(ruler, footer, all(start - end >= LEAST_MARK / 2 for start, end in ends), level)


def marked_round(layout: PageLattice | Mosaic, outline: Outline, profile: PrintProfile) -> CropMarks:
    """The straight marks round the block of a page."""
    if profile.marks == "none" or outline.shape != "rectangle":
        return "no"
    return "over-bleed" if isinstance(layout, Mosaic) else "outside"


def free_rims(
    layout: PageLattice | Mosaic, profile: PrintProfile, *, marked: CropMarks, backs: bool, unfolded: bool
) -> Mapping[Edge, Rim]:
    """The rims of a page, no lane taken: of the whole page, or of one half of it where it is folded."""
    area = Area.of(profile, lying=layout.lying, backs=backs, fold=layout.fold)
    if unfolded:
        return rims(layout.unfolded, area.unfolded.margin, marked)
    return rims(layout.block, area.margin, marked)


def _smaller(outline: Outline, profile: PrintProfile, *, backs: bool) -> Iterator[PageLattice]:
    """The fullest grids with a few columns and rows fewer, each in the middle of its page."""
    for full in grids(outline, profile, backs=backs):
        area = Area.of(profile, lying=full.lying, backs=backs, fold=full.fold)
        for columns, rows in product(range(_MOST_FEWER + 1), repeat=2):
            if (columns or rows) and columns < full.columns and rows < full.rows:
                fewer = replace(full, columns=full.columns - columns, rows=full.rows - rows)
                yield centred(fewer, outline, profile, area, full.turn)


def _moved(
    grid: PageLattice, outline: Outline, profile: PrintProfile, *, backs: bool
) -> Iterator[PageLattice]:
    """The grid as far up and left as it may be printed; a page that is folded keeps its grid."""
    if grid.fold is not None:
        return
    area = Area.of(profile, lying=grid.lying, backs=backs)
    across, down = edges(outline, profile, None)
    top, left = max(area.margin.top, BLANK_RIM) + down[0], max(area.margin.left, BLANK_RIM) + across[0]
    if top < grid.top:
        yield grid_at(grid, outline, profile, area, (grid.left, top, grid.turn))
    if left < grid.left:
        yield grid_at(grid, outline, profile, area, (left, grid.top, grid.turn))


def _cure(
    name: str,
    smaller: list[PageLattice],
    outline: Outline,
    sheets: tuple[int, int],
    profile: PrintProfile,
    *,
    backs: bool,
) -> str:
    """The change that makes room for a field of ``Room``, and the extra sheets; empty if nothing does.

    Args:
        name: Of the field.
        smaller: Grids to choose from, the fullest first.
        outline: Of the pieces.
        sheets: Pieces, and how many sheets they take.
        profile: How to print.
        backs: As in ``best_grid``.
    """
    at, (count, pages) = _NAMES.index(name), sheets
    for grid in smaller:
        if room_round(grid, outline, profile, backs=backs)[at]:
            asked = replace(profile, grid=(grid.columns, grid.rows))
            taken = best_grid(outline, asked, backs=backs)
            if taken is not None and room_round(taken, outline, profile, backs=backs)[at]:
                more = ceil(count / taken.count) - pages
                words = times(more, "sheet") if more else "no sheet"
                return f"take --grid {grid.columns}x{grid.rows}, which leaves room and needs {words} more"
    return ""


_STEP = mm(0.1)
_LEAST_MARGIN = mm(3)


def fit_fault(
    outline: Outline, profile: PrintProfile, piece: str, span: Span | None, *, backs: bool
) -> Diagnostic:
    """The error for pieces that ``best_grid`` found no place for.

    Diagnostics: S110 (no place for one piece), S111 (the grid that is asked for), S112 (a size or a printable
        area
    that is not above zero).
    """
    width, height = Length.from_mm(outline.width), Length.from_mm(outline.height)
    if width <= ZERO or height <= ZERO:
        message = f"piece of {_size(width, height)} has no size"
        return error("S112", message, span, "give it a width and a height above zero", piece=piece)
    fold = folds(profile, backs=backs)[0]
    area = Area.of(profile, lying=False, backs=backs, fold=fold)
    if area.width <= ZERO or area.height <= ZERO:
        message = f"margin '{profile.margin}' leaves nothing of {profile.paper.name}"
        return error("S112", message, span, "take a smaller margin or larger paper", piece=piece)
    cures = [*_cures(outline, profile, backs=backs)]
    if profile.grid is None:
        across, down = edges(outline, profile, fold)
        rim = least_rim(outline, profile)
        rims = f" with its bleed of {rim}" if rim > ZERO else ""
        message = (
            f"piece of {_size(width, height)} needs {_size(width + _both(across), height + _both(down))}{rims}"
            f"{' and the fold' if fold else ''}, "
            f"{_paper(profile, fold)} has {_size(area.width, area.height)}{_between(profile)}"
        )
        return error("S110", message, span, cures or "make the piece smaller", piece=piece)
    message = _shortage(outline, profile, backs=backs)
    return error("S111", message, span, cures or "ask for fewer columns and rows", piece=piece)


_SMALLEST = 500
"""Thousandths: a piece that had to be smaller than this is another piece."""


def fitted_share(outline: Outline, profile: PrintProfile, *, backs: bool) -> float:
    """The size at which a piece fits on a page, as a share of its own in thousandths, at most 1.

    There is room for ruler, footer and marks. Zero if even half of its size is too large.
    """
    plain = replace(profile, grid=None)

    def fits(thousandths: int) -> bool:
        smaller = outline.scaled(thousandths / 1000)
        page = page_grid(smaller, 1, plain, backs=backs)
        return page is not None and all(room_round(page.grid, smaller, plain, backs=backs)[:3])

    if best_grid(outline, plain, backs=backs) is not None:
        return 1.0
    if not fits(_SMALLEST):
        return 0.0
    low, high = _SMALLEST, 1000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low / 1000


def fitted_outline(outline: Outline, profile: PrintProfile, *, backs: bool) -> Outline:
    """The outline at that size; unchanged where no size does."""
    share = fitted_share(outline, profile, backs=backs)
    return outline.scaled(share) if 0 < share < 1 else outline


def fit_to_page(
    pieces: Iterable[PieceFaces], profile: PrintProfile
) -> tuple[list[PieceFaces], list[Diagnostic]]:
    """The pieces, those that are larger than a page made smaller, and a note on each of these.

    Diagnostics: S117 (printed smaller, or still too large).
    """
    made, found = [], []
    for piece in pieces:
        outline = piece.front.outline
        share = fitted_share(outline, profile, backs=piece.back is not None and profile.backed)
        if share == 1.0:
            made.append(piece)
            continue
        size = f"{outline.width:g} × {outline.height:g} mm"
        if not share:
            made.append(piece)
            message = f"board of {size} does not fit on a page of {profile.paper.name} at half its size"
            found.append(note("S117", message, piece.span, "use larger paper", piece=piece.key))
            continue
        made.append(
            piece._replace(front=_shrunk(piece.front, share), back=piece.back and _shrunk(piece.back, share))
        )
        message = f"board of {size} is printed at {share:.1%}, so that it stays whole on {profile.paper.name}"
        cure = "for its full size use larger paper, or leave 'fit' out"
        found.append(note("S117", message, piece.span, cure, piece=piece.key))
    return made, found


def _shrunk(face: AnyFace, share: float) -> Face:
    whole = with_items(face)
    return whole._replace(outline=whole.outline.scaled(share), items=(Group(whole.items, scale(share)),))


def _shortage(outline: Outline, profile: PrintProfile, *, backs: bool) -> str:
    """The sum that is too large, for the orientation that comes nearest."""
    assert profile.grid is not None
    found: list[tuple[Length, str]] = []
    for fold in folds(profile, backs=backs):
        ends = edges(outline, profile, fold)
        for lying in (False, True):
            area = Area.of(profile, lying=lying, backs=backs, fold=fold)
            rooms = (area.width, area.height)
            for turn in TURNS:
                for lattice in lattices(outline, profile, turn, _ENDLESS, profile.grid):
                    axes = zip(_counted(lattice), ends, rooms, strict=True)
                    over, words, room = max(_sum(*axis) for axis in axes)
                    found.append((over, f"{words}, {_paper(profile, fold)} has {room}{_between(profile)}"))
    return min(found, key=lambda item: item[0])[1]


_ENDLESS = (mm(100_000), mm(100_000))


def _counted(lattice: Lattice) -> tuple[_Line, _Line]:
    """Columns and rows, each with their number, their size together, and that as a sum."""
    nest = lattice.nest
    across = _Line("column", lattice.columns, lattice.width, lattice.cell_width, lattice.gutter)
    down = _Line("row", lattice.rows, lattice.height, lattice.cell_height, lattice.gutter)
    if nest is None:
        return across, down
    if nest.along == "x":
        return replace(across, half=lattice.rows > 1), replace(down, step=nest.step)
    return replace(across, step=nest.step), replace(down, half=lattice.columns > 1)


@dataclass(frozen=True, slots=True)
class _Line:
    """Columns or rows: number, total length, size, gaps, and whether half a pitch is added."""

    word: str
    count: int
    length: Length
    size: Length
    gutter: Length
    step: Length | None = None
    half: bool = False

    @property
    def parts(self) -> list[str]:
        """The length as a sum in words."""
        if self.step is not None:
            return [str(self.size)] + ([f"{self.count - 1} × {self.step} nested"] if self.count > 1 else [])
        parts = [f"{self.count} × {self.size}"]
        parts += [f"{self.count - 1} × {self.gutter} gutter"] if self.count > 1 and self.gutter > ZERO else []
        return parts + ([f"{(self.size + self.gutter).half()} shift"] if self.half else [])


def _sum(line: _Line, ends: tuple[Length, Length], room: Length) -> tuple[Length, str, Length]:
    """The length that columns or rows need beyond the room, the sum in words, and the room."""
    need, parts = line.length + _both(ends), line.parts
    if ends[0] == ends[1]:
        parts += [f"2 × {ends[0]} bleed"] if ends[0] > ZERO else []
    else:
        parts += [f"{ends[0]} bleed"] if ends[0] > ZERO else []
        parts += [f"{ends[1]} at the fold"]
    words = f"{times(line.count, line.word)} need{'' if line.count > 1 else 's'} {need} ({' + '.join(parts)})"
    return need - room, words, room


def _both(ends: tuple[Length, Length]) -> Length:
    """Both ends together."""
    return ends[0] + ends[1]


def _paper(profile: PrintProfile, fold: Axis | None) -> str:
    return f"half of {profile.paper.name}" if fold else profile.paper.name


def other_papers(profile: PrintProfile, fits: Callable[[PrintProfile], bool]) -> Iterator[str]:
    """The cure that names the smallest paper of each family that fits; nothing where none is large enough."""
    smallest = (
        next((paper.name for paper in family if fits(replace(profile, paper=paper))), None)
        for family in (ISO_PAPERS, US_PAPERS)
    )
    papers = [name for name in smallest if name is not None]
    if papers:
        yield f"use {' or '.join(papers)}"


def _cures(outline: Outline, profile: PrintProfile, *, backs: bool) -> Iterator[str]:
    """Single changes that were tried and work, cheapest first."""

    def fits(changed: PrintProfile) -> bool:
        return best_grid(outline, changed, backs=backs) is not None

    yield from other_papers(profile, fits)
    if profile.gutter > ZERO:
        gutter = _largest(profile.gutter, lambda value: fits(replace(profile, gutter=value)))
        if gutter is not None:
            yield f"gutter ≤ {gutter}"
    bleed = _largest(profile.bleed, lambda value: fits(replace(profile, bleed=value)))
    if bleed is not None:
        yield f"bleed ≤ {bleed}"
    margins = profile.margin
    widest = max(margins.top, margins.right, margins.bottom, margins.left)
    margin = _largest(widest, lambda value: fits(replace(profile, margin=Margins.even(value))))
    if margin is not None and margin >= _LEAST_MARGIN:
        yield f"margin ≤ {margin}"
    if profile.fold != "none" and backs and fits(replace(profile, fold="none")):
        yield "print on both sides, with fold none"
    if profile.grid is not None:
        yield from _fewer(profile.grid, lambda grid: fits(replace(profile, grid=grid)))


def _fewer(grid: tuple[int, int], fits: Callable[[tuple[int, int]], bool]) -> Iterator[str]:
    columns = next((n for n in range(grid[0] - 1, 0, -1) if fits((n, grid[1]))), None)
    rows = next((n for n in range(grid[1] - 1, 0, -1) if fits((grid[0], n))), None)
    for count, word in ((columns, "column"), (rows, "row")):
        if count is not None:
            yield times(count, word)


def _largest(below: Length, fits: Callable[[Length], bool]) -> Length | None:
    """The largest whole tenth of a millimetre under ``below`` that fits; None when not even 0 does.

    Less gutter, bleed or margin never makes less room, so the place is found by halving.
    """
    if below <= ZERO or not fits(ZERO):
        return None
    low, high = 0, -(-below.emu // _STEP.emu)
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle * _STEP):
            low = middle
        else:
            high = middle
    return low * _STEP


def _between(profile: PrintProfile) -> str:
    return "" if profile.margin == Margins.even(ZERO) else f" inside margins of {profile.margin}"


def _size(width: Length, height: Length) -> str:
    return f"{str(width).removesuffix(' mm')} × {height}"
