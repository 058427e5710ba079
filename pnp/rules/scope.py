"""The names that expressions know, and their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from pnp.model import Fact, Game, Piece, Term, Vocabulary
from pnp.model.piece import PieceKind
from pnp.rules.run import UnplacedFault

GROUPS: Mapping[str, PieceKind] = {
    "cards": "card",
    "tiles": "tile",
    "tokens": "token",
    "standees": "standee",
    "boards": "board",
    "aids": "aid",
}
"""Names of lists of pieces, and the kind that each lists."""


class Terms:
    """All vocabularies by id; a term is also found directly when only one vocabulary has it."""

    def __init__(self, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._groups = {name: TermGroup(vocabulary) for name, vocabulary in vocabularies.items()}

    def member(self, name: str) -> Any:
        """The vocabulary ``name``, or the only term with that id; raises KeyError unless one exists."""
        if name in self._groups:
            return self._groups[name]
        return self._lone[name]

    @cached_property
    def _lone(self) -> dict[str, Term]:
        """Terms whose id only one vocabulary has."""
        every = [term for group in self._groups.values() for term in group]
        counts = Counter(term.id for term in every)
        return {term.id: term for term in every if counts[term.id] == 1}

    def members(self) -> list[str]:
        """Ids of vocabularies, then of terms."""
        return [
            *self._groups,
            *dict.fromkeys(name for group in self._groups.values() for name in group.members()),
        ]


class TermGroup:
    """A vocabulary as expressions see it: terms in the author's order, each also a member by its id."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._terms = vocabulary.terms

    def __iter__(self) -> Iterator[Term]:
        return iter(self._terms.values())

    def __len__(self) -> int:
        return len(self._terms)

    def member(self, name: str) -> Term:
        """The term; raises KeyError if it does not exist."""
        return self._terms[name]

    def members(self) -> list[str]:
        """Ids of the terms."""
        return list(self._terms)


class Players(tuple[int, ...]):
    """Every number of players that the game is for, with the least as ``min`` and the greatest as ``max``."""

    __slots__ = ()

    def member(self, name: str) -> int:
        """``min`` or ``max``; raises KeyError for anything else.

        Raises:
            UnplacedFault: The game says for no number of players (X112).
        """
        if name not in ("min", "max"):
            raise KeyError(name)
        if not self:
            cure = "write 'players: 2-4' in game.yaml"
            raise UnplacedFault("X112", "the game does not say how many players it is for", cure)
        return self[0] if name == "min" else self[-1]

    def members(self) -> list[str]:
        """The names that ``member`` knows."""
        return ["min", "max"]


def fact_scope(
    facts: Mapping[str, Fact], vocabularies: Mapping[str, Vocabulary], players: tuple[int, ...]
) -> dict[str, Any]:
    """``facts``, ``terms`` and ``players``: what is known before any piece is."""
    return {
        "facts": {name: fact.value for name, fact in facts.items()},
        "terms": Terms(vocabularies),
        "players": Players(sorted(players)),
    }


def game_scope(game: Game, language: str | None = None) -> dict[str, Any]:
    """The names that claims, rulebooks and layouts know.

    ``facts`` by id; ``terms`` by vocabulary and id, or by id; ``players``; ``sets`` by id; ``game`` (id,
    name, version, language, players); ``pieces`` and the groups of ``GROUPS``, each without the pieces that
    are not printed; and ``lang``, the language of the text (the source language when None).
    """
    pieces = [piece for piece in game.pieces() if piece.copies > 0]
    groups = {name: [piece for piece in pieces if piece.kind == kind] for name, kind in GROUPS.items()}
    about = {
        "id": game.id,
        "name": game.name,
        "version": game.version,
        "language": game.language,
        "players": Players(game.players),
    }
    return {
        **fact_scope(game.facts, game.vocabularies, game.players),
        **groups,
        "pieces": pieces,
        "sets": {component_set.id: component_set for component_set in game.sets},
        "game": about,
        "lang": language or game.language,
    }


def piece_scope(piece: Piece, game: Mapping[str, Any]) -> dict[str, Any]:
    """The names that a text of the piece knows: its fields and ``for`` variables, then those of the game."""
    return {**game, **{name: piece.member(name) for name in piece.members()}, "piece": piece}
