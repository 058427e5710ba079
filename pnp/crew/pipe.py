"""Pipes between a process and one that it divides into: whole messages go in at one end and come out at the other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Self

_LENGTH = 8
"""Bytes in which a message says how long it is."""
_AT_ONCE = 1 << 20
"""Bytes that are asked for at most: no more come, as that is as much as a pipe may hold unless somebody has changed that
(pipe(7), ``/proc/sys/fs/pipe-max-size``), and room is made for as many as are asked for."""


def pipe() -> tuple[Near, Far]:
    """Both ends of a new pipe."""
    near, far = os.pipe()
    return Near(near), Far(far)


class _End:
    """One end, which the context closes.

    Attributes:
        number: By which the system knows it.
    """

    def __init__(self, number: int) -> None:
        self.number = number

    def close(self) -> None:
        """Close it."""
        os.close(self.number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Near(_End):
    """The end where messages come out."""

    def receive(self) -> bytes:
        """The next message, once all of it has come.

        Raises:
            EOFError: No other comes: the process at the other end has ended, maybe in the middle of one.
        """
        return self._exactly(int.from_bytes(self._exactly(_LENGTH), "big"))

    def _exactly(self, size: int) -> bytes:
        pieces: list[bytes] = []
        while size:
            piece = os.read(self.number, min(size, _AT_ONCE))
            if not piece:
                raise EOFError
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)


class Far(_End):
    """The end where messages go in."""

    def send(self, message: bytes) -> None:
        """Send a message; waits until the pipe has taken all of it.

        Raises:
            BrokenPipeError: Nobody is left at the other end.
        """
        rest = memoryview(len(message).to_bytes(_LENGTH, "big") + message)
        while rest:
            rest = rest[os.write(self.number, rest) :]

    def widen(self) -> None:
        """Let the pipe hold some hundred results, so that a process can go on while the first one does something else."""
        from fcntl import F_SETPIPE_SZ, fcntl

        with suppress(OSError):  # more than the system grants: it works with less, only not as far ahead
            fcntl(self.number, F_SETPIPE_SZ, _AT_ONCE)


def ready(ends: Sequence[Near], seconds: float | None) -> list[Near]:
    """Those where a message, or its end, has come; waits for the first so long, for ever with None."""
    from select import POLLIN, poll

    waiting = poll()
    for end in ends:
        waiting.register(end.number, POLLIN)  # tells of ends, too
    numbers = {number for number, _ in waiting.poll(None if seconds is None else 1000 * seconds)}
    return [end for end in ends if end.number in numbers]
