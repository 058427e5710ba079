"""Making sheets of pages whose places are known: fronts, backs behind them, marks and words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.impose.area import Axis
from pnp.impose.finish import SheetFinisher
from pnp.impose.mosaic import axis_of
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import Footer, Layout, Placement, Sheet, SheetSide
from pnp.impose.slots import Copy, Slots

if TYPE_CHECKING:
    from pnp.text import TextContext


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
