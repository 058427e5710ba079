"""Folders of the game, its repository, the user's settings and the cache. Quick to import."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import click

from pnp.load.locate import UnknownGameError, find_game
from pnp.store import OFF, Made, Store


def config_folder() -> Path:
    """The folder of this user's print profiles and printers, in the usual place on this system."""
    return Path(click.get_app_dir("pnp"))


def find(game: str | None) -> Path:
    """The folder of the game that ``--game`` names.

    Raises:
        click.UsageError: No game is found, or several are.
    """
    try:
        return find_game(game, Path.cwd())
    except UnknownGameError as fault:
        raise click.UsageError(str(fault)) from None


def find_if_any(game: str | None) -> Path | None:
    """The same for commands that need no game: None when none is named and none is here.

    Raises:
        click.UsageError: Nothing has that name.
    """
    try:
        return find(game)
    except click.UsageError:
        if game is None:
            return None
        raise


_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
"""Variables in which GitHub and GitLab say where the repository is."""


def from_repository(cwd: Path) -> Callable[[str], str]:
    """Function that writes a path from the root of the repository, with forward slashes.

    Args:
        cwd: Absolute; paths start from here. One that leads out of the repository becomes absolute.
    """
    given = (Path(os.environ[name]).resolve() for name in _ROOTS if os.environ.get(name))  # noqa: TID251
    found = (folder for folder in (cwd, *cwd.parents) if (folder / ".git").exists())
    root = next((folder for folder in (*given, *found) if cwd.is_relative_to(folder)), cwd)

    def placed(file: str) -> str:
        path = Path(os.path.normpath(cwd / file))
        return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()

    return placed


def cache_folder() -> Path:
    """The cache folder: ``PNP_CACHE_DIR``, or the usual place on this system."""
    given = os.environ.get("PNP_CACHE_DIR")  # noqa: TID251 (changes no output)
    if given:
        return Path(given).absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "pnp"
    customary = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")  # noqa: TID251
    if sys.platform == "win32":
        return (Path(customary) if customary else Path.home() / "AppData" / "Local") / "pnp" / "Cache"
    # The base directory specification of freedesktop.org: a path that is not absolute counts as none.
    return (Path(customary) if customary.startswith("/") else Path.home() / ".cache") / "pnp"


def cache() -> Store:
    """The cache; one that keeps nothing after ``--no-cache``, or for a user without a home."""
    context = click.get_current_context(silent=True)
    if context is not None and context.find_root().params.get("no_cache"):
        return OFF
    try:
        return Store(cache_folder())
    except RuntimeError:  # Path.home finds none
        return OFF


def made() -> Made:
    """The files that pnp made and may remove. Clearing the cache forgets none."""
    try:
        return Made(Store(cache_folder() / "made"))
    except RuntimeError:  # as in cache
        return Made(OFF)


def outside_profile(typed: str | bool | None) -> bytes | None:
    """The content of the colour profile that the command line names by a path; None if missing."""
    path = Path(typed) if isinstance(typed, str) else None
    return path.read_bytes() if path is not None and path.is_file() else None


def source_date() -> str:
    """The time that the variable ``SOURCE_DATE_EPOCH`` says, in UTC; empty if it says none."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")  # noqa: TID251 (the reader asks for it)
    if not re.fullmatch(r"[0-9]{1,11}", epoch):
        return ""
    return datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%dT%H:%M:%S")
