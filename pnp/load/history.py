"""A game as it was: its folder at a revision of the git repository that it lies in.

All of the repository must be there: a stranger's ``.git`` may name another one.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.disk import LinkError, open_folder, read_file
from pnp.load.limits import (
    MAX_ASSET_BYTES,
    MAX_REVISION_BYTES,
    MAX_REVISION_DEPTH,
    MAX_REVISION_ENTRIES,
    MAX_REVISION_PATH,
)

_LINK = "120000"
_PATIENCE = 60
"""Most seconds to wait for git: a pipe among its files would make it wait for ever."""

_OTHERWISE = "give --since a manifest, or mark what was printed with pnp print --mark"
_READ_AT_ONCE = 1 << 16
_POINTER_BYTES = 1024
"""Git LFS writes no pointer of more (Git LFS specification)."""
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\n"
)


def folder_at(folder: Path, revision: str, into: Path) -> Diagnostic | None:
    """Write the folder as it was at a revision into ``into``; the fault if that fails, else None.

    Args:
        folder: Of the game, somewhere in a git repository.
        revision: Any name of a commit that git knows, such as ``HEAD~3``, ``v1`` or ``main@{2024-06-01}``.
        into: An empty folder.

    Diagnostics: E432 (git is missing), E433 (unknown revision), E434 (no repository), E435 (the folder was
        not there), E436 (it is too large).
    """
    if shutil.which("git") is None:
        return error(
            "E432", "comparing with a revision needs 'git'", None, "install git, or give --since a manifest"
        )
    try:
        top = find_repository(folder)
    except (RepositoryFault, OSError) as fault:
        return error("E434", f"the git repository of '{folder.name}' is not read: {fault}", None, _OTHERWISE)
    if top is None:
        return error("E434", f"'{folder.name}' does not lie in a git repository", None, _OTHERWISE)
    try:
        return _folder_at(folder, revision, into, top)
    except subprocess.TimeoutExpired:
        return error("E434", f"git does not answer in {_PATIENCE} s in '{top.name}'", None, _OTHERWISE)


def _folder_at(folder: Path, revision: str, into: Path, top: Path) -> Diagnostic | None:
    inside = _git(top, "rev-parse", "--git-dir")
    if inside.returncode != 0:
        cure = [_first_line(inside.stderr), _OTHERWISE]
        return error("E434", f"'{folder.name}' does not lie in a git repository", None, cure)
    prefix = folder.resolve().relative_to(top).as_posix().removeprefix(".")
    commit = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit.returncode != 0:
        hint = "git log shows the revisions; a file needs a path that exists"
        return error("E433", f"there is no revision and no file '{revision}'", None, hint)
    name = commit.stdout.decode().strip()
    tree = f"{name}:{prefix}" if prefix else name
    if _git(top, "cat-file", "-e", tree).returncode != 0:
        return error("E435", f"'{prefix}' was not there at '{revision}'", None, "name a later revision")
    try:
        _unpack(top, tree, into)
    except _RevisionTooLarge as fault:
        message = f"'{folder.name}' cannot be read as it was at '{revision}': the folder {fault}"
        return error("E436", message, None, "name another revision, or compare with a manifest")
    return None


def _made(_path: str) -> None:
    """Nothing: the folders that are made go with all that is in them."""


class _RevisionTooLarge(Exception):
    """The folder at that revision is beyond a limit; the message continues "the folder …"."""


class _TreeEntry(NamedTuple):
    """A file of a tree."""

    mode: str
    blob: str
    size: int
    path: PurePosixPath


def _unpack(top: Path, tree: str, into: Path) -> None:
    """Write the files of a tree as they are kept.

    No filter is run on them, be it one that the repository itself names: a game from a stranger may bring its
    own ``.git``.

    Raises:
        _RevisionTooLarge: The folder is beyond a limit. Nothing is written, or only files before the one
            that is too much.
        OSError: The files cannot be read or written.
    """
    entries = list(_entries(top, tree))
    left = MAX_REVISION_BYTES - sum(entry.size for entry in entries)
    store = top / _git(top, "rev-parse", "--git-common-dir").stdout.decode().strip() / "lfs/objects"
    links: list[tuple[Path, str]] = []
    with _streaming(top, "cat-file", "--batch") as run:
        for entry in entries:
            content = _content(run, entry)
            target = into / entry.path
            if entry.mode == _LINK:
                links.append((target, os.fsdecode(content)))
                continue
            found = _behind_pointer(content, store)
            left -= len(found) - len(content)
            if left < 0:
                raise _RevisionTooLarge(
                    f"has more than {MAX_REVISION_BYTES // 1_000_000} MB with the files of Git LFS"
                )
            with open_folder(target.parent, into, _made) as parent, parent.create(target.name) as file:
                file.write(found)
    for target, leads_to in links:
        # Those that lead out are left away, and missed where they are read. A '..' after a name would lead
        # out of what that name links to, so none is kept; and no link lies in another one.
        meant, around = os.path.normpath(leads_to), target.parent.relative_to(into)
        if not os.path.normpath(around / meant).startswith(("..", "/")):
            with suppress(LinkError), open_folder(target.parent, into, _made) as folder:
                folder.link(target.name, meant)


def _entries(top: Path, tree: str) -> Iterator[_TreeEntry]:
    """The files and links of a tree whose paths stay in it; other repositories in it have none.

    Files larger than any that pnp reads are left out. All are counted while git lists them: a small
    repository can name the same folder again and again, and so hold more files than could ever be listed.

    Raises:
        _RevisionTooLarge: The folder is beyond a limit.
        OSError: Git cannot list the tree.
    """
    size = 0
    with _streaming(top, "ls-tree", "-r", "-t", "-l", "-z", "--full-tree", tree) as run:
        for number, line in enumerate(_lines(run), 1):
            if number > MAX_REVISION_ENTRIES:
                raise _RevisionTooLarge(f"has more than {MAX_REVISION_ENTRIES:,} files and folders")
            columns, _, name = line.partition(b"\t")
            mode, kind, blob, bytes_of = columns.decode().split()
            path = PurePosixPath(os.fsdecode(name))
            if len(path.parts) > MAX_REVISION_DEPTH:
                raise _RevisionTooLarge(f"has more than {MAX_REVISION_DEPTH} folders inside one another")
            if kind != "blob" or path.is_absolute() or ".." in path.parts:
                continue
            if not bytes_of.isdigit():
                raise OSError(f"git has lost '{path}' of that revision")
            size += int(bytes_of)
            if size > MAX_REVISION_BYTES:
                raise _RevisionTooLarge(f"has more than {MAX_REVISION_BYTES // 1_000_000} MB")
            if int(bytes_of) <= MAX_ASSET_BYTES:
                yield _TreeEntry(mode, blob, int(bytes_of), path)


def _lines(run: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """The entries that git lists, each as soon as it arrives."""
    rest = b""
    while some := _output(run).read(_READ_AT_ONCE):
        *whole, rest = (rest + some).split(b"\0")
        if any(len(line.partition(b"\t")[2]) > MAX_REVISION_PATH for line in (*whole, rest)):
            raise _RevisionTooLarge(f"has a path of more than {MAX_REVISION_PATH:,} bytes")
        yield from whole


def _content(run: subprocess.Popen[bytes], entry: _TreeEntry) -> bytes:
    """The content of a file, from a git that waits for names."""
    assert run.stdin is not None
    run.stdin.write(f"{entry.blob}\n".encode())
    run.stdin.flush()
    output = _output(run)
    head = output.readline().split()
    if len(head) != 3 or int(head[2]) != entry.size:
        raise OSError(f"git has lost '{entry.path}' of that revision")
    content = output.read(entry.size)
    output.read(1)
    return content


def _behind_pointer(content: bytes, store: Path) -> bytes:
    """The file that a Git LFS pointer stands for, where it was fetched before; anything else as it is.

    A file that is larger than any picture may be stays a pointer too.
    """
    match = _POINTER.match(content) if len(content) <= _POINTER_BYTES else None
    if match is None:
        return content
    name = match.group(1).decode()
    kept = store / name[:2] / name[2:4] / name
    found = read_file(kept, store.parent.parent, MAX_ASSET_BYTES)
    return found if found is not None and hashlib.sha256(found).hexdigest() == name else content


@contextmanager
def _streaming(top: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A git whose output is read while it runs. It ends with the block.

    Raises:
        OSError: It failed although its output was read to the end.
    """
    command = ["git", "-C", str(top), *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=_alone(top)
    ) as run:
        try:
            yield run
        except BaseException:
            run.kill()
            raise
        assert run.stdin is not None
        run.stdin.close()
        if run.wait():
            raise OSError(f"git {arguments[0]} failed at that revision")


def _output(run: subprocess.Popen[bytes]) -> IO[bytes]:
    assert run.stdout is not None
    return run.stdout


def _git(top: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["git", "-C", str(top), *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
        env=_alone(top),
        timeout=_PATIENCE,
    )


def _alone(top: Path) -> dict[str, str]:
    """An environment in which git fetches nothing and stays in one folder, whatever the repository says."""
    named = ("GIT_DIR", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")  # those of a hook that runs pnp
    surroundings = {name: value for name, value in os.environ.items() if name not in named}  # noqa: TID251 - git finds itself and its user by them
    return {
        **surroundings,
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_WORK_TREE": str(top),
        "GIT_CEILING_DIRECTORIES": str(top.parent),
    }


def _first_line(text: bytes) -> str:
    return text.decode(errors="replace").strip().partition("\n")[0].removeprefix("fatal: ")


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
