"""The sheets and rule sheets of a game in one language, made again where something on them changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.build import (
    Book,
    ImposedStock,
    Part,
    SideHashes,
    Stock,
    compose_books,
    duplicate_faults,
    duplicate_groups,
    impose_stock,
    side_hashes,
    stocks,
)
from pnp.diagnostics import Diagnostic, has_errors
from pnp.impose import PrintProfile
from pnp.preview.local import LivePiece, LocalGame
from pnp.preview.reading import Reading


@dataclass(frozen=True, slots=True)
class _Kept:
    """Sheets, and what they were made from."""

    made_from: object
    imposed: ImposedStock


class LocalSheets:
    """The sheets of all sets and the rule sheets.

    Args:
        local: Has the pieces.
    """

    def __init__(self, local: LocalGame) -> None:
        self._local = local
        self._kept: dict[str, _Kept] = {}
        self._stale: list[Stock] = []
        self._books: list[Book] = []
        self._books_of: object = None
        self._reading: Reading | None = None
        self._profile: PrintProfile | None = None

    def adopt(self, reading: Reading, profile: PrintProfile) -> None:
        """Take over what the files say now, after ``local`` did; nothing is made yet."""
        self._reading, self._profile = reading, profile
        self._stale = list(stocks(self._local.edition.game.sets, profile))
        self._kept = {each.name: self._kept[each.name] for each in self._stale if each.name in self._kept}

    def impose_next(self) -> str | None:
        """Make the next sheets that have changed; their name, or None when there are none left."""
        while self._stale:
            stock = self._stale.pop(0)
            pieces = [self._local.composed(component_set) for component_set in stock.sets]
            made_from = self._made_from(stock, pieces)
            kept = self._kept.pop(stock.name, None)
            if kept is not None and kept.made_from == made_from:
                self._kept[stock.name] = kept  # at the end, in the order of printing
                continue
            self._kept[stock.name] = _Kept(made_from, self._imposed(stock, pieces))
            return stock.name
        return None

    def _imposed(self, stock: Stock, pieces: Sequence[Sequence[LivePiece]]) -> ImposedStock:
        assert self._profile is not None
        edition = self._local.edition
        faces = [[live.faces for live in each if live.faces is not None] for each in pieces]
        imposed = impose_stock(edition, stock, faces, self._profile)
        found = [
            fault
            for component_set, each in zip(stock.sets, faces, strict=True)
            for fault in duplicate_faults(edition, component_set, each)
        ]
        return replace(imposed, diagnostics=(*found, *imposed.diagnostics))

    def compose_books(self) -> bool:
        """Set the rule sheets when anything has changed; whether they were set.

        While the files have errors the last ones stay: a piece that cannot be read is missing from the game,
        and every rule sheet that shows it would be reported, too.
        """
        assert self._reading is not None
        assert self._profile is not None
        workshop = self._reading.workshop
        if has_errors(workshop.diagnostics):
            return False
        made_from = (self._reading.assets, dict(workshop.sources), self._profile)
        if made_from == self._books_of:
            return False
        self._books_of = made_from
        self._books = compose_books(self._local.edition, list(self.set_parts()), self._profile)
        return True

    def set_parts(self) -> Iterator[Part]:
        """The sheets of the pieces, in the order of printing."""
        for kept in self._kept.values():
            if kept.imposed.part is not None:
                yield kept.imposed.part

    def book_parts(self) -> list[Part]:
        """The rule sheets, in order of name."""
        return [book.part for book in self._books if book.part is not None]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Of all sheets and rule sheets."""
        found = [item for kept in self._kept.values() for item in kept.imposed.diagnostics]
        return found + [item for book in self._books for item in book.diagnostics]

    def _made_from(self, stock: Stock, pieces: Sequence[Sequence[LivePiece]]) -> object:
        """What sheets depend on; places count only as far as findings tell them."""
        assert self._reading is not None
        game = self._local.edition.game
        kept = self._kept.get(stock.name)
        told = kept is not None and bool(kept.imposed.diagnostics)
        every = [live for each in pieces for live in each]
        return (
            [(live.piece.key, live.piece.copies, live.front, live.back) for live in every],
            [live.faces.label for live in every if live.faces is not None],
            [live.piece.span for live in every] if told else None,
            [
                [piece.fields for piece in group]
                for component_set, each in zip(stock.sets, pieces, strict=True)
                for group in duplicate_groups(component_set, self._looks(each))
            ],
            (game.name.source, game.version, *((each.name.source, each.panels) for each in stock.sets)),
            [(fact.id, fact.value) for fact in game.facts.values()],
            (self._profile, self._reading.assets),
        )

    def _looks(self, pieces: Sequence[LivePiece]) -> dict[str, SideHashes]:
        return side_hashes(
            [live.faces for live in pieces if live.faces is not None], self._local.edition.hashes
        )
