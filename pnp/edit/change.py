"""Changes of stretches of files, written together."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.disk import LinkError, open_folder, put_files
from pnp.load import shared_root
from pnp.load.files import path_parts
from pnp.load.limits import MAX_DATA_BYTES
from pnp.model import FileFault

_OUT = "out"
"""The folder of the output, which is no part of a game."""


class Change(NamedTuple):
    """Other content for a stretch of a file.

    Attributes:
        file: Relative to the game's folder, with forward slashes.
        start: Bytes before the stretch.
        stop: Bytes before its end.
        content: What is there afterwards, in the encoding of the file.
    """

    file: str
    start: int
    stop: int
    content: bytes


class Clash(NamedTuple):
    """A file that is not what the changes were made for.

    Attributes:
        file: As in ``Change``.
        wanted: Content that the file would have had; None if it was to be missing.
        found: Content that it has; None if it is missing.
    """

    file: str
    wanted: bytes | None
    found: bytes | None


class ClashError(Exception):
    """Files have changed since they were read: nothing was written.

    Attributes:
        clashes: Each of those files in both versions.
    """

    def __init__(self, clashes: Sequence[Clash]) -> None:
        super().__init__(f"{', '.join(clash.file for clash in clashes)} changed meanwhile")
        self.clashes = tuple(clashes)


def check_editable(folder: Path, file: str) -> None:
    """Refuse a file that may not be edited.

    Args:
        folder: Of the game.
        file: Relative to it.

    Raises:
        FileFault: The game ships with pnp, the path leads outside or to hidden files, or the file is output.
    """
    if is_shipped(folder):
        message = f"'{folder.name}' ships with pnp and is not edited"
        raise FileFault(message, "copy its folder, and edit the copy")
    parts = path_parts(file)
    if "/".join(parts) != file:
        raise FileFault(f"'{file}' is not the shortest path of a file", "write it without '.' and '//'")
    if any(part.startswith(".") for part in parts):
        raise FileFault(f"'{file}' is hidden", "edit a file of the game")
    if parts[0] == _OUT:
        raise FileFault(f"'{file}' is output", "edit what it is made from")


def is_shipped(folder: Path) -> bool:
    """Whether a game's folder came with pnp."""
    return folder.resolve().is_relative_to((shared_root() / "data").resolve())


def read_editable(folder: Path, file: str) -> bytes | None:
    """The content of a file that may be edited; None if it is missing.

    Raises:
        FileFault: It may not be edited, a link is on the way, or it is too large or no plain file.
    """
    check_editable(folder, file)
    return _read(folder, file)


def edited(read: Mapping[str, bytes | None], changes: Iterable[Change]) -> dict[str, bytes]:
    """The new content of each file that changes, in order of name.

    Args:
        read: Content of each of them; a missing file counts as empty.
        changes: In any order.

    Raises:
        ValueError: Stretches overlap, or leave their file.
    """
    found: dict[str, bytes] = {}
    for file, listed in _by_file(changes).items():
        data = read[file] or b""
        parts, at = [], 0
        for change in listed:
            if not at <= change.start <= change.stop <= len(data):
                raise ValueError(
                    f"bytes {change.start} to {change.stop} of {file} are no stretch of their own"
                )
            parts += [data[at : change.start], change.content]
            at = change.stop
        found[file] = b"".join([*parts, data[at:]])
    return found


def inverse(read: Mapping[str, bytes | None], changes: Iterable[Change]) -> list[Change]:
    """The changes that bring back the old content from the new one; see ``edited``."""
    found = []
    for file, listed in _by_file(changes).items():
        data, moved = read[file] or b"", 0
        for change in listed:
            start = change.start + moved
            old = data[change.start : change.stop]
            found.append(Change(file, start, start + len(change.content), old))
            moved += len(change.content) - len(old)
    return found


def write_changes(
    folder: Path,
    read: Mapping[str, bytes | None],
    changes: Iterable[Change],
    journals: Path | None = None,
) -> dict[str, bytes]:
    """Write changes of any number of files in one step; the new content of each file.

    Either all files change or none does, even if the run is killed: see ``pnp.disk.put_files``.

    Args:
        folder: Of the game.
        read: Content of each file that changes, as the changes were made for; None for a file that is to be
            missing, and is made.
        changes: In any order; they may not overlap.
        journals: Folder of the user's own for journals; None keeps none.

    Raises:
        FileFault: A file may not be edited (``check_editable``), a link is in the way, a file would be too
            large, or the system refuses to write.
        ClashError: Files are not what was read.
        ValueError: Changes overlap.
    """
    wanted = edited(read, changes)
    for file, content in wanted.items():
        check_editable(folder, file)
        if len(content) > MAX_DATA_BYTES:
            raise FileFault(f"'{file}' would be too large", f"at most {MAX_DATA_BYTES:,} bytes are read")

    def compare() -> None:
        """Refuse files that have changed; once more just before they are replaced."""
        clashes = [
            Clash(file, wanted[file], found)
            for file in wanted
            if (found := _read(folder, file)) != read[file]
        ]
        if clashes:
            raise ClashError(clashes)

    compare()
    try:
        put_files(folder, wanted, journals, last_look=compare)
    except LinkError as fault:
        raise _linked(str(fault.filename)) from fault
    except OSError as fault:
        message = f"'{', '.join(wanted)}' cannot be written: {fault.strerror or fault}"
        full = fault.errno in (errno.ENOSPC, errno.EDQUOT)
        raise FileFault(
            message, "make room there" if full else "check whether you may write there"
        ) from fault
    return wanted


def remove_file(folder: Path, file: str) -> None:
    """Remove an empty file that may be edited; one that has content stays.

    Raises:
        FileFault: It may not be edited, or the system refuses.
    """
    if read_editable(folder, file) != b"":
        return
    try:
        with open_folder((folder / file).parent, folder) as around:
            around.remove(Path(file).name)
    except OSError as fault:
        raise FileFault(f"'{file}' cannot be removed: {fault.strerror}", "remove it yourself") from fault


def _by_file(changes: Iterable[Change]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for change in sorted(changes):
        found.setdefault(change.file, []).append(change)
    return found


def _read(folder: Path, file: str) -> bytes | None:
    """The content of a plain file without links on the way; None if it is missing."""
    path = folder / file
    try:
        with open_folder(path.parent, folder) as around:
            if around.is_link(path.name):
                raise _linked(file)
            if around.info(path.name) is None:
                return None
            data = around.read(path.name, MAX_DATA_BYTES)
    except LinkError as fault:
        raise _linked(file) from fault
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise FileFault(
            f"'{file}' cannot be read: {fault.strerror}", "check whether you may read it"
        ) from fault
    if data is None:
        raise FileFault(f"'{file}' is no plain file, or too large", "edit a file of text")
    return data


def _linked(file: str) -> FileFault:
    return FileFault(f"'{file}' is reached through a link", "put the file itself there")
