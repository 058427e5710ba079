"""The texts and values of a piece in plain words, as they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.markup import parse_inline, plain_text
from pnp.model import FieldValue, Piece, Term, Text, Value
from pnp.rules import fill


def printed(text: Text, piece: Piece, scope: Mapping[str, Any], language: str) -> str:
    """A text of the piece with its expressions evaluated, without marks, icons as ``:name:``."""
    own = {name: piece.member(name) for name in piece.members()}
    marked = parse_inline(fill(text, {**scope, "piece": piece, **own}, language).text)
    return plain_text(marked, icons=True)


def description(piece: Piece, scope: Mapping[str, Any], language: str) -> str:
    """All texts of the piece but its name, in the order of its fields, each on its own line."""
    texts = [
        printed(value, piece, scope, language)
        for name, value in piece.fields.items()
        if isinstance(value, Text) and value and name != "name"
    ]
    return "\n".join(text for text in texts if text)


def cell(value: Value, piece: Piece, scope: Mapping[str, Any], language: str) -> str | float:
    """The value of a field for one cell of a table: terms by their names."""
    if isinstance(value, Text):
        return printed(value, piece, scope, language)
    if isinstance(value, Term):
        return printed(value.name, piece, scope, language)
    if isinstance(value, FieldValue):
        return value.words(language) or value.shown()
    if isinstance(value, tuple):
        return ", ".join(str(cell(part, piece, scope, language)) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, int | float) else str(value or "")
