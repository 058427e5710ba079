"""Everything that a rule sheet was set from besides its own source, recorded while it is set.

Every sheet depends on the game without its pieces and layouts: header, facts, terms, styles, credits, and the
names of sets. Whatever else it reads is noted, as for faces (``pnp.layout.reads``): the kind of what is read,
and its name after a space where there are several. A piece that it shows is noted as by a face that shows
one, by key. By these the cache finds out whether a sheet is still right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

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
