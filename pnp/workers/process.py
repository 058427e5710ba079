"""Work shared between processes.

A forked process knows everything that this one knows, so nothing has to be read again or handed over. Where
processes are spawned, each starts Python and is handed what it needs, which takes a second; so only work that
takes longer is shared there, and only if it can be pickled. Results travel back as ``pickle``: the processes
of a run trust each other.
"""

from __future__ import annotations

import copyreg
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import fields
from functools import partial
from io import BytesIO
from itertools import accumulate
from multiprocessing import get_context, get_start_method
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar


class Packing(NamedTuple):
    """How values are pickled where the general way is too slow.

    Attributes:
        once: Classes whose values travel once, whatever packet they are first in, each with a function that
            gives the key of a value. They are dataclasses.
        apart: Dataclasses and named tuples that there are many of: their values are taken apart into what
            they are made of again. The general way asks each for its state and puts it back field by field.
    """

    once: Mapping[type[Any], Callable[[Any], str]] = {}
    apart: tuple[type[Any], ...] = ()


PLAIN = Packing()
"""Everything is pickled in the general way."""


class Packer:
    """Packs results for another process.

    Args:
        packing: How they travel.
        known: Keys of values that the other process has.
    """

    def __init__(self, packing: Packing = PLAIN, known: Set[str] = frozenset()) -> None:
        self._sent = set(known)
        self._once = {kind: (key, _arguments(kind)) for kind, key in packing.once.items()}
        # Asked only about values of these classes; ``persistent_id`` would be asked about each text and
        # number.
        self._table = {
            **copyreg.dispatch_table,
            **{kind: _arguments(kind) for kind in packing.apart},
            **dict.fromkeys(packing.once, self._reference),
        }
        self._fresh: dict[str, object] = {}

    def packed(self, results: object) -> bytes:
        """The results as bytes for an ``Unpacker`` that has been given all that were packed before."""
        out = BytesIO()
        pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = self._table
        pickler.dump(results)
        pickler.dump(self._fresh)  # they are in the packet already: references to them
        self._sent |= self._fresh.keys()
        self._fresh.clear()
        return out.getvalue()

    def _reference(self, value: Any) -> tuple[Any, ...]:
        """A reference to what was sent before; what was not is put into the packet."""
        key, arguments = self._once[type(value)]
        name = key(value)
        if name in self._sent:
            return _sent_before, (name,)
        self._fresh.setdefault(name, value)
        return arguments(value)


def _arguments(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Takes a value apart into the arguments that it is made of again."""
    if issubclass(kind, tuple):
        return lambda value: (kind, tuple(value))
    values = attrgetter(*(each.name for each in fields(kind)))
    return lambda value: (kind, values(value))


def _sent_before(key: str) -> object:
    """In packets, a name for the ``Unpacker``, which knows what was sent before."""
    raise AssertionError(key)


class Unpacker:
    """The other end of a ``Packer``.

    Args:
        known: Values that the packer knows to be there, by their keys.
    """

    def __init__(self, known: Mapping[str, object] | None = None) -> None:
        self._known: dict[str, Any] = dict(known or {})

    def unpacked(self, packet: bytes) -> Any:
        """The results in a packet."""
        unpickler = _Unpickler(BytesIO(packet), self._known)
        results = unpickler.load()
        self._known.update(unpickler.load())
        return results


class _Unpickler(pickle.Unpickler):
    def __init__(self, packet: BytesIO, known: Mapping[str, object]) -> None:
        super().__init__(packet)
        self._known = known

    def find_class(self, module: str, name: str) -> Any:
        """A class or function that a packet names."""
        if name == _sent_before.__name__ and module == __name__:
            return self._known.__getitem__
        return super().find_class(module, name)


T = TypeVar("T")
Step: TypeAlias = Callable[[int], None]
"""Called from time to time with the number of results that have been finished since the last call."""

_BUNDLE = 16
"""Numbers that a worker takes at a time, at most: objects that several of their results hold travel once."""
_BUNDLE_BYTES = 4
_BUNDLES_IN_PIPE = 4096 // _BUNDLE_BYTES
"""Bundles that fit into any pipe before somebody reads (16 pages on Linux, at least one elsewhere)."""
_PIPE_BYTES = 1 << 20
"""The most that a pipe holds, unless somebody has changed that (pipe(7), ``/proc/sys/fs/pipe-max-size``)."""


def usable_cores() -> int:
    """The number of cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_method() -> Literal["fork", "spawn"]:
    """How processes start.

    A program chooses with ``multiprocessing.set_start_method``. Unless it does, Linux forks, and other
    systems spawn: macOS can fork, but its libraries do not expect it.
    """
    chosen = get_start_method(allow_none=True) or ("fork" if sys.platform == "linux" else "spawn")
    return "fork" if chosen == "fork" and hasattr(os, "fork") else "spawn"


def can_fork() -> bool:
    """Whether work can be shared that cannot be pickled."""
    return start_method() == "fork"


@contextmanager
def in_background(work: Callable[[], T], jobs: int) -> Iterator[Callable[[], T]]:
    """Starts work in a process of its own; what is yielded waits for its result.

    The process is ended when the context is left, whether it has finished or not.

    Args:
        work: Changes nothing that this process has to know; its result can be pickled. If it fails in the
            other process, it is done again here.
        jobs: Processes at most; with one, or where processes are spawned, the work is done when its result is
            asked for.
    """
    jobs = jobs if can_fork() else 1
    with _started([lambda send: send(pickle.dumps(work(), pickle.HIGHEST_PROTOCOL))], jobs) as workers:

        def result() -> T:
            for worker in workers:
                with suppress(EOFError, OSError):
                    found: T = pickle.loads(worker.recv_bytes())
                    return found
            return work()

        yield result


@contextmanager
def shared(
    make: Callable[[int], T],
    count: int,
    jobs: int,
    packing: Packing = PLAIN,
    known: Mapping[str, object] | None = None,
    *,
    portable: bool = False,
    groups: Sequence[int] = (),
) -> Iterator[Callable[[Step], Iterator[T]]]:
    """Starts ``make(0)`` to ``make(count - 1)`` in several processes; yields a function for the results.

    The results come in order. Until that is called, this process may do something else; then it works along,
    and gives each result as soon as it and all before it are finished. A process that is free takes the next
    few numbers, so that all end at the same time, however busy the machine is. What a process owed that has
    died is made here. No process is left when the context is.

    Args:
        make: Depends on nothing but its number and what exists when this is called; its results can be
            pickled.
        count: How many.
        jobs: Processes at most, including this one; where processes are spawned, one unless ``make`` is
            portable.
        packing: How results travel.
        known: Objects that exist in all processes, by their key in ``packing``; they do not travel.
        portable: Whether ``make`` can be pickled, and makes the same wherever it is unpickled.
        groups: How many results in a row have much in common, one group after the other: one process makes a
            whole group. If it is empty, each result is a group.
    """
    jobs = min(jobs, count) if portable or can_fork() else 1
    if jobs < 2:
        yield lambda step: _results(make, count, iter(range(count)), {}, step)
        return
    known = known or {}
    with _dealt(groups or [1] * count, jobs) as dealer:
        work = partial(_work, make, dealer, packing, frozenset(known))
        with _started([work] * (jobs - 1), jobs) as workers:
            own = (number for taken in iter(dealer.taken, range(0)) for number in taken)
            yield lambda step: _results(make, count, own, {each: Unpacker(known) for each in workers}, step)


def _results(
    make: Callable[[int], T],
    count: int,
    own: Iterator[int],
    workers: dict[Connection, Unpacker],
    step: Step,
) -> Iterator[T]:
    """The results in order, those of the workers and those that are made here.

    All workers are listened to at once: one that is not stops working as soon as its pipe is full.

    Args:
        make: As in ``shared``.
        count: How many.
        own: Gives the numbers that are left for this process.
        workers: Make the others; what nobody has made is made here. Those that have ended are taken out.
        step: As in ``shared``.
    """
    made: dict[int, T] = {}

    def hear(seconds: float | None) -> bool:
        """Take what the workers have sent; False when all have ended."""
        for worker in wait(list(workers), seconds) if workers else ():
            assert isinstance(worker, Connection)
            try:
                numbers, results = workers[worker].unpacked(worker.recv_bytes())
            except (EOFError, OSError):  # it has ended, perhaps in the middle of a message
                del workers[worker]
            else:
                made.update(zip(numbers, results, strict=True))
                step(len(results))
        return bool(workers)

    for wanted in range(count):
        while wanted not in made:
            number = next(own, None)
            alive = hear(None if number is None else 0)
            if number is None and not alive and wanted not in made:
                number = wanted  # the process that owed it has died
            if number is not None:
                made[number] = make(number)
                step(1)
        yield made.pop(wanted)


class _Dealer(NamedTuple):
    """Deals out numbers, a bundle to each call, whichever process calls.

    Attributes:
        pipe: Has the index of each bundle; all processes read it.
        bundles: The numbers.
    """

    pipe: Connection
    bundles: Sequence[range]

    def taken(self) -> range:
        """The next few numbers; an empty range is the end."""
        bundle = _next_bundle(self.pipe)
        return self.bundles[int.from_bytes(bundle, "big")] if bundle else range(0)


if sys.platform == "win32":

    def _put_bundle(pipe: Connection, bundle: bytes) -> None:
        pipe.send_bytes(bundle)

    def _next_bundle(pipe: Connection) -> bytes:
        # A pipe of messages: each read takes one of them, whole (Windows, "Named Pipe Type, Read, and Wait
        # Modes").
        try:
            return pipe.recv_bytes()
        except EOFError:
            return b""
else:

    def _put_bundle(pipe: Connection, bundle: bytes) -> None:
        os.write(pipe.fileno(), bundle)

    def _next_bundle(pipe: Connection) -> bytes:
        # Each read takes one bundle, whole, and nobody else gets it (POSIX.1-2017, read and write, on pipes
        # and ``PIPE_BUF``).
        return os.read(pipe.fileno(), _BUNDLE_BYTES)


@contextmanager
def _dealt(groups: Sequence[int], jobs: int) -> Iterator[_Dealer]:
    """Deals out as many numbers as there are in all groups."""
    bundles = _bundles(groups, jobs)
    near, far = get_context(start_method()).Pipe(duplex=False)
    with near:
        with far:
            for bundle in range(len(bundles)):
                _put_bundle(far, bundle.to_bytes(_BUNDLE_BYTES, "big"))
        yield _Dealer(near, bundles)


def _bundles(groups: Sequence[int], jobs: int) -> list[range]:
    """Whole groups of numbers that a process takes at a time."""
    count = sum(groups)
    # Large bundles let objects that several results hold travel once; several for each process let all end
    # together.
    size = max(1, min(_BUNDLE, count // (4 * jobs)), -(-count // _BUNDLES_IN_PIPE))
    bundles: list[range] = []
    start = 0
    for end in accumulate(groups):
        if end - start >= size or (end == count and end > start):
            bundles.append(range(start, end))
            start = end
    return bundles


def _work(
    make: Callable[[int], object],
    dealer: _Dealer,
    packing: Packing,
    known: Set[str],
    send: Callable[[bytes], None],
) -> None:
    """The work of a process that ``shared`` starts."""
    packer = Packer(packing, known)
    while taken := dealer.taken():
        send(packer.packed((taken, [make(number) for number in taken])))


@contextmanager
def _started(
    works: Sequence[Callable[[Callable[[bytes], None]], None]], jobs: int
) -> Iterator[list[Connection]]:
    """Starts a process for each piece of work; yields the pipes of those that the system grants.

    Args:
        works: Each is given a function that sends a message. Can be pickled where processes are spawned.
        jobs: With one, nothing is started.
    """
    if jobs < 2:
        yield []
        return
    method = start_method()
    context: Any = get_context(method)
    connections: list[Connection] = []
    processes: list[BaseProcess] = []
    try:
        for work in works:
            near, far = context.Pipe(duplex=False)
            _widen(far)
            connections.append(near)
            with far, _uninterrupted():
                inherited = connections if method == "fork" else ()
                process = context.Process(target=_live, args=(work, far, inherited), daemon=True)
                try:
                    process.start()
                except OSError:  # no memory for another process, or too many of them
                    connections.pop().close()
                    break
                processes.append(process)
        yield list(connections)
    finally:
        for connection in connections:
            connection.close()
        for each in processes:
            each.kill()
            each.join()


def _live(
    work: Callable[[Callable[[bytes], None]], None], far: Connection, inherited: Sequence[Connection]
) -> None:
    """The life of a worker: it does its work and ends; what goes wrong shows where the work is done again."""
    # The terminal interrupts all processes; the first one decides what that means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Ends of pipes that belong to the first process: if they stayed open here, nobody would notice that it
    # was killed, and a worker that writes into them would wait for ever.
    for near in inherited:
        near.close()
    with suppress(Exception):
        work(far.send_bytes)


def _widen(far: Connection) -> None:
    """Let a pipe hold some hundred results, so that a worker goes on while the first process is busy."""
    if sys.platform == "linux":
        from fcntl import F_SETPIPE_SZ, fcntl

        with suppress(OSError):  # more than the system grants: it works with less, only not as far ahead
            fcntl(far.fileno(), F_SETPIPE_SZ, _PIPE_BYTES)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until a process that was started is known, and ignores it itself."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
