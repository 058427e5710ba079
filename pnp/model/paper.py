"""Paper, by its standard name or in numbers, and the margins of its pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from pnp.units import ZERO, Length, LengthError, mm

_CUSTOM = re.compile(
    r"\s*+([\d.,]++)\s*+([A-Za-z\"]*?)\s*+[x×]\s*+([\d.,]++)\s*+([A-Za-z\"]*+)\s*+\Z", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, held upright.

    Attributes:
        name: As its user knows it, such as ``A4``.
        width: Of the shorter side.
        height: Of the longer side.
    """

    name: str
    width: Length
    height: Length

    @property
    def single(self) -> bool:
        """Whether each piece has a page of its own size."""
        return self.name == _SINGLE

    @classmethod
    def parse(cls, text: str) -> Paper | None:
        """The paper of that name or size (``100x150mm``, ``8.5 x 11 in``); None for an unknown name.

        Raises:
            LengthError: Numbers without a unit, with an unknown one, or a side that is not above zero.
        """
        known = _BY_NAME.get(text.strip().casefold())
        if known is not None:
            return known
        match = _CUSTOM.match(text)
        if match is None:
            return None
        first, first_unit, second, second_unit = match.groups()
        sides = (
            Length.parse(first + (first_unit or second_unit)),
            Length.parse(second + (second_unit or first_unit)),
        )
        if min(sides) <= ZERO:
            raise LengthError(f"'{text}' leaves no paper; both sides must be above zero")
        return cls(text.strip(), min(sides), max(sides))


_SINGLE = "piece"
"""The name of paper that is as large as the piece on it."""


def paper_key(text: str) -> str:
    """A paper's name without what people write differently: ``a4``, ``100x150mm``."""
    return "".join(text.split()).casefold().replace("×", "x")


def _inches(width: str, height: str) -> tuple[Length, Length]:
    return Length.parse(width + "in"), Length.parse(height + "in")


# A sizes: ISO 216:2007, table 1. Letter, Legal and Tabloid: na_letter, na_legal and na_ledger of PWG 5101.1.
A4 = Paper("A4", mm(210), mm(297))
ISO_PAPERS: tuple[Paper, ...] = (Paper("A5", mm(148), mm(210)), A4, Paper("A3", mm(297), mm(420)))
US_PAPERS: tuple[Paper, ...] = (
    Paper("Letter", *_inches("8.5", "11")),
    Paper("Legal", *_inches("8.5", "14")),
    Paper("Tabloid", *_inches("11", "17")),
)
PAPERS: tuple[Paper, ...] = (*ISO_PAPERS, *US_PAPERS)
"""The papers known by name; each family from small to large."""

_BY_NAME = {paper.name.casefold(): paper for paper in (*PAPERS, replace(A4, name=_SINGLE))}


def paper_for_one(width: Length, height: Length) -> Paper:
    """A page for one piece that is so large with its bleed."""
    return Paper(_SINGLE, min(width, height), max(width, height))


def reading_paper(paper: Paper) -> Paper:
    """The paper for pages to read, for owners of a printer that takes ``paper``: Letter or A4.

    Owners of paper as wide or as long as Letter (Legal, Tabloid, ``8.5x13in``) also have Letter.
    """
    letter = US_PAPERS[0]
    return letter if {paper.width, paper.height} & {letter.width, letter.height} else A4


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
        """The margins that also hold after the page is flipped along ``axis``: the larger of both edges."""
        if axis == "x":
            side = max(self.left, self.right)
            return replace(self, left=side, right=side)
        end = max(self.top, self.bottom)
        return replace(self, top=end, bottom=end)

    def __str__(self) -> str:
        edges = (self.top, self.right, self.bottom, self.left)
        return str(edges[0]) if len(set(edges)) == 1 else " ".join(str(edge) for edge in edges)
