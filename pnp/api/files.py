"""Sources of games: folders by name, mappings of files, ZIP files."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from pnp.api.fault import GameNotFoundError, UnusableFilesError
from pnp.api.limits import MOST_BYTES
from pnp.load import UnknownGameError, find_game
from pnp.load.files import path_parts
from pnp.load.limits import MAX_ASSET_BYTES, MAX_FILES
from pnp.load.locate import GAME_FILE
from pnp.model import FileFault


def found_folder(source: str | Path, cwd: Path) -> Path:
    """The folder of the game of that name, or at that path; empty for the one in ``cwd``.

    Raises:
        GameNotFoundError: No such folder has a game.
    """
    try:
        return find_game(str(source) or None, cwd)
    except UnknownGameError as fault:
        raise GameNotFoundError(str(fault)) from None


def checked_files(files: Mapping[str, str | bytes]) -> dict[str, bytes]:
    """The files as bytes; texts are UTF-8.

    Raises:
        UnusableFilesError: A path leads outside the game or is none, or there are too many bytes.
    """
    made: dict[str, bytes] = {}
    for path, content in files.items():
        data = content.encode("utf-8") if isinstance(content, str) else bytes(content)
        made[_path(path)] = data
    if len(made) > MAX_FILES or sum(map(len, made.values())) > MOST_BYTES:
        raise UnusableFilesError(f"a game has at most {MAX_FILES:,} files and {MOST_BYTES:,} bytes")
    return made


def files_of_zip(data: bytes) -> dict[str, bytes]:
    """The files of the game in a ZIP file: those beside its only ``game.yaml`` and below.

    Raises:
        UnusableFilesError: It is no ZIP file, is encrypted or damaged, has no game or several, or is too
            large when unpacked. Its sizes are counted while it is read, whatever it claims.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if _is_file(entry)]
            root = _root([entry.filename for entry in entries])
            inside = {
                entry.filename.removeprefix(root): entry
                for entry in entries
                if entry.filename.startswith(root)
            }
            return _unpacked(archive, inside)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError) as fault:
        raise UnusableFilesError(f"the ZIP file cannot be read: {fault}") from None


def _unpacked(archive: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo]) -> dict[str, bytes]:
    if len(entries) > MAX_FILES:
        raise UnusableFilesError(f"the ZIP file has more than {MAX_FILES:,} files")
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    for name, entry in entries.items():
        most = min(MAX_ASSET_BYTES, left)
        with archive.open(entry) as packed:
            content = packed.read(most + 1)
        if len(content) > most:
            raise UnusableFilesError(f"'{name}' in the ZIP file is too large when unpacked")
        left -= len(content)
        files[_path(name)] = content
    return files


def _is_file(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry is a plain file: no folder, and no link."""
    return not entry.is_dir() and not stat.S_ISLNK(entry.external_attr >> 16)


def _root(names: list[str]) -> str:
    """The folder of the game in the ZIP file, with the slash at its end; empty for the top."""
    found = [name for name in names if PurePosixPath(name).name == GAME_FILE]
    if not found:
        raise UnusableFilesError(f"the ZIP file has no '{GAME_FILE}'")
    top = min(name.count("/") for name in found)
    games = [name for name in found if name.count("/") == top]
    if len(games) > 1:
        raise UnusableFilesError(f"the ZIP file has several games: {', '.join(sorted(games)[:5])}")
    return games[0].removesuffix(GAME_FILE)


def _path(path: str) -> str:
    try:
        return "/".join(path_parts(path))
    except FileFault as fault:
        raise UnusableFilesError(f"{fault}: {fault.cure}") from None
