"""A game as it was: its folder at a revision of the git repository that it lies in."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from pnp.diagnostics import Diagnostic, error
from pnp.load.limits import MAX_REVISION_BYTES


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
    inside = _git(folder, "rev-parse", "--show-prefix")
    if inside.returncode != 0:
        cure = [
            _first_line(inside.stderr),
            "give --since a manifest, or mark what was printed with pnp print --mark",
        ]
        return error("E434", f"'{folder.name}' does not lie in a git repository", None, cure)
    prefix = inside.stdout.decode().strip().rstrip("/")
    commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit.returncode != 0:
        hint = "git log shows the revisions; a file needs a path that exists"
        return error("E433", f"there is no revision and no file '{revision}'", None, hint)
    name = commit.stdout.decode().strip()
    tree = f"{name}:{prefix}" if prefix else name
    if _git(folder, "cat-file", "-e", tree).returncode != 0:
        return error("E435", f"'{prefix}' was not there at '{revision}'", None, "name a later revision")
    top = Path(_git(folder, "rev-parse", "--show-toplevel").stdout.decode().strip())
    _unpack(top, tree, into)
    return None


def _unpack(top: Path, tree: str, into: Path) -> None:
    """Write the files of a tree.

    Raises:
        OSError: They cannot be written, or are too many.
    """
    with tempfile.TemporaryFile() as archive:
        # From the top: below it, git takes the working folder for a part of the tree that is named.
        command = ["git", "-C", str(top), "archive", "--format=tar", tree]
        run = subprocess.run(
            command, stdout=archive, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False
        )
        if run.returncode != 0:
            raise OSError(f"git archive: {_first_line(run.stderr)}")
        if archive.seek(0, os.SEEK_END) > MAX_REVISION_BYTES:
            raise OSError(f"the folder is larger than {MAX_REVISION_BYTES // 1_000_000} MB at that revision")
        archive.seek(0)
        with tarfile.open(fileobj=archive) as files:
            files.extractall(into, filter=_inside)


def _inside(member: tarfile.TarInfo, path: str) -> tarfile.TarInfo | None:
    """The member as far as it stays in the folder; links that lead out are left away, and missed where they are read."""
    try:
        return tarfile.data_filter(member, path)
    except tarfile.FilterError:
        return None


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["git", "-C", str(folder), *arguments], capture_output=True, stdin=subprocess.DEVNULL, check=False
    )


def _first_line(text: bytes) -> str:
    return text.decode(errors="replace").strip().partition("\n")[0].removeprefix("fatal: ")
