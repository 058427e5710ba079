"""Reading one folder and nothing else: no path leads out of it."""

from __future__ import annotations

import copy
import hashlib
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from pnp.diagnostics import nearest
from pnp.disk import LinkError, open_below
from pnp.load.limits import MAX_ASSET_BYTES, MAX_DATA_BYTES, MAX_FILES, MAX_FOLDER_DEPTH
from pnp.load.locate import GAME_FILE, shown_path
from pnp.model import FileFault

_DATA_ENDINGS = (".yaml", ".yml", ".md", ".xml", ".po", ".csv", ".json")
TABLE_ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".ods")
"""Files that tables are read from."""
_JUNK = frozenset({"thumbs.db", "desktop.ini"})


class FolderFiles:
    """The files below one folder, by paths with forward slashes that are relative to it.

    Names match whether they are composed (NFC) or decomposed (NFD), as zip files from a Mac are. A folder is
    listed once and then remembered: make a new reader to see changes.

    Args:
        root: The folder.
        cwd: Names are shown relative to it where the folder lies below it.
        unsaved: Content of files as an editor has it, by path; it is read in place of what is on disk.
    """

    def __init__(self, root: Path, cwd: Path | None = None, unsaved: Mapping[str, bytes] | None = None):
        self.root = root
        self._unsaved = unsaved or {}
        self._real = _realpath(root)
        self._shown = shown_path(root, cwd)
        self._listed: dict[Path, tuple[_FolderEntry, ...]] = {}
        self._names: dict[Path, tuple[str, ...]] = {}

    def holding(self, path: str, data: bytes) -> Self:
        """The same files, one of them with other content."""
        files = copy.copy(self)
        files._unsaved = {**self._unsaved, "/".join(path_parts(path)): data}
        return files

    def shown(self, path: str) -> str:
        """The path as it is shown to the author."""
        return f"{self._shown}/{path}" if self._shown != "." else path

    def read(self, path: str) -> bytes:
        """The content of the file at ``path``.

        Raises:
            FileFault: The path leaves the folder or is no path, or the file is missing, too large or no plain
                file.
        """
        if self._unsaved and (data := self._unsaved.get("/".join(path_parts(path)))) is not None:
            if len(data) > (limit := _limit(path)):
                raise _too_large(path, len(data), limit)
            return data
        handle, size = self._open(path)
        try:
            with os.fdopen(handle, "rb") as file:
                # First what is there, then what may have come: asking for the limit at once costs its room
                # each time.
                return file.read(size) + file.read(_limit(path) - size)
        except OSError as fault:
            raise _unreadable(path, fault) from fault

    def probe(self, path: str) -> None:
        """Raise what ``read`` would raise, without reading."""
        if self._unsaved and "/".join(path_parts(path)) in self._unsaved:
            return
        handle, _ = self._open(path)
        os.close(handle)

    def _open(self, path: str) -> tuple[int, int]:
        """A plain file of a size that is read, open for reading, and its size."""
        real, limit = self._place(path)[1], _limit(path)
        try:
            # By a path without links: a link that is created on the way now is refused.
            around, name = os.path.split(real)
            with open_below(self._real, around) as folder:
                handle = folder.handle(name)
            info = os.fstat(handle)
        except LinkError as fault:
            raise _astray(path) from fault
        except OSError as fault:
            raise _unreadable(path, fault) from fault
        if stat.S_ISREG(info.st_mode) and info.st_size <= limit:
            return handle, info.st_size
        os.close(handle)
        if stat.S_ISREG(info.st_mode):
            raise _too_large(path, info.st_size, limit)
        raise FileFault(f"'{path}' is no plain file", "put a file there that holds what is wanted")

    def exists(self, path: str) -> bool:
        """Whether ``read`` would find a file at ``path``."""
        try:
            return self._find(path).is_file()
        except FileFault:
            return False

    def names(self, folder: str, ending: str) -> list[str]:
        """Paths of the files below ``folder`` ("" for all) with the ending, sorted; empty without the folder.

        Hidden files and files that systems leave (``.DS_Store``, ``._x``, ``Thumbs.db``) are left out.
        """
        try:
            start = self._find(folder) if folder else self.root
        except FileFault:
            return []
        found: list[str] = []
        prefix = f"{folder.strip('/')}/" if folder else ""
        self._collect(start, prefix, ending.lower(), found, (_realpath(start),))
        unsaved = [
            path for path in self._unsaved if path.startswith(prefix) and path.lower().endswith(ending)
        ]
        return sorted({*found, *unsaved} if unsaved else found)

    def near(self) -> list[str]:
        """Paths of the files in the game's folder and in its direct subfolders, except other games."""
        found: list[str] = []
        for entry in self._list(self.root):
            if entry.real is None:
                continue
            if not entry.folder:
                found.append(entry.name)
            elif GAME_FILE not in (inner := self._names_in(entry.path)):
                found += [f"{entry.name}/{each}" for each in inner if "." in each]
        return found[:MAX_FILES]

    def folders(self, most: int) -> list[Path]:
        """The game's folder and those below it that ``names`` looks into, each once, up to a limit."""
        found: dict[str, Path] = {}
        waiting = [(self.root, _realpath(self.root), MAX_FOLDER_DEPTH)]
        while waiting and len(found) < most:
            folder, real, depth = waiting.pop(0)
            if found.setdefault(real, folder) is folder and depth > 0:
                waiting += [
                    (entry.path, entry.real, depth - 1)
                    for entry in self._list(folder)
                    if entry.folder and entry.real is not None
                ]
        return list(found.values())

    def stamps(self) -> dict[str, tuple[int, int, int]]:
        """Every file below the folder, with its time, size and number, which change when it is written."""
        found: dict[str, tuple[int, int, int]] = {}
        for path in self.names("", ""):
            try:
                info = (self.root / path).stat()
            except OSError:
                continue
            found[path] = (info.st_mtime_ns, info.st_size, info.st_ino)
        for path, data in self._unsaved.items():
            digest = hashlib.blake2b(data, digest_size=8).digest()
            found[path] = (int.from_bytes(digest, "big"), len(data), -1)
        return found

    def matching(self, pattern: str) -> list[str]:
        """Paths that match ``pattern``, sorted; ``*`` and ``?`` stand for characters within one name.

        Raises:
            FileFault: The pattern leaves the folder or is no path.
        """
        parts = path_parts(pattern)
        fixed = [part for part in parts[:-1] if not re.search(r"[*?\[]", part)]
        folder = "/".join(fixed) if len(fixed) == len(parts) - 1 else ""
        wanted = [unicodedata.normalize("NFC", part) for part in parts]
        return [
            name
            for name in self.names(folder, "")
            if len(split := unicodedata.normalize("NFC", name).split("/")) == len(wanted)
            and all(fnmatchcase(part, want) for part, want in zip(split, wanted, strict=True))
        ]

    def _collect(
        self, folder: Path, prefix: str, ending: str, found: list[str], above: tuple[str, ...]
    ) -> None:
        """Add the files below a folder; ``above`` has its parents, so that links cannot form a loop."""
        for entry in self._list(folder):
            if entry.real is None or len(found) >= MAX_FILES:
                continue
            if entry.folder:
                if entry.real not in above and len(above) <= MAX_FOLDER_DEPTH:
                    self._collect(entry.path, f"{prefix}{entry.name}/", ending, found, (*above, entry.real))
            elif entry.name.lower().endswith(ending):
                found.append(prefix + entry.name)

    def _find(self, path: str) -> Path:
        return self._place(path)[0]

    def _place(self, path: str) -> tuple[Path, str]:
        """Where a file is, and the same without links, which is in the game's folder."""
        found = self.root
        for part in path_parts(path):
            found = found / self._entry(found, part, path)
        real = _realpath(found)
        if not self._holds(real):
            raise _astray(path)
        return found, real

    def _entry(self, folder: Path, part: str, path: str) -> str:
        listed = self._names_in(folder)
        wanted = unicodedata.normalize("NFC", part)
        hits = [name for name in listed if unicodedata.normalize("NFC", name) == wanted]
        if len(hits) > 1:
            raise FileFault(
                f"'{path}' fits two files whose names look alike (composed and decomposed accents)",
                "rename one",
            )
        if hits:
            return hits[0]
        folded = wanted.casefold()
        for name in listed:
            if unicodedata.normalize("NFC", name).casefold() == folded:
                raise FileFault(f"'{path}' is written '{name}' on disk", "use the same capitals")
            if _UNDECODED.search(name) and unicodedata.normalize("NFC", _in_utf8(name)) == wanted:
                raise _undecoded(path)
        raise FileFault(f"there is no file '{path}'", self._cure(part, listed, path))

    def _cure(self, part: str, listed: tuple[str, ...], path: str) -> str:
        """The path most likely meant by one that does not exist: the file may be in another folder."""
        there = self._by_name.get(_folded_name(path))
        if there is not None:
            return f"write '{there}', where a file of that name lies, or move it"
        close = nearest(part, listed)
        if close is None:
            return "put it there, or take the name out"
        meant = "/".join(close if each == part else each for each in path.split("/"))
        return f"did you mean '{meant}'?"

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """The first file of each name in any folder: all pictures of a deck may be missing."""
        others = [path for path in self.names("", "") if not path.startswith("out/")]
        return {_folded_name(path): path for path in reversed(others)}

    def _names_in(self, folder: Path) -> tuple[str, ...]:
        names = self._names.get(folder)
        if names is None:
            names = self._names[folder] = tuple([entry.name for entry in self._list(folder)])
        return names

    def _list(self, folder: Path) -> tuple[_FolderEntry, ...]:
        """The entries of a folder by name, those that lead outside included."""
        listed = self._listed.get(folder)
        if listed is None:
            real = _realpath(folder)
            entries: list[_FolderEntry] = []
            # Checked here too: a link to a folder would reveal names from outside.
            if self._holds(real):
                try:
                    with open_below(self._real, real) as opened, opened.scan() as found:
                        entries = [
                            self._entry_of(each, folder, real) for each in found if _is_wanted(each.name)
                        ]
                except OSError:
                    entries = []
            listed = self._listed[folder] = tuple(sorted(entries))
        return listed

    def _entry_of(self, found: os.DirEntry[str], folder: Path, real: str) -> _FolderEntry:
        path = folder / found.name
        if not _is_link(found):
            # Where a name is no link it lies where its folder lies, which saves asking for each part of its
            # path.
            return _FolderEntry(found.name, path, _below(real) + os.path.normcase(found.name), found.is_dir())
        target = _realpath(path)
        inside = self._holds(target)
        return _FolderEntry(found.name, path, target if inside else None, inside and path.is_dir())

    def _holds(self, real: str) -> bool:
        """Whether a path without links is the game's folder or below it."""
        return real == self._real or real.startswith(_below(self._real))


class _FolderEntry(NamedTuple):
    """A name in a folder.

    Attributes:
        name: As it is on disk.
        path: Of what bears it.
        real: The same without links; None where that is outside of the game's folder.
        folder: Whether it is a folder, and inside.
    """

    name: str
    path: Path
    real: str | None
    folder: bool


def _is_wanted(name: str) -> bool:
    return not name.startswith(".") and name.lower() not in _JUNK


def _is_link(found: os.DirEntry[str]) -> bool:
    """Whether the name refers to something elsewhere: a link, or on Windows a junction or mounted drive."""
    if sys.platform == "win32":
        attributes = found.stat(follow_symlinks=False).st_file_attributes
        return bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)
    return found.is_symlink()


def _below(real: str) -> str:
    """The prefix of all paths below a folder."""
    return real if real.endswith(os.sep) else real + os.sep


def _realpath(path: Path) -> str:
    """The path without links; equal for the same place."""
    return os.path.normcase(os.path.realpath(path))


def _too_large(path: str, size: int, limit: int) -> FileFault:
    return FileFault(f"'{path}' has {size:,} bytes", f"make it smaller: at most {limit:,} are read")


def _astray(path: str) -> FileFault:
    return FileFault(f"'{path}' is a link that leaves the game's folder", "copy the file into it")


def _unreadable(path: str, fault: OSError) -> FileFault:
    return FileFault(
        f"'{path}' cannot be read: {fault.strerror}", "check whether you may read it, and save it again"
    )


def _folded_name(path: str) -> str:
    """The name of a file for comparing, without regard to capitals and to the encoding of accents."""
    return unicodedata.normalize("NFC", path.rpartition("/")[2]).casefold()


def _limit(path: str) -> int:
    return MAX_DATA_BYTES if path.lower().endswith(_DATA_ENDINGS) else MAX_ASSET_BYTES


_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_UNDECODED = re.compile("[\udc80-\udcff]")
"""A byte of a name that Python could not decode."""
_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of characters, which a text of an author may have."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def _undecoded(path: str) -> FileFault:
    """A fault of a name that Python cannot read, as the system says that names are in another encoding."""
    encoding = sys.getfilesystemencoding().upper()
    other = "" if encoding == "UTF-8" else ", or set PYTHONUTF8=1, so that names are read as UTF-8"
    return FileFault(f"the name of '{_in_utf8(path)}' is not {encoding}", f"rename the file{other}")


def _in_utf8(name: str) -> str:
    """A name of a file whose bytes are read as UTF-8; other bytes become escapes."""
    return _HALVES.sub("\ufffd", name).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def path_parts(path: str) -> list[str]:
    """The names that a path consists of, after every form that could lead outside is refused.

    Raises:
        FileFault: The path is none, or could lead out of the folder that it is relative to.
    """
    if not path.strip():
        raise FileFault("the path is empty", "write the name of a file")
    if _CONTROL.search(path):
        raise FileFault(
            f"{path!r} holds a control character", "in double quotes '\\' starts an escape: use '/'"
        )
    if _UNDECODED.search(path):
        raise _undecoded(path)
    if "\\" in path:
        raise FileFault(f"'{path}' has a backslash", "use '/' between folders")
    if re.match(r"[A-Za-z]:(/|\Z)", path) or path.startswith("/"):
        raise FileFault(f"'{path}' is an absolute path", "write it relative to the game's folder")
    if _URL.match(path) or "://" in path:
        raise FileFault(
            f"'{path}' is an address, and nothing is fetched", "copy the file into the game's folder"
        )
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise FileFault(f"'{path}' leaves the game's folder", "copy the file into it")
    if any(":" in part for part in parts):
        raise FileFault(f"'{path}' has a colon, which not every system allows in names", "rename the file")
    return parts
