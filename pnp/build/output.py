"""Writing files so that a failed or interrupted run leaves the last good ones."""

from __future__ import annotations

import errno
import os
import re
import tempfile
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from pnp.diagnostics import Diagnostic, error

_WRITING_TAKES = 600
"""Seconds after which nobody is writing a file any more: everything is ready in memory before the first is written."""

_NAMED_BY = 50
"""Characters of a file's name that its temporary name begins with: names have 255 bytes, of which a character takes four at most."""

_AT_ONCE = 8
"""Files that wait for the disk together."""

Content: TypeAlias = bytes | tuple[bytes, ...]
"""Of a file: its bytes, or parts that follow one another."""


def ascii_name(text: str) -> str:
    """A file name of small ASCII letters, digits and hyphens, made of ``text``; ``file`` when nothing is left."""
    plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    letters = [
        char if char.isascii() and char.isalnum() else "-"
        for char in plain
        if not unicodedata.combining(char)
    ]
    return "-".join(part for part in "".join(letters).lower().split("-") if part) or "file"


def write_files(folder: Path, files: Mapping[str, Content]) -> list[Diagnostic]:
    """Faults of writing; when there is none, every file is in place.

    A link among the folders that leads away from where the path says is refused: a game from a stranger may hold one
    in place of ``out`` or ``locale``. All files are written beside their places under temporary names first and moved only when all are whole, so a full
    disk or a stop in the middle leaves the files that were there.

    Args:
        folder: Made when it is missing.
        files: Content by path relative to the folder, with forward slashes.
    """
    astray = next((target for name in files if leads_away(target := folder / name, folder)), None)
    if astray is not None:
        return [link_fault(astray.parent)]
    waiting: list[tuple[Path, Path]] = []
    folders: list[Path] = []
    try:
        for name, content in files.items():
            target = folder / name
            _make_folder(target.parent, folders)
            _write_beside(target, content, waiting)
        _put_on_disk([temporary for temporary, _ in waiting])
        while waiting:
            temporary, target = waiting[0]
            temporary.chmod(0o666 & ~_umask())
            _sweep(target, temporary)
            temporary.replace(target)
            waiting.pop(0)
    except OSError as fault:
        return [_write_fault(folder, fault)]
    finally:
        for temporary, _ in waiting:
            temporary.unlink(missing_ok=True)
        for made in reversed(folders):
            with suppress(OSError):
                made.rmdir()  # which only an empty one lets happen
    return []


def _make_folder(folder: Path, made: list[Path]) -> None:
    """The folder and those around it; the ones that were not there are added to ``made``, outermost first."""
    if folder.is_dir():
        return
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        made.append(each)
        each.mkdir(exist_ok=True)
    folder.mkdir(exist_ok=True)  # or say what stands in its place


def leads_away(target: Path, folder: Path) -> bool:
    """Whether the target seems to lie below ``folder``, or below the current directory, and in truth does not."""
    seeming, real = Path(os.path.abspath(target.parent)), Path(os.path.realpath(target.parent))  # noqa: PTH100 (links stay)
    for base in (folder, Path()):
        named, meant = Path(os.path.abspath(base)), Path(os.path.realpath(base))  # noqa: PTH100
        if named in (seeming, *seeming.parents) and meant not in (real, *real.parents):
            return True
    return False


def link_fault(folder: Path) -> Diagnostic:
    """E111 for a folder that is a link, or is reached by one."""
    message = (
        f"'{folder.as_posix()}' is or holds a link that leads to another folder; nothing is written there"
    )
    return error("E111", message, None, "remove the link, or name the other folder itself with --out")


def _write_beside(target: Path, content: Content, waiting: list[tuple[Path, Path]]) -> None:
    """Write the content beside its target; the file is in ``waiting`` before anything can stop the writing."""
    handle, name = tempfile.mkstemp(prefix=_prefix(target), suffix=".part", dir=target.parent)
    waiting.append((Path(name), target))
    with os.fdopen(handle, "wb") as file:
        file.writelines((content,) if isinstance(content, bytes) else content)


def _prefix(target: Path) -> str:
    """How names of files begin that are written for the target: a name that is as long as names may be is cut."""
    return f".{target.name[:_NAMED_BY]}."


def _put_on_disk(files: Sequence[Path]) -> None:
    """Wait until the disk has the files, so that none is lost, or half of it, when the machine stops.

    Whoever asks for one file at a time waits as often as there are files; a disk writes what several ask for together.
    """
    left = iter(files)
    faults: list[BaseException] = []

    def wait() -> None:
        try:
            for file in left:
                with file.open("r+b") as opened:
                    os.fsync(opened.fileno())
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


def _sweep(target: Path, fresh: Path) -> None:
    """Remove what builds that were killed while they wrote ``target`` have left; younger files may be another's at work.

    Times are compared with that of the file just written, so no clock is read and a clock that is wrong does no harm.
    """
    scrap = re.compile(rf"{re.escape(_prefix(target))}[a-z0-9_]{{8}}\.part")
    now = fresh.stat().st_mtime
    for path in target.parent.iterdir():
        if scrap.fullmatch(path.name) and path.lstat().st_mtime < now - _WRITING_TAKES:
            path.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _write_fault(folder: Path, fault: OSError) -> Diagnostic:
    place = fault.filename2 or fault.filename or str(folder)
    if isinstance(fault, PermissionError):
        cure = "close the file if a viewer holds it open, or choose another folder with --out"
    elif isinstance(fault, (NotADirectoryError, IsADirectoryError, FileExistsError)):
        cure = "a file stands where a folder is needed, or the reverse; move it away or choose another --out"
    elif fault.errno == errno.ENAMETOOLONG:
        cure = "give what is printed a shorter id, or choose another folder with --out"
    else:
        cure = "make room, or choose another folder with --out"
    return error("E110", f"'{place}' cannot be written: {fault.strerror or fault}", None, cure)
