"""Folders of the disk, held open while something is done in them, so that no link leads the way.

A game may come from a stranger, with links in it, and somebody may put a link in place of a folder while a command runs. So a
folder is opened step by step from one that the user named, without following a link, and what is done in it is done
by its handle. Systems without such handles get the same by name, each step looked at first.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

_HANDLES = hasattr(os, "O_NOFOLLOW") and {os.open, os.stat, os.unlink} <= os.supports_dir_fd
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for a writer
    | getattr(os, "O_BINARY", 0)
)


class LinkError(OSError):
    """A link is where a folder is needed; ``filename`` names it."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.ELOOP, "is a link", path)


class Folder:
    """A folder that is held open.

    Args:
        path: Its path, for messages, and for systems without handles.
        handle: Of the open folder; None on systems without handles.
    """

    def __init__(self, path: str, handle: int | None) -> None:
        self.path = path
        self._handle = handle

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handle is not None:
            os.close(self._handle)

    def folder(self, name: str) -> Folder:
        """A folder in this one.

        Raises:
            LinkError: It is a link.
            OSError: It is missing or no folder.
        """
        path = f"{self.path}/{name}"
        info = self._stat(name)
        if is_link(info):
            raise LinkError(path)
        if not _HANDLES:
            if not stat.S_ISDIR(info.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
            return Folder(path, None)
        return Folder(path, os.open(name, os.O_RDONLY | _FOLDER, dir_fd=self._handle))

    def names(self) -> list[str]:
        """Names of all that is in the folder, sorted."""
        return sorted(os.listdir(self.path if self._handle is None else self._handle))  # noqa: PTH208

    def sha256(self, name: str) -> str:
        """The hash of a file, in hexadecimal digits; empty when there is no plain file of that name."""
        try:
            handle = os.open(self._at(name), _READ, dir_fd=self._handle)
        except OSError:
            return ""
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return ""
            return hashlib.file_digest(file, "sha256").hexdigest()

    def remove(self, name: str) -> None:
        """Remove a file, or a link itself."""
        os.unlink(self._at(name), dir_fd=self._handle)

    def _stat(self, name: str) -> os.stat_result:
        return os.stat(self._at(name), dir_fd=self._handle, follow_symlinks=False)

    def _at(self, name: str) -> str:
        return name if self._handle is not None else f"{self.path}/{name}"


def open_folder(path: Path, named: Path) -> Folder:
    """The folder at a path; nothing below the current directory or below ``named`` may be a link.

    Args:
        path: In ``named``, or the same.
        named: A folder that the user named, such as that of the output. It may be reached through links, unless it
            lies in the current directory: there a stranger may have put them.

    Raises:
        LinkError: There is a link on the way.
        OSError: The folder is missing, or cannot be opened.
    """
    start, steps = _way(path, named)
    folder = Folder(start, os.open(start, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)) if _HANDLES else None)
    for step in steps:
        with folder:
            folder = folder.folder(step)
    return folder


def is_link(info: os.stat_result) -> bool:
    """Whether a name stands for something elsewhere. Windows has more of that kind than links: junctions, mounted drives."""
    attributes = getattr(info, "st_file_attributes", 0)
    return stat.S_ISLNK(info.st_mode) or bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)


def _way(path: Path, named: Path) -> tuple[str, Iterator[str]]:
    """The folder to begin at and the names of the folders from there on."""
    target = Path(os.path.abspath(path))  # noqa: PTH100 (links stay)
    for base in (Path.cwd(), Path(os.path.abspath(named))):  # noqa: PTH100
        if target.is_relative_to(base):
            return str(base), iter(target.relative_to(base).parts)
    raise ValueError(f"{path} is not below {named}")
