"""Where the faults of one run gather."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic


class Findings:
    """Diagnostics in the order of finding; the same fault at the same place is kept once.

    A value that many pieces inherit or that a ``for`` repeats is wrong once, where it is written.

    Attributes:
        noted: How many were added so far, repeats counted.
    """

    def __init__(self) -> None:
        self.noted = 0
        self._found: dict[tuple[object, ...], Diagnostic] = {}

    def add(self, *found: Diagnostic) -> None:
        """Keep these."""
        self.noted += len(found)
        for item in found:
            self._found.setdefault((item.code, item.span, item.message), item)

    def all(self) -> list[Diagnostic]:
        """Everything found so far."""
        return list(self._found.values())

    def __len__(self) -> int:
        return len(self._found)
