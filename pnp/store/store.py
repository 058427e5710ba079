"""A folder of entries, each a file that vouches for itself.

A file begins with the SHA-256 of its key and its content, so one that was cut off, damaged, or put under another name is
none. Files are written under another name and moved into place, so that two runs at once disturb neither each other nor a
reader. The folder belongs to its user: entries that somebody else owns and links are not believed. Even so, an entry is only bytes,
and whoever decodes it has to choose a form that cannot run anything.

Whatever goes wrong means that there is no entry: a cache saves time and must never cost a result.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pnp.store.limits import MAX_ENTRY_BYTES, MAX_STORE_BYTES, MAX_STORE_ENTRIES

_FORM = b"pnp store 1\n"
_DIGEST_BYTES = 32
_ENTRY = re.compile(r"[0-9a-f]{64}(?:\.[0-9a-f]{16}\.part)?\Z")
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _FLAGS  # not blocking: a pipe would wait for a writer
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS
_TRIM_TO = 0.75
"""Share of the bound that is left after trimming, so that not every new entry needs it."""


class Usage(NamedTuple):
    """What a store holds."""

    entries: int
    size: int


class _Entry(NamedTuple):
    used: int
    size: int
    path: str


class Store:
    """Entries in a folder.

    Args:
        folder: Made when the first entry is put; None for a store that keeps nothing.
        most: Bytes that it may hold.
        most_entries: Files that it may hold.
    """

    def __init__(
        self, folder: Path | None, most: int = MAX_STORE_BYTES, most_entries: int = MAX_STORE_ENTRIES
    ) -> None:
        self.folder = folder
        self._most = most
        self._most_entries = most_entries
        # What may still be put before the folder has to be looked at again; others may put, too.
        self._room = 0
        self._room_entries = 0

    def get(self, key: str) -> bytes | None:
        """What was put under the key; None when there is nothing whole. Counts as a use of it."""
        if self.folder is None:
            return None
        try:
            handle = os.open(self._path(key), _READ)
        except (OSError, ValueError):
            return None
        with suppress(OSError), os.fdopen(handle, "rb") as file:
            info = os.fstat(handle)
            if not (
                stat.S_ISREG(info.st_mode) and _is_own(info) and info.st_size <= _file_bytes(MAX_ENTRY_BYTES)
            ):
                return None
            digest, data = file.read(_DIGEST_BYTES), file.read()
            if digest == _digest(key, data):
                with suppress(OSError):
                    os.utime(handle if os.utime in os.supports_fd else self._path(key))
                return data
        return None

    def put(self, key: str, data: bytes) -> None:
        """Keep the content under the key, in place of what was there; nothing is told when that cannot be done."""
        if self.folder is None or len(data) > min(MAX_ENTRY_BYTES, self._most):
            return
        with suppress(OSError, ValueError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = self._path(key)
            self._make_room(_file_bytes(len(data)))
            waiting = f"{path}.{os.urandom(8).hex()}.part"
            handle = os.open(waiting, _WRITE, 0o600)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_digest(key, data))
                    file.write(data)
                os.replace(waiting, path)  # noqa: PTH105 (called for thousands: a Path costs more than the call)
            except BaseException:
                with suppress(OSError):
                    os.unlink(waiting)  # noqa: PTH108
                raise

    def usage(self) -> Usage:
        """How many files the store has, and their size in bytes."""
        entries = self._entries()
        return Usage(len(entries), sum(entry.size for entry in entries))

    def clear(self) -> Usage:
        """Remove all entries, and nothing else that lies in the folder; what was removed."""
        return self._remove(self._entries())

    def _path(self, key: str) -> str:
        return f"{self.folder}/{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"

    def _make_room(self, size: int) -> None:
        self._room -= size
        self._room_entries -= 1
        if self._room >= 0 and self._room_entries >= 0:
            return
        entries = self._entries()
        total, count = sum(entry.size for entry in entries) + size, len(entries) + 1
        if total > self._most or count > self._most_entries:
            gone: list[_Entry] = []
            entries.sort()
            while entries and (total > self._most * _TRIM_TO or count > self._most_entries * _TRIM_TO):
                entry = entries.pop(0)
                gone.append(entry)
                total, count = total - entry.size, count - 1
            self._remove(gone)
        # Half of what is free, as another run may fill the rest at the same time.
        self._room = (self._most - total) // 2
        self._room_entries = (self._most_entries - count) // 2

    def _entries(self) -> list[_Entry]:
        """All files that a store wrote, those of runs that were killed while writing among them."""
        found = []
        if self.folder is not None:
            with suppress(OSError, ValueError), os.scandir(self.folder) as listed:
                for entry in listed:
                    with suppress(OSError):
                        if _ENTRY.match(entry.name) and entry.is_file(follow_symlinks=False):
                            info = entry.stat(follow_symlinks=False)
                            found.append(_Entry(info.st_mtime_ns, info.st_size, entry.path))
        return found

    @staticmethod
    def _remove(entries: list[_Entry]) -> Usage:
        removed = Usage(0, 0)
        for entry in entries:
            with suppress(OSError):
                os.unlink(entry.path)  # noqa: PTH108
                removed = Usage(removed.entries + 1, removed.size + entry.size)
        return removed


OFF = Store(None)
"""Keeps nothing."""


def _file_bytes(data: int) -> int:
    return _DIGEST_BYTES + data


def _digest(key: str, data: bytes) -> bytes:
    whole = hashlib.sha256(_FORM)
    name = key.encode("utf-8", "surrogatepass")
    whole.update(len(name).to_bytes(8, "big") + name)
    whole.update(data)
    return whole.digest()


def _is_own(info: os.stat_result) -> bool:
    """Whether the user of this run owns the file; systems without such users have folders of their own for each."""
    return not hasattr(os, "geteuid") or info.st_uid == os.geteuid()
