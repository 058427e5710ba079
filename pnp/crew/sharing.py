"""Work shared between processes, where the system can divide a process in two (Linux).

A forked process knows all that this one knows, so nothing has to be read again or handed over; only results travel. On
other systems starting a process and reading a game again costs more than most games take, and one process does it all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from pnp.crew.forked import Forked, can_fork, forked, uninterrupted
from pnp.crew.packet import PLAIN, Packer, Unpacker, Wire
from pnp.crew.pipe import Far, Near, pipe, ready

T = TypeVar("T")

_BUNDLE = 16
"""Results that travel together at most, unless there are very many: objects that several of them hold travel once."""


@contextmanager
def sharing(
    make: Callable[[int], T],
    count: int,
    jobs: int,
    wire: Wire = PLAIN,
    known: Mapping[str, object] | None = None,
    bundle: int = _BUNDLE,
) -> Iterator[Callable[[Callable[[int], None]], list[T]]]:
    """Lets other processes begin; what is yielded works along with them and gives all results, in order.

    Until it is called this process may do something else. It is given a ``step`` that is told how many more are finished, from
    time to time. Whoever is free takes the next few numbers, so all are done at the same time, whatever else the machine does.
    What a process that has died owes is made here. All processes have ended when the context is left.

    Args:
        make: Depends on nothing but its number and what is there when this is called; its results can be pickled.
        count: How many.
        jobs: Processes at most, this one among them; one where the system cannot fork.
        wire: How results travel.
        known: What is there when this is called, by what tells it apart, so that it need not travel with results.
        bundle: Numbers that are handed out together at most, unless there are very many.
    """
    with _dealt(make, count, jobs, wire, known, bundle) as results:
        yield lambda step: list(results(step))


def in_turn(
    make: Callable[[int], T],
    count: int,
    jobs: int,
    wire: Wire = PLAIN,
    known: Mapping[str, object] | None = None,
) -> Iterator[T]:
    """All results in order, each as soon as it and all before it are there; for the arguments see ``sharing``.

    What whoever asks does with one takes none of the time of the other processes, and nobody holds what was given.
    """
    with _dealt(make, count, jobs, wire, known, _BUNDLE) as results:
        yield from results(lambda _: None)


@contextmanager
def _dealt(
    make: Callable[[int], T],
    count: int,
    jobs: int,
    wire: Wire,
    known: Mapping[str, object] | None,
    bundle: int,
) -> Iterator[Callable[[Callable[[int], None]], Iterator[T]]]:
    """Lets other processes begin; what is yielded works along with them and gives results as they come, in order."""
    jobs = min(jobs, count) if can_fork() else 1
    if jobs < 2:
        yield lambda step: _results(make, count, iter(range(count)), (), step)
        return
    bundles = _Bundles(count, jobs, bundle)
    with bundles, _helpers(make, bundles, jobs, wire, known or {}) as helpers:
        yield lambda step: _results(make, count, bundles.numbers(), helpers, step)


def _results(
    make: Callable[[int], T],
    count: int,
    own: Iterator[int],
    helpers: Sequence[_Helper],
    step: Callable[[int], None],
) -> Iterator[T]:
    """The results in order, with those that are made here.

    Args:
        make: As in ``sharing``.
        count: How many.
        own: Numbers that are left for this process.
        helpers: Make the others; what nobody has made is made here.
        step: As in ``sharing``.
    """
    made: dict[int, T] = {}
    for wanted in range(count):
        while wanted not in made:
            number = next(own, None)
            heard = _spoken(helpers, None if number is None else 0)
            if number is None and not heard:
                number = wanted  # whoever owed it has died
            if number is not None:
                made[number] = make(number)
                step(1)
            for helper in heard:
                step(helper.take(made))
        yield made.pop(wanted)
    while heard := _spoken(helpers, None):  # nothing more comes, but that they have ended
        for helper in heard:
            helper.take(made)


class _Bundles:
    """Numbers that are handed out in bundles to whichever process asks next.

    The numbers of the bundles wait in a pipe that all processes read: each read takes one of them, whole, and nobody else
    gets it (POSIX.1-2017, read and write, on pipes and ``PIPE_BUF``).

    Args:
        count: Of the numbers.
        jobs: Processes that will ask.
        most: Of a bundle.
    """

    def __init__(self, count: int, jobs: int, most: int) -> None:
        self._count = count
        # Large ones let objects that several results hold travel once; several for each process let all end together.
        self._size = max(1, min(most, count // (4 * jobs)), -(-count // _BUNDLES_IN_PIPE))
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


_BUNDLE_BYTES = 4
_BUNDLES_IN_PIPE = 4096 // _BUNDLE_BYTES
"""Bundles that fit into any pipe before somebody reads (16 pages on Linux, one at least elsewhere)."""


class _Helper:
    """The near end of a forked process.

    Attributes:
        near: Where its results come from.
        open: Whether more may come.
    """

    def __init__(self, near: Near, known: Mapping[str, object]) -> None:
        self.near = near
        self._unpacker = Unpacker(known)
        self.open = True

    def take(self, results: dict[int, Any]) -> int:
        """Put what has come, or comes next, among the results; how many there were."""
        try:
            data = self.near.receive()
        except EOFError:  # it has ended, by itself or not
            self.open = False
            return 0
        numbers, made = self._unpacker.unpacked(data)
        results.update(zip(numbers, made, strict=True))
        return len(made)


def _spoken(helpers: Sequence[_Helper], seconds: float | None) -> list[_Helper]:
    """The helpers that have something to hand over, or end; None waits for the first of them. None when all have ended.

    Whoever is not listened to stops working as soon as its pipe is full, so all are listened to at once.
    """
    open_ones = [helper for helper in helpers if helper.open]
    if not open_ones:
        return []
    spoken = ready([helper.near for helper in open_ones], seconds)
    return [helper for helper in open_ones if helper.near in spoken]


@contextmanager
def _helpers(
    make: Callable[[int], Any], bundles: _Bundles, jobs: int, wire: Wire, known: Mapping[str, object]
) -> Iterator[list[_Helper]]:
    helpers: list[_Helper] = []
    processes: list[Forked] = []
    try:
        for _ in range(1, jobs):
            near, far = pipe()
            far.widen()
            inherited = [near, *(helper.near for helper in helpers)]
            with far, uninterrupted():
                process = forked(partial(_work, make, bundles, Packer(wire, known.keys()), far, inherited))
                if process is None:
                    near.close()
                    break
                processes.append(process)
                helpers.append(_Helper(near, known))
        yield helpers
    finally:
        ended = not any(helper.open for helper in helpers)
        for process in processes:
            if ended:
                process.wait()
            else:  # interrupted: nobody waits for results any more
                process.end()
        for helper in helpers:
            helper.near.close()


def _work(
    make: Callable[[int], Any],
    bundles: _Bundles,
    packer: Packer,
    out: Far,
    inherited: Iterable[Near],
) -> None:
    """The life of a helper. Whatever goes wrong shows where its results are made again.

    Args:
        make: As in ``sharing``.
        bundles: What to make.
        packer: Packs results.
        out: Where results go.
        inherited: Ends of pipes that belong to the first process. They are closed here: a pipe that somebody might still
            read from takes no offence when the first process is killed, and whoever writes into it waits for ever.
    """
    for near in inherited:
        near.close()
    while numbers := bundles.take():
        out.send(packer.packed((numbers, [make(number) for number in numbers])))
