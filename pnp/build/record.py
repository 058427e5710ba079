"""What the last builds wrote and said, so that a build of what has not changed is over at once.

``out/<game>/.pnp-build.json`` holds, for each of the last few builds, the key over its inputs, the hash of every file
that it wrote, and its findings. A record is believed only where all of it agrees; anything else means an ordinary build.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from pnp.build.inputs import Inputs
from pnp.diagnostics import Diagnostic, Severity
from pnp.disk import open_folder, put_files, read_file
from pnp.load.limits import MAX_DATA_BYTES
from pnp.source import Span

RECORD_FILE = ".pnp-build.json"
_KEPT = 8
"""Builds that a record remembers: those in several languages or on several papers may take turns."""
_ID = re.compile(rb"^id:[ \t]*['\"]?([\w-]+)", re.MULTILINE)


class Said(NamedTuple):
    """What a build told.

    Attributes:
        diagnostics: Everything it found.
        summary: How it ended.
        fits: The line on how texts fit; empty when there was none.
        paper: The line on how to save paper; empty when there was none.
        sources: Names of files, as spans give them, that excerpts of findings are taken from.
    """

    diagnostics: tuple[Diagnostic, ...]
    summary: str
    fits: str
    paper: str
    sources: tuple[str, ...]

    def lines(self, tail: str) -> list[str]:
        """What a user is told at the end; ``tail`` closes the first line."""
        return [f"{self.summary}, {tail}", *(line for line in (self.fits, self.paper) if line)]


def find_record(inputs: Inputs, key: str) -> Said | None:
    """What the build with this key said, when all its files are there as it wrote them.

    Args:
        inputs: Folders.
        key: As ``build_key`` gives it; nothing is found for an empty one.
    """
    if not key:
        return None
    # A game from a stranger may bring a record along: one of any other shape is none.
    with suppress(OSError, KeyError, TypeError, ValueError, AttributeError):
        for entry in _entries(_record_path(inputs), inputs.out):
            if entry["key"] == key and all(
                _is_below(name) and _hash(inputs.out / name, inputs.out) == value
                for name, value in entry["files"].items()
            ):
                diagnostics = tuple(map(_diagnostic, entry["diagnostics"]))
                return Said(
                    diagnostics, entry["summary"], entry["fits"], entry["paper"], tuple(entry["sources"])
                )
    return None


def keep_record(inputs: Inputs, key: str, files: Mapping[str, str], said: Said) -> None:
    """Remember a build. A disk that does not take the record costs the next build its short cut, nothing else.

    Args:
        inputs: Folders.
        key: Taken before the build, and still the same after it.
        files: That were written, relative to the folder of the output, with the SHA-256 of each.
        said: What it told.
    """
    path = _record_path(inputs)
    with suppress(OSError, KeyError, TypeError):
        found = [_fields(item) for item in said.diagnostics]
        entry = {"key": key, "files": dict(files), **said._asdict(), "diagnostics": found}
        others = [other for other in _entries(path, inputs.out) if other["key"] != key]
        body = json.dumps([entry, *others[: _KEPT - 1]], ensure_ascii=False)
        name = path.relative_to(inputs.out).as_posix()
        put_files(inputs.out, {name: f"{_digest(body)}\n{body}".encode()}, lasting=False)


def _record_path(inputs: Inputs) -> Path:
    """Beside the files of the game. Its id is guessed without reading YAML: a wrong guess costs the short cut."""
    found = _ID.search(read_file(inputs.game / "game.yaml", inputs.game, MAX_DATA_BYTES) or b"")
    name = found[1].decode("ascii", "replace") if found else inputs.game.resolve().name
    return inputs.out / name / RECORD_FILE


def _entries(path: Path, out: Path) -> list[dict[str, Any]]:
    """The builds of a record, the last first; none when it is missing, cut off, changed, or of another version.

    The digest in the first line vouches for the rest, so that nothing in it has to be looked at with suspicion.
    """
    try:
        digest, body = (read_file(path, out, MAX_DATA_BYTES) or b"").decode("utf-8").split("\n", 1)
        entries = json.loads(body) if digest == _digest(body) else []
    except (ValueError, RecursionError):
        return []
    return entries if isinstance(entries, list) else []


def _hash(path: Path, out: Path) -> str:
    with open_folder(path.parent, out) as folder:
        return folder.sha256(path.name)


def _is_below(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def _digest(body: str) -> str:
    return hashlib.sha256(f"1 {body}".encode()).hexdigest()


def _fields(item: Diagnostic) -> list[Any]:
    return [item.code, item.severity, item.message, item.span, item.help, item.piece, item.related]


def _diagnostic(fields: list[Any]) -> Diagnostic:
    code, severity, message, span, cures, piece, related = fields
    return Diagnostic(
        code,
        Severity(severity),
        message,
        Span(*span) if span else None,
        tuple(cures),
        piece,
        tuple((Span(*place), word) for place, word in related),
    )
