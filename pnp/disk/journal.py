"""Journals: what a run that was killed had begun, so that the next one finishes it.

A journal is a file in a folder of the user's own, outside of every game, so that no game can forge one. Its
second line says ``ready`` once all new files are complete. A run that finds a journal without an owner puts
the files of a ready one in place and removes those of any other. So in the end, either all files of a run are
new or none is.
"""

from __future__ import annotations

import io
import json
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pnp.disk.folder import Folder, open_folder, own_folder

try:
    import fcntl
except ImportError:  # Windows lets nobody move a file that another process has open
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"[0-9a-f]{16}\.moves\Z")
_MOST = 16_000_000
"""Bytes of a journal."""


class Journal:
    """The journal of one run, which owns it until ``end``.

    Args:
        place: The folder of journals; None keeps none, as does a folder that nothing can be written in.
        named: The folder that the user named, see ``open_folder``.
        moves: Folder, temporary name and name of each file that is to be put in place.
    """

    def __init__(self, place: Path | None, named: Path, moves: Iterable[tuple[str, str, str]]) -> None:
        self._place = place
        self._name = f"{os.urandom(8).hex()}.moves"
        self._file: io.BufferedWriter | None = None
        if place is None:
            return
        with suppress(OSError, ValueError), own_folder(place, 0o700) as folder:
            self._file = folder.create(self._name, 0o600)
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX)
            # Others leave an empty one alone: its owner is about to lock it.
            entry = {"named": os.path.abspath(named), "moves": list(moves)}
            self._file.write(json.dumps(entry).encode("utf-8", "surrogatepass"))
            self._file.flush()

    def ready(self) -> None:
        """All files are whole: from now on they go to their places, whatever happens."""
        if self._file is not None:
            with suppress(OSError):
                self._file.write(b"\nready")
                self._file.flush()

    def end(self) -> None:
        """Nothing is left to do."""
        if self._place is not None and self._file is not None:
            with suppress(OSError):
                self._file.close()
            with suppress(OSError), own_folder(self._place) as folder:
                folder.remove(self._name)


def finish_others(place: Path | None) -> None:
    """Finish what runs that were killed have left. Whatever goes wrong is left for the next run.

    Args:
        place: The folder of journals; None has none.
    """
    if place is None:
        return
    with suppress(OSError), own_folder(place) as folder:
        for name in folder.names():
            if _NAME.match(name):
                with suppress(OSError, ValueError, KeyError, TypeError):
                    _finish(folder, name)


def _finish(folder: Folder, name: str) -> None:
    if fcntl is None:
        folder.move(name, name)
    with folder.open(name) as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode) or (hasattr(os, "geteuid") and info.st_uid != os.geteuid()):
            return
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        text, _, word = file.read(_MOST).partition(b"\n")
        entry = json.loads(text)
        for path, temporary, target in entry["moves"]:
            with suppress(OSError), open_folder(Path(path), Path(entry["named"])) as around:
                _settle(around, temporary, target, ready=word == b"ready")
    folder.remove(name)


def _settle(around: Folder, temporary: str, target: str, *, ready: bool) -> None:
    """Put a file in its place, unless something else is there by now; or remove it."""
    there = around.info(target)
    if ready and (there is None or stat.S_ISREG(there.st_mode)):
        around.move(temporary, target)
    else:
        around.remove(temporary)
