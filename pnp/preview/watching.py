"""Waiting for changes in a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from pnp.diagnostics import Diagnostic, error

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
        cure="install it with: pip install 'pnp-press[preview]'",
    )


def changes(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Once when watching has begun, then each time that something below the folder has changed, until ``stop`` is set.

    What happened before watching began is not seen, so whoever is told looks once for what it has missed. Hidden files
    and those that editors put beside a file while they save it count as changes: whoever is told looks what has really
    changed. A folder that is moved away or deleted is waited for, and may come back as another one.
    """
    while not stop.is_set():
        if _identity(folder) is None:
            stop.wait(_LONGEST_MS / 1000)
        else:
            yield from _changes_of_one(folder, stop)


def _changes_of_one(folder: Path, stop: threading.Event) -> Iterator[None]:
    """The same, as long as the folder is the one that it was at first: a system watches that one, not its name."""
    from watchfiles import Change, watch

    begun = False
    watched = _identity(folder)
    # A folder that is made in the place of a deleted one often gets its number, too.
    ends = {(Change.deleted, str(name)) for name in (folder.absolute(), folder.resolve())}
    try:
        for found in watch(
            folder,
            watch_filter=None,
            debounce=_LONGEST_MS,
            step=_STEP_MS,
            stop_event=stop,
            rust_timeout=_LONGEST_MS,
            yield_on_timeout=True,
            raise_interrupt=True,
        ):
            same = _identity(folder) == watched and ends.isdisjoint(found)
            if found or not begun or not same:
                yield None
            if not same:
                return
            begun = True
    except FileNotFoundError:
        return  # it went away before watching could begin


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another one that comes to bear its name; None without one."""
    try:
        info = folder.stat()
    except OSError:
        return None
    return info.st_dev, info.st_ino
