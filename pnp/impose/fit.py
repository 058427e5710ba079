"""Why pieces do not fit on the paper, in sums, which changes would make them fit, and making them smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from pnp.diagnostics import Diagnostic, error, note, times
from pnp.draw import AnyFace, Face, Group, Outline, with_items
from pnp.geometry import scale
from pnp.impose.grid import TURNS, Area, Axis, Lattice, best_grid, edges, folds, lattices, least_rim
from pnp.impose.lane_room import page_grid, room_round
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import PieceFaces
from pnp.model.paper import ISO_PAPERS, US_PAPERS, Margins
from pnp.source import Span
from pnp.units import ZERO, Length, mm

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
