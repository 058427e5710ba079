"""Pictures that several threads look at before somebody asks for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from pnp.draw import PictureData

ROOM = 96_000_000
"""Bytes of pictures that may wait for somebody who asks for them."""


class Ahead:
    """Threads that load pictures in order, and whoever has to wait for one of them works with them.

    Nothing but the time depends on them: what no thread has begun with is left to whoever asks for it, and so is everything that
    they do not make out. Unpacking and hashing let other threads run, so they work while Python does something else.

    Threads and forks do not go together (a lock that a thread holds is held for ever in the new process): before a process
    is forked, ``finish`` or ``stop`` has to return.

    Args:
        load: The picture at a path; None when it has to be loaded where it is asked for. Raises nothing.
        paths: In the order in which they will be asked for.
        threads: How many.
    """

    def __init__(self, load: Callable[[str], PictureData | None], paths: Iterable[str], threads: int) -> None:
        self._load = load
        self._changed = threading.Condition()
        self._waiting = dict.fromkeys(paths)
        self._under_way: set[str] = set()
        self._made: dict[str, PictureData] = {}
        self._held = 0
        # A process that has to end at once waits for none of them.
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def take(self, path: str) -> PictureData | None:
        """The picture when a thread has begun with it, once it is finished; None to load it where it is asked for."""
        with self._changed:
            self._waiting.pop(path, None)
        while self._is_under_way(path):
            self._load_next(wait=False)
        with self._changed:
            found = self._made.pop(path, None)
            if found is not None:
                self._held -= len(found.data)
                self._changed.notify_all()
            return found

    def finish(self) -> Mapping[str, PictureData]:
        """What nobody has taken, once all is loaded, or as much as may be held."""
        while self._load_next(wait=False):
            pass
        self.stop()
        return self._made

    def stop(self) -> None:
        """Begin with nothing new, and wait until the threads have ended."""
        with self._changed:
            self._waiting.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while self._load_next(wait=True):
            pass

    def _is_under_way(self, path: str) -> bool:
        """Whether somebody else is at it; told when there is something else to do meanwhile, or it is finished."""
        with self._changed:
            while path in self._under_way and not (self._waiting and self._held < ROOM):
                self._changed.wait()
            return path in self._under_way

    def _load_next(self, *, wait: bool) -> bool:
        """Load the next picture; False when there is none.

        Args:
            wait: For room, when there is none.
        """
        with self._changed:
            while wait and self._waiting and self._held >= ROOM:
                self._changed.wait()
            if not self._waiting or self._held >= ROOM:
                return False
            path = next(iter(self._waiting))
            del self._waiting[path]
            self._under_way.add(path)
        found = self._load(path)
        with self._changed:
            self._under_way.remove(path)
            if found is not None:
                self._made[path] = found
                self._held += len(found.data)
            self._changed.notify_all()
        return True
