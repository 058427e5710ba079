"""A game folder as it was read at one moment, waiting for changes, and reading it again after one."""

from __future__ import annotations

import ctypes
import gc
import hashlib
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pnp.build import Workshop, open_workshop, reopen_workshop
from pnp.diagnostics import Diagnostic, missing_library
from pnp.disk import own_folder
from pnp.layout import SharedAssets
from pnp.load import EarlierSets, FolderFiles, UserSettings, shown_path
from pnp.preview import limits

_Stamps: TypeAlias = Mapping[str, tuple[int, int, int]]
OUT = "out"
"""Where output goes unless another folder is asked for."""
_TEXTS = (".yaml", ".yml", ".md", ".xml", ".po", ".csv", ".json")
"""Endings of files that are read each time; all others are assets, which are compared by their stamps."""


@dataclass(frozen=True)
class Reading:
    """A game as its files say at one moment.

    Attributes:
        number: Of the readings so far, from 1.
        workshop: The game with its assets; ``workshop.game`` is None while ``game.yaml`` cannot be read.
        assets: Pictures and layouts, kept from reading to reading.
        assets_key: Stands for the content of the game's own pictures, icons and fonts.
        cwd: Names of files are shown relative to it.
        changed: Paths of files that are new, removed or changed since the reading before.
    """

    number: int
    workshop: Workshop
    assets: SharedAssets
    assets_key: str
    cwd: Path
    changed: frozenset[str]


class Reader:
    """Reads one game folder again and again.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Names of files are shown relative to it.
        user: What the user keeps for all games.
        out: Folder of the output; what lies in it is no part of the game, even when it lies in the game's
            folder.
        unsaved: Content of files as an editor has it, by path; it is read in place of what is on disk, and
            may change between two readings.
    """

    def __init__(
        self,
        folder: Path,
        cwd: Path,
        user: UserSettings | None = None,
        out: Path | None = None,
        unsaved: Mapping[str, bytes] | None = None,
    ) -> None:
        self._folder = folder
        self._cwd = cwd
        self._user = user
        self._unsaved = {} if unsaved is None else unsaved
        self._ignored = f"{shown_path(cwd / (out or OUT), folder)}/"
        self._stamps: _Stamps = {}
        self._last: Reading | None = None
        self._earlier = EarlierSets()

    def read(self) -> Reading | None:
        """The present contents of the folder; None if no file has changed since the last time."""
        # The stamps come first: what is written while the files are read is then seen as a change the next
        # time.
        unsaved = dict(self._unsaved)
        stamps = {
            path: stamp
            for path, stamp in FolderFiles(self._folder, self._cwd, unsaved).stamps().items()
            if not path.startswith(self._ignored)
        }
        if self._last is not None and stamps == self._stamps:
            return None
        changed = {path for path in (*stamps, *self._stamps) if stamps.get(path) != self._stamps.get(path)}
        self._stamps = stamps
        key = _assets_key(stamps)
        last = self._last
        if last is None:
            workshop = open_workshop(
                self._folder, self._cwd, self._user, earlier=self._earlier, unsaved=unsaved
            )
            assets = SharedAssets(workshop.files)
        else:
            workshop = reopen_workshop(last.workshop, self._cwd, changed, self._earlier, unsaved)
            # Its pictures stay valid until an asset is added, removed or changed.
            assets = last.assets if key == last.assets_key else last.assets.renewed(workshop.files, changed)
        self._last = Reading(
            number=last.number + 1 if last else 1,
            workshop=workshop,
            assets=assets,
            assets_key=key,
            cwd=self._cwd,
            changed=frozenset(changed),
        )
        return self._last


def _assets_key(stamps: _Stamps) -> str:
    listed = [(path, stamp) for path, stamp in sorted(stamps.items()) if not path.lower().endswith(_TEXTS)]
    return hashlib.sha256(repr(listed).encode("utf-8", "surrogatepass")).hexdigest()


def tidy() -> None:
    """Collect garbage, and give free memory back to the system.

    The C library of Linux keeps free memory (glibc, mallopt(3)): a language server grew by a quarter over
    2,000 edits without one more object. Giving it back takes some milliseconds.
    """
    gc.collect()
    with suppress(OSError, TypeError, AttributeError):  # other systems have no such function
        ctypes.CDLL(None).malloc_trim(0)


_STEP_MS = 10
"""A save is over when nothing happens for this long: editors write a file in several steps."""
_LONGEST_MS = 200
"""A change is reported after this time at the latest, even while more changes arrive."""


def missing_watcher() -> Diagnostic | None:
    """Error E311 if watchfiles is not installed, else None; call it before anything else in this module."""
    return missing_library("watchfiles", "E311", "watching a folder needs", "preview")


def changes(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Yields once when watching has begun, then after each change below the folder, until ``stop`` is set.

    Changes before watching began are not seen, so the caller looks once at the start. Hidden files and the
    ones that editors put beside a file while they save it count as changes: the caller finds out what has
    really changed. When the folder is moved away or deleted, this waits until there is a folder of that name
    again.
    """
    polling = False
    while not stop.is_set():
        try:
            with own_folder(folder):  # held open, so that no other folder gets its inode number
                yield from _changes_of_one(folder, stop, polling=polling)
        except (FileNotFoundError, NotADirectoryError):
            stop.wait(_LONGEST_MS / 1000)
        except OSError:
            if polling:
                raise
            polling = True  # the system refuses to watch more folders for this user


def _changes_of_one(folder: Path, stop: threading.Event, *, polling: bool) -> Iterator[None]:
    """The same, until the held folder is replaced, or folders in it are added or removed.

    Folders are named one by one, because watching a folder recursively would follow links out of the game.

    Raises:
        FileNotFoundError: The folder does not exist.
        OSError: The system cannot watch it.
    """
    from watchfiles import Change, watch

    begun = False
    watched, folders = folder.stat().st_ino, _folders(folder)
    # A folder in it that replaces a deleted one may get the same inode number.
    deleted = {(Change.deleted, name) for name in folders}
    for found in watch(
        *folders,
        watch_filter=None,
        debounce=_LONGEST_MS,
        step=_STEP_MS,
        stop_event=stop,
        rust_timeout=_LONGEST_MS,
        yield_on_timeout=True,
        raise_interrupt=True,
        force_polling=polling or None,
        recursive=False,
        ignore_permission_denied=True,
    ):
        ended = not deleted.isdisjoint(found) or _inode(folder) != watched
        names = not begun or any(kind is not Change.modified for kind, _ in found)
        if found or ended or not begun:
            yield None
        begun = True
        if ended or (names and _folders(folder) != folders):
            return


def _folders(folder: Path) -> list[str]:
    return [str(each) for each in FolderFiles(folder.absolute()).folders(limits.FOLDERS)]


def _inode(folder: Path) -> int | None:
    """The number that distinguishes a folder from another one of its name; None when there is no folder."""
    try:
        return folder.stat().st_ino
    except OSError:
        return None
