"""What happens in folders as Linux itself tells it (inotify(7)): at once, and with a word when a file has been closed."""

from __future__ import annotations

import ctypes
import errno
import os
import select
import struct
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import NamedTuple

_SETTLED = 0.004
"""Seconds without news after which a save is over when all that was begun is done: whoever saves one file may save more."""
_RETURNING = 0.01
"""The same while a name has come or gone: editors move the old file away before they write the new one."""
_LATEST = 0.2
"""Seconds after which a change is told at the latest, even while others come or a file that was written is still open."""
_LOOK = 0.2
"""Seconds between looks whether to stop."""

_MODIFY, _ATTRIB, _CLOSE_WRITE, _CREATE, _DELETE = 0x2, 0x4, 0x8, 0x100, 0x200
_MOVED_FROM, _MOVED_TO, _DELETE_SELF, _MOVE_SELF = 0x40, 0x80, 0x400, 0x800
_UNMOUNT, _OVERFLOW, _IGNORED, _ONLY_FOLDERS = 0x2000, 0x4000, 0x8000, 0x01000000

_DONE = _CLOSE_WRITE | _MOVED_TO
_CAME_OR_WENT = _CREATE | _DELETE | _MOVED_FROM
_NAMES = _CAME_OR_WENT | _MOVED_TO | _OVERFLOW
_ENDS = _DELETE_SELF | _MOVE_SELF | _UNMOUNT | _IGNORED
_WANTED = _MODIFY | _ATTRIB | _DONE | _CAME_OR_WENT | _DELETE_SELF | _MOVE_SELF | _ONLY_FOLDERS

_HEAD = struct.Struct("iIII")
_ROOM = 65_536


class Happened(NamedTuple):
    """What has happened in some folders.

    Attributes:
        news: Whether anything has.
        names: Whether a name has come or gone, which may be that of a folder.
        ended: Whether one of the folders is not what it was.
    """

    news: bool
    names: bool
    ended: bool


class _Event(NamedTuple):
    watch: int
    mask: int
    name: bytes


def tells() -> bool:
    """Whether this system tells of all changes; below Windows (WSL) it hears nothing of those that Windows makes.

    Where somebody has told watchfiles to look again and again (``WATCHFILES_FORCE_POLLING``), the files lie on something
    that does not tell.
    """
    return (
        sys.platform == "linux"
        and "microsoft" not in os.uname().release.lower()
        and not os.environ.get("WATCHFILES_FORCE_POLLING")  # noqa: TID251 (changes no output)
    )


def happenings(folders: Sequence[str], stop: threading.Event) -> Iterator[Happened]:
    """What happens right in the folders until ``stop`` is set.

    The first time it is nothing yet: watching has begun. Then it is told several times a second, if only that there is no news.

    Raises:
        OSError: The system cannot watch them, or one of them is not there.
    """
    with _Notices(folders) as notices:
        yield Happened(news=False, names=False, ended=False)
        while not stop.is_set():
            yield _gathered(notices, notices.take(_LOOK))


def _gathered(notices: _Notices, events: list[_Event]) -> Happened:
    """All that belongs to a change which began with these events, when it is over."""
    latest = time.monotonic() + _LATEST
    begun: dict[tuple[int, bytes], float] = {}
    news, every = bool(events), 0
    while events:
        for watch, mask, name in events:
            every |= mask
            if mask & _DONE:
                begun.pop((watch, name), None)
            elif mask & _MODIFY:
                begun[watch, name] = _LATEST  # whoever writes it will close it
            elif mask & _CAME_OR_WENT:
                begun[watch, name] = _RETURNING
        left = latest - time.monotonic()
        events = notices.take(min(left, max(begun.values(), default=_SETTLED))) if left > 0 else []
    return Happened(news, bool(every & _NAMES), bool(every & _ENDS))


class _Notices:
    """The events of some folders; a context manager."""

    def __init__(self, folders: Sequence[str]) -> None:
        system = ctypes.CDLL(None, use_errno=True)
        self._handle = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._handle < 0:
            raise OSError(ctypes.get_errno(), "inotify_init1")
        self._ready = select.poll()
        self._ready.register(self._handle, select.POLLIN)
        for folder in folders:
            if system.inotify_add_watch(self._handle, os.fsencode(folder), _WANTED) < 0:
                number = ctypes.get_errno()
                if number != errno.EACCES:
                    os.close(self._handle)
                    raise OSError(number, os.strerror(number), folder)

    def __enter__(self) -> _Notices:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)

    def take(self, seconds: float) -> list[_Event]:
        """The events that have come, or the first that come in so many seconds; none when none do."""
        if not self._ready.poll(seconds * 1000):
            return []
        data = os.read(self._handle, _ROOM)
        events, place = [], 0
        while place < len(data):
            watch, mask, _, length = _HEAD.unpack_from(data, place)
            place += _HEAD.size + length
            events.append(_Event(watch, mask, data[place - length : place].rstrip(b"\0")))
        return events
