"""Records out of JSON files that anything may have happened to since they were written."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from pnp.diagnostics import Diagnostic, error
from pnp.geometry import Box
from pnp.reprint.limits import MAX_RECORD_BYTES, MAX_RECORD_ENTRIES
from pnp.reprint.record import FORMAT, Look, Place, PrintedFile, Record, RecordedPiece, RecordedRules

_MOST = 1_000_000
"""Greatest number in a record: millimetres, copies and pages stay far below it."""


def read_record(data: bytes, file: str) -> Record | Diagnostic:
    """The record in a JSON file, or error E431 when it is none."""
    cure = "build the game again; manifests of older versions do not say enough"
    if len(data) > MAX_RECORD_BYTES or data.count(b"{") + data.count(b"[") > MAX_RECORD_ENTRIES:
        most = f"{MAX_RECORD_BYTES:,} bytes and {MAX_RECORD_ENTRIES:,} lists and mappings"
        return error("E431", f"'{file}' is larger than any manifest: {most} at most", None, cure)
    try:
        table = json.loads(data)
        if not isinstance(table, dict) or table.get("format") != FORMAT:
            return error("E431", f"'{file}' is no manifest of format {FORMAT}", None, cure)
        return _record(table)
    except RecursionError:
        return error("E431", f"'{file}' cannot be read: its lists are nested too deeply", None, cure)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        return error("E431", f"'{file}' cannot be read: {str(fault)[:100]}", None, cure)


def _record(table: Mapping[str, Any]) -> Record:
    files = {
        _path(name): PrintedFile(
            _words(each["sha256"]), tuple(map(_words, _list(each["sheets"]))), _whole(each["pages"])
        )
        for name, each in table["files"].items()
    }
    return Record(
        game=_words(table["game"]),
        language=_words(table["language"]),
        version=_words(table["version"]),
        pieces={
            _words(key): RecordedPiece(key, _words(piece["label"]), _whole(piece["copies"]), _look(piece))
            for key, piece in table["pieces"].items()
        },
        places={_words(key): _place(place, files) for key, place in table["places"].items()},
        files=files,
        bleed=_number(table["print"]["bleed"]),
        ink=_words(table["print"]["ink"]),
        whole=bool(table["whole"]),
        note=_words(table["note"]),
        rules=_rules(table.get("rules")),
    )


def _rules(sheets: Mapping[str, Any] | None) -> dict[str, RecordedRules] | None:
    if sheets is None:
        return None
    return {
        _words(name): RecordedRules(
            _number(each["width"]), _number(each["height"]), tuple(map(_words, _list(each["pages"])))
        )
        for name, each in sheets.items()
    }


def _look(piece: Mapping[str, Any]) -> Look:
    back = piece["back"]
    return Look(_words(piece["front"]), None if back is None else _words(back))


def _place(place: Mapping[str, Any], files: Mapping[str, PrintedFile]) -> Place:
    file, page = _path(place["file"]), _whole(place["page"])
    if file in files and page >= files[file].pages:
        raise ValueError(f"'{file}' has no page {page}")
    return Place(file, page, Box(*map(_number, _list(place["box"]))), _whole(place["turn"]))


def _words(value: object) -> str:
    """A text that can be written again: JSON may hold halves of characters."""
    if not isinstance(value, str):
        raise TypeError(f"{_shown(value)} is not a text")
    value.encode()
    return value


def _path(value: object) -> str:
    """A file beside the record or below it; the one file of a whole game lies one folder above."""
    path = PurePosixPath(_words(value).removeprefix("../"))
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f"{_shown(value)} is no file of the record")
    return str(value)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{_shown(value)} is not a list")
    return value


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _MOST:
        raise ValueError(f"{_shown(value)} is no number of copies, pages or degrees")
    return value


def _number(value: object) -> float:
    if type(value) not in (int, float) or not math.fabs(value) <= _MOST:  # type: ignore[arg-type]
        raise ValueError(f"{_shown(value)} is no distance")
    return float(value)  # type: ignore[arg-type]


def _shown(value: object) -> str:
    return f"{str(value)[:30]!r}"
