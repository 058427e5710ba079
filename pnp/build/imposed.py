"""The sheets of an edition, each set by itself or several together, with the findings of preflight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.build.alternative_text import sentences
from pnp.build.demand import Stock, stocks
from pnp.build.document import Part
from pnp.build.edition import ComposedSet, Edition
from pnp.diagnostics import Diagnostic
from pnp.draw import AnyFace, OutlineEntry, Page, StructureElement, Tag
from pnp.geometry import IDENTITY
from pnp.i18n import Labels, capital, label
from pnp.impose import PieceFaces, PrintProfile, Sheet, SheetPages, impose, impose_planned
from pnp.impose.sheet import TILE_MARK
from pnp.model import ComponentSet
from pnp.model.print import Order
from pnp.preflight import check_faces, check_sheets
from pnp.text import TextContext


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


def sheets_part(
    name: str,
    title: str,
    sheets: Sequence[Sheet],
    *,
    faces: Sequence[PieceFaces],
    sets: Sequence[ComponentSet],
    language: str,
    order: Order,
) -> Part:
    """Sheets as a part, with a bookmark for each piece at the first sheet that has it.

    Args:
        name: Of its file, without ending.
        title: In the language.
        sheets: In order.
        faces: Of the pieces on them.
        sets: Of the pieces, which say what kind of piece each is.
        language: Of the sheets.
        order: Of the pages.
    """
    pages: list[Page] = []
    backs: list[Page] = []
    labels = {piece.key: piece.label for piece in faces}
    outline = [OutlineEntry(title, 0, 0)]
    two_sided = any(sheet.two_sided for sheet in sheets)
    # All fronts first: the back of each sheet comes as many pages later as there are sheets.
    in_turn = order == "interleaved"
    made = SheetPages(paired=two_sided, language=language)
    figures = SheetFigures(sets, faces, language)
    for sheet in sheets:
        for slot in sheet.sides[0].slots if sheet.sides else ():
            label = labels.pop(slot.key, None)
            if label is not None:
                outline.append(OutlineEntry(label, 1, len(pages), slot.spot.y.mm))
        sides = figures.on(made.of(sheet), sheet)
        pages += sides if in_turn else sides[:1]
        backs += () if in_turn else sides[1:]
    return Part(
        f"{name}.pdf",
        title,
        (*pages, *backs),
        tuple(outline),
        tuple(sheets),
        tuple(faces),
        two_sided and in_turn,
    )


class SheetFigures:
    """Makes figures of sheets for readers that do not see them: one for each piece on a page, copies counted.

    Args:
        sets: Of the sheets, in their language.
        faces: Of the pieces on them.
        language: Of the sheets.

    Attributes:
        elements: Of all pages; grows.
    """

    def __init__(self, sets: Iterable[ComponentSet], faces: Iterable[PieceFaces], language: str) -> None:
        self.elements: list[StructureElement] = []
        self._pieces = {piece.key: piece for piece in faces}
        self._language = language
        self._labels = Labels(language)
        self._kinds = {each.id: capital(self._labels.text(each.kind, n=1), language) for each in sets}
        self._known: dict[tuple[str, str], str] = {}
        self._order = 0

    def on(self, pages: Sequence[Page], sheet: Sheet) -> tuple[Page, ...]:
        """The pages of a sheet (see ``SheetPages``), with a tag on each face in the order of their places."""
        sides = [sheet.sides] if sheet.fold is not None else [(side,) for side in sheet.sides]
        empty = [()] * (len(pages) - len(sides))
        tagged = []
        for page, here in zip(pages, [*sides, *empty], strict=True):
            there = [(side, slot) for side in here for slot in side.slots]
            spoken = [self._words(side.side, slot.key, slot.face) for side, slot in there]
            places = {words: len(self.elements) + at for at, words in enumerate(dict.fromkeys(spoken))}
            for words in places:
                count = spoken.count(words)
                alt = f"{self._labels.text('times', n=count)} {words}" if count > 1 else words
                self.elements.append(StructureElement("Figure", alt=alt))
            placed = []
            for face, words, (side, slot) in zip(page.placed, spoken, there, strict=True):
                trim = slot.spot.trim
                box = trim if side.adjust == IDENTITY else side.adjust.apply_box(trim)
                placed.append(face._replace(tag=Tag("Figure", places[words], self._order, box)))
                self._order += 1
            tagged.append(page._replace(placed=tuple(placed), elements=self.elements))
        return tuple(tagged)

    def _words(self, side: str, key: str, face: AnyFace) -> str:
        """The words of a face: what it is, its name, and the words on it."""
        words = self._known.get((side, key))
        if words is None:
            board, _, tile = key.partition(TILE_MARK)
            piece = self._pieces.get(board)
            if side == "back":
                title = f"{capital(self._labels.text('back'), self._language)}: {face.label}"
            else:
                label = piece.label if piece is not None else face.label
                title = f"{self._kinds.get(key.partition('/')[0], '')}: {label} {tile}".strip(": ")
            own = piece.alternative_texts[side == "back"] if piece is not None else ""
            words = self._known[side, key] = sentences((title, own))
        return words
