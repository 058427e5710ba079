"""Faults of expressions, with their place in the expression's source."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.diagnostics import Diagnostic, error
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
