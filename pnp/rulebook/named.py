"""Pieces and sets of the game that the words of directives name."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.model import ComponentSet, Game, Piece
from pnp.rulebook.block import Word


def named_piece(game: Game, word: Word) -> Piece | Diagnostic:
    """The piece ``set/id``, or what is wrong with the word (R150)."""
    set_id, _, piece_id = word.text.partition("/")
    for component_set in game.sets:
        if component_set.id == set_id:
            for piece in component_set.pieces:
                if piece.id == piece_id:
                    return piece
            keys = [piece.key for piece in component_set.pieces]
            cure = did_you_mean(word.text, keys, f"pieces of '{set_id}'")
            return error("R150", f"'{set_id}' has no piece '{piece_id}'", word.span, cure)
    cure = did_you_mean(word.text, [piece.key for piece in game.pieces()], "pieces")
    return error("R150", f"unknown piece '{word.text}'", word.span, cure)


def named_set(game: Game, word: Word) -> ComponentSet | Diagnostic:
    """The printed set of that id, or what is wrong with the word (R153)."""
    printed = {item.id: item for item in game.sets if item.copies}
    if word.text in printed:
        return printed[word.text]
    if any(item.id == word.text for item in game.sets):
        return error("R153", f"the set '{word.text}' has no printed pieces", word.span, "leave it out")
    return error("R153", f"unknown set '{word.text}'", word.span, did_you_mean(word.text, printed, "sets"))
