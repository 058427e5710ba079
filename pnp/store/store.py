"""A folder of entries, each a file that vouches for itself, and the list of the files that pnp made.

A file begins with the SHA-256 of its key and its content, so a file that was cut off, damaged, or put under
another name is no entry. Files are written under another name and moved into place, so that two runs at once
disturb neither each other nor a reader. The folder belongs to its user: links, and entries of other owners,
are not trusted. Even so, an entry is only bytes, and the caller must decode it from a format that cannot run
anything.

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

from pnp.disk import Folder, own_folder
from pnp.store.limits import MAX_ENTRY_BYTES, MAX_STORE_BYTES, MAX_STORE_ENTRIES

_FORM = b"pnp store 1\n"
_DIGEST_BYTES = 32
_ENTRY = re.compile(r"[0-9a-f]{64}(?:\.[0-9a-f]{16}\.part)?\Z")
_TRIM_TO = 0.75
"""Share of the bound that is left after trimming, so that not every new entry needs it."""


class Usage(NamedTuple):
    """The contents of a store."""

    entries: int
    size: int


class _Entry(NamedTuple):
    used: int
    size: int
    name: str


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
        # Bytes that may still be put before the folder has to be looked at again; others may put, too.
        self._room = 0
        self._room_entries = 0

    def get(self, key: str) -> bytes | None:
        """Content under the key; None when nothing intact is there. Counts as a use of it."""
        if self.folder is None:
            return None
        name = _name(key)
        with suppress(OSError, ValueError), own_folder(self.folder) as folder, folder.open(name) as file:
            info = os.fstat(file.fileno())
            if not (
                stat.S_ISREG(info.st_mode) and _is_own(info) and info.st_size <= _file_bytes(MAX_ENTRY_BYTES)
            ):
                return None
            digest, data = file.read(_DIGEST_BYTES), file.read()
            if digest == _digest(key, data):
                with suppress(OSError):
                    folder.refresh(name)
                return data
        return None

    def put(self, key: str, data: bytes) -> None:
        """Keep the content under the key, in place of any older one; a failure is not reported."""
        if self.folder is None or len(data) > min(MAX_ENTRY_BYTES, self._most):
            return
        name = _name(key)
        waiting = f"{name}.{os.urandom(8).hex()}.part"
        with suppress(OSError, ValueError), own_folder(self.folder, 0o700) as folder:
            self._make_room(folder, _file_bytes(len(data)))
            try:
                with folder.create(waiting, 0o600) as file:
                    file.write(_digest(key, data))
                    file.write(data)
                folder.move(waiting, name)
            except BaseException:
                with suppress(OSError):
                    folder.remove(waiting)
                raise

    def usage(self) -> Usage:
        """How many files the store has, and their size in bytes."""
        if self.folder is None:
            return Usage(0, 0)
        with suppress(OSError, ValueError), own_folder(self.folder) as folder:
            entries = _entries(folder)
            return Usage(len(entries), sum(entry.size for entry in entries))
        return Usage(0, 0)

    def clear(self) -> Usage:
        """Remove all entries, and nothing else that lies in the folder; what was removed."""
        if self.folder is not None:
            with suppress(OSError, ValueError), own_folder(self.folder) as folder:
                return _remove(folder, _entries(folder))
        return Usage(0, 0)

    def _make_room(self, folder: Folder, size: int) -> None:
        self._room -= size
        self._room_entries -= 1
        if self._room >= 0 and self._room_entries >= 0:
            return
        entries = _entries(folder)
        total, count = sum(entry.size for entry in entries) + size, len(entries) + 1
        if total > self._most or count > self._most_entries:
            gone: list[_Entry] = []
            entries.sort()
            while entries and (total > self._most * _TRIM_TO or count > self._most_entries * _TRIM_TO):
                entry = entries.pop(0)
                gone.append(entry)
                total, count = total - entry.size, count - 1
            _remove(folder, gone)
        # Half of what is free, as another run may fill the rest at the same time.
        self._room = (self._most - total) // 2
        self._room_entries = (self._most_entries - count) // 2


OFF = Store(None)
"""Keeps nothing."""


def _name(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _entries(folder: Folder) -> list[_Entry]:
    """All files that a store wrote, those of runs that were killed while writing among them."""
    found = []
    for name in folder.names():
        info = folder.info(name) if _ENTRY.match(name) else None
        if info is not None and stat.S_ISREG(info.st_mode):
            found.append(_Entry(info.st_mtime_ns, info.st_size, name))
    return found


def _remove(folder: Folder, entries: list[_Entry]) -> Usage:
    removed = Usage(0, 0)
    for entry in entries:
        with suppress(OSError):
            folder.remove(entry.name)
            removed = Usage(removed.entries + 1, removed.size + entry.size)
    return removed


def _file_bytes(data: int) -> int:
    return _DIGEST_BYTES + data


def _digest(key: str, data: bytes) -> bytes:
    whole = hashlib.sha256(_FORM)
    name = key.encode("utf-8", "surrogatepass")
    whole.update(len(name).to_bytes(8, "big") + name)
    whole.update(data)
    return whole.digest()


def _is_own(info: os.stat_result) -> bool:
    """Whether the user of this run owns the file; systems without such users have a folder for each user."""
    return not hasattr(os, "geteuid") or info.st_uid == os.geteuid()


class Made:
    """Files by their places, each with the hash that it had when pnp wrote it.

    Args:
        store: In a folder of the user's, outside of every game; one that keeps nothing lets nothing be
            removed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def journals(self) -> Path | None:
        """Folder for journals of what is being written; None where nothing is remembered."""
        return self._store.folder

    def add(self, folder: Path, name: str, sha256: str) -> None:
        """Remember that pnp wrote a file ``name`` in the folder."""
        self._store.put(_key(str(folder), name), sha256.encode())

    def remove(self, folder: Folder, name: str) -> bool:
        """Remove a file that pnp made and nobody has changed since; whether it was removed."""
        known = self._store.get(_key(folder.path, name))
        if known is None or folder.sha256(name).encode() != known:
            return False
        folder.remove(name)
        return True


def _key(folder: str, name: str) -> str:
    return f"{os.path.realpath(folder)}/{name}"
