"""A limit on how long a command may run, whatever the game asks for and however slow the machine is."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from types import FrameType

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
