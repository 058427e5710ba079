"""A process that this one divides into, where the system can divide one (Linux).

A forked process knows all that this one knows, so nothing has to be read again or handed over. ``multiprocessing`` does the same
and more, for 20 ms of imports: as long as eight cards take.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Never


def usable_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_fork() -> bool:
    """Whether work can be shared. macOS can fork, but its libraries do not expect it."""
    return sys.platform == "linux"


class Forked:
    """A process that this one divided into.

    Attributes:
        number: By which the system knows it.
    """

    def __init__(self, number: int) -> None:
        """By the number."""
        self.number = number

    def wait(self) -> None:
        """Wait until it has ended."""
        with suppress(ChildProcessError):  # somebody has waited for it already
            os.waitpid(self.number, 0)

    def end(self) -> None:
        """End it, whatever it does, and wait until it has ended; once only, as its number may be another one's then."""
        with suppress(ProcessLookupError):
            os.kill(self.number, signal.SIGKILL)
        self.wait()


def forked(work: Callable[[], None]) -> Forked | None:
    """A process that does something and ends; what goes wrong in it is lost with it.

    None where there is no memory for another process, or too many of them. Whoever wants to know of it even when Ctrl-C is
    pressed meanwhile is ``uninterrupted``.
    """
    with uninterrupted():
        try:
            number = os.fork()
        except OSError:
            return None
        if number == 0:
            _live(work)
    return Forked(number)


def _live(work: Callable[[], None]) -> Never:
    """The life of a process that this one divided into: it does one thing and ends, whatever comes of it."""
    try:
        signal.signal(
            signal.SIGINT, signal.SIG_IGN
        )  # the terminal tells all processes; the first one decides
        work()
    finally:
        os._exit(0)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until a process that was started is known, and knows itself that it does not mean it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
