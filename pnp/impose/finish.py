"""Finishing the sides of sheets: marks, ruler and footer, and a word on what found no room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, warning
from pnp.impose.furniture import Ruler, Words, furniture
from pnp.impose.grid import Area
from pnp.impose.marks import marking
from pnp.impose.profile import PrintProfile
from pnp.impose.rim import rims
from pnp.impose.sheet import Footer, SheetSide

if TYPE_CHECKING:
    from pnp.text import TextContext


class Finisher:
    """Puts marks, ruler and footer on sides, and remembers what found no room."""

    def __init__(
        self,
        profile: PrintProfile,
        footer: Footer,
        context: TextContext | None,
        total: int,
        two_sided: bool,
    ) -> None:
        self._profile, self._context, self._two_sided = profile, context, two_sided
        self._words = Words(footer, total, two_sided=two_sided)
        self._ruler = Ruler.with_words(self._words.ruler(), context)
        self._missing: dict[str, int] = {}

    def finished(self, side: SheetSide, number: int, digest: str) -> SheetSide:
        """The side with its items. Rulers stand on fronts, or on backs that are printed alone."""
        profile = self._profile
        margin = Area.of(profile, lying=side.grid.lying, backs=self._two_sided).margin
        straight = profile.marks != "none" and any(
            slot.face.outline.shape == "rectangle" for slot in side.slots
        )
        free = rims(side.grid, margin, straight_marks=straight)
        ruled = side.side == "front" or profile.sides == "backs"
        words = self._words.footer(side.side, number, digest)
        placed = furniture(side.grid, free, words, self._ruler if ruled else None, self._context)
        marks = marking(side, profile.marks, placed.rims)
        for code, short in (("S130", not placed.ruler), ("S131", not placed.footer), ("S132", marks.cramped)):
            if short:
                self._missing.setdefault(code, number)
        return replace(side, items=(*marks.items, *placed.items))

    def shortages(self) -> Iterator[Diagnostic]:
        """One warning for each kind of thing that was left out somewhere."""
        paper = self._profile.paper.name
        cure = "take a smaller grid, less bleed or larger paper"
        if "S130" in self._missing:
            yield warning("S130", f"no room for the ruler on {paper}", None, cure)
        if "S131" in self._missing:
            yield warning("S131", f"no room for the footer on {paper}", None, cure)
        if "S132" in self._missing:
            yield warning("S132", f"no room for crop marks at some edges of {paper}", None, cure)
