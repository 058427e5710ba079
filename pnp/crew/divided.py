"""A process that this one divides into at the beginning of a run, without the library that others are made by.

Importing ``multiprocessing`` takes longer than dividing.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress

from pnp.crew.forked import life, uninterrupted


class Divided:
    """A process that hands over nothing by itself.

    Attributes:
        number: By which the system knows it.
    """

    def __init__(self, number: int) -> None:
        """By the number."""
        self.number = number

    def end(self) -> None:
        """End it, whatever it does, and wait until it has ended."""
        with suppress(OSError):  # somebody else has waited for it
            os.kill(self.number, signal.SIGKILL)
            os.waitpid(self.number, 0)


def divided(work: Callable[[], None]) -> Divided | None:
    """A process that does something and ends; what goes wrong in it is lost with it.

    None where there is no memory for another process, or too many of them.
    """
    with uninterrupted():
        try:
            number = os.fork()
        except OSError:
            return None
        if number == 0:
            life(work)
    return Divided(number)
