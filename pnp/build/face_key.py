"""What the faces of a piece are made from, as a key: while it stays the same, nothing has to be composed again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from pnp import __version__
from pnp.build.maker import Plan
from pnp.layout.reads import COUNTS, FACTS, OTHERS, TOTAL, read_layout
from pnp.model import ComponentSet, Game, LayoutSource, Piece
from pnp.model.digest import digest_of, hashed, plain


class FaceKeys:
    """Keys of the pieces of one game in one language.

    All faces depend on the ground: the program, language, bleed, theme, styles, terms, and what the game says of itself.
    Each depends on its set's head and on what its piece says, and on whatever was read while it was composed
    (``pnp.layout.reads``). Places in files are left out, so that a line put in above a piece changes no key.

    Args:
        game: In the language.
        layouts: Those that ship with pnp.
        plan: How faces are composed.
        assets: Stands for the content of the game's own pictures, icons and fonts.
    """

    def __init__(self, game: Game, layouts: Mapping[str, LayoutSource], plan: Plan, assets: str = "") -> None:
        self._game = game
        self._layouts = {**layouts, **game.layouts}
        self._sets = {component_set.id: component_set for component_set in game.sets}
        self._owns: dict[str, bytes] = {}
        self._heads: dict[str, bytes] = {}
        self._values: dict[tuple[frozenset[str], str], bytes] = {}
        ground = (__version__, plan.language, plan.bleed, plan.ink, assets, game.language)
        header = (game.id, game.name, game.version, game.players)
        self._ground = digest_of(ground, header, game.styles, *vocabularies(game))

    def own(self, piece: Piece) -> bytes:
        """A key over all that a face depends on without reading anything: the ground, the set's head, and the piece."""
        key = piece.key
        if key not in self._owns:
            self._owns[key] = hashed((self._head(piece.set_id), _said(piece)))
        return self._owns[key]

    def of(self, piece: Piece, reads: frozenset[str]) -> bytes:
        """The key of both sides of a piece that have read this while they were composed."""
        among = (reads, piece.set_id)
        if among not in self._values:
            self._values[among] = digest_of(*((read, self._value(read, piece)) for read in sorted(reads)))
        counts = (piece.number, piece.copies) if COUNTS in reads else None
        return hashed((self.own(piece), self._values[among], counts))

    def _value(self, read: str, piece: Piece) -> object:
        """What a read gives now, but for the counts of the piece."""
        layout = read_layout(read)
        if layout is not None:
            source = self._layouts.get(layout) or self._layouts.get(layout.removesuffix(".xml"))
            return source and source.text
        if read == FACTS:
            return self._facts
        if read == TOTAL:
            return self._sets[piece.set_id].copies
        if read == OTHERS:
            return self._everything
        return read

    def _head(self, set_id: str) -> bytes:
        if set_id not in self._heads:
            owner = self._sets[set_id]
            declared = [(field.name, field.kind) for field in owner.fields.values()]
            head = (set_id, owner.kind, owner.name, declared, owner.labels)
            self._heads[set_id] = digest_of(self._ground, *head)
        return self._heads[set_id]

    @cached_property
    def _facts(self) -> bytes:
        return digest_of(*((fact.id, fact.value) for fact in self._game.facts.values()))

    @cached_property
    def _everything(self) -> bytes:
        """A key over the whole game: another piece may read anything in its turn."""
        layouts = [(name, source.text) for name, source in sorted(self._layouts.items())]
        return digest_of(self._facts, layouts, *map(self._set, self._game.sets))

    def _set(self, component_set: ComponentSet) -> bytes:
        pieces = [(piece.number, piece.copies, *_said(piece)) for piece in component_set.pieces]
        return hashed((self._head(component_set.id), pieces))


def _said(piece: Piece) -> tuple[object, ...]:
    """What the data say of a piece but for its counts, in plain values."""
    own = (piece.id, piece.layout, piece.back, piece.style)
    return (*own, plain(piece.size), plain(piece.fields), plain(piece.binds))


def vocabularies(game: Game) -> Iterable[object]:
    """All that the terms of a game say, which stand for themselves by their names elsewhere."""
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            for each in (term, term.untranslated):
                if each is not None:
                    yield (
                        each.vocabulary,
                        each.id,
                        each.name,
                        each.colour,
                        each.icon,
                        each.gender,
                        each.forms,
                    )
            yield term.data
