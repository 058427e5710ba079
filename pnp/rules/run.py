"""The state of one evaluation, and how much work it may do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pnp.model import Piece, Term, Text
from pnp.rules.fault import UnplacedFault
from pnp.rules.limits import STEPS

Words: TypeAlias = Callable[[Any, str], str]
"""Prints a value in a language; raises UnplacedFault when it has no words."""


@dataclass(slots=True)
class Visits:
    """Pieces that an evaluation went through, by key, in order.

    Attributes:
        seen: Every piece that a loop came by.
        counted: Those that the conditions let through, or that a helper counted.
        culprits: Those for which an element of ``all(…)`` did not hold.
    """

    seen: dict[str, Piece] = field(default_factory=dict)
    counted: dict[str, Piece] = field(default_factory=dict)
    culprits: dict[str, Piece] = field(default_factory=dict)

    def see(self, piece: Piece) -> None:
        """Notes a piece that a loop came by."""
        self.seen[piece.key] = piece

    def count(self, pieces: Iterable[Piece]) -> None:
        """Notes pieces that matter to the value."""
        for piece in pieces:
            self.counted[piece.key] = piece

    def blame(self, pieces: Iterable[Piece]) -> None:
        """Notes pieces that make a statement false."""
        for piece in pieces:
            self.culprits[piece.key] = piece

    @property
    def telling(self) -> tuple[Piece, ...]:
        """The pieces to name: the culprits, else the counted ones, else all that were seen."""
        return tuple((self.culprits or self.counted or self.seen).values())


@dataclass(slots=True)
class Run:
    """One evaluation's budget, language, way to print values, and memory of the pieces it met."""

    budget: Budget
    language: str
    words: Words
    visits: Visits


def raw_words(value: Any, _: str) -> str:
    """The words of a value outside of any text: names as they were typed."""
    if isinstance(value, Term):
        return value.name.source
    return value.source if isinstance(value, Text) else str(value)


@dataclass(slots=True)
class Budget:
    """Steps that are left. Each node, each turn of a loop and each member that a helper looks at costs one.

    Steps are counted instead of seconds, so that an expression fails on every machine or on none.
    """

    steps: int = STEPS

    def spend(self, steps: int = 1) -> None:
        """Takes steps away.

        Raises:
            UnplacedFault: None are left (X130).
        """
        self.steps -= steps
        if self.steps < 0:
            raise UnplacedFault(
                "X130", "the expression takes too many steps", "go through fewer combinations"
            )

    def spend_on_text(self, characters: int) -> None:
        """Takes a step away for every 16 characters that are copied, compared or looked through.

        Raises:
            UnplacedFault: None are left (X130).
        """
        self.spend(characters // _CHARACTERS_PER_STEP)


_CHARACTERS_PER_STEP = 16
