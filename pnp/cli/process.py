"""The process of a command: exit codes, limits on memory and time, rare garbage collection.

Everything that a game asks for is bounded by work that is counted, and Python stops at the time limit. Limits
that the system enforces hold even if one of those bounds has a hole, or if a library does not come back to
Python.
"""

from __future__ import annotations

import _thread
import gc
import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from types import FrameType


class Exit(IntEnum):
    """How a run ended."""

    FINE = 0
    FAULTS = 1
    """The game has errors (with ``--strict``: or warnings)."""
    USAGE = 2
    """The command line is wrong."""
    ENVIRONMENT = 3
    """Something outside the game failed: a folder cannot be written, a library is missing."""
    OUR_BUG = 70
    """``pnp`` itself failed; EX_SOFTWARE of BSD sysexits."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C; 128 + SIGINT."""


try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

_GRACE = 30
"""Seconds of processor time beyond the time limit, for a run that is putting things in order."""
_MEGABYTE = 1_000_000


@contextmanager
def held_to(megabytes: float, minutes: float) -> Iterator[None]:
    """Hold this process, and those that it starts meanwhile, to these limits; 0 is no limit.

    Beyond ``megabytes`` of address space, Python raises MemoryError. Beyond ``minutes`` of processor time and
    some seconds more, the system ends the process. Limits that the caller has set already, and that are
    lower, stay.
    """
    before = _limits()
    _lower("RLIMIT_AS", megabytes * _MEGABYTE)
    if minutes:
        _lower("RLIMIT_CPU", time.process_time() + minutes * 60 + _GRACE)
    try:
        yield
    finally:
        _restore(before)


@contextmanager
def lifted() -> Iterator[None]:
    """Start other programs, such as a browser, without the limits of ours."""
    before = _limits()
    for name in before:
        kind = getattr(resource, name)
        _, most = resource.getrlimit(kind)
        resource.setrlimit(kind, (most, most))
    try:
        yield
    finally:
        _restore(before)


def _limits() -> dict[str, tuple[int, int]]:
    if resource is None:
        return {}
    return {name: resource.getrlimit(getattr(resource, name)) for name in ("RLIMIT_AS", "RLIMIT_CPU")}


def _lower(name: str, wanted: float) -> None:
    if resource is None or not wanted:
        return
    kind = getattr(resource, name)
    now, most = resource.getrlimit(kind)
    if now == resource.RLIM_INFINITY or now > wanted:
        resource.setrlimit(kind, (math.ceil(wanted), most))


def _restore(before: dict[str, tuple[int, int]]) -> None:
    for name, limits in before.items():
        resource.setrlimit(getattr(resource, name), limits)


_AGAIN = 0.1
"""Seconds between repeated alarms. Python loses an interrupt that comes where nothing can catch it, such as
while it releases the lock of a module that has been imported."""


class TimeLimit:
    """Interrupts the main thread when the time is up.

    Every expression, layout, picture and text is bounded by work that is counted, so each of them ends soon
    on any machine; this bounds the sum, for a game may hold thousands. The interrupt arrives as
    ``KeyboardInterrupt``, so that what Ctrl-C leaves whole stays whole.

    Attributes:
        minutes: The limit; 0 until it is started.
        over: Whether the time was up.
    """

    def __init__(self) -> None:
        self.minutes = 0.0
        self.over = False
        self._timer: threading.Timer | None = None

    def start(self, minutes: float) -> None:
        """Begin to count; 0 minutes are no limit."""
        self.minutes = minutes
        if minutes <= 0:
            return
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            # No thread: a process with several cannot be divided safely, and builds are made by divided ones.
            signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, minutes * 60, _AGAIN)
        else:
            self._timer = threading.Timer(minutes * 60, self._stop)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Stop counting."""
        if self._timer is not None:
            self._timer.cancel()
        elif self.minutes > 0:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, _signal: int, _frame: FrameType | None) -> None:
        if self.over and came_of_an_interrupt(sys.exc_info()[1]):
            return  # it is on its way; do not disturb the cleanup
        self.over = True
        raise KeyboardInterrupt

    def _stop(self) -> None:
        self.over = True
        _thread.interrupt_main()


def came_of_an_interrupt(fault: BaseException | None) -> bool:
    """True if an interrupt caused it. Python 3.11 makes a RuntimeError of one that comes in a class body."""
    while fault is not None:
        if isinstance(fault, KeyboardInterrupt):
            return True
        fault = fault.__cause__ or fault.__context__
    return False


_COLLECT = (500_000, 20, 100)
"""Thresholds of the three generations. With Python's defaults a check takes 4 % longer, a build 6 %."""


def collect_rarely() -> None:
    """Make collections rare in this run."""
    gc.set_threshold(*_COLLECT)


def skip_final_collection() -> None:
    """Skip the collection at exit, which takes longer than dropping all objects at once."""
    gc.freeze()


@contextmanager
def without_collection() -> Iterator[None]:
    """Turn collection off inside, and exempt everything that exists afterwards from later collections."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
