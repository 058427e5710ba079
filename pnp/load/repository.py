"""The git repository around a game, if all of it is there: a stranger's ``.git`` may name another one."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from pnp.disk import read_file

_NAME_BYTES = 10_000
"""Longest content of a file that names a folder."""

_WORKTREE = re.compile(r"^\s*worktree\s*=\s*(.+?)\s*$", re.MULTILINE)

_STRANGE = "'.git' names a repository that does not know the folder"


class RepositoryFault(Exception):
    """A repository that is not read, and why."""


def find_repository(folder: Path) -> Path | None:
    """The folder that holds the repository around a game's folder; None without one.

    Raises:
        RepositoryFault: It names files elsewhere, or has links or pipes where git would look.
    """
    real = folder.resolve()
    for top in (real, *real.parents):
        place = top / ".git"
        info = _info(place)
        if info is None:
            continue
        if stat.S_ISDIR(info.st_mode):
            if _info(place / "commondir") is not None:
                raise RepositoryFault(f"'{place.name}/commondir' names another repository")
            _check_files(place)
        elif stat.S_ISREG(info.st_mode):
            _check_files(_named_by(top))
        else:
            raise RepositoryFault("'.git' is a link or no plain file")
        return top
    return None


def _named_by(top: Path) -> Path:
    """The repository that a file ``.git`` names (of submodules and worktrees), if it refers back."""
    folder = _folder_in(top / ".git", "gitdir:")
    if _info(folder / "commondir") is None:
        found = _WORKTREE.search(_text(folder / "config"))
        if found is None or _real(folder / found[1].strip('"')) != top:
            raise RepositoryFault(_STRANGE)
        return folder
    shared = _folder_in(folder / "commondir")
    if shared != folder.parent.parent or _folder_in(folder / "gitdir") != top / ".git":
        raise RepositoryFault(_STRANGE)
    _check_files(folder)
    return shared


def _folder_in(file: Path, word: str = "") -> Path:
    """The folder that a file names after a word."""
    text = _text(file).strip()
    if not text.startswith(word):
        raise RepositoryFault(f"'{file.name}' cannot be read")
    return _real(file.parent / text.removeprefix(word).strip())


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))  # unlike resolve, takes links in a circle


def _text(file: Path) -> str:
    return os.fsdecode(read_file(file, file.parent, _NAME_BYTES) or b"")


def _check_files(folder: Path) -> None:
    """Raise ``RepositoryFault`` for a link or pipe that git would read, or for objects elsewhere."""
    for path in _read_by_git(folder):
        info = path.lstat()
        if not stat.S_ISREG(info.st_mode) and not stat.S_ISDIR(info.st_mode):
            raise RepositoryFault(f"'.git' has a link or a pipe, '{path.relative_to(folder).as_posix()}'")
    if _info(folder / "objects/info/alternates") is not None:
        raise RepositoryFault("'.git' takes files from another repository (objects/info/alternates)")


def _read_by_git(folder: Path) -> Iterator[Path]:
    """The files and folders on top, all below ``refs`` and ``info``, the folders of objects and the packs."""
    yield from folder.iterdir()
    for name in ("refs", "info", "objects/info", "objects/pack"):
        for around, folders, files in os.walk(folder / name):
            yield from (Path(around, each) for each in (*folders, *files))
    if (folder / "objects").is_dir():
        yield from (folder / "objects").iterdir()


def _info(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
