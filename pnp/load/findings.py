"""The faults of one run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from pnp import diagnostics
from pnp.diagnostics import Diagnostic

_P = ParamSpec("_P")


def _adding(make: Callable[_P, Diagnostic]) -> Callable[Concatenate[Findings, _P], None]:
    """Adds the diagnostic that ``make`` makes of the same arguments."""

    def add(self: Findings, /, *args: _P.args, **kwargs: _P.kwargs) -> None:
        self.add(make(*args, **kwargs))

    return add


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

    error = _adding(diagnostics.error)
    warning = _adding(diagnostics.warning)
    note = _adding(diagnostics.note)

    def all(self) -> list[Diagnostic]:
        """Everything found so far."""
        return list(self._found.values())
