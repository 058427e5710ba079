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
    changed.
    """
    from watchfiles import watch

    begun = False
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
        if found or not begun:
            yield None
        begun = True
