"""Reading one folder and nothing else."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from fnmatch import fnmatchcase
from pathlib import Path

from pnp.diagnostics import nearest
from pnp.load.limits import MAX_ASSET_BYTES, MAX_DATA_BYTES, MAX_FILES, MAX_FOLDER_DEPTH
from pnp.load.locate import GAME_FILE, shown_path
from pnp.model import FileFault

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_DATA_ENDINGS = (".yaml", ".yml", ".md", ".xml", ".po", ".csv", ".json")
_JUNK = frozenset({"thumbs.db", "desktop.ini"})


class FolderFiles:
    """The files below one folder, by paths with forward slashes that are relative to it.

    Names match whether they are composed (NFC) or decomposed (NFD), as zip files from a Mac are. A folder is listed
    once and then remembered: make a new reader to see changes.
    """

    def __init__(self, root: Path, cwd: Path | None = None):
        """Read below ``root``; names are shown relative to ``cwd`` where the folder lies below it."""
        self.root = root
        self._real = Path(os.path.realpath(root))
        self._shown = shown_path(root, cwd)
        self._listed: dict[Path, tuple[str, ...]] = {}

    def shown(self, path: str) -> str:
        """The path as it is shown to the author."""
        return f"{self._shown}/{path}" if self._shown != "." else path

    def read(self, path: str) -> bytes:
        """The content of the file at ``path``.

        Raises:
            FileFault: The path leaves the folder or is no path, or the file is missing, too large or no plain file.
        """
        handle, size = self._open(path)
        try:
            with os.fdopen(handle, "rb") as file:
                # First what is there, then what may have come: asking for the limit at once costs its room each time.
                return file.read(size) + file.read(_limit(path) - size)
        except OSError as fault:
            raise FileFault(f"'{path}' cannot be read: {fault.strerror}") from fault

    def probe(self, path: str) -> None:
        """Raise what ``read`` would raise, without reading."""
        handle, _ = self._open(path)
        os.close(handle)

    def _open(self, path: str) -> tuple[int, int]:
        """A plain file of a size that is read, open for reading, and its size."""
        found, limit = self._find(path), _limit(path)
        try:
            # Not blocking: a pipe would otherwise wait for a writer before it can be refused.
            handle = os.open(found, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
            info = os.fstat(handle)
        except OSError as fault:
            raise FileFault(f"'{path}' cannot be read: {fault.strerror}") from fault
        if stat.S_ISREG(info.st_mode) and info.st_size <= limit:
            return handle, info.st_size
        os.close(handle)
        if stat.S_ISREG(info.st_mode):
            raise FileFault(f"'{path}' has {info.st_size:,} bytes; at most {limit:,} are read")
        raise FileFault(f"'{path}' is no plain file")

    def exists(self, path: str) -> bool:
        """Whether ``read`` would find a file at ``path``."""
        try:
            return self._find(path).is_file()
        except FileFault:
            return False

    def names(self, folder: str, ending: str) -> list[str]:
        """Paths of the files below ``folder`` ("" for all) with the ending, sorted; empty without such a folder.

        Hidden files and what systems leave behind (``.DS_Store``, ``._x``, ``Thumbs.db``) are left out.
        """
        try:
            start = self._find(folder) if folder else self.root
        except FileFault:
            return []
        found: list[str] = []
        prefix = f"{folder.strip('/')}/" if folder else ""
        self._collect(start, prefix, ending.lower(), found, (start.resolve(),))
        return sorted(found)

    def near(self) -> list[str]:
        """Paths of the files in the game's folder and in the folders right in it, but for folders that are games."""
        found: list[str] = []
        for name in self._list(self.root):
            child = self.root / name
            if not self._inside(child):
                continue
            if not child.is_dir():
                found.append(name)
            elif GAME_FILE not in (inner := self._list(child)):
                found += [f"{name}/{each}" for each in inner if "." in each]
        return found[:MAX_FILES]

    def folders(self, most: int) -> list[Path]:
        """The game's folder and those below it that ``names`` looks into, each once, at most so many."""
        found: dict[Path, Path] = {}
        waiting = [(self.root, MAX_FOLDER_DEPTH)]
        while waiting and len(found) < most:
            folder, depth = waiting.pop(0)
            if found.setdefault(folder.resolve(), folder) is folder and depth > 0:
                children = (folder / name for name in self._list(folder))
                waiting += [(each, depth - 1) for each in children if each.is_dir() and self._inside(each)]
        return list(found.values())

    def stamps(self) -> dict[str, tuple[int, int, int]]:
        """Every file below the folder, with what changes when it is written: time, size and number of the file."""
        found: dict[str, tuple[int, int, int]] = {}
        for path in self.names("", ""):
            try:
                info = (self.root / path).stat()
            except OSError:
                continue
            found[path] = (info.st_mtime_ns, info.st_size, info.st_ino)
        return found

    def matching(self, pattern: str) -> list[str]:
        """Paths that match ``pattern``, sorted; ``*`` and ``?`` stand for characters within one name.

        Raises:
            FileFault: The pattern leaves the folder or is no path.
        """
        parts = _parts(pattern)
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
        self, folder: Path, prefix: str, ending: str, found: list[str], above: tuple[Path, ...]
    ) -> None:
        """Add the files below a folder; ``above`` has the folders down to it, so that no link leads round and round."""
        for name in self._list(folder):
            child = folder / name
            if not self._inside(child) or len(found) >= MAX_FILES:
                continue
            if child.is_dir():
                real = child.resolve()
                if real not in above and len(above) <= MAX_FOLDER_DEPTH:
                    self._collect(child, f"{prefix}{name}/", ending, found, (*above, real))
            elif name.lower().endswith(ending):
                found.append(prefix + name)

    def _find(self, path: str) -> Path:
        found = self.root
        for part in _parts(path):
            found = found / self._entry(found, part, path)
        if not self._inside(found):
            raise FileFault(f"'{path}' is a link that leaves the game's folder; copy the file into it")
        return found

    def _entry(self, folder: Path, part: str, path: str) -> str:
        listed = self._list(folder)
        wanted = unicodedata.normalize("NFC", part)
        hits = [name for name in listed if unicodedata.normalize("NFC", name) == wanted]
        if len(hits) > 1:
            raise FileFault(
                f"'{path}' fits two files whose names look alike (composed and decomposed accents); rename one"
            )
        if hits:
            return hits[0]
        folded = wanted.casefold()
        for name in listed:
            if unicodedata.normalize("NFC", name).casefold() == folded:
                raise FileFault(f"'{path}' is written '{name}' on disk; use the same capitals")
        close = nearest(part, listed)
        raise FileFault(f"there is no file '{path}'" + (f"; did you mean '{close}'?" if close else ""))

    def _list(self, folder: Path) -> tuple[str, ...]:
        if folder not in self._listed:
            # Checked here too: listing a folder behind a link would tell names from outside.
            try:
                names = os.listdir(folder) if self._inside(folder) else []  # noqa: PTH208 (names only)
            except OSError:
                names = []
            kept = (name for name in names if not name.startswith(".") and name.lower() not in _JUNK)
            self._listed[folder] = tuple(sorted(kept))
        return self._listed[folder]

    def _inside(self, path: Path) -> bool:
        real = Path(os.path.realpath(path))
        return real == self._real or self._real in real.parents


def _limit(path: str) -> int:
    return MAX_DATA_BYTES if path.lower().endswith(_DATA_ENDINGS) else MAX_ASSET_BYTES


def _parts(path: str) -> list[str]:
    """The names that a path consists of, after every form that could lead outside is refused."""
    if not path.strip():
        raise FileFault("the path is empty")
    if _CONTROL.search(path):
        raise FileFault(
            f"{path!r} holds a control character; in double quotes '\\' starts an escape: use '/'"
        )
    if "\\" in path:
        raise FileFault(f"'{path}' has a backslash; use '/' between folders")
    if re.match(r"[A-Za-z]:(/|\Z)", path) or path.startswith("/"):
        raise FileFault(f"'{path}' is an absolute path; write it relative to the game's folder")
    if _URL.match(path) or "://" in path:
        raise FileFault(f"'{path}' is an address; nothing is fetched: copy the file into the game's folder")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise FileFault(f"'{path}' leaves the game's folder")
    if any(":" in part for part in parts):
        raise FileFault(f"'{path}' has a colon, which not every system allows in names")
    return parts
