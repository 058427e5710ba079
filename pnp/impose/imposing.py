"""Imposition: pieces on sheets, backs behind fronts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, error, has_errors, note, warning
from pnp.draw import FaceHashes, Outline
from pnp.impose.finish import Finisher
from pnp.impose.fit import fit_fault
from pnp.impose.grid import Grid, axis_of, best_grid
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import Footer, Imposition, PieceFaces, Sheet, SheetSide
from pnp.impose.slots import Copy, backs, fronts
from pnp.units import Length

if TYPE_CHECKING:
    from pnp.text import TextContext

# A slip of the keyboard should not fill a disk: a ream of 500 sheets with forty tokens each.
MOST_PIECES = 20_000


def impose(
    pieces: Sequence[PieceFaces],
    profile: PrintProfile,
    footer: Footer,
    context: TextContext | None = None,
    hashes: FaceHashes | None = None,
) -> Imposition:
    """The sheets of one component set: every copy of every piece once, in order, backs behind their fronts.

    Pieces of one size share sheets, and all those sheets have the same places, however full they are. Sizes come in the
    order in which they first occur.

    Args:
        pieces: Finished pieces; those with no copies are left out.
        profile: How to print.
        footer: What the footers say.
        context: To set footers and ruler with; None leaves all words out.
        hashes: Where hashes of faces are remembered from set to set; None remembers them for this call.

    Diagnostics: S110, S111, S112 (does not fit), S113 (too many), S114 (nothing to print), S120 (some backs missing),
    S121 (back of another size), S130 to S133 (no room for ruler, footer, marks, stamps).
    """
    printed = [piece for piece in pieces if piece.copies > 0]
    found = [*_check_backs(printed, profile)]
    total = sum(piece.copies for piece in printed)
    if total > MOST_PIECES:
        most = max(printed, key=lambda piece: piece.copies)
        message = f"set prints {total} pieces, the limit is {MOST_PIECES}"
        found.append(
            error("S113", message, most.span, f"'{most.key}' has {most.copies} copies", piece=most.key)
        )
        return Imposition((), tuple(found))
    if not printed:
        found.append(note("S114", f"set '{footer.set_name}' has nothing to print"))
    runs = _runs(printed, profile, found)
    if has_errors(found):
        return Imposition((), tuple(found))
    return Imposition(
        tuple(_sheets(runs, profile, footer, context, found, hashes or FaceHashes())), tuple(found)
    )


@dataclass(frozen=True, slots=True)
class _Run:
    """Pieces of one size and the grid of their sheets."""

    pieces: tuple[PieceFaces, ...]
    grid: Grid

    @property
    def copies(self) -> tuple[Copy, ...]:
        """Every copy, in the order of printing."""
        return tuple(Copy(piece, number) for piece in self.pieces for number in range(1, piece.copies + 1))


def _runs(printed: Sequence[PieceFaces], profile: PrintProfile, found: list[Diagnostic]) -> list[_Run]:
    by_outline: dict[Outline, list[PieceFaces]] = {}
    for piece in printed:
        by_outline.setdefault(piece.front.outline, []).append(piece)
    runs = []
    backs_too = _two_sided(printed, profile)
    for outline, group in by_outline.items():
        grid = best_grid(outline, profile, backs=backs_too)
        if grid is None:
            found.append(fit_fault(outline, profile, group[0].key, group[0].span, backs=backs_too))
        else:
            runs.append(_Run(tuple(group), grid))
    return runs


def _two_sided(printed: Sequence[PieceFaces], profile: PrintProfile) -> bool:
    """Whether the sheets have backs, be they printed now or not: places are the same in both cases."""
    return profile.backed and any(piece.back is not None for piece in printed)


def _check_backs(printed: Sequence[PieceFaces], profile: PrintProfile) -> Iterator[Diagnostic]:
    for piece in printed:
        back = piece.back
        if back is not None and back.outline != piece.front.outline:
            sizes = (_measure(back.outline), _measure(piece.front.outline))
            message = f"back of '{piece.key}' is {sizes[0]}, its front {sizes[1]}"
            yield error("S121", message, piece.span, "give both sides one size", piece=piece.key)
    bare = [piece for piece in printed if piece.back is None]
    if bare and _two_sided(printed, profile):
        named = ", ".join(f"'{piece.key}'" for piece in bare[:3])
        more = f" and {len(bare) - 3} more" if len(bare) > 3 else ""
        have = "has" if len(bare) == 1 else "have"
        message = f"{named}{more} {have} no back while others of the set do"
        cure = "give the set a 'back', or move them to a set without backs"
        yield warning("S120", message, bare[0].span, cure, piece=bare[0].key)


def _measure(outline: Outline) -> str:
    return f"{Length.from_mm(outline.width)} × {Length.from_mm(outline.height)} ({outline.shape})"


def _sheets(
    runs: Sequence[_Run],
    profile: PrintProfile,
    footer: Footer,
    context: TextContext | None,
    found: list[Diagnostic],
    hashes: FaceHashes,
) -> Iterator[Sheet]:
    pages = [(run.grid, part) for run in runs for part in _parts(run.copies, run.grid.count)]
    two_sided = _two_sided([piece for run in runs for piece in run.pieces], profile)
    finisher = Finisher(profile, footer, context, len(pages), two_sided, hashes)
    for number, (grid, copies) in enumerate(pages, 1):
        axis = axis_of(profile, grid)
        front = SheetSide("front", grid, fronts(grid, copies))
        behind = grid.flipped(axis)
        back = SheetSide("back", behind, backs(behind, axis, copies)) if two_sided else None
        digest = _digest((front, back), hashes)
        sheet = Sheet(
            number,
            len(pages),
            front=None if profile.sides == "backs" else front,
            back=None if profile.sides == "fronts" else back,
            digest=digest,
            fold=grid.fold,
        )
        yield finisher.finished(sheet)
    found += finisher.shortages()


def _parts(copies: Sequence[Copy], size: int) -> Iterator[Sequence[Copy]]:
    for start in range(0, len(copies), size):
        yield copies[start : start + size]


def _digest(sides: Sequence[SheetSide | None], hashes: FaceHashes) -> str:
    """Eight digits over all faces of a sheet in their order."""
    digest = hashlib.sha256()
    for side in sides:
        for slot in side.slots if side is not None else ():
            digest.update(hashes.of(slot.face).encode())
        digest.update(b"/")
    return digest.hexdigest()[:8]
