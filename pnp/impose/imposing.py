"""Imposition: pieces on sheets, backs behind fronts, with marks and words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic, error, has_errors, note, times, warning
from pnp.draw import FaceHashes, Outline
from pnp.impose.area import Axis
from pnp.impose.finish import SheetFinisher
from pnp.impose.fit import fit_fault
from pnp.impose.grid import PageLattice, best_grid
from pnp.impose.lane_room import page_grid
from pnp.impose.limits import MOST_PIECES
from pnp.impose.mosaic import axis_of
from pnp.impose.plan import plan_pages
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import Footer, Imposition, Layout, PieceFaces, Placement, Sheet, SheetSide
from pnp.impose.slots import Copy, Slots
from pnp.model.paper import Margins, paper_for_one
from pnp.units import ZERO, Length

if TYPE_CHECKING:
    from pnp.text import TextContext


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
    found = [*_check_backs(printed, profile)]
    if not _printable(printed, profile, footer, found):
        return Imposition((), tuple(found))
    if profile.paper.single:
        return Imposition(
            tuple(_single(printed, profile, footer, context, hashes or FaceHashes())), tuple(found)
        )
    cures: dict[str, str] = {}
    pages = _pages(printed, profile, found, cures)
    if has_errors(found):
        return Imposition((), tuple(found))
    backs_too = two_sided(printed, profile)
    assembly = Assembly(profile, footer, context, hashes or FaceHashes(), two_sided=backs_too)
    sheets = assembly.sheets(pages)
    return Imposition(sheets, (*found, *assembly.shortages(cures)))


def _single(
    printed: Sequence[PieceFaces],
    profile: PrintProfile,
    footer: Footer,
    context: TextContext | None,
    hashes: FaceHashes,
) -> Iterator[Sheet]:
    """A sheet for each copy, as large as the piece with its bleed, front and back upright."""
    backs_too = two_sided(printed, profile)
    total = sum(piece.copies for piece in printed)
    number = 0
    for outline, group in by_outline(printed).items():
        grid = _grid_of_one(outline, profile.bleed)
        paper = paper_for_one(grid.page_width, grid.page_height)
        own = replace(profile, paper=paper, fold="none")
        assembly = Assembly(own, footer, context, hashes, two_sided=backs_too)
        for sheet in assembly.sheets([FilledPage(grid, ((copy,),)) for copy in all_copies(group)]):
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
    printed: Sequence[PieceFaces], profile: PrintProfile, found: list[Diagnostic], cures: dict[str, str]
) -> list[FilledPage]:
    """The pages of a set, one size after the other. ``cures`` receives ways to make room for items."""
    pages: list[FilledPage] = []
    backs_too = two_sided(printed, profile)
    for outline, group in by_outline(printed).items():
        copies = all_copies(group)
        empty = profile.start - 1 if not pages else 0
        page = page_grid(outline, len(copies) + empty, profile, backs=backs_too)
        if page is None:
            found.append(fit_fault(outline, profile, group[0].key, group[0].span, backs=backs_too))
            continue
        grid = page.grid
        empty %= grid.count
        first = copies[: grid.count - empty]
        copies = copies[len(first) :]
        pages.append(FilledPage(grid, (first,), empty))
        for name, cure in page.cures.items():
            cures.setdefault(name, cure)
        pages += [
            FilledPage(grid, (copies[start : start + grid.count],))
            for start in range(0, len(copies), grid.count)
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
    found = [fault for group in groups for fault in _check_backs(group, profile)]
    if not _printable(printed, profile, footer, found):
        return Imposition((), tuple(found))
    backs_too = two_sided(printed, profile)
    grouped = by_outline(printed)
    for outline, group in grouped.items():
        if best_grid(outline, profile, backs=backs_too) is None:
            found.append(fit_fault(outline, profile, group[0].key, group[0].span, backs=backs_too))
    if has_errors(found):
        return Imposition((), tuple(found))
    waiting = {outline: all_copies(group) for outline, group in grouped.items()}
    demand = {outline: len(copies) for outline, copies in waiting.items()}
    cures: Mapping[str, str] = {}
    if len(demand) == 1:  # of several sizes there is more than one grid
        ((outline, count),) = demand.items()
        page = page_grid(outline, count, profile, backs=backs_too)
        cures = page.cures if page is not None else {}
    pages = []
    for planned in plan_pages(demand, profile, backs=backs_too):
        taken = []
        for outline, count in zip(planned.outlines, planned.counts, strict=True):
            taken.append(waiting[outline][:count])
            waiting[outline] = waiting[outline][count:]
        pages.append(FilledPage(planned.layout, tuple(taken)))
    # Where backs are a file of their own, its pages must match those of the fronts, one by one.
    every = profile.sides == "backs"
    assembly = Assembly(
        profile, footer, context, hashes or FaceHashes(), two_sided=backs_too, every_back=every
    )
    sheets = assembly.sheets(pages)
    return Imposition(sheets, (*found, *assembly.shortages(cures)))


def _printable(
    printed: Sequence[PieceFaces], profile: PrintProfile, footer: Footer, found: list[Diagnostic]
) -> bool:
    """Whether there is something to print, and not more than anybody prints."""
    total = sum(piece.copies for piece in printed)
    if total > MOST_PIECES:
        most = max(printed, key=lambda piece: piece.copies)
        message = f"set prints {total} pieces, the limit is {MOST_PIECES}"
        found.append(
            error(
                "S113",
                message,
                most.span,
                f"'{most.key}' has {times(most.copies, 'copy', 'copies')}",
                piece=most.key,
            )
        )
        return False
    if not printed:
        found.append(note("S114", f"set '{footer.set_name}' has nothing to print"))
    elif profile.sides == "backs" and not two_sided(printed, profile):
        found.append(note("S114", f"set '{footer.set_name}' has no backs to print"))
        return False
    return True


def by_outline(printed: Sequence[PieceFaces]) -> dict[Outline, list[PieceFaces]]:
    """The pieces of each size (``Outline.cell``), sizes in the order in which they first occur."""
    grouped: dict[Outline, list[PieceFaces]] = {}
    last, group = None, []
    for piece in printed:
        outline = piece.front.outline
        if outline is not last:  # mostly it is, and comparing two takes longer
            last, group = outline, grouped.setdefault(outline.cell, [])
        group.append(piece)
    return grouped


def all_copies(pieces: Sequence[PieceFaces]) -> tuple[Copy, ...]:
    """Every copy, in the order of printing."""
    return tuple(Copy(piece, number) for piece in pieces for number in range(1, piece.copies + 1))


def two_sided(printed: Sequence[PieceFaces], profile: PrintProfile) -> bool:
    """Whether the sheets have backs, be they printed now or not: places are the same in both cases."""
    return profile.backed and any(piece.back is not None for piece in printed)


def _check_backs(printed: Sequence[PieceFaces], profile: PrintProfile) -> Iterator[Diagnostic]:
    bare = [piece for piece in printed if piece.back is None]
    if bare and two_sided(printed, profile):
        named = ", ".join(f"'{piece.key}'" for piece in bare[:3])
        more = f" and {len(bare) - 3} more" if len(bare) > 3 else ""
        have = "has" if len(bare) == 1 else "have"
        message = f"{named}{more} {have} no back while others of the set do"
        cure = "give the set a 'back', or move them to a set without backs"
        yield warning("S120", message, bare[0].span, cure, piece=bare[0].key)


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
