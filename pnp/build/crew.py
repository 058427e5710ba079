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

    Whoever is free takes the next few numbers, so all are done at the same time, whatever else the machine does. What a
    process that has died owes is made here.

    Args:
        make: Depends on nothing but its number and what is there when this is called; its results can be pickled.
        count: How many.
        jobs: At most; one where the system cannot fork.
        step: Told how many more are finished, from time to time.
    """
    jobs = min(jobs, count) if can_fork() else 1
    results: dict[int, T] = {}
    if jobs > 1:
        bundles = _Bundles(count, jobs)
        with bundles, _helpers(make, bundles, jobs) as helpers:
            for number in bundles.numbers():
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


class _Bundles:
    """Numbers that are handed out in bundles to whichever process asks next.

    The numbers of the bundles wait in a pipe that all processes read: each read takes one of them, whole, and nobody else
    gets it (POSIX.1-2017, read and write, on pipes and ``PIPE_BUF``).

    Args:
        count: Of the numbers.
        jobs: Processes that will ask.
    """

    def __init__(self, count: int, jobs: int) -> None:
        self._count = count
        # Large ones let objects that several results hold travel once; several for each process let all end together.
        self._size = max(1, min(_BUNDLE, count // (4 * jobs)), -(-count // _BUNDLES_IN_PIPE))
        self._read, write = os.pipe()
        for bundle in range(-(-count // self._size)):
            os.write(write, bundle.to_bytes(_BUNDLE_BYTES, "big"))
        os.close(write)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        os.close(self._read)

    def take(self) -> range:
        """The next numbers; empty when there are none left."""
        bundle = os.read(self._read, _BUNDLE_BYTES)
        if not bundle:
            return range(0)
        start = int.from_bytes(bundle, "big") * self._size
        return range(start, min(start + self._size, self._count))

    def numbers(self) -> Iterator[int]:
        """All numbers that nobody else takes."""
        while taken := self.take():
            yield from taken


_BUNDLE = 16
_BUNDLE_BYTES = 4
_BUNDLES_IN_PIPE = 4096 // _BUNDLE_BYTES
"""Bundles that fit into any pipe before somebody reads (16 pages on Linux, one at least elsewhere)."""


class _Helper:
    """The near end of a forked process."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._unpacker = Unpacker()
        self.open = True

    def ready(self) -> bool:
        """Whether something has come."""
        return self.open and self._connection.poll()

    def take(self, results: dict[int, Any]) -> int:
        """Put what has come, or comes next, among the results; how many there were."""
        try:
            data = self._connection.recv_bytes()
        except (EOFError, OSError):  # it has ended, by itself or not
            self.open = False
            return 0
        numbers, made = self._unpacker.unpacked(data)
        results.update(zip(numbers, made, strict=True))
        return len(made)


@contextmanager
def _helpers(make: Callable[[int], Any], bundles: _Bundles, jobs: int) -> Iterator[list[_Helper]]:
    from multiprocessing import get_context

    context = get_context("fork")
    helpers, processes = [], []
    try:
        for _ in range(1, jobs):
            near, far = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(make, bundles, far), daemon=True)
            process.start()
            far.close()
            processes.append(process)
            helpers.append(_Helper(near))
        yield helpers
    finally:
        for process in processes:
            if any(helper.open for helper in helpers):  # interrupted: nobody waits for results any more
                process.terminate()
            process.join()


def _work(make: Callable[[int], Any], bundles: _Bundles, out: Connection) -> None:
    """The life of a forked process. Whatever goes wrong shows where its results are made again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all processes; the first one decides
    packer = Packer()
    try:
        while numbers := bundles.take():
            out.send_bytes(packer.packed((numbers, [make(number) for number in numbers])))
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
