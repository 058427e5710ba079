"""When Python looks for garbage: rarely, as what a command makes is mostly kept until its end."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_COLLECT = (500_000, 20, 100)
"""New objects, and rounds, between two searches. With Python's own numbers a check takes 4 % longer, a build 6 %."""


def collect_rarely() -> None:
    """Set how often garbage is looked for in this run."""
    gc.set_threshold(*_COLLECT)


def leave() -> None:
    """The run is over: Python need not look through all that is left while it ends, which takes longer than dropping it."""
    gc.freeze()


@contextmanager
def kept_to_the_end() -> Iterator[None]:
    """What was made before, and what is made inside, is never looked through: it stays until the run ends."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
