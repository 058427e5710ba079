"""Faces that are composed already, for rule sheets that show them, and a record of what sheets read.

Every sheet depends on the game without its pieces and layouts: header, facts, terms, styles, credits, and the
names of sets. Whatever else it reads is noted, as for faces (``pnp.layout.reads``): the kind of what is read,
and its name after a space where there are several. A piece that it shows is noted as by a face that shows
one, by key. By these the cache finds out whether a sheet is still right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from pnp.draw import AnyFace, Face, FaceParts, face_parts
from pnp.icons import icons_of
from pnp.layout.reads import OTHERS, NotedScope
from pnp.model import ComponentSet, Game, Piece
from pnp.rules import game_scope, piece_scope

ICONS = "icons"
"""Names of the icons on all printed pieces."""
SET = "set"
"""All data of a set, by id."""
SETS = "sets"
"""Which sets are printed, how many pieces each has, and which piece is its first."""
TEXT = "text"
"""The translation of a text, by context and source with a line break between them."""
TILES = "tiles"
"""The data of all tiles."""


class NotedSets(Mapping[str, ComponentSet]):
    """The sets of a game by id; which of them are asked for is noted.

    Args:
        sets: By id.
        reads: Takes what is read; grows.
    """

    def __init__(self, sets: Mapping[str, ComponentSet], reads: set[str]) -> None:
        self._sets = sets
        self._reads = reads

    def __getitem__(self, name: str) -> ComponentSet:
        """The set with that id."""
        self._reads.add(f"{SET} {name}")
        return self._sets[name]

    def __iter__(self) -> Iterator[str]:
        """The ids of all sets."""
        self._reads.add(OTHERS)
        return iter(self._sets)

    def __len__(self) -> int:
        """The number of sets."""
        self._reads.add(OTHERS)
        return len(self._sets)


def sheet_scope(game: Game, language: str, reads: set[str]) -> Mapping[str, Any]:
    """The names that expressions of a rule sheet know; what is looked up is added to ``reads``."""
    scope = game_scope(game, language)
    scope["sets"] = NotedSets(scope["sets"], reads)
    return NotedScope(scope, frozenset({"sets"}), reads, set())


def piece_names(piece: Piece, scope: Mapping[str, Any], reads: set[str]) -> Mapping[str, Any]:
    """The names that a text of a piece knows in a rule sheet with this scope, likewise."""
    own = frozenset({*piece.members(), "sets"})
    return NotedScope(piece_scope(piece, scope), own, reads, set())


Side: TypeAlias = Literal["front", "back"]


class ComposedSide(Protocol):
    """A composed side of a piece; see ``pnp.layout.Composed``."""

    @property
    def face(self) -> Face | None:
        """The face, or None when the side is missing or cannot be drawn."""
        ...

    @property
    def reads(self) -> frozenset[str]:
        """The reads of the side besides its piece (see ``pnp.layout.reads``)."""
        ...


class FaceComposer(Protocol):
    """Makes faces of pieces; see ``pnp.layout.Composer``."""

    def compose(self, piece: Piece, side: Any = "front") -> ComposedSide:
        """One side of a piece."""
        ...


@dataclass(frozen=True, slots=True)
class ReadyFace:
    """A side that is already composed; its face may be finished, and has no items then."""

    face: AnyFace | None
    reads: frozenset[str]


class ReadyFaces:
    """A composer that composes each side at most once.

    Args:
        composer: Asked for the sides that are not there yet.
        ready: Sides that are, by key of the piece and side.
        reads: What the sides were composed from besides the piece, by key of the piece.
    """

    def __init__(
        self,
        composer: FaceComposer,
        ready: Mapping[tuple[str, str], AnyFace | None] | None = None,
        reads: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self._composer = composer
        self._faces = {
            key: ReadyFace(face, (reads or {}).get(key[0], frozenset()))
            for key, face in (ready or {}).items()
        }
        self._icons: dict[tuple[str, str], frozenset[str]] = {}
        self._with_items: dict[tuple[str, str], Face | None] = {}

    def compose(self, piece: Piece, side: Side = "front") -> ReadyFace:
        """One side of a piece."""
        key = (piece.key, side)
        if key not in self._faces:
            composed = self._composer.compose(piece, side)
            self._faces[key] = ReadyFace(composed.face, composed.reads)
        return self._faces[key]

    def with_items(self, piece: Piece, side: Side = "front") -> Face | None:
        """One side of a piece with its items; one that has none any more is composed again."""
        face = self.compose(piece, side).face
        if face is None or isinstance(face, Face):
            return face
        key = (piece.key, side)
        if key not in self._with_items:
            self._with_items[key] = self._composer.compose(piece, side).face
        return self._with_items[key]

    def parts(self, piece: Piece, side: Side = "front") -> FaceParts:
        """The places of one side of a piece."""
        face = self.compose(piece, side).face
        if face is None or isinstance(face, Face) or face.parts is None:
            return face_parts(self.with_items(piece, side))
        return face.parts

    def icons(self, piece: Piece, side: Side = "front") -> frozenset[str]:
        """Names of the icons on one side of a piece."""
        key = (piece.key, side)
        if key not in self._icons:
            face = self.compose(piece, side).face
            if face is None:
                self._icons[key] = frozenset()
            else:
                self._icons[key] = icons_of(face.items) if isinstance(face, Face) else face.icons
        return self._icons[key]

    def printed_icons(self, game: Game) -> set[str]:
        """Names of the icons on all printed pieces of a game."""
        names: set[str] = set()
        for piece in game.pieces():
            if piece.copies:
                names |= self.icons(piece)
                if piece.back:
                    names |= self.icons(piece, "back")
        return names
