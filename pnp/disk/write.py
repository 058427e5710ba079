"""Whole files in place, or the old ones; journals; temporary files outside of every game.

A journal has what a run that was killed had begun, so that the next one finishes it. It is a file in a folder
of the user's own, outside of every game, so that no game can forge one. Its second line says ``ready`` once
all new files are complete. A run that finds a journal without an owner puts the files of a ready one in place
and removes those of any other. So in the end, either all files of a run are new or none is.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import stat
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from pnp.disk.folder import Folder, LinkError, is_link, open_folder, own_folder

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


_NAMED_BY = 50
"""First characters of a file's name that its temporary name begins with: names have 255 bytes, and a
character takes at most four."""

_AT_ONCE = 8
"""Files that wait for the disk together."""

Content: TypeAlias = bytes | tuple[bytes, ...]
"""The content of a file: its bytes, or chunks in order."""


class _Waiting(NamedTuple):
    """A file that is whole, or is being written, beside its place."""

    folder: Folder
    temporary: str
    name: str


def put_files(
    folder: Path,
    files: Mapping[str, Content],
    journals: Path | None = None,
    *,
    lasting: bool = True,
    last_look: Callable[[], None] | None = None,
) -> None:
    """Put files in place.

    All are written beside their places under temporary names first and moved only when all are whole, so a
    full disk or a stop in the middle leaves the files that were there. A link is neither followed nor
    replaced. A file keeps the rights of the one that it replaces.

    Args:
        folder: Made when it is missing; see ``open_folder`` on what may be a link.
        files: Content by path relative to the folder, with forward slashes.
        journals: Folder of the user's own, for journals: with it, files of a run that is killed are put in
            place, or removed, by the next run.
        lasting: Whether to wait until the disk has them, so that none is lost when the machine stops.
        last_look: Called when all new files are whole; nothing is moved if it raises.

    Raises:
        LinkError: A link is in the way; nothing was written.
        OSError: The system refused something; nothing was written.
    """
    finish_others(journals)
    made: list[str] = []
    waiting: list[_Waiting] = []
    with ExitStack() as stack:
        try:
            waiting += _places(folder, files, made, stack)
            moves = [(each.folder.path, each.temporary, each.name) for each in waiting]
            journal = Journal(journals, folder, moves)
            stack.callback(journal.end)
            for place, content in zip(waiting, files.values(), strict=True):
                with place.folder.create(place.temporary) as file:
                    place.folder.copy_rights(place.name, file)
                    file.writelines((content,) if isinstance(content, bytes) else content)
            if lasting:
                _put_on_disk(waiting)
            if last_look is not None:
                last_look()
            for place in waiting:
                place.folder.expect_free(place.name)
            journal.ready()
            _move(waiting)
        finally:
            for place in waiting:
                with suppress(OSError):
                    place.folder.remove(place.temporary)
            for path in reversed(made):
                with suppress(OSError), _around(Path(path), folder) as around:
                    around.remove_folder(Path(path).name)  # which only an empty one lets happen


def _move(waiting: list[_Waiting]) -> None:
    """Move files to their places, and take each from the list.

    An interrupt waits until all are moved: some would be old, some new.
    """
    interrupt: KeyboardInterrupt | None = None
    while waiting:
        place = waiting[0]
        try:
            place.folder.move(place.temporary, place.name)
            waiting.pop(0)
        except KeyboardInterrupt as stop:
            interrupt = stop
            with suppress(OSError):
                if place.folder.info(place.temporary) is None:
                    waiting.pop(0)
    if interrupt is not None:
        raise interrupt


def _places(
    folder: Path, files: Mapping[str, Content], made: list[str], stack: ExitStack
) -> Iterator[_Waiting]:
    """The target of each file, its folder open until the stack is left; made once all are free of links."""
    targets = [folder / name for name in files]
    for target in targets:
        _refuse_links(target, folder)
    opened: dict[Path, Folder] = {}
    for target in targets:
        if target.parent not in opened:
            opened[target.parent] = stack.enter_context(open_folder(target.parent, folder, made.append))
        temporary = f".{target.name[:_NAMED_BY]}.{os.urandom(8).hex()}.part"
        yield _Waiting(opened[target.parent], temporary, target.name)


def _refuse_links(target: Path, named: Path) -> None:
    """Refuse a target that is not a plain file.

    Raises:
        LinkError: A link is on the way to the target, or in its place.
        OSError: Something else is there.
    """
    try:
        folder = open_folder(target.parent, named)
    except LinkError:
        raise
    except OSError:
        return  # missing, or reported when it is made
    with folder:
        info = folder.info(target.name)
    if info is not None and is_link(info):
        raise LinkError(str(target))
    if info is not None and not stat.S_ISREG(info.st_mode):
        number = errno.EISDIR if stat.S_ISDIR(info.st_mode) else errno.EEXIST
        raise OSError(number, os.strerror(number), str(target))


def _around(path: Path, named: Path) -> Folder:
    """The folder around one that was made; a missing ``named`` and those around it were made, too."""
    below = path.parent.is_relative_to(os.path.abspath(named))
    return open_folder(path.parent, named if below else path.parent)


def _put_on_disk(files: Sequence[_Waiting]) -> None:
    """Wait until the disk has the files, so that none is lost, or half of it, when the machine stops.

    Waiting for one file at a time takes as many waits as files; a disk combines the writes of several.
    """
    left = iter(files)
    faults: list[BaseException] = []

    def wait() -> None:
        try:
            for file in left:
                file.folder.sync(file.temporary)
        except BaseException as fault:
            faults.append(fault)
            for _ in left:  # nobody needs the others any more
                pass

    threads = [threading.Thread(target=wait, daemon=True) for _ in range(1, min(_AT_ONCE, len(files)))]
    with suppress(RuntimeError):  # as many as the system grants
        for thread in threads:
            thread.start()
    wait()
    for thread in threads:
        if thread.ident is not None:
            thread.join()
    if faults:
        raise faults[0]


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """An empty folder, removed with all that is in it at the end."""
    with tempfile.TemporaryDirectory(prefix="pnp-") as place:
        yield Path(place)


def temporary_file(text: str, prefix: str) -> Path:
    """A new file with a text, which stays."""
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=".txt", text=True)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return Path(name)


def nowhere(mode: str) -> IO[str]:
    """A file that is empty to read, and swallows what is written."""
    return open(os.devnull, mode, encoding="utf-8")
