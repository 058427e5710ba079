"""Processes that prove PNG files whole while the first one has other things to do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from mmap import mmap

from pnp.crew.forked import Forked, forked
from pnp.pictures.png_file import sound_png_key
from pnp.pictures.reads import Reads

_FREE, _TAKEN, _BEGUN, _PROVED, _LEFT = range(5)
"""Of a file: nobody has begun with it, the first process has, another one has, which has proved it, or has not."""
_KEY_BYTES = 32
_ROW = 1 + _KEY_BYTES


class Provers:
    """Processes that read PNG files of a folder in order, and tell the keys of those whose rows are whole.

    They hand over keys alone: who asks for a picture reads it and takes its key again, so that a file that has changed meanwhile
    is another picture, which nobody has proved. What they do not prove, faults above all, is met again and told where the picture is
    drawn. Nothing but the time depends on them.

    What has been begun, by which process ever, stands on a board, a piece of memory that all of them see. Two that begin with the
    same file at the same moment both prove it.

    Args:
        files: Of the game.
        paths: In the order in which they may be asked for.
        count: Of processes.
    """

    def __init__(self, files: Reads, paths: Sequence[str], count: int) -> None:
        self._files, self._paths = files, paths
        self._numbers = {path: number for number, path in enumerate(paths)}
        self._board = mmap(-1, max(1, _ROW * len(paths)))
        self._done, done = os.pipe()
        started = (forked(partial(self._work, done, number / count)) for number in range(count))
        self._processes: list[Forked] = [process for process in started if process is not None]
        os.close(done)
        self._working = True

    def take(self, path: str) -> bool:
        """Whether nobody has begun with the file; the first process has now."""
        number = self._numbers.get(path)
        if number is None or self._state(number) != _FREE:
            return False
        self._board[_ROW * number] = _TAKEN
        return True

    def under_way(self, path: str) -> bool:
        """Whether a process is at the file, so that there is something to wait for."""
        number = self._numbers.get(path)
        return number is not None and self._working and self._state(number) == _BEGUN

    def key(self, path: str) -> str | None:
        """The key of the picture in the file, where it was proved."""
        number = self._numbers.get(path)
        if number is None or self._state(number) != _PROVED:
            return None
        at = _ROW * number + 1
        return self._board[at : at + _KEY_BYTES].hex()

    def keep_to(self, paths: Iterable[str]) -> None:
        """Leave out all other files."""
        wanted = set(paths)
        for path in self._paths:
            if path not in wanted:
                self.take(path)

    def wait(self) -> None:
        """Wait until a file is finished with, or there is nobody left who might finish one."""
        if self._working and not os.read(self._done, 1 << 16):
            self._working = False

    def stop(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.end()
        if self._processes:
            os.close(self._done)
        self._processes = []
        self._working = False

    def _state(self, number: int) -> int:
        return self._board[_ROW * number]

    def _work(self, done: int, start: float) -> None:
        """The life of a process, which begins so far down the list, as others begin elsewhere."""
        os.close(self._done)
        first, parent = int(start * len(self._paths)), os.getppid()
        for path in (*self._paths[first:], *self._paths[:first]):
            if os.getppid() != parent:
                return
            at = _ROW * self._numbers[path]
            if self._board[at] == _FREE:
                self._board[at] = _BEGUN
                self._prove(path, at)
                os.write(done, b".")

    def _prove(self, path: str, at: int) -> None:
        key = None
        with suppress(Exception):  # whoever asks for it meets the same, and tells
            key = sound_png_key(self._files.read(path), path)
        if key is not None:
            self._board[at + 1 : at + _ROW] = bytes.fromhex(key)
        self._board[at] = _LEFT if key is None else _PROVED
