"""Waiting for changes in a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from pnp.diagnostics import Diagnostic, error
from pnp.load import FolderFiles
from pnp.preview import limits
from pnp.preview.inotify import Happened, happenings, tells

_STEP_MS = 10
"""A save is over when nothing more has happened for so long: editors write a file in several steps."""
_LONGEST_MS = 200
"""A change is told after this time at the latest, even while others still come."""


def missing_watcher() -> Diagnostic | None:
    """Error E311 when watchfiles is not installed, else None; to be asked before anything else of this module."""
    if find_spec("watchfiles") is not None:
        return None
    return error(
        "E311",
        "watching a folder needs 'watchfiles'",
        None,
        "install it with: pip install 'pnp-press[preview]'",
    )


def changes(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Once when watching has begun, then each time that something below the folder has changed, until ``stop`` is set.

    What happened before watching began is not seen, so whoever is told looks once for what it has missed. Hidden files
    and those that editors put beside a file while they save it count as changes: whoever is told looks what has really
    changed. A folder that is moved away or deleted is waited for, and may come back as another one.
    """
    polling = False
    while not stop.is_set():
        try:
            yield from _changes_of_one(folder, stop, polling=polling)
        except FileNotFoundError:
            stop.wait(_LONGEST_MS / 1000)
        except OSError:
            if polling:
                raise
            polling = True  # the system watches no more folders for this user


def _changes_of_one(folder: Path, stop: threading.Event, *, polling: bool) -> Iterator[None]:
    """The same, as long as the folder and those in it are the ones of the beginning: a system watches these, not names.

    Folders are named one by one, because watching a folder with all that is in it would follow links out of the game.

    Raises:
        FileNotFoundError: There is no such folder.
        OSError: The system cannot watch it.
    """
    begun = False
    watched, folders = folder.stat().st_ino, _folders(folder)
    for happened in _happened(folders, stop, polling=polling):
        moved = _number(folder) != watched
        if happened.news or happened.ended or moved or not begun:
            yield None  # first of all: somebody waits
        begun = True
        if happened.ended or moved or (happened.names and _folders(folder) != folders):
            return


def _happened(folders: Sequence[str], stop: threading.Event, *, polling: bool) -> Iterator[Happened]:
    """What happens in the folders, by the quickest way that this system has: see ``happenings``."""
    if not polling and tells():
        yield from happenings(folders, stop)
        return
    from watchfiles import Change, watch

    # A folder that is made in the place of a deleted one often gets its number, too.
    ends = {(Change.deleted, name) for name in folders}
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
        names = any(kind is not Change.modified for kind, _ in found)
        yield Happened(bool(found), names, not ends.isdisjoint(found))


def _folders(folder: Path) -> list[str]:
    return [str(each) for each in FolderFiles(folder.absolute()).folders(limits.FOLDERS)]


def _number(folder: Path) -> int | None:
    """What tells a folder from another one that comes to bear its name; None without one."""
    try:
        return folder.stat().st_ino
    except OSError:
        return None
