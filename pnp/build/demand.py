"""Sets that share sheets, and the paper that they need, by sizes and copies alone: nothing is composed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from pnp.draw import Outline
from pnp.impose import PrintProfile, best_grid
from pnp.model import ComponentSet, Piece


class Stock(NamedTuple):
    """Sets that are printed on sheets together.

    Attributes:
        name: Of the file.
        label: Key of the title of the sheets; empty for one set, whose name is the title.
        sets: In order.
    """

    name: str
    label: str
    sets: tuple[ComponentSet, ...]


_ON_CARD = ("card", "aid")


def stocks(sets: Sequence[ComponentSet], profile: PrintProfile) -> tuple[Stock, ...]:
    """The sets that share sheets: each alone, all, or cards and aids in one stock and the rest in another.

    Sets that say ``total: 0``, such as pictures for the rule sheet, have no sheets.
    """
    sets = [each for each in sets if each.total != 0 or each.copies]
    if profile.planned == "false" or profile.paper.single:
        return tuple(Stock(each.id, "", (each,)) for each in sets)
    if profile.planned == "true":
        return (Stock("sheets", "all-pieces", tuple(sets)),)
    cards = tuple(each for each in sets if each.kind in _ON_CARD)
    others = tuple(each for each in sets if each.kind not in _ON_CARD)
    both = (Stock("cards", "cards", cards), Stock("punchboard", "punchboard", others))
    return tuple(stock for stock in both if stock.sets)


class Waste(NamedTuple):
    """Paper that is wasted if each set has sheets of its own.

    Attributes:
        spared: Sheets that are saved, at least, if all sets share them.
        thin: Sheets that are less than half full.
    """

    spared: int
    thin: int


def sheets_apart(component_set: ComponentSet, profile: PrintProfile) -> int:
    """Sheets of paper that a set needs by itself, without pieces that fit on no page."""
    return sum(ceil(share) for share in _filled([component_set], profile))


def waste(sets: Sequence[ComponentSet], profile: PrintProfile) -> Waste:
    """The paper that sharing sheets would save.

    A plan of all sets mixes sizes on a page, so it saves at least as many sheets. Here only pieces of one
    size share them, which takes no time to compute.
    """
    apart = [share for each in sets for share in _filled([each], profile)]
    together = sum(ceil(share) for share in _filled(sets, profile))
    return Waste(sum(map(ceil, apart)) - together, sum(0 < share % 1 < 1 / 2 for share in apart))


def _filled(sets: Sequence[ComponentSet], profile: PrintProfile) -> Iterator[Fraction]:
    """The number of sheets that pieces of each size fill if the sets share them."""
    backs = backed([piece for each in sets for piece in each.pieces], profile)
    for outline, count in demand_of(sets, profile).items():
        grid = best_grid(outline, profile, backs=backs)
        if grid is not None:
            yield Fraction(count, grid.count)


def demand_of(sets: Sequence[ComponentSet], profile: PrintProfile) -> dict[Outline, int]:
    """The number of pieces of each size that are put on sheets."""
    demand: dict[Outline, int] = {}
    for each in sets:
        for piece in each.pieces:
            if piece.copies:
                for outline, copies in printed_as(each, piece, profile).items():
                    demand[outline] = demand.get(outline, 0) + copies
    return demand


def printed_as(component_set: ComponentSet, piece: Piece, profile: PrintProfile) -> Mapping[Outline, int]:
    """The outlines that are put on sheets for a piece, with their numbers.

    They are its copies, or the tiles of a board that folds or is larger than a page.
    """
    outline = piece.size.outline
    if piece.kind == "board":
        from pnp.impose.fit import fitted_outline
        from pnp.impose.limits import MOST_TILES
        from pnp.impose.tiles import tiling

        backs = piece.back is not None and profile.backed
        if component_set.fitted:
            outline = fitted_outline(outline, profile, backs=backs)
        plan = tiling(outline, profile, backs=backs, panels=component_set.panels_of(outline))
        if plan is not None and plan.count <= MOST_TILES:
            return {size: count * piece.copies for size, count in plan.sizes().items()}
    return {outline.cell: piece.copies}


def backed(pieces: Sequence[Piece], profile: PrintProfile) -> bool:
    """Whether backs of the pieces are printed."""
    return profile.backed and any(piece.copies and piece.back is not None for piece in pieces)
