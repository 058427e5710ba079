"""Skipping unchanged builds: a key over all inputs of a build, and the record of the last builds."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, TypeAlias

from pnp import __version__
from pnp.diagnostics import Diagnostic, Severity
from pnp.disk import Folder, open_folder, own_folder, put_files, read_file
from pnp.load.limits import MAX_ASSET_BYTES, MAX_DATA_BYTES, MAX_FILES, MAX_FOLDER_DEPTH
from pnp.memo import plain_bytes
from pnp.source import Span
from pnp.store import ASCII, PATH, WHOLE, Maybe, StoredShape, check_shape


class Inputs(NamedTuple):
    """The folders that a build depends on.

    Attributes:
        game: Folder of the game.
        shown: Its name in findings.
        user: Folder of the user's settings.
        shared: Folder that holds ``fonts`` and ``icons``.
        out: Folder of the output; not part of the game, even inside its folder.
    """

    game: Path
    shown: str
    user: Path
    shared: Path
    out: Path


TEXTS = (".yaml", ".yml", ".md", ".xml", ".po", ".csv", ".json", ".xlsx", ".ods")
"""Endings of data, texts and layouts; all other files in the folder of a game may be assets."""

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp")
"""Endings of pictures that consist of pixels."""

_TICK = 3_000_000_000
"""Nanoseconds between two changes of a file that any file system distinguishes; FAT counts in 2 s."""

_ROOMS = frozenset({"icons", "fonts", "layouts", "locale", "rulebook", "art", "pictures"})
"""Folders of a game with its sources; one that is also the folder of the output cannot be left out."""


_EXPLANATIONS = "diagnostics/codes/"
"""A third of the files of the program, which only ``pnp explain`` and the preview read."""


class _Unsure(Exception):
    """The key cannot be computed: there is a link, or more than a game may hold."""


_Stamp: TypeAlias = tuple[int, int, int, int, int]
"""Device, number, size and times of a file, which differ after any change or replacement."""


class Contents(NamedTuple):
    """The contents of the files of a game.

    Attributes:
        files: Names and hashes, in order.
        stamps: Of the files that were not changed just now, by name.
    """

    files: Sequence[tuple[str, str]]
    stamps: Mapping[str, _Stamp]


def game_contents(inputs: Inputs, before: Contents | None = None) -> Contents | None:
    """The contents of the files of the game; None if they cannot be read.

    Args:
        inputs: Folders.
        before: Their contents some time ago. Files that have not been touched since are not read again.
    """
    stamps: dict[str, _Stamp] = {}
    try:
        return Contents(list(_contents(inputs.game, inputs.out, stamps, before, links=False)), stamps)
    except (OSError, _Unsure):
        return None


def build_key(inputs: Inputs, options: Mapping[str, object], contents: Contents | None, program: str) -> str:
    """A hash over everything that can change the output or the findings; empty if it cannot be computed.

    It covers the contents of the game and of the user's settings, name, size and time of change of each file
    of the program, and the versions of the installed libraries.

    Args:
        inputs: Folders.
        options: Of the command line, by name, without those that change no byte.
        contents: The present result of ``game_contents``.
        program: The result of ``program_key`` at the beginning of the run.
    """
    if contents is None or not program:
        return ""
    try:
        facts = (
            inputs.shown,
            sorted((name, repr(value)) for name, value in options.items()),
            program,
            contents.files,
            list(_contents(inputs.user, inputs.out, {}, links=True)) if inputs.user.is_dir() else [],
        )
    except (OSError, _Unsure):
        return ""
    return _digest(facts)


def assets_key(inputs: Inputs, contents: Contents | None, program: str) -> str:
    """A hash over all that faces depend on besides data, texts and layouts; empty if it cannot be computed.

    It covers the program, as ``build_key`` does, the name of the game in findings, and the icons and fonts in
    its folder. Of pictures only the names count, because faces with pictures are never kept.

    Args:
        inputs: Folders.
        contents: The result of ``game_contents``.
        program: The result of ``program_key`` at the beginning of the run.
    """
    if contents is None or not program:
        return ""
    files = [
        (name, "" if name.lower().endswith(PICTURES) else digest)
        for name, digest in contents.files
        if not name.lower().endswith(TEXTS)
    ]
    facts = (inputs.shown, program, files)
    return _digest(facts)


def program_key(inputs: Inputs) -> str:
    """A key over this program, its fonts and icons, and everything that is installed next to it.

    It is computed once a run, at the beginning: results belong to the program that began to make them, even
    if its files change meanwhile. Empty if it cannot be computed.
    """
    try:
        facts = (
            (__version__, sys.version, sorted(_distributions())),
            list(_stamps(Path(__file__).parents[1])),
            [list(_stamps(inputs.shared / part)) for part in ("fonts", "icons")],
        )
    except (OSError, _Unsure):
        return ""
    return _digest(facts)


def file_hash(folder: Folder, name: str, *, links: bool = False) -> str:
    """SHA-256 of a plain file, in hexadecimal digits; of a link only with ``links``."""
    if links and folder.is_link(name):
        with open(f"{folder.path}/{name}", "rb") as file:  # noqa: PTH123
            return hashlib.file_digest(file, "sha256").hexdigest()
    return folder.sha256(name)


def _digest(facts: tuple[Any, ...]) -> str:
    return hashlib.sha256(plain_bytes(facts)).hexdigest()


def _distributions() -> Iterator[str]:
    """The names of the metadata folders of installed packages, which contain their versions."""
    for place in dict.fromkeys(sys.path):
        with suppress(OSError), os.scandir(place or ".") as found:
            yield from (entry.name for entry in found if entry.name.endswith((".dist-info", ".egg-info")))


def _stamps(folder: Path) -> Iterator[tuple[str, int, int]]:
    for name, entry, _ in _walk(own_folder(folder), ""):
        if not name.startswith(_EXPLANATIONS):
            info = entry.stat()
            yield name, info.st_size, info.st_mtime_ns


def _contents(
    folder: Path, out: Path, stamps: dict[str, _Stamp], before: Contents | None = None, *, links: bool
) -> Iterator[tuple[str, str]]:
    """Names and hashes of files, within the limits for reading games, which may come from strangers.

    Args:
        folder: Has the files.
        out: Left out.
        stamps: Receives those of the files.
        before: As for ``game_contents``.
        links: Whether to follow links to files; those of a game may lead anywhere.
    """
    skipped = os.path.realpath(out)
    if os.path.relpath(skipped, os.path.realpath(folder)) in _ROOMS:
        raise _Unsure
    known = {name: digest for name, digest in before.files if name in before.stamps} if before else {}
    # Taken before anything is read: a file that is written later has a later time, unless clocks tick too
    # slowly.
    settled = time.time_ns() - _TICK
    for number, (name, entry, around) in enumerate(_walk(own_folder(folder), skipped)):
        info = entry.stat()
        if number >= MAX_FILES or info.st_size > MAX_ASSET_BYTES or (entry.is_symlink() and not links):
            raise _Unsure
        stamp = (info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns)
        if os.name == "posix" and max(info.st_mtime_ns, info.st_ctime_ns) < settled:
            stamps[name] = stamp
        if before is not None and before.stamps.get(name) == stamp:
            yield name, known[name]
        else:
            # A pipe would wait for a writer; reading the game refuses it anyway.
            yield name, file_hash(around, entry.name, links=links) if stat.S_ISREG(info.st_mode) else ""


def _walk(folder: Folder, skipped: str, prefix: str = "") -> Iterator[tuple[str, os.DirEntry[str], Folder]]:
    """The files below a folder by path, in order, each with its folder, which is closed at the end.

    Hidden files and compiled Python are left out, because nothing reads them.
    """
    with folder, folder.scan() as found:
        for entry in sorted(found, key=attrgetter("name")):
            if entry.name.startswith(".") or entry.name == "__pycache__":
                continue
            if not entry.is_dir():
                yield prefix + entry.name, entry, folder
            elif entry.is_symlink() or prefix.count("/") >= MAX_FOLDER_DEPTH:
                raise _Unsure
            elif not skipped or os.path.realpath(f"{folder.path}/{entry.name}") != skipped:
                yield from _walk(folder.folder(entry.name), skipped, f"{prefix}{entry.name}/")


RECORD_FILE = ".pnp-build.json"
_SPAN: StoredShape = (PATH, WHOLE, WHOLE, WHOLE, WHOLE)
_BUILD: StoredShape = {
    "key": ASCII,
    "files": {PATH: ASCII},
    "diagnostics": [(ASCII, WHOLE, PATH, Maybe(_SPAN), [PATH], Maybe(PATH), [(_SPAN, PATH)], Maybe(PATH))],
    "summary": PATH,
    "fits": PATH,
    "paper": PATH,
    "sources": [PATH],
}
"""The shape of a build in a record, which a stranger may have shipped with a game."""
_KEPT = 8
"""Builds that a record remembers, for users who take turns between languages or papers."""
_ID = re.compile(rb"^id:[ \t]*['\"]?([\w-]+)", re.MULTILINE)


class BuildReport(NamedTuple):
    """The report of a build.

    Attributes:
        diagnostics: Everything it found.
        summary: The line about the result.
        fits: The line about texts in their boxes; may be empty.
        paper: The line about saving paper; may be empty.
        sources: Names of the files, as in spans, with the excerpts of findings.
    """

    diagnostics: tuple[Diagnostic, ...]
    summary: str
    fits: str
    paper: str
    sources: tuple[str, ...]

    def lines(self, tail: str) -> list[str]:
        """The lines at the end of a build; ``tail`` closes the first one."""
        return [f"{self.summary}, {tail}", *(line for line in (self.fits, self.paper) if line)]


def find_record(inputs: Inputs, key: str) -> BuildReport | None:
    """The report of the build with this key, if all its files are as it wrote them; else None.

    Args:
        inputs: Folders.
        key: From ``build_key``; nothing is found for an empty one.
    """
    if not key:
        return None
    with suppress(OSError, ValueError):
        for entry in _entries(_record_path(inputs), inputs.out):
            if entry["key"] == key and all(
                _is_below(name) and _hash(inputs.out / name, inputs.out) == value
                for name, value in entry["files"].items()
            ):
                diagnostics = tuple(map(_diagnostic, entry["diagnostics"]))
                return BuildReport(
                    diagnostics, entry["summary"], entry["fits"], entry["paper"], tuple(entry["sources"])
                )
    return None


def keep_record(inputs: Inputs, key: str, files: Mapping[str, str], report: BuildReport) -> None:
    """Remember a build. If the record cannot be written, the next build is slower, and nothing else happens.

    Args:
        inputs: Folders.
        key: From before the build, and still the same after it.
        files: The written files, relative to the folder of the output, with the SHA-256 of each.
        report: Its report.
    """
    path = _record_path(inputs)
    with suppress(OSError):
        found = [_fields(item) for item in report.diagnostics]
        entry = {"key": key, "files": dict(files), **report._asdict(), "diagnostics": found}
        others = [other for other in _entries(path, inputs.out) if other["key"] != key]
        body = json.dumps([entry, *others[: _KEPT - 1]])  # in ASCII: names of folders may be no UTF-8
        name = path.relative_to(inputs.out).as_posix()
        put_files(inputs.out, {name: f"{_body_digest(body)}\n{body}".encode()}, lasting=False)


def _record_path(inputs: Inputs) -> Path:
    """Next to the files of the game. Its id is guessed without YAML; a wrong guess only costs time."""
    found = _ID.search(read_file(inputs.game / "game.yaml", inputs.game, MAX_DATA_BYTES) or b"")
    name = found[1].decode("ascii", "replace") if found else inputs.game.resolve().name
    return inputs.out / name / RECORD_FILE


def _entries(path: Path, out: Path) -> list[dict[str, Any]]:
    """The builds of a record, the last first; empty if it is missing, damaged, or of another version."""
    try:
        digest, body = (read_file(path, out, MAX_DATA_BYTES) or b"").decode("utf-8").split("\n", 1)
        entries: list[dict[str, Any]] = json.loads(body) if digest == _body_digest(body) else []
        check_shape([entries], [_BUILD])
    except (ValueError, RecursionError):
        return []
    return entries


def _hash(path: Path, out: Path) -> str:
    with open_folder(path.parent, out) as folder:
        return folder.sha256(path.name)


def _is_below(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def _body_digest(body: str) -> str:
    return hashlib.sha256(f"2 {body}".encode()).hexdigest()


def _fields(item: Diagnostic) -> list[Any]:
    return [
        item.code,
        item.severity,
        item.message,
        item.span,
        item.help,
        item.piece,
        item.related,
        item.accepted,
    ]


def _diagnostic(fields: list[Any]) -> Diagnostic:
    code, severity, message, span, cures, piece, related, accepted = fields
    return Diagnostic(
        code,
        Severity(severity),
        message,
        Span(*span) if span else None,
        tuple(cures),
        piece,
        tuple((Span(*place), word) for place, word in related),
        accepted,
    )
