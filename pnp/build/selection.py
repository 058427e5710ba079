"""Choosing pieces: by name, by what they hold, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.model import ComponentSet, Game, Piece
from pnp.rules import Budget, ExpressionFault, evaluate, game_scope, parse_expression, piece_scope


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pieces a run is about.

    Attributes:
        only: Patterns ``set``, ``set/piece`` with ``*`` and ``?``; empty for all.
        where: Expression over the fields of a piece; empty for all. A piece without a field that the expression
            names is not chosen.
        copies: How many of each chosen piece, instead of its own number; None keeps that.
    """

    only: tuple[str, ...] = ()
    where: str = ""
    copies: int | None = None

    @property
    def whole(self) -> bool:
        """Whether it chooses everything as it is."""
        return not self.only and not self.where and self.copies is None


def select(game: Game, selection: Selection) -> tuple[tuple[ComponentSet, ...], list[Diagnostic]]:
    """The sets with the chosen pieces in them (sets without any are left out), and faults of the choice itself."""
    found = _unknown_patterns(game, selection.only)
    if found or selection.whole:
        return game.sets, found
    chosen, found = _where(game, selection.where)
    sets = []
    for component_set in game.sets:
        pieces = tuple(
            _copied(piece, selection.copies)
            for piece in component_set.pieces
            if piece.copies and _named(piece, selection.only) and (chosen is None or piece.key in chosen)
        )
        if pieces:
            sets.append(replace(component_set, pieces=pieces))
    if not sets and not found:
        found.append(
            error(
                "C220",
                "no piece is chosen by --only and --where together",
                None,
                "list the pieces with pnp list",
            )
        )
    return tuple(sets), found


def _copied(piece: Piece, copies: int | None) -> Piece:
    return piece if copies is None else replace(piece, copies=copies)


def _named(piece: Piece, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatchcase(piece.key, p) or fnmatchcase(piece.set_id, p) for p in patterns)


def _unknown_patterns(game: Game, patterns: Sequence[str]) -> list[Diagnostic]:
    pieces = list(game.pieces())
    known = [component_set.id for component_set in game.sets] + [piece.key for piece in pieces]
    return [
        error("C210", f"--only '{pattern}' names no piece", None, did_you_mean(pattern, known, "pieces"))
        for pattern in patterns
        if not any(_named(piece, [pattern]) for piece in pieces)
    ]


def _where(game: Game, source: str) -> tuple[set[str] | None, list[Diagnostic]]:
    if not source:
        return None, []
    chosen = chosen_by(game, source)
    if isinstance(chosen, Diagnostic):
        return None, [replace(chosen, message=f"--where: {chosen.message}")]
    return chosen, []


def chosen_by(game: Game, source: str, steps: int | None = None) -> set[str] | Diagnostic:
    """Keys of the pieces for which an expression holds, or what is wrong with the expression (C230).

    A piece without a field that the expression names is not chosen; when that is so of every piece, it is an error.

    Args:
        game: Whose pieces.
        source: The expression.
        steps: What it may cost over all pieces together; None for the usual bound on each.
    """
    scope = game_scope(game)
    try:
        expression = parse_expression(source)
    except ExpressionFault as fault:
        return error("C230", fault.message, None, fault.help)
    shared = None if steps is None else Budget(steps)
    chosen: set[str] = set()
    first: ExpressionFault | None = None
    told = False
    for piece in game.pieces():
        try:
            if evaluate(expression, piece_scope(piece, scope), shared or Budget()):
                chosen.add(piece.key)
            told = True
        except ExpressionFault as fault:
            first = first or fault
    if first is not None and (not told or (shared is not None and shared.steps < 0)):
        return error("C230", first.message, None, first.help)
    return chosen
