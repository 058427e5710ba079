"""A game as it was: its folder at a revision of the git repository that it lies in."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.disk import LinkError, open_folder, read_file
from pnp.load.limits import MAX_REVISION_BYTES
from pnp.load.repository import RepositoryFault, find_repository

_LINK = "120000"
_PATIENCE = 60
"""Seconds that git may take for an answer: a pipe among its files would make it wait for ever."""

_OTHERWISE = "give --since a manifest, or mark what was printed with pnp print --mark"
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\n"
)


def folder_at(folder: Path, revision: str, into: Path) -> Diagnostic | None:
    """What keeps the folder from being written into ``into`` as it was at a revision; None when it is there.

    Args:
        folder: Of the game, somewhere in a git repository.
        revision: Anything that git takes for a commit, such as ``HEAD~3``, ``v1`` or ``main@{2024-06-01}``.
        into: An empty folder.

    Diagnostics: E432 (git is missing), E433 (unknown revision), E434 (no repository), E435 (the folder was not there).
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
    _unpack(top, tree, into)
    return None


def _made(_path: str) -> None:
    """Nothing: the folders that are made go with all that is in them."""


class _TreeEntry(NamedTuple):
    """A file of a tree."""

    mode: str
    blob: str
    size: int
    path: PurePosixPath


def _unpack(top: Path, tree: str, into: Path) -> None:
    """Write the files of a tree as they are kept.

    No filter is run on them, be it one that the repository itself names: a game from a stranger may bring its own ``.git``.

    Raises:
        OSError: They cannot be written, or are too many.
    """
    entries = list(_entries(top, tree))
    if sum(entry.size for entry in entries) > MAX_REVISION_BYTES:
        raise OSError(f"the folder is larger than {MAX_REVISION_BYTES // 1_000_000} MB at that revision")
    store = top / _git(top, "rev-parse", "--git-common-dir").stdout.decode().strip() / "lfs/objects"
    links: list[tuple[Path, str]] = []
    for entry, content in zip(entries, _contents(top, entries), strict=True):
        target = into / entry.path
        if entry.mode == _LINK:
            links.append((target, os.fsdecode(content)))
            continue
        with open_folder(target.parent, into, _made) as parent, parent.create(target.name) as file:
            file.write(_behind_pointer(content, store))
    for target, leads_to in links:
        # Those that lead out are left away, and missed where they are read. A '..' after a name would lead out of what
        # that name links to, so none is kept; and no link lies in another one.
        meant, around = os.path.normpath(leads_to), target.parent.relative_to(into)
        if not os.path.normpath(around / meant).startswith(("..", "/")):
            with suppress(LinkError), open_folder(target.parent, into, _made) as folder:
                folder.link(target.name, meant)


def _entries(top: Path, tree: str) -> Iterator[_TreeEntry]:
    """The files and links of a tree whose paths stay in it; other repositories in it have none."""
    listed = _git(top, "ls-tree", "-r", "-l", "-z", "--full-tree", tree)
    if listed.returncode != 0:
        raise OSError(f"git ls-tree: {_first_line(listed.stderr)}")
    for line in listed.stdout.split(b"\0")[:-1]:
        said, _, name = line.partition(b"\t")
        mode, kind, blob, size = said.decode().split()
        path = PurePosixPath(os.fsdecode(name))
        if kind == "blob" and not size.isdigit():
            raise OSError(f"git has lost '{path}' of that revision")
        if kind == "blob" and not path.is_absolute() and ".." not in path.parts:
            yield _TreeEntry(mode, blob, int(size), path)


def _contents(top: Path, entries: Sequence[_TreeEntry]) -> Iterator[bytes]:
    """The content of each file, in order."""
    command = ["git", "-C", str(top), "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_alone(top)) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for entry in entries:
            run.stdin.write(f"{entry.blob}\n".encode())
            run.stdin.flush()
            head = run.stdout.readline().split()
            if len(head) != 3 or int(head[2]) != entry.size:
                raise OSError(f"git has lost '{entry.path}' of that revision")
            content = run.stdout.read(entry.size)
            run.stdout.read(1)
            yield content


def _behind_pointer(content: bytes, store: Path) -> bytes:
    """The file that a Git LFS pointer stands for, where it was fetched before; anything else as it is."""
    match = _POINTER.match(content)
    if match is None:
        return content
    name = match.group(1).decode()
    kept = store / name[:2] / name[2:4] / name
    found = read_file(kept, store.parent.parent, MAX_REVISION_BYTES)
    return found if found is not None and hashlib.sha256(found).hexdigest() == name else content


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
    """Surroundings in which git fetches nothing and keeps to one folder, whatever the repository says of both."""
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
