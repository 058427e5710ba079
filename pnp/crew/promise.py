"""One thing that another process does while this one goes on."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pnp.crew.forked import can_fork, forked, uninterrupted
from pnp.crew.pipe import pipe

T = TypeVar("T")


@contextmanager
def aside(work: Callable[[], None], jobs: int) -> Iterator[None]:
    """Has something done by a process of its own, which has ended when the context is left.

    Args:
        work: Changes nothing that this process would have to know; what goes wrong in the other one is lost with it.
        jobs: Processes at most; with one, or where the system cannot fork, it is done here before anything else.
    """
    process = None
    try:
        if jobs > 1 and can_fork():
            with uninterrupted():
                process = forked(work)
        if process is None:
            work()
        yield
    finally:
        if process is not None:
            process.wait()


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
    near, far = pipe()

    def send() -> None:
        near.close()  # or nobody would tell this process that the first one was killed
        far.send(pickle.dumps(work(), pickle.HIGHEST_PROTOCOL))

    def result() -> T:
        try:
            found: T = pickle.loads(near.receive())
        except EOFError:  # it has ended, before or while it handed over
            found = work()
        return found

    process = None
    with near:
        try:
            with far, uninterrupted():
                process = forked(send)
            yield result
        finally:
            if process is not None:
                process.end()
