"""Processes that this one divides into, where the system can divide one (Linux).

A forked process knows all that this one knows, so nothing has to be read again or handed over.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Never, TypeVar

if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess

T = TypeVar("T")


def usable_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_fork() -> bool:
    """Whether work can be shared. macOS can fork, but its libraries do not expect it."""
    return sys.platform == "linux"


def forked(work: Callable[[], None]) -> ForkProcess | None:
    """A process that does something and ends; what goes wrong in it is lost with it.

    None where there is no memory for another process, or too many of them. Whoever calls is ``uninterrupted``.
    """
    from multiprocessing import get_context

    process = get_context("fork").Process(target=life, args=(work,), daemon=True)
    try:
        process.start()
    except OSError:
        return None
    return process


def life(work: Callable[[], None]) -> Never:
    """The life of a process that this one divided into: it does one thing and ends, whatever comes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all processes; the first one decides
    try:
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


@contextmanager
def aside(work: Callable[[], None], jobs: int) -> Iterator[None]:
    """Has something done by a process of its own, which has ended when the context is left.

    Args:
        work: Changes nothing that this process would have to know; what goes wrong in the other one is lost with it.
        jobs: Processes at most; with one, or where the system cannot fork, it is done here before anything else.
    """
    process = None
    if jobs > 1 and can_fork():
        with uninterrupted():
            process = forked(work)
    if process is None:
        work()
    try:
        yield
    finally:
        if process is not None:
            process.join()


@contextmanager
def promised(work: Callable[[], T], jobs: int) -> Iterator[Callable[[], T]]:
    """Has something worked out by a process of its own; what is yielded waits for it and gives it.

    Args:
        work: Changes nothing that this process would have to know; its result can be pickled, and what goes wrong shows
            where it is asked for, as it is worked out here then.
        jobs: Processes at most; with one, or where the system cannot fork, it is worked out here when it is asked for.
    """
    if jobs < 2 or not can_fork():
        yield work
        return
    from multiprocessing import get_context

    near, far = get_context("fork").Pipe(duplex=False)

    def send() -> None:
        near.close()  # or nobody would tell this process that the first one was killed
        far.send(work())

    with near:
        with far, uninterrupted():
            process = forked(send)

        def result() -> T:
            try:
                found: T = near.recv()
            except (EOFError, OSError):  # it has ended, before or while it handed over
                found = work()
            return found

        try:
            yield result
        finally:
            if process is not None:
                process.terminate()
                process.join()
