"""Finding games and the files that are shared by all of them."""

from __future__ import annotations

import os
from pathlib import Path

from pnp.diagnostics import did_you_mean

GAME_FILE = "game.yaml"
_MEANT = ("game.yaml", "game.yml", "game.yaml.txt", "game.txt", "game.json")
"""Names of files, in small letters, that were meant to be ``GAME_FILE``."""


class UnknownGameError(Exception):
    """No game has this name or path, or none is named; the message says so and lists cures."""

    def __init__(self, message: str, *cures: str) -> None:
        super().__init__("; ".join([message, *cures]))


def shared_root() -> Path:
    """The folder with ``fonts/``, ``icons/`` and ``data/``: in an installed wheel, or a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_shared"
    return installed if installed.is_dir() else package.parent


def list_games(cwd: Path) -> dict[str, Path]:
    """Folders of the games that can be named from ``cwd``, by name, in order of name.

    These are ``cwd`` itself when it is a game folder, the games in its ``data/``, and the shipped ones; the
    first of a name hides the others.
    """
    found: dict[str, Path] = {}
    for data in (cwd / "data", shared_root() / "data"):
        if data.is_dir():
            for folder in sorted(data.iterdir()):
                if is_game(folder):
                    found.setdefault(folder.name, folder)
    if is_game(cwd):
        found[cwd.resolve().name] = cwd
    return dict(sorted(found.items()))


def find_game(name_or_path: str | None, cwd: Path) -> Path:
    """The folder of the game that is meant.

    Args:
        name_or_path: A name as ``list_games`` gives it, or a path to a game folder or its ``game.yaml``,
            relative to ``cwd``. None stands for ``cwd`` itself, or for the only game in its ``data/``.
        cwd: Where the run was started.

    Raises:
        UnknownGameError: The game does not exist, or none is named and not exactly one exists.
    """
    if not name_or_path:
        return _only_game(cwd)
    path = cwd / name_or_path
    if path.name == GAME_FILE and path.is_file():
        return path.parent
    names = list_games(cwd)
    if name_or_path in names:
        return names[name_or_path]
    if is_game(path):
        return path
    if path.is_dir():
        cure = _other_name(path) or f"make a {GAME_FILE} there that begins with 'name: …'"
        raise UnknownGameError(f"the folder '{name_or_path}' holds no {GAME_FILE}", cure)
    raise UnknownGameError(f"unknown game '{name_or_path}'", did_you_mean(name_or_path, names, "games"))


def _only_game(cwd: Path) -> Path:
    if is_game(cwd):
        return cwd
    data = cwd / "data"
    own = [folder for folder in sorted(data.iterdir()) if is_game(folder)] if data.is_dir() else []
    if len(own) == 1:
        return own[0]
    shown = ", ".join(list_games(cwd)) or "none"
    cures = [_other_name(cwd) or _game_above(cwd), f"give one with --game; there are: {shown}"]
    raise UnknownGameError("no game is named", *[cure for cure in cures if cure])


def _other_name(folder: Path) -> str:
    """The cure for a file that is almost called ``game.yaml``; empty without one."""
    meant = (each.name for each in sorted(folder.iterdir()) if each.name.lower() in _MEANT and each.is_file())
    found = next(meant, None)
    return f"call '{found}' {GAME_FILE}" if found else ""


def _game_above(folder: Path) -> str:
    """The cure when the current folder is inside a game; else empty."""
    for up, above in enumerate(folder.resolve().parents, 1):
        if is_game(above):
            return f"the game is further up: go there, or add '--game {'/'.join(['..'] * up)}'"
    return ""


def is_game(folder: Path) -> bool:
    """Whether the folder holds a ``game.yaml``."""
    return (folder / GAME_FILE).is_file()


def shown_path(path: Path, cwd: Path | None) -> str:
    """``path`` with forward slashes, relative to ``cwd`` when it lies below it, else as it is."""
    if cwd is not None:
        absolute, base = Path(os.path.abspath(path)), Path(os.path.abspath(cwd))  # noqa: PTH100 (links stay)
        if absolute == base or base in absolute.parents:
            return absolute.relative_to(base).as_posix()
    return path.as_posix()
