"""A game in one language, kept up to date: its pieces, its sheets and its rule sheets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.build import (
    Book,
    ComposedPiece,
    Edition,
    FaceKeys,
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
from pnp.diagnostics import Diagnostic, Severity, has_errors
from pnp.draw import AnyFace, FaceHashes, with_items
from pnp.impose import PieceFaces, PrintProfile
from pnp.model import ComponentSet, Piece
from pnp.preflight import FaceChecks
from pnp.preview.reading import Reading
from pnp.translation import Translations

PictureState: TypeAlias = Literal["good", "waiting", "stale"]
"""Whether the picture is the piece's, is about to be replaced, or is the last good one of a faulty piece."""

_NOTHING = ComposedPiece(None, (), ())


@dataclass(frozen=True, slots=True)
class LivePiece:
    """A printed piece with the last result of composing it.

    Attributes:
        piece: In the language.
        state: Of the picture.
        key: Of everything that ``composed`` depends on; empty before the piece is composed.
        composed: With the findings about the piece.
        faces: The last good ones, with the present number of copies; None before there are any.
        front: Hash of the front; empty without one.
        back: Hash of the back; empty without one.
    """

    piece: Piece
    state: PictureState = "waiting"
    key: bytes = b""
    composed: ComposedPiece = _NOTHING
    faces: PieceFaces | None = None
    front: str = ""
    back: str = ""


class LiveEdition:
    """A game in one language. Only pieces and sheets with changed sources are updated.

    Args:
        language: BCP 47 tag.

    Attributes:
        pieces: Printed pieces by key, in the order of printing; those whose data are faulty now keep their
            last place.
        near: Key of the piece that someone looks at; composing begins there.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.pieces: dict[str, LivePiece] = {}
        self.near = ""
        self._waiting: dict[str, Piece] = {}
        self._moved: dict[str, Piece] = {}
        self._sheets: dict[str, tuple[object, ImposedStock]] = {}
        self._unchecked: list[Stock] = []
        self._books: list[Book] = []
        self._books_from: object = None
        self._checks = FaceChecks()
        self._source: tuple[Reading, PrintProfile, Edition, FaceKeys] | None = None

    @property
    def edition(self) -> Edition:
        """The game in the language, as it was when it could last be read."""
        return self._now[2]

    @property
    def _now(self) -> tuple[Reading, PrintProfile, Edition, FaceKeys]:
        assert self._source is not None, "no reading has been adopted"
        return self._source

    @property
    def waiting(self) -> bool:
        """Whether pieces must be composed before the pictures are those of the pieces."""
        return bool(self._waiting)

    @property
    def moved(self) -> bool:
        """Whether findings have outdated places in files, though all pictures are right."""
        return bool(self._moved)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Findings about all pieces, sheets and rule sheets."""
        found = [item for live in self.pieces.values() for item in live.composed.diagnostics]
        found += [item for _, imposed in self._sheets.values() for item in imposed.diagnostics]
        return found + [item for book in self._books for item in book.diagnostics]

    def adopt(self, reading: Reading, translations: Translations, profile: PrintProfile) -> None:
        """Take over what the files say now; nothing is composed yet. The game must have been readable."""
        edition = Edition(
            reading.workshop,
            translations.translator(self.language),
            bleed=profile.bleed.mm,
            ink=profile.ink,
            assets=reading.assets,
            hashes=self._known_hashes(),
        )
        self._source = (
            reading,
            profile,
            edition,
            FaceKeys(edition, reading.assets_key, self._source and self._source[3]),
        )
        self._checks = FaceChecks()
        self._waiting, self._moved = {}, {}
        before, self.pieces = self._by_set(), {}
        for component_set in edition.game.sets:
            printed = [piece for piece in component_set.pieces if piece.copies]
            faulty = _faulty((component_set.file,), reading.workshop.diagnostics)
            known = {piece.key for piece in component_set.pieces}
            old = before.pop(component_set.id, {})
            lost = {key for key in old if key not in known} if faulty else set()
            for live in self._merged(printed, old, lost):
                self.pieces[live.piece.key] = live
        for removed in before.values():
            for key, live in removed.items():
                if _faulty((live.piece.span.file, edition.game.span.file), reading.workshop.diagnostics):
                    self.pieces[key] = replace(live, state="stale")
        self._unchecked = list(stocks(edition.game.sets, profile))
        names = {stock.name for stock in self._unchecked}
        self._sheets = {name: kept for name, kept in self._sheets.items() if name in names}

    def compose(self, more: Callable[[], bool]) -> list[str]:
        """Compose waiting pieces, at least one, while ``more`` is true; their keys."""
        return self._compose(self._waiting, more)

    def settle(self, more: Callable[[], bool]) -> list[str]:
        """Compose pieces again that have moved, at least one, while ``more`` is true; their keys."""
        return self._compose(self._moved, more)

    def impose_next(self) -> bool:
        """Impose the next stock that has changed; False if none has."""
        while self._unchecked:
            stock = self._unchecked.pop(0)
            pieces = [self._printable(component_set) for component_set in stock.sets]
            made_from = self._made_from(stock, pieces)
            before = self._sheets.pop(stock.name, None)  # it goes to the end: the order is that of printing
            if before is None or before[0] != made_from:
                self._sheets[stock.name] = (made_from, self._imposed(stock, pieces))
                return True
            self._sheets[stock.name] = before
        return False

    def compose_books(self) -> bool:
        """Compose the rule sheets if anything has changed; False if nothing has.

        While the files have errors, the last ones stay: a piece that cannot be read is missing from the game,
        and every rule sheet that shows it would be reported, too.
        """
        reading, profile, edition, _ = self._now
        if has_errors(reading.workshop.diagnostics):
            return False
        made_from = (reading.assets_key, dict(reading.workshop.sources), profile)
        if made_from == self._books_from:
            return False
        self._books_from = made_from
        self._books = compose_books(edition, self.set_parts(), profile)
        return True

    def set_parts(self) -> list[Part]:
        """The sheets of the pieces, in the order of printing."""
        return [imposed.part for _, imposed in self._sheets.values() if imposed.part is not None]

    def book_parts(self) -> list[Part]:
        """The rule sheets, in order of name."""
        return [book.part for book in self._books if book.part is not None]

    def _printable(self, component_set: ComponentSet) -> list[LivePiece]:
        own = (self.pieces[piece.key] for piece in component_set.pieces if piece.copies)
        return [live for live in own if live.state == "good" and live.faces is not None]

    def _by_set(self) -> dict[str, dict[str, LivePiece]]:
        grouped: dict[str, dict[str, LivePiece]] = {}
        for key, live in self.pieces.items():
            grouped.setdefault(live.piece.set_id, {})[key] = live
        return grouped

    def _merged(
        self, printed: Iterable[Piece], before: Mapping[str, LivePiece], lost: Collection[str]
    ) -> Iterator[LivePiece]:
        """The pieces of a set; lost ones keep their pictures and their places after other pieces."""
        after: dict[str, list[LivePiece]] = {}
        previous = ""
        for key, live in before.items():
            if key in lost:
                after.setdefault(previous, []).append(replace(live, state="stale"))
            else:
                previous = key
        yield from after.pop("", ())
        for piece in printed:
            yield self._live(piece, before.get(piece.key))
            yield from after.pop(piece.key, ())
        for rest in after.values():
            yield from rest

    def _live(self, piece: Piece, before: LivePiece | None) -> LivePiece:
        keys = self._now[3]
        if before is None or before.key != keys.of(piece, before.composed.reads):
            self._waiting[piece.key] = piece
            return replace(before, piece=piece, state="waiting") if before else LivePiece(piece)
        if before.composed.diagnostics or (before.piece is not piece and before.piece != piece):
            self._moved[piece.key] = piece
        elif before.state == "good":
            return before
        faces = before.faces and before.faces._replace(copies=piece.copies, span=piece.span, faults=None)
        good = before.composed.faces is not None and not _half_drawn(before.composed.diagnostics)
        return replace(before, piece=piece, state="good" if good else "stale", faces=faces)

    def _compose(self, queue: dict[str, Piece], more: Callable[[], bool]) -> list[str]:
        done: list[str] = []
        for key in self._in_turn(queue):
            if done and not more():
                break
            piece = queue.pop(key)
            self.pieces[key] = self._made(self.pieces[key], piece)
            done.append(key)
        return done

    def _in_turn(self, queue: dict[str, Piece]) -> list[str]:
        """The keys from the piece that someone looks at, then those before it."""
        order = [key for key in self.pieces if key in queue]
        places = {key: place for place, key in enumerate(self.pieces)}
        start = places.get(self.near, 0)
        return sorted(order, key=lambda key: (places[key] < start, places[key]))

    def _made(self, live: LivePiece, piece: Piece) -> LivePiece:
        _, _, edition, keys = self._now
        composed = edition.piece(piece)
        if composed.faces is not None:  # now, as checking all of them for the sheets takes long
            faults = tuple(self._checks.faults(composed.faces))
            composed = composed._replace(faces=composed.faces._replace(faults=faults))
        key = keys.of(piece, composed.reads)
        if composed.faces is None:
            return replace(live, piece=piece, state="stale", key=key, composed=composed)
        if _half_drawn(composed.diagnostics):
            known = live if live.faces is not None else self._shown(live, composed.faces)
            return replace(known, piece=piece, state="stale", key=key, composed=composed)
        if key == live.key and live.faces is not None:
            # Only places have moved: the faces are the same, and so are their hashes.
            faces = live.faces._replace(faults=composed.faces.faults)
            return replace(live, piece=piece, state="good", composed=composed, faces=faces)
        return replace(
            self._shown(live, composed.faces), piece=piece, state="good", key=key, composed=composed
        )

    def _shown(self, live: LivePiece, faces: PieceFaces) -> LivePiece:
        """The piece with other faces."""
        front, back = self._hash(faces.front), self._hash(faces.back)
        return replace(live, faces=faces, front=front, back=back)

    def _hash(self, face: AnyFace | None) -> str:
        return "" if face is None else self.edition.hashes.of(face)

    def _known_hashes(self) -> FaceHashes:
        """The hashes of the present faces."""
        hashes = FaceHashes()
        for live in self.pieces.values():
            if live.faces is not None:
                hashes.remember(with_items(live.faces.front), live.front)
                if live.faces.back is not None:
                    hashes.remember(with_items(live.faces.back), live.back)
        return hashes

    def _imposed(self, stock: Stock, pieces: Sequence[Sequence[LivePiece]]) -> ImposedStock:
        _, profile, edition, _ = self._now
        faces = [_faces(each) for each in pieces]
        imposed = impose_stock(edition, stock, faces, profile)
        found = [
            fault
            for component_set, each in zip(stock.sets, faces, strict=True)
            for fault in duplicate_faults(edition, component_set, each)
        ]
        return imposed._replace(diagnostics=(*found, *imposed.diagnostics))

    def _made_from(self, stock: Stock, pieces: Sequence[Sequence[LivePiece]]) -> object:
        """Everything that sheets depend on. Places in files count only if there are findings."""
        reading, profile, edition, _ = self._now
        game = edition.game
        before = self._sheets.get(stock.name)
        faulty = before is not None and bool(before[1].diagnostics)
        every = [live for each in pieces for live in each]
        return (
            [(live.piece.key, live.piece.copies, live.front, live.back) for live in every],
            [live.faces.label for live in every if live.faces is not None],
            [live.piece.span for live in every] if faulty else None,
            [
                [piece.fields for piece in group]
                for component_set, each in zip(stock.sets, pieces, strict=True)
                for group in duplicate_groups(component_set, self._looks(each))
            ],
            (game.name.source, game.version, *((each.name.source, each.panels) for each in stock.sets)),
            [(fact.id, fact.value) for fact in game.facts.values()],
            (profile, reading.assets_key),
        )

    def _looks(self, pieces: Sequence[LivePiece]) -> dict[str, SideHashes]:
        return side_hashes(_faces(pieces), self.edition.hashes)


def _faces(pieces: Iterable[LivePiece]) -> list[PieceFaces]:
    return [live.faces for live in pieces if live.faces is not None]


def _half_drawn(found: Iterable[Diagnostic]) -> bool:
    """Whether an error of a layout left something out of a face."""
    return any(item.severity is Severity.ERROR and item.code.startswith("L") for item in found)


def _faulty(files: Collection[str], found: Iterable[Diagnostic]) -> bool:
    """Whether there is an error in one of the files."""
    return any(item.severity is Severity.ERROR and item.span and item.span.file in files for item in found)
