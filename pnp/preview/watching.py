"""Waiting for changes in a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from pnp.diagnostics import Diagnostic, missing_library
from pnp.disk import own_folder
from pnp.load import FolderFiles
from pnp.preview import limits

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
