"""Folders held open while something is done in them.

A game may come from a stranger, with links in it, and somebody may put a link in place of a folder while a
command runs. So a folder is opened step by step from one that the user named, no step follows a link, and
what is done in it is done by its handle, wherever its path leads by then. Systems without such handles
(Windows) get the same by name, each step looked at first.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

_HANDLES = (
    hasattr(os, "O_NOFOLLOW") and {os.open, os.stat, os.unlink, os.mkdir, os.rename} <= os.supports_dir_fd
)
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _PLAIN  # not blocking: a pipe would wait for a writer
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN
_DIRECTORY = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_OPEN = getattr(os, "O_PATH", os.O_RDONLY) | _DIRECTORY
_MARK = "game.yaml"
"""The file that marks a folder as a game, maybe a stranger's."""


class LinkError(OSError):
    """A link is in the place of a folder or a file that pnp needs; ``filename`` is its path."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.ELOOP, "it is a link", path)


class Folder:
    """A folder that is held open. Names are those of entries of the folder itself, without a slash.

    Every method raises ``OSError`` for what the system refuses.

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
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        if self._handle is not None:
            os.close(self._handle)

    def folder(self, name: str) -> Folder:
        """A folder in this one; ``LinkError`` when it is a link."""
        path = f"{self.path}/{name}"
        if _HANDLES:
            try:
                return Folder(path, os.open(name, _OPEN | os.O_NOFOLLOW, dir_fd=self._handle))
            except OSError as fault:
                if self.is_link(name):
                    raise LinkError(path) from fault
                raise OSError(fault.errno, fault.strerror, path) from None
        info = self.info(name)
        if info is None or not stat.S_ISDIR(info.st_mode):
            number = errno.ENOENT if info is None else errno.ENOTDIR
            raise OSError(number, os.strerror(number), path)
        if is_link(info):
            raise LinkError(path)
        return Folder(path, None)

    def make(self, name: str, mode: int = 0o777) -> bool:
        """Make a folder in this one where nothing has the name; whether it was made."""
        try:
            os.mkdir(self._at(name), mode, dir_fd=self._handle)
        except FileExistsError:
            return False
        except OSError as fault:
            raise self._named(fault, name) from None
        return True

    def names(self) -> list[str]:
        """Names of all that is in the folder, sorted."""
        with self.scan() as found:
            return sorted(entry.name for entry in found)

    @contextmanager
    def scan(self) -> Iterator[Iterator[os.DirEntry[str]]]:
        """All that is in the folder, in no order; of use as long as this is open.

        The paths of the entries are of no use.
        """
        if self._handle is None:
            with os.scandir(self.path) as found:
                yield found
            return
        handle = os.open(".", os.O_RDONLY | _DIRECTORY, dir_fd=self._handle)
        try:
            with os.scandir(handle) as found:
                yield found
        finally:
            os.close(handle)

    def info(self, name: str) -> os.stat_result | None:
        """The status of an entry itself, even of a link; None if missing."""
        try:
            return os.stat(self._at(name), dir_fd=self._handle, follow_symlinks=False)
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise self._named(fault, name) from None

    def is_link(self, name: str) -> bool:
        """Whether an entry is a link."""
        info = self.info(name)
        return info is not None and is_link(info)

    def open(self, name: str) -> io.BufferedReader:
        """A file to read, whatever kind of file it is; ``LinkError`` when it is a link."""
        return os.fdopen(self.handle(name), "rb")

    def handle(self, name: str) -> int:
        """The same as the bare handle of the system."""
        if not _HANDLES and self.is_link(name):
            raise LinkError(f"{self.path}/{name}")
        try:
            return os.open(self._at(name), _READ, dir_fd=self._handle)
        except OSError as fault:
            if fault.errno in (errno.ELOOP, errno.EMLINK):
                raise LinkError(f"{self.path}/{name}") from fault
            raise self._named(fault, name) from None

    def read(self, name: str, most: int) -> bytes | None:
        """The content of a plain file of at most this many bytes; None if missing."""
        try:
            with self.open(name) as file:
                info = os.fstat(file.fileno())
                if not stat.S_ISREG(info.st_mode) or info.st_size > most:
                    return None
                data = file.read(most + 1)
                return data if len(data) <= most else None
        except (FileNotFoundError, LinkError):
            return None

    def sha256(self, name: str, most: int | None = None) -> str:
        """The hash of a plain file of limited size, in hexadecimal digits; empty if missing."""
        try:
            with self.open(name) as file:
                info = os.fstat(file.fileno())
                if not stat.S_ISREG(info.st_mode) or info.st_size > (info.st_size if most is None else most):
                    return ""
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            return ""

    def create(self, name: str, mode: int = 0o666) -> io.BufferedWriter:
        """A new file to write, with the rights that the user's new files have; nothing may have the name."""
        try:
            return os.fdopen(os.open(self._at(name), _CREATE, mode, dir_fd=self._handle), "wb")
        except OSError as fault:
            raise self._named(fault, name) from None

    def copy_rights(self, name: str, file: io.BufferedWriter) -> None:
        """Give a new file the rights of a plain file of this name, if there is one."""
        info = self.info(name)
        if info is not None and stat.S_ISREG(info.st_mode) and hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), stat.S_IMODE(info.st_mode))

    def sync(self, name: str) -> None:
        """Wait until the disk has the content of a file."""
        handle = os.open(self._at(name), os.O_RDWR | _PLAIN, dir_fd=self._handle)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def expect_free(self, name: str) -> None:
        """Raise what moving a file to this name would raise, if the system can say that beforehand.

        Windows moves nothing to the place of a file that another program, such as Adobe Reader, has open.
        """
        if _HANDLES:
            return
        try:
            os.close(os.open(self._at(name), os.O_RDWR | _PLAIN))
        except FileNotFoundError:
            return
        except OSError as fault:
            raise self._named(fault, name) from None

    def move(self, name: str, target: str) -> None:
        """Move an entry to a name, atomically, whether or not the name is in use."""
        try:
            os.replace(self._at(name), self._at(target), src_dir_fd=self._handle, dst_dir_fd=self._handle)
        except OSError as fault:
            raise self._named(fault, target) from None

    def remove(self, name: str) -> None:
        """Remove a file, or a link itself."""
        os.unlink(self._at(name), dir_fd=self._handle)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder."""
        os.rmdir(self._at(name), dir_fd=self._handle)

    def link(self, name: str, target: str) -> None:
        """Make a symbolic link."""
        os.symlink(target, self._at(name), dir_fd=self._handle)

    def refresh(self, name: str) -> None:
        """Set the times of a file to now."""
        os.utime(self._at(name), dir_fd=self._handle, follow_symlinks=not _HANDLES)

    def _at(self, name: str) -> str:
        return name if self._handle is not None else f"{self.path}/{name}"

    def _named(self, fault: OSError, name: str) -> OSError:
        """The fault with the whole path: by handle the system knows the name alone."""
        return OSError(fault.errno, fault.strerror, f"{self.path}/{name}")


def own_folder(path: str | Path, mode: int | None = None) -> Folder:
    """A folder of the user's own, such as that of the cache: it may be reached through links.

    Args:
        path: Of the folder.
        mode: Rights to make it with where it is missing, and those around it; None to make none.
    """
    if mode is not None:
        _make(Path(path), mode)
    return Folder(str(path), os.open(path, _OPEN) if _HANDLES else None)


def open_folder(path: Path, named: Path, made: Callable[[str], None] | None = None) -> Folder:
    """The folder at a path. No link is followed below the current directory, a game's folder, or ``named``.

    Args:
        path: In ``named``, or the same.
        named: A folder that the user named, such as that of the output. It may be reached through links,
            unless it lies in the current directory or in the folder of a game: there a stranger may have put
            them.
        made: Folders that are missing are made, and it is given the path of each; None to make none.

    Raises:
        LinkError: There is a link on the way.
        OSError: The folder is missing, or cannot be opened or made.
    """
    start, steps = _way(path, named)
    if made is not None:
        for each in _make(start):
            made(str(each))
    return _walk(own_folder(start), steps, made)


def read_file(path: Path, named: Path, most: int) -> bytes | None:
    """The content of a plain file of limited size; None if missing, or if a link is on the way.

    Args:
        path: In ``named``.
        named: See ``open_folder``.
        most: Bytes.
    """
    try:
        with open_folder(path.parent, named) as folder:
            return folder.read(path.name, most)
    except OSError:
        return None


def open_below(root: str, path: str) -> Folder:
    """The folder at a path without links, at or below ``root``; no link is followed after ``root``.

    Raises:
        LinkError: Somebody has put a link on the way, or it is not below.
        OSError: It cannot be opened.
    """
    if path != root and not path.startswith(root.rstrip(os.sep) + os.sep):
        raise LinkError(path)
    return _walk(own_folder(root), [step for step in path[len(root) :].split(os.sep) if step], None)


def is_link(info: os.stat_result) -> bool:
    """Whether a name stands for something elsewhere.

    Windows has more of that kind than links: junctions, mounted drives.
    """
    attributes = getattr(info, "st_file_attributes", 0)
    return stat.S_ISLNK(info.st_mode) or bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)


def _make(path: Path, mode: int = 0o777) -> list[Path]:
    """Make a folder and those around it; the ones that were missing, outermost first."""
    made = []
    for each in reversed([each for each in (path, *path.parents) if not each.exists()]):
        with suppress(FileExistsError):
            os.mkdir(each, mode)
            made.append(each)
    return made


def _walk(folder: Folder, steps: Sequence[str], made: Callable[[str], None] | None) -> Folder:
    for step in steps:
        with folder:
            if made is not None and folder.make(step):
                made(f"{folder.path}/{step}")
            folder = folder.folder(step)
    return folder


def _way(path: Path, named: Path) -> tuple[Path, Sequence[str]]:
    """The folder to begin at, through links or not, and the names of the folders from there on."""
    target, outer = Path(os.path.abspath(path)), Path(os.path.abspath(named))
    for base in _bases(target):
        if outer.is_relative_to(base):
            outer = base
    return outer, target.relative_to(outer).parts


def _bases(target: Path) -> Iterator[Path]:
    """Folders in which a stranger may have put links: the current one, and games around the target."""
    yield Path.cwd()
    for each in (target, *target.parents):
        if os.path.lexists(each / _MARK):
            yield each
