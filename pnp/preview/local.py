"""A game in one language, composed piece by piece and again where something changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.build import ComposedPiece, Edition, FaceKeys
from pnp.diagnostics import Diagnostic, Severity
from pnp.draw import AnyFace, FaceHashes, with_items
from pnp.impose import PieceFaces, PrintProfile
from pnp.model import ComponentSet, Piece
from pnp.preview.reading import Reading
from pnp.translation import Translations

State: TypeAlias = Literal["good", "waiting", "stale"]
"""Whether the picture is the piece's, will be replaced at once, or is the last good one of a piece that is faulty."""


NOTHING = ComposedPiece(None, (), ())
"""A piece before anything was made of it."""


@dataclass(frozen=True, slots=True)
class LivePiece:
    """A printed piece with what was last made of it.

    Attributes:
        piece: In the language.
        state: Of the picture.
        key: Of what ``composed`` was made from; empty before anything was.
        composed: With the findings that belong to it.
        faces: The last good ones, with the present number of copies; None before there were any.
        front: Hash of the front; empty without one.
        back: Hash of the back; empty without one.
    """

    piece: Piece
    state: State = "waiting"
    key: bytes = b""
    composed: ComposedPiece = NOTHING
    faces: PieceFaces | None = None
    front: str = ""
    back: str = ""


class LocalGame:
    """The pieces of a game in one language. Every piece is composed when it is new or what it is made from changes.

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
        self._keys: FaceKeys | None = None
        self._edition: Edition | None = None

    @property
    def edition(self) -> Edition:
        """The game in the language, as it was when it could last be read."""
        assert self._edition is not None
        return self._edition

    @property
    def waiting(self) -> bool:
        """Whether pieces have to be composed before what is shown is what would be printed."""
        return bool(self._waiting)

    @property
    def moved(self) -> bool:
        """Whether places are told that are not right any more, though all pictures are."""
        return bool(self._moved)

    def adopt(self, reading: Reading, translations: Translations, profile: PrintProfile) -> None:
        """Take over what the files say now; nothing is composed yet. The game must have been readable."""
        self._edition = edition = Edition(
            reading.workshop,
            translations.translator(self.language),
            bleed=profile.bleed.mm,
            ink=profile.ink,
            assets=reading.stock,
            hashes=self._known_hashes(),
        )
        self._keys = FaceKeys(edition, reading.assets)
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
        for gone in before.values():
            for key, live in gone.items():
                if _faulty((live.piece.span.file, edition.game.span.file), reading.workshop.diagnostics):
                    self.pieces[key] = replace(live, state="stale")

    def compose(self, more: Callable[[], bool]) -> list[str]:
        """Compose waiting pieces, one at least, as long as ``more`` says; their keys."""
        return self._compose(self._waiting, more)

    def settle(self, more: Callable[[], bool]) -> list[str]:
        """Compose pieces again whose places have moved, one at least, as long as ``more`` says; their keys."""
        return self._compose(self._moved, more)

    def composed(self, component_set: ComponentSet) -> list[LivePiece]:
        """The pieces of a set of the game that can be printed now."""
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
        """The pieces of a set; lost ones keep their pictures and stand behind the piece that they stood behind."""
        behind: dict[str, list[LivePiece]] = {}
        previous = ""
        for key, live in before.items():
            if key in lost:
                behind.setdefault(previous, []).append(replace(live, state="stale"))
            else:
                previous = key
        yield from behind.pop("", ())
        for piece in printed:
            yield self._live(piece, before.get(piece.key))
            yield from behind.pop(piece.key, ())
        for rest in behind.values():
            yield from rest

    def _live(self, piece: Piece, before: LivePiece | None) -> LivePiece:
        assert self._keys is not None
        if before is None or before.key != self._keys.of(piece, before.composed.reads):
            self._waiting[piece.key] = piece
            return replace(before, piece=piece, state="waiting") if before else LivePiece(piece)
        if before.composed.diagnostics or (before.piece is not piece and before.piece != piece):
            self._moved[piece.key] = piece
        elif before.state == "good":
            return before
        faces = before.faces and replace(before.faces, copies=piece.copies, span=piece.span)
        return replace(before, piece=piece, state="good" if before.composed.faces else "stale", faces=faces)

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
        """The keys from the piece on that is looked at, then those before it."""
        order = [key for key in self.pieces if key in queue]
        places = {key: place for place, key in enumerate(self.pieces)}
        start = places.get(self.near, 0)
        return sorted(order, key=lambda key: (places[key] < start, places[key]))

    def _made(self, live: LivePiece, piece: Piece) -> LivePiece:
        assert self._keys is not None
        composed = self.edition.piece(piece)
        key = self._keys.of(piece, composed.reads)
        if composed.faces is None:
            return replace(live, piece=piece, state="stale", key=key, composed=composed)
        if key == live.key and live.faces is not None:
            # Only places have moved: the faces are the same, and so are their hashes.
            return replace(live, piece=piece, state="good", composed=composed)
        return LivePiece(
            piece,
            "good",
            key,
            composed,
            composed.faces,
            self.edition.hashes.of(composed.faces.front),
            self._hash(composed.faces.back),
        )

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


def _faulty(files: Collection[str], found: Iterable[Diagnostic]) -> bool:
    """Whether there is an error in one of the files."""
    return any(item.severity is Severity.ERROR and item.span and item.span.file in files for item in found)
