"""Making sheets of pages whose places are known: fronts, backs behind them, marks and words."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.dataclass import dataclass
from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.impose.finish import Finisher
from pnp.impose.mosaic import axis_of
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import Footer, Layout, Placement, Sheet, SheetSide
from pnp.impose.slots import Copy, Slots

if TYPE_CHECKING:
    from pnp.text import TextContext


@dataclass(frozen=True, slots=True)
class FilledPage:
    """A page and what comes onto it.

    Attributes:
        layout: Its places.
        copies: For each part of the layout the copies that fill its places from the first.
    """

    layout: Layout
    copies: tuple[tuple[Copy, ...], ...]


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
        self._shortages: tuple[Diagnostic, ...] = ()

    def sheets(self, pages: Sequence[FilledPage]) -> tuple[Sheet, ...]:
        """The finished sheets, one for each page."""
        finisher = Finisher(
            self._profile, self._footer, self._context, len(pages), self._two_sided, self._hashes
        )
        made = tuple(
            finisher.finished(self._sheet(page, number, len(pages))) for number, page in enumerate(pages, 1)
        )
        self._shortages = tuple(finisher.shortages())
        return made

    def shortages(self) -> tuple[Diagnostic, ...]:
        """What found no room on the sheets (S130 to S133)."""
        return self._shortages

    def _sheet(self, page: FilledPage, number: int, total: int) -> Sheet:
        layout, sides = page.layout, self._profile.sides
        axis = axis_of(self._profile, layout)
        filled = list(zip(layout.parts, page.copies, strict=True))
        front = SheetSide(
            "front", layout, _numbered([self._slots.fronts(part, copies) for part, copies in filled])
        )
        back = None
        if self._two_sided:
            behind = _numbered([self._slots.backs(part, axis, copies) for part, copies in filled])
            if behind or self._every_back:
                back = SheetSide("back", layout.flipped(axis), behind)
        return Sheet(
            number,
            total,
            front=None if sides == "backs" else front,
            back=None if sides == "fronts" else back,
            digest=_digest((front, back), self._hashes),
            fold=layout.fold,
        )


def _numbered(parts: Sequence[tuple[Placement, ...]]) -> tuple[Placement, ...]:
    """All placements, each with the number of its part."""
    return tuple(
        slot if number == 0 else slot.on_part(number) for number, part in enumerate(parts) for slot in part
    )


def _digest(sides: Sequence[SheetSide | None], hashes: FaceHashes) -> str:
    """Eight digits over all faces of a sheet in their order."""
    digest = hashlib.sha256()
    for side in sides:
        for slot in side.slots if side is not None else ():
            digest.update(hashes.of(slot.face).encode())
        digest.update(b"/")
    return digest.hexdigest()[:8]
