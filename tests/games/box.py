"""The shipped games as their data say, and copies of them with one thing changed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pnp.load import load_game
from pnp.model import Game, Piece, Term
from pnp.rules import check_claims

ROOT = Path(__file__).parents[2]


@cache
def load(name: str) -> Game:
    """A shipped game; its data must be sound."""
    loaded = load_game(ROOT / "data" / name, cwd=ROOT)
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


def failed(game: Game) -> list[str]:
    """Ids of the claims that do not hold, warnings included."""
    return [result.claim.id for result in check_claims(game) if result.verdict != "ok"]


def without_one(game: Game, lost: Piece) -> Game:
    """The game with one copy of a piece less."""
    sets = [
        replace(
            each,
            pieces=tuple(replace(piece, copies=piece.copies - (piece is lost)) for piece in each.pieces),
        )
        for each in game.sets
    ]
    return replace(game, sets=tuple(sets))


def with_fields(game: Game, key: str, **fields: Any) -> Game:
    """The game with other values of one piece's fields."""
    sets = [
        replace(
            each,
            pieces=tuple(
                replace(piece, fields={**piece.fields, **fields}) if piece.key == key else piece
                for piece in each.pieces
            ),
        )
        for each in game.sets
    ]
    return replace(game, sets=tuple(sets))


def term_id(piece: Piece, field: str) -> str | None:
    """The id of the term that a field names; None if it names none."""
    value = piece.fields[field]
    return value.id if isinstance(value, Term) else None


def with_fact(game: Game, name: str, value: Any) -> Game:
    """The game with another value of one fact; copies stay as they were worked out."""
    return replace(game, facts={**game.facts, name: replace(game.facts[name], value=value)})
