"""The state of one evaluation, how much work it may do, and faults of expressions with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pnp.diagnostics import Diagnostic, error
from pnp.model import Piece, Term, Text
from pnp.rules.limits import STEPS
from pnp.source import Origin


class ExpressionFault(Exception):
    """An expression that cannot be read or has no value.

    Attributes:
        code: Of the diagnostic that it becomes.
        message: One line in small letters, without a full stop.
        help: Cures, best first; at least one.
        start: Offset in the expression's source, in characters.
        length: Of the faulty part; at least 1.
    """

    def __init__(
        self, code: str, message: str, cures: Sequence[str] | str, start: int = 0, length: int = 1
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.length = max(length, 1)
        self.help = (cures,) if isinstance(cures, str) else tuple(cures)

    def diagnostic(self, origin: Origin, offset: int = 0, piece: str | None = None) -> Diagnostic:
        """The fault as an error at its place in the file.

        Args:
            origin: Of the text that holds the expression.
            offset: Where the expression's source begins in that text.
            piece: Whose text it is.
        """
        return error(
            self.code, self.message, origin.at(offset + self.start, self.length), self.help, piece=piece
        )


class UnplacedFault(Exception):
    """A fault of an expression whose place is not known yet: a name, value or size that cannot be used."""

    def __init__(self, code: str, message: str, cure: str, *others: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = (cure, *others)


_DASHED = re.compile(r"(?<![\w'\"-])(?P<owner>(?:\w+\.)*)(?P<name>[^\W\d]\w*(?:-[^\W\d]\w*)+)(?![\w'\"(-])")


def dashed(fault: ExpressionFault, source: str) -> ExpressionFault:
    """The fault, with how a name is written that was typed with a ``-`` where the expression failed."""
    end = fault.start + fault.length
    for found in _DASHED.finditer(source):
        if found.start() < end and fault.start < found.end():
            owner = found["owner"].rstrip(".") or "piece"
            cure = f"if '{found['name']}' is one name, write {owner}['{found['name']}']"
            return ExpressionFault(fault.code, fault.message, (cure, *fault.help), fault.start, fault.length)
    return fault


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
