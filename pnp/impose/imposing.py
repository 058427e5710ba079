"""Imposition: pieces on sheets, backs behind fronts, with marks and words, and how much bleed each shows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic, error, has_errors, note, times, warning
from pnp.draw import AnyFace, FaceHashes, Outline
from pnp.geometry import Box
from pnp.impose.finish import SheetFinisher
from pnp.impose.fit import fit_fault, page_grid
from pnp.impose.grid import Axis, PageLattice, Quarter, best_grid
from pnp.impose.limits import MOST_PIECES
from pnp.impose.mosaic import axis_of
from pnp.impose.plan import plan_pages
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import (
    FaceSpot,
    Footer,
    Imposition,
    Layout,
    PieceFaces,
    Placement,
    Sheet,
    SheetSide,
    place_matrix,
    trim_box,
)
from pnp.model.paper import Margins, paper_for_one
from pnp.units import ZERO, Length

if TYPE_CHECKING:
    from pnp.text import TextContext


class Copy(NamedTuple):
    """One copy of a piece; numbers start from 1."""

    piece: PieceFaces
    number: int


class Slots:
    """Fills the places of grids. Sheets with faces of the same shapes in the same places share their spots.

    Grids are known by identity, so callers that fill many pages pass the same one for equal pages.
    """

    def __init__(self) -> None:
        self._known: dict[object, tuple[FaceSpot, ...]] = {}
        self._places: dict[tuple[int, Axis | None], _Places] = {}

    def fronts(self, grid: PageLattice, copies: Sequence[Copy], empty: int = 0) -> tuple[Placement, ...]:
        """The fronts of as many copies as there are places, or fewer, row by row from the top left.

        Args:
            grid: The places.
            copies: At most as many as there are places after the empty ones.
            empty: Places that stay empty before the first copy.
        """
        places = self._of(grid, None)
        order = places.order[empty:]
        filled = [(at, copy, copy.piece.front) for (at, _), copy in zip(order, copies, strict=False)]
        return self._placements(places, filled)

    def backs(
        self, grid: PageLattice, axis: Axis, copies: Sequence[Copy], empty: int = 0
    ) -> tuple[Placement, ...]:
        """The backs of the same copies, each behind its front; a piece without a back leaves its place empty.

        Args:
            grid: Of the fronts.
            axis: Along which the sheet is turned over.
            copies: As they were given to ``fronts``.
            empty: Likewise.
        """
        places = self._of(grid, axis)
        end = empty + len(copies)
        behind = [(at, copies[index - empty]) for at, index in places.order if empty <= index < end]
        filled = [(at, copy, copy.piece.back) for at, copy in behind if copy.piece.back is not None]
        return self._placements(places, filled)

    def _of(self, grid: PageLattice, axis: Axis | None) -> _Places:
        places = self._places.get((id(grid), axis))
        if places is None:
            places = self._places[id(grid), axis] = _places(grid, axis)
        return places

    def _placements(
        self, places: _Places, filled: Sequence[tuple[tuple[int, int], Copy, AnyFace]]
    ) -> tuple[Placement, ...]:
        quarter = places.quarter
        key = (id(places), tuple([at for at, _, _ in filled]), _shapes([face for _, _, face in filled]))
        spots = self._known.get(key)
        if spots is None:
            taken = {at for at, _, _ in filled}
            spots = self._known[key] = tuple(
                [_spot(places.grid, *at, taken, face, quarter) for at, _, face in filled]
            )
        return tuple(
            [
                Placement(copy.piece.key, copy.number, face, spot, quarter, column, row)
                for ((column, row), copy, face), spot in zip(filled, spots, strict=True)
            ]
        )


def _shapes(faces: Sequence[AnyFace]) -> tuple[object, ...]:
    """Outlines and bleeds of the faces of a page; mostly all are the same ones, which are said once."""
    if faces:
        outline, bleed = faces[0].outline, faces[0].bleed
        if all(face.outline is outline and face.bleed == bleed for face in faces):
            return outline, bleed
    return tuple([(face.outline, face.bleed) for face in faces])


class _Places(NamedTuple):
    """The places of one side of a page.

    Attributes:
        source: The grid of the fronts, which this keeps: an id means nothing once its object is deleted.
        grid: As this side is looked at.
        quarter: Turn of the faces.
        order: Column and row of each place, row by row, with the number of the copy that lies there.
    """

    source: PageLattice
    grid: PageLattice
    quarter: Quarter
    order: tuple[tuple[tuple[int, int], int], ...]


def _places(grid: PageLattice, axis: Axis | None) -> _Places:
    """The places of fronts or, with the axis along which the page is turned over, of their backs."""
    if axis is None:
        return _Places(grid, grid, grid.turn, tuple((at, number) for number, at in enumerate(grid.places())))
    behind = [(grid.behind(*at, axis), number) for number, at in enumerate(grid.places())]
    behind.sort(key=lambda place: place[0][::-1])
    return _Places(grid, grid.flipped(axis), turned_over(grid.turn, axis), tuple(behind))


def _spot(
    grid: PageLattice, column: int, row: int, filled: Set[tuple[int, int]], face: AnyFace, quarter: Quarter
) -> FaceSpot:
    x, y = grid.place(column, row)
    edges = shown_bleed(grid, column, row, filled)
    trim, shown = trim_box(face, x, y, quarter), _clip(face, edges, quarter, grid.bleed)
    clip = _clip(face, _tucked(edges, column, row, filled), quarter, grid.bleed)
    return FaceSpot(x, y, trim, place_matrix(face, x, y, quarter), clip, _shown(trim, shown, face, quarter))


_OVERLAP = Length.from_mm(0.15)
"""How far a face reaches under a neighbour that shares its cut: most of a pixel on screens. Viewers blend
edges that only touch with the paper, which shows as a light line."""


def _tucked(
    edges: tuple[Length, Length, Length, Length], column: int, row: int, filled: Set[tuple[int, int]]
) -> tuple[Length, Length, Length, Length]:
    """The bleeds with room to reach under the neighbours that are drawn later: those right and below."""
    top, right, bottom, left = edges
    if (column + 1, row) in filled:
        right = max(right, _OVERLAP)
    if (column, row + 1) in filled:
        bottom = max(bottom, _OVERLAP)
    return top, right, bottom, left


def _clip(face: AnyFace, edges: Sequence[Length], quarter: Quarter, bleed: Length) -> Box:
    """The visible box of a face whose place has these bleeds at its four edges, clockwise from the top.

    A turn hands each edge of the face to the next edge of the page. Shapes other than rectangles have room
    for their whole bleed, in their own outline.
    """
    if face.outline.shape != "rectangle":
        return face.outline.box(min(bleed.mm, face.bleed))
    own = (min(edges[(edge + quarter // 90) % 4].mm, face.bleed) for edge in range(4))
    return Box(0.0, 0.0, face.width, face.height).inset(*(-shown for shown in own))


def _shown(trim: Box, clip: Box, face: AnyFace, quarter: Quarter) -> Box:
    """The clip as placed on the page."""
    own = (-clip.y, clip.right - face.width, clip.bottom - face.height, -clip.x)
    return trim.inset(*(-own[(edge - quarter // 90) % 4] for edge in range(4)))


def shown_bleed(
    grid: PageLattice, column: int, row: int, filled: Set[tuple[int, int]]
) -> tuple[Length, Length, Length, Length]:
    """The bleed that a piece shows at the top, right, bottom and left of its place.

    ``grid.inner`` towards a neighbour, the whole bleed where none is near, ``grid.rim`` at the outside of the
    block. A piece that is alone in its row but has one across a corner gives way above or below, so that no
    bleed covers another piece.
    """

    def taken(dx: int, dy: int) -> bool:
        return (column + dx, row + dy) in filled

    def open_edge(cell: Length) -> Length:
        return min(grid.bleed, grid.gutter + cell.half())  # two that face each other across an empty place

    def sideways(dx: int, rim: Length) -> Length:
        if taken(dx, 0):
            return grid.inner
        return rim if column + dx in (-1, grid.columns) else open_edge(grid.cell_width)

    def upright(dy: int, rim: Length) -> Length:
        across = any(taken(dx, dy) and not taken(dx, 0) for dx in (-1, 1))
        if across or taken(0, dy):
            return grid.inner
        return rim if row + dy in (-1, grid.rows) else open_edge(grid.cell_height)

    rim = grid.rim
    return upright(-1, rim.top), sideways(1, rim.right), upright(1, rim.bottom), sideways(-1, rim.left)


_QUARTERS: tuple[Quarter, ...] = (0, 90, 180, 270)


def turned_over(quarter: Quarter, axis: Axis) -> Quarter:
    """The turn of a back whose front is turned by ``quarter``, so that the cut piece has both sides upright.

    A piece is turned over like the leaf of a book: what is up on its front must be up on its back. Turning
    the sheet along x keeps up and down, and a turn is seen from the back as the opposite turn; along y up and
    down change as well, which is half a turn more.
    """
    return _QUARTERS[(-quarter // 90 if axis == "x" else 2 - quarter // 90) % 4]


def impose(
    pieces: Sequence[PieceFaces],
    profile: PrintProfile,
    footer: Footer,
    context: TextContext | None = None,
    hashes: FaceHashes | None = None,
) -> Imposition:
    """The sheets of one component set: every copy of every piece once, in order, backs behind their fronts.

    Pieces of one size share sheets, and all those sheets have the same places, however full they are. Sizes
    come in the order in which they first occur.

    Args:
        pieces: Finished pieces; those with no copies are left out.
        profile: How to print.
        footer: What the footers say.
        context: To set footers and ruler with; None leaves all words out.
        hashes: Where hashes of faces are remembered from set to set; None remembers them for this call.

    Diagnostics: S110, S111, S112 (does not fit), S113 (too many), S114 (nothing to print), S120 (some backs
        missing), S130 to S133 (no room for ruler, footer, marks, stamps).
    """
    printed = [piece for piece in pieces if piece.copies > 0]
    backs = two_sided(printed, profile)
    found = list(_problems([printed], profile, footer, backs=backs))
    if has_errors(found) or (profile.sides == "backs" and not backs):
        return Imposition((), tuple(found))
    hashes = hashes or FaceHashes()
    if profile.paper.single:
        return Imposition(tuple(_single(printed, profile, footer, context, hashes, backs)), tuple(found))
    cures: dict[str, str] = {}
    pages = _pages(printed, profile, found, cures, backs=backs)
    if has_errors(found):
        return Imposition((), tuple(found))
    assembly = Assembly(profile, footer, context, hashes, two_sided=backs)
    sheets = assembly.sheets(pages)
    return Imposition(sheets, (*found, *assembly.shortages(cures)))


def _single(
    printed: Sequence[PieceFaces],
    profile: PrintProfile,
    footer: Footer,
    context: TextContext | None,
    hashes: FaceHashes,
    backs: bool,
) -> Iterator[Sheet]:
    """A sheet for each copy, as large as the piece with its bleed, front and back upright."""
    total = sum(piece.copies for piece in printed)
    number = 0
    for outline, copies in by_outline(printed).items():
        grid = _grid_of_one(outline, profile.bleed)
        paper = paper_for_one(grid.page_width, grid.page_height)
        own = replace(profile, paper=paper, fold="none")
        assembly = Assembly(own, footer, context, hashes, two_sided=backs)
        for sheet in assembly.sheets([FilledPage(grid, ((copy,),)) for copy in copies]):
            number += 1
            yield sheet._replace(number=number, total=total)


def _grid_of_one(outline: Outline, bleed: Length) -> PageLattice:
    """The only place of a page that ends where the bleed of its piece does."""
    box = outline.box(bleed.mm)
    left, top = Length.from_mm(-box.x), Length.from_mm(-box.y)
    return PageLattice(
        columns=1,
        rows=1,
        cell_width=Length.from_mm(outline.width),
        cell_height=Length.from_mm(outline.height),
        gutter=ZERO,
        page_width=Length.from_mm(box.width),
        page_height=Length.from_mm(box.height),
        left=left,
        top=top,
        turn=0,
        bleed=bleed,
        inner=ZERO,
        rim=Margins(top, left, top, left),
    )


def _pages(
    printed: Sequence[PieceFaces],
    profile: PrintProfile,
    found: list[Diagnostic],
    cures: dict[str, str],
    *,
    backs: bool,
) -> list[FilledPage]:
    """The pages of a set, one size after the other. ``cures`` receives ways to make room for items."""
    pages: list[FilledPage] = []
    for outline, copies in by_outline(printed).items():
        empty = profile.start - 1 if not pages else 0
        page = page_grid(outline, len(copies) + empty, profile, backs=backs)
        if page is None:
            first = copies[0].piece
            found.append(fit_fault(outline, profile, first.key, first.span, backs=backs))
            continue
        grid = page.grid
        empty %= grid.count
        start = grid.count - empty
        pages.append(FilledPage(grid, (copies[:start],), empty))
        for name, cure in page.cures.items():
            cures.setdefault(name, cure)
        pages += [
            FilledPage(grid, (copies[at : at + grid.count],)) for at in range(start, len(copies), grid.count)
        ]
    return pages


def impose_planned(
    sets: Sequence[Sequence[PieceFaces]],
    profile: PrintProfile,
    footer: Footer,
    context: TextContext | None = None,
    hashes: FaceHashes | None = None,
) -> Imposition:
    """The sheets of several sets together, pieces of several sizes on a page where that saves paper.

    Every copy of every piece is there once, backs behind their fronts; pieces of one size come in order of
    the sets. See ``plan_pages`` for how pages are found. A sheet on which no piece has a back is printed on
    one side.

    Args:
        sets: The finished pieces of each set; those with no copies are left out.
        profile: How to print.
        footer: What the footers say.
        context: To set footers and ruler with; None leaves all words out.
        hashes: Where hashes of faces are remembered; None remembers them for this call.

    Diagnostics: as of ``impose``.
    """
    groups = [[piece for piece in pieces if piece.copies > 0] for pieces in sets]
    printed = [piece for group in groups for piece in group]
    backs = two_sided(printed, profile)
    found = list(_problems(groups, profile, footer, backs=backs))
    if has_errors(found) or (profile.sides == "backs" and not backs):
        return Imposition((), tuple(found))
    waiting = by_outline(printed)
    for outline, copies in waiting.items():
        if best_grid(outline, profile, backs=backs) is None:
            first = copies[0].piece
            found.append(fit_fault(outline, profile, first.key, first.span, backs=backs))
    if has_errors(found):
        return Imposition((), tuple(found))
    demand = {outline: len(copies) for outline, copies in waiting.items()}
    cures: Mapping[str, str] = {}
    if len(demand) == 1:  # of several sizes there is more than one grid
        ((outline, count),) = demand.items()
        page = page_grid(outline, count, profile, backs=backs)
        cures = page.cures if page is not None else {}
    pages = []
    for planned in plan_pages(demand, profile, backs=backs):
        taken = []
        for outline, count in zip(planned.outlines, planned.counts, strict=True):
            taken.append(waiting[outline][:count])
            waiting[outline] = waiting[outline][count:]
        pages.append(FilledPage(planned.layout, tuple(taken)))
    # Where backs are a file of their own, its pages must match those of the fronts, one by one.
    every = profile.sides == "backs"
    assembly = Assembly(profile, footer, context, hashes or FaceHashes(), two_sided=backs, every_back=every)
    sheets = assembly.sheets(pages)
    return Imposition(sheets, (*found, *assembly.shortages(cures)))


def _problems(
    sets: Sequence[Sequence[PieceFaces]], profile: PrintProfile, footer: Footer, *, backs: bool
) -> Iterator[Diagnostic]:
    """Sets with some backs (S120), too many pieces (S113), nothing to print (S114)."""
    for printed in sets:
        bare = [piece for piece in printed if piece.back is None]
        if bare and two_sided(printed, profile):
            named = ", ".join(f"'{piece.key}'" for piece in bare[:3])
            more = f" and {len(bare) - 3} more" if len(bare) > 3 else ""
            have = "has" if len(bare) == 1 else "have"
            message = f"{named}{more} {have} no back while others of the set do"
            cure = "give the set a 'back', or move them to a set without backs"
            yield warning("S120", message, bare[0].span, cure, piece=bare[0].key)
    pieces = [piece for printed in sets for piece in printed]
    total = sum(piece.copies for piece in pieces)
    if total > MOST_PIECES:
        most = max(pieces, key=lambda piece: piece.copies)
        message = f"set prints {total} pieces, the limit is {MOST_PIECES}"
        cure = f"'{most.key}' has {times(most.copies, 'copy', 'copies')}"
        yield error("S113", message, most.span, cure, piece=most.key)
    elif not pieces:
        yield note("S114", f"set '{footer.set_name}' has nothing to print")
    elif profile.sides == "backs" and not backs:
        yield note("S114", f"set '{footer.set_name}' has no backs to print")


def by_outline(printed: Sequence[PieceFaces]) -> dict[Outline, tuple[Copy, ...]]:
    """Every copy by the size of its piece (``Outline.cell``), sizes and copies in the order of printing."""
    grouped: dict[Outline, list[Copy]] = {}
    last, group = None, []
    for piece in printed:
        outline = piece.front.outline
        if outline is not last:  # mostly it is, and comparing two takes longer
            last, group = outline, grouped.setdefault(outline.cell, [])
        group += [Copy(piece, number) for number in range(1, piece.copies + 1)]
    return {outline: tuple(copies) for outline, copies in grouped.items()}


def two_sided(printed: Sequence[PieceFaces], profile: PrintProfile) -> bool:
    """Whether the sheets have backs, be they printed now or not: places are the same in both cases."""
    return profile.backed and any(piece.back is not None for piece in printed)


class FilledPage(NamedTuple):
    """A page and what comes onto it.

    Attributes:
        layout: Its places.
        copies: For each part of the layout the copies that fill its places from the first.
        empty: Places of each part that stay empty before the first copy.
    """

    layout: Layout
    copies: tuple[tuple[Copy, ...], ...]
    empty: int = 0


class Assembly:
    """Makes the sheets of one run of pages.

    Args:
        profile: How they are printed.
        footer: What their footers say.
        context: To set words with; None leaves them out.
        hashes: Of faces.
        two_sided: Whether the sheets have backs.
        every_back: Whether a sheet on which no piece has a back has one all the same.
    """

    def __init__(
        self,
        profile: PrintProfile,
        footer: Footer,
        context: TextContext | None,
        hashes: FaceHashes,
        *,
        two_sided: bool,
        every_back: bool = True,
    ) -> None:
        self._profile, self._footer, self._context, self._hashes = profile, footer, context, hashes
        self._two_sided, self._every_back = two_sided, every_back
        self._slots = Slots()
        self._flipped: dict[tuple[int, Axis], Layout] = {}
        self._finisher: SheetFinisher | None = None

    def sheets(self, pages: Sequence[FilledPage]) -> tuple[Sheet, ...]:
        """The finished sheets, one for each page."""
        finisher = self._finisher = SheetFinisher(
            self._profile,
            self._footer,
            self._context,
            len(pages),
            self._two_sided,
            self._hashes,
        )
        # Equal layouts become one, so that what follows from a layout is found by its identity.
        layouts: dict[Layout, Layout] = {}
        made = []
        for number, page in enumerate(pages, 1):
            layout = layouts.setdefault(page.layout, page.layout)
            made.append(finisher.finished(self._sheet(layout, page, number, len(pages))))
        return tuple(made)

    def shortages(self, cures: Mapping[str, str]) -> tuple[Diagnostic, ...]:
        """Marks, footers and rulers without room (S130 to S133); ``cures`` as of ``PageGrid``."""
        return () if self._finisher is None else tuple(self._finisher.shortages(cures))

    def _sheet(self, layout: Layout, page: FilledPage, number: int, total: int) -> Sheet:
        sides = self._profile.sides
        axis = axis_of(self._profile, layout)
        filled, empty = list(zip(layout.parts, page.copies, strict=True)), page.empty
        front = SheetSide(
            "front", layout, _numbered([self._slots.fronts(part, each, empty) for part, each in filled])
        )
        back = None
        if self._two_sided:
            behind = _numbered([self._slots.backs(part, axis, each, empty) for part, each in filled])
            if behind or self._every_back:
                back = SheetSide("back", self._turned(layout, axis), behind)
        return Sheet(
            number,
            total,
            front=None if sides == "backs" else front,
            back=None if sides == "fronts" else back,
            digest=_digest((front, back), self._hashes),
            fold=layout.fold,
        )

    def _turned(self, layout: Layout, axis: Axis) -> Layout:
        """The layout as seen from the back; the same object for the same layout."""
        turned = self._flipped.get((id(layout), axis))
        if turned is None:
            turned = self._flipped[id(layout), axis] = layout.flipped(axis)
        return turned


def _numbered(parts: Sequence[tuple[Placement, ...]]) -> tuple[Placement, ...]:
    """All placements, each with the number of its part."""
    return tuple(
        slot if number == 0 else slot.on_part(number) for number, part in enumerate(parts) for slot in part
    )


def _digest(sides: Sequence[SheetSide | None], hashes: FaceHashes) -> str:
    """Eight digits over all faces of a sheet in their order."""
    faces_of_sides = [
        "".join([hashes.of(slot.face) for slot in side.slots]) if side is not None else "" for side in sides
    ]
    return hashlib.sha256("".join([f"{faces}/" for faces in faces_of_sides]).encode()).hexdigest()[:8]
