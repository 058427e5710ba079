"""Files that look like parts of the game and that nothing reads: a deck in them would be missing without a word."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, nearest, warning
from pnp.load.locate import GAME_FILE
from pnp.model import FileFault
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.load.files import FolderFiles

_DATA = (".yaml", ".yml")
_TABLES = (".csv", ".xlsx", ".ods")
_SHEETS = (".md", ".markdown", ".txt")
_OUT = "out"
_KIND = re.compile(rb"^kind:[ \t]*(card|tile|token|standee|board|aid)s?\b", re.MULTILINE)
_SHEET = re.compile(
    rb"^:::(?:components|piece|setup|figure|credits|break|example|plain|full|columns)\b"
    rb"|\A---[ \t]*\r?\n(?:.{0,200}\n){0,9}?(?:columns|pages|booklet):[ \t]*\w+[ \t]*\r?\n(?:.{0,200}\n){0,9}?---",
    re.MULTILINE,
)
_TOLD = 20  # a folder full of strange files is told of by its first ones


def unread(
    files: FolderFiles, read: Collection[str], texts: Sequence[str] | None, folders: Sequence[str]
) -> list[Diagnostic]:
    """Warnings Y304 for sets, tables and rule sheets that lie where nothing looks for them, or under another ending.

    Args:
        files: The game's folder.
        read: Paths of the sets that were read.
        texts: What stands in the data files; a table that none of them names is read by none; None to look at no tables.
        folders: Where sets are looked for.
    """
    found = [*_sets(files, read, folders), *(() if texts is None else _tables(files, texts, folders))]
    found += _sheets(files)
    return [
        warning("Y304", f"'{path}' is not read", Span(files.shown(path)), cure)
        for path, cure in sorted(found)[:_TOLD]
    ]


def _sets(files: FolderFiles, read: Collection[str], folders: Sequence[str]) -> Iterator[tuple[str, str]]:
    inside = [path for folder in folders for path in files.names(folder, "")]
    near = [path for path in files.near() if path.split("/")[0] not in {*folders, _OUT}]
    for path in (*inside, *near):
        name = PurePosixPath(path)
        if name.suffix.lower() not in _DATA or path in read or path == GAME_FILE:
            continue
        kind = _found(files, path, _KIND)
        if kind is None:
            continue
        folder = name.parts[0] if len(name.parts) > 1 else ""
        kept = folder if folder in folders else nearest(folder, folders) or f"{kind[1].decode()}s"
        yield path, f"sets are read from {', '.join(folders)}: call it '{kept}/{name.stem}.yaml'"


def _tables(files: FolderFiles, texts: Sequence[str], folders: Sequence[str]) -> Iterator[tuple[str, str]]:
    for path in (path for folder in folders for path in files.names(folder, "")):
        name = PurePosixPath(path)
        if name.suffix.lower() in _TABLES and not any(name.name in text for text in texts):
            beside = f"{name.parent.as_posix()}/{name.stem}.yaml"
            yield path, f"let a set read it: write 'rows: {name.name}' in {beside}"


def _sheets(files: FolderFiles) -> Iterator[tuple[str, str]]:
    for path in (path for path in files.near() if not path.startswith(f"{_OUT}/")):
        name = PurePosixPath(path)
        if name.suffix.lower() not in _SHEETS or (name.parts[0] == "rulebook" and name.suffix == ".md"):
            continue
        if _found(files, path, _SHEET):
            yield path, f"rule sheets are read from rulebook: call it 'rulebook/{name.stem}.md'"


def _found(files: FolderFiles, path: str, wanted: re.Pattern[bytes]) -> re.Match[bytes] | None:
    try:
        return wanted.search(files.read(path))
    except FileFault:
        return None
