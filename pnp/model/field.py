"""Declared fields of the pieces of a set."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.source import Span


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """The declaration of a field.

    Attributes:
        name: As it is written in the pieces.
        kind: ``text``, a whole ``number``, a ``flag``, a ``term`` or a list of ``terms`` of a vocabulary, an ``icon``,
            a ``picture`` of the game's folder, ``sides`` n/e/s/w of flags, or a ``list`` of plain texts and numbers.
        optional: Whether it may be left out (written with a ``?``); it then reads as None, an empty list or no sides.
        vocabulary: Of ``term`` and ``terms``.
        low: Least value of a number.
        high: Greatest value of a number.
        span: Where it is declared; None for the built-in fields.
    """

    name: str
    kind: str
    optional: bool = False
    vocabulary: str | None = None
    low: int | None = None
    high: int | None = None
    span: Span | None = None


BUILT_IN_FIELDS: tuple[FieldDeclaration, ...] = (
    FieldDeclaration("name", "text", optional=True),
    FieldDeclaration("text", "text", optional=True),
    FieldDeclaration("art", "picture", optional=True),
)
"""Fields that every set has without declaring them."""
