"""Work shared between processes, where the system can divide a process in two (Linux).

A forked process knows all that this one knows, so nothing has to be read again or handed over; only results travel. On
other systems starting a process and reading a game again costs more than most games take, and one process does it all.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.draw import PictureData, Plate

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")


def can_fork() -> bool:
    """Whether work can be shared. macOS can fork, but its libraries do not expect it."""
    return sys.platform == "linux"


def usable_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shared_out(make: Callable[[int], T], count: int, jobs: int, step: Callable[[int], None]) -> list[T]:
    """``make(0)`` to ``make(count - 1)``, in order, the work shared between ``jobs`` processes of which this is one.

    Each process takes every ``jobs``-th, so that neighbours, which are mostly alike, are spread evenly. What a process that has
    died owes is made here.

    Args:
        make: Depends on nothing but its number and what is there when this is called; its results can be pickled.
        count: How many.
        jobs: At most; one where the system cannot fork.
        step: Told how many more are finished, from time to time.
    """
    jobs = min(jobs, count) if can_fork() else 1
    results: dict[int, T] = {}
    if jobs < 2:
        for number in range(count):
            results[number] = make(number)
            step(1)
        return list(results.values())
    with _helpers(make, count, jobs) as helpers:
        for number in range(0, count, jobs):
            results[number] = make(number)
            step(1)
            for helper in helpers:
                while helper.ready():
                    step(helper.take(results))
        for helper in helpers:
            while helper.open:
                step(helper.take(results))
    for number in range(count):
        if number not in results:
            results[number] = make(number)
            step(1)
    return [results[number] for number in range(count)]


_BUNDLE = 16
"""Results that travel together: objects that several of them hold travel once."""


class _Helper:
    """The near end of a forked process."""

    def __init__(self, connection: Connection, numbers: range) -> None:
        self._connection = connection
        self._numbers = iter(range(0, len(numbers), _BUNDLE))
        self._all = numbers
        self._unpacker = Unpacker()
        self.open = True

    def ready(self) -> bool:
        """Whether something has come."""
        return self.open and self._connection.poll()

    def take(self, results: dict[int, Any]) -> int:
        """Put what has come, or comes next, among the results; how many there were."""
        try:
            data = self._connection.recv_bytes()
        except (EOFError, OSError):
            self.open = False
            return 0
        start = next(self._numbers)
        made = self._unpacker.unpacked(data)
        results.update(zip(self._all[start : start + _BUNDLE], made, strict=True))
        self.open = start + _BUNDLE < len(self._all)
        return len(made)


@contextmanager
def _helpers(make: Callable[[int], Any], count: int, jobs: int) -> Iterator[list[_Helper]]:
    from multiprocessing import get_context

    context = get_context("fork")
    helpers, processes = [], []
    try:
        for first in range(1, jobs):
            near, far = context.Pipe(duplex=False)
            numbers = range(first, count, jobs)
            process = context.Process(target=_work, args=(make, numbers, far), daemon=True)
            process.start()
            far.close()
            processes.append(process)
            helpers.append(_Helper(near, numbers))
        yield helpers
    finally:
        for process in processes:
            if any(helper.open for helper in helpers):  # interrupted: nobody waits for results any more
                process.terminate()
            process.join()


def _work(make: Callable[[int], Any], numbers: range, out: Connection) -> None:
    """The life of a forked process. Whatever goes wrong shows where its results are made again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all processes; the first one decides
    packer = Packer()
    try:
        for start in range(0, len(numbers), _BUNDLE):
            out.send_bytes(packer.packed([make(number) for number in numbers[start : start + _BUNDLE]]))
    finally:
        os._exit(0)


def _key(value: object) -> str | None:
    """What tells a value from others that are sent again and again; None for one that is not."""
    if isinstance(value, Plate):
        return value.name
    return value.key if isinstance(value, PictureData) else None


class Packer:
    """Packs results for another process. Plates and pictures travel once, whatever packet they are first in."""

    def __init__(self) -> None:
        self._sent: set[str] = set()

    def packed(self, results: object) -> bytes:
        """The results as bytes for an ``Unpacker`` that has been given all that were packed before."""
        out = BytesIO()
        pickler = _Pickler(out, self._sent)
        pickler.dump(results)
        pickler.dump(list(pickler.fresh.values()))  # they are in the packet already: references to them
        self._sent |= pickler.fresh.keys()
        return out.getvalue()


class _Pickler(pickle.Pickler):
    def __init__(self, out: BytesIO, sent: Set[str]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self.fresh: dict[str, object] = {}
        self._sent = sent

    def persistent_id(self, value: object) -> str | None:
        """The key of what was sent before; None for what is put into the packet."""
        key = _key(value)
        if key is None or key in self._sent:
            return key
        self.fresh.setdefault(key, value)
        return None


class Unpacker:
    """The other end of a ``Packer``."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def unpacked(self, packet: bytes) -> Any:
        """The results in a packet."""
        unpickler = _Unpickler(BytesIO(packet), self._known)
        results = unpickler.load()
        self._known.update((str(_key(value)), value) for value in unpickler.load())
        return results


class _Unpickler(pickle.Unpickler):
    def __init__(self, packet: BytesIO, known: Mapping[str, object]) -> None:
        super().__init__(packet)
        self._known = known

    def persistent_load(self, key: Any) -> object:
        """What was sent before."""
        return self._known[key]
