"""Margins of pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pnp.units import Length


@dataclass(frozen=True, slots=True)
class Margins:
    """Distances from the four edges of a page."""

    top: Length
    right: Length
    bottom: Length
    left: Length

    @classmethod
    def even(cls, all_round: Length) -> Margins:
        """The same distance from every edge."""
        return cls(all_round, all_round, all_round, all_round)

    def lying(self) -> Margins:
        """The margins of the same paper as a landscape page.

        Printers turn that page clockwise onto the sheet, so that its left edge is the top of the sheet.
        """
        return Margins(top=self.right, right=self.bottom, bottom=self.left, left=self.top)

    def mirrored(self, axis: Literal["x", "y"]) -> Margins:
        """The margins that also hold once the page is turned over along ``axis``: the larger of both edges."""
        if axis == "x":
            side = max(self.left, self.right)
            return replace(self, left=side, right=side)
        end = max(self.top, self.bottom)
        return replace(self, top=end, bottom=end)

    def __str__(self) -> str:
        edges = (self.top, self.right, self.bottom, self.left)
        return str(edges[0]) if len(set(edges)) == 1 else " ".join(str(edge) for edge in edges)
