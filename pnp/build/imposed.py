"""The sheets of an edition, each set by itself or several together, with the findings of preflight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.build.document import Part, sheets_part
from pnp.build.edition import ComposedSet, Edition
from pnp.diagnostics import Diagnostic
from pnp.i18n import label
from pnp.impose import PieceFaces, PrintProfile, impose, impose_planned
from pnp.model import ComponentSet
from pnp.preflight import check_faces, check_sheets
from pnp.text import TextContext


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


class ImposedStock(NamedTuple):
    """The sheets of a stock.

    Attributes:
        part: None if there is nothing to print.
        diagnostics: Of tiling and imposing, of the faces, and of the sheets.
    """

    part: Part | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def sheets(self) -> int:
        """The number of sheets of paper."""
        return len(self.part.sheets) if self.part is not None else 0


def impose_game(
    edition: Edition, composed: Sequence[ComposedSet], profile: PrintProfile
) -> Iterator[ImposedStock]:
    """The sheets of the sets of an edition, one stock after the other."""
    faces = {each.component_set.id: each.faces for each in composed}
    for stock in stocks([each.component_set for each in composed], profile):
        yield impose_stock(edition, stock, [faces[each.id] for each in stock.sets], profile)


def impose_stock(
    edition: Edition, stock: Stock, faces: Sequence[Sequence[PieceFaces]], profile: PrintProfile
) -> ImposedStock:
    """The sheets of a stock, and the faults of its faces (S20x) and sheets (S1xx).

    Args:
        edition: With the language and the fonts of footers.
        stock: Of its sets.
        faces: Of each set of the stock, in order.
        profile: How to print.
    """
    title = label(stock.label, edition.language) if stock.label else edition.words(stock.sets[0].name)
    ready = [
        on_sheets(each, pieces, profile, edition.context)
        for each, pieces in zip(stock.sets, faces, strict=True)
    ]
    printed = [pieces for pieces, _ in ready]
    how = (profile, edition.footer(title), edition.context, edition.hashes)
    apart = profile.planned == "false" or profile.paper.single
    imposed = impose(printed[0], *how) if apart else impose_planned(printed, *how)
    found = (
        *(fault for _, tiled in ready for fault in tiled),
        *imposed.diagnostics,
        *(fault for pieces in faces for fault in check_faces(pieces, edition.game.allowances())),
        *check_sheets([piece for pieces in printed for piece in pieces], imposed, profile),
    )
    if not imposed.sheets:
        return ImposedStock(None, found)
    every = [piece for pieces in faces for piece in pieces]
    part = sheets_part(
        stock.name,
        title,
        imposed.sheets,
        faces=every,
        sets=stock.sets,
        language=edition.language,
        order=profile.order,
    )
    return ImposedStock(part, found)


def on_sheets(
    component_set: ComponentSet, faces: Sequence[PieceFaces], profile: PrintProfile, context: TextContext
) -> tuple[Sequence[PieceFaces], Sequence[Diagnostic]]:
    """The faces that are placed on sheets: boards that fold or are larger than a page become tiles.

    Boards of a set with ``fit: page`` become smaller instead.
    """
    if component_set.kind != "board" or profile.paper.single:
        return faces, ()
    from pnp.impose.fit import fit_to_page
    from pnp.impose.tiles import tile_boards

    found: list[Diagnostic] = []
    if component_set.fitted:
        faces, found = fit_to_page(faces, profile)
    tiles, notes = tile_boards(faces, profile, context, component_set.panels_of)
    return tiles, [*found, *notes]
