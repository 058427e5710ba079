"""The record of what was printed, next to the output: ``printed.json`` and the printed PDF files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pnp.build.output import link_fault, write_files
from pnp.diagnostics import Diagnostic, error, has_errors, note
from pnp.disk import LinkError, open_folder, read_file
from pnp.reprint import Place, Record, merged, read_record
from pnp.reprint.limits import MAX_PRINTED_BYTES, MAX_RECORD_BYTES
from pnp.store import Made

MANIFEST, REPRINTED, PRINTED = "manifest.json", "reprint.json", "printed.json"
"""Records of the last build, of the paper after the last reprint is printed, and of the paper now."""

_KEPT = "printed"
"""Folder of the printed files; their names contain their hashes."""


def record_in(folder: Path, name: str) -> Record | Diagnostic | None:
    """A record of the output of one language; None if it is missing, E431 if it cannot be read."""
    path = folder / name
    data = read_file(path, folder, MAX_RECORD_BYTES)
    if data is not None:
        return read_record(data, path.as_posix())
    if not os.path.lexists(path):
        return None
    message = f"'{path.as_posix()}' is no plain file of at most {MAX_RECORD_BYTES:,} bytes"
    return error("E431", message, None, "remove it, and build the game again")


def mark_printed(
    folder: Path, name: str, made: Made, note: str = ""
) -> tuple[Record | None, list[Diagnostic]]:
    """Record the pieces of a record as printed; the new record, None on errors, and the findings.

    Files that show the faces are kept in a folder of their own, so that they can be shown after the game is
    rebuilt. Kept files that show no face on paper are removed, if pnp made them. The record of a partial
    build is added to the earlier one.

    Args:
        folder: Of the output of one language.
        name: ``MANIFEST`` or ``REPRINTED``.
        made: The files that pnp made.
        note: From the user.

    Diagnostics: E430 (nothing to mark), E431, E110, E111, E113.
    """
    try:
        with open_folder(folder / _KEPT, folder):
            pass
    except LinkError:
        return None, [link_fault(folder / _KEPT)]
    except OSError:
        pass  # missing, or reported when it is written
    after = record_in(folder, name)
    before = record_in(folder, PRINTED)
    if after is None:
        command = "pnp build" if name == MANIFEST else "pnp reprint"
        return None, [
            error("E430", f"there is no '{(folder / name).as_posix()}'", None, f"run {command} first")
        ]
    if isinstance(after, Diagnostic):
        return None, [after]
    # A record that cannot be read is replaced: it could not be compared with either.
    before = None if isinstance(before, Diagnostic) else before
    kept, files = _kept(folder, merged(before, after))
    record = replace(kept, note=note)
    faults = write_files(folder, {**files, PRINTED: record.to_json()}, made.journals)
    if faults:
        return None, faults
    for file in files:
        parent = (folder / file).parent
        made.add(parent, Path(file).name, record.files[file].sha256)
    found = _drop_unused(folder, record, made)
    return (None if has_errors(found) else record), found


def _kept(folder: Path, record: Record) -> tuple[Record, dict[str, bytes]]:
    """The record with its places in kept files, and the contents of those that are still to be written.

    Faces in files that were removed or changed lose their places.
    """
    names: dict[str, str] = {}
    files: dict[str, bytes] = {}
    for name, file in record.files.items():
        path = folder / name
        if name.startswith(f"{_KEPT}/"):
            if path.is_file():
                names[name] = name
        elif (data := _whole(path, folder, file.sha256)) is not None:
            names[name] = f"{_KEPT}/{Path(name).stem}-{file.sha256[:12]}.pdf"
            files[names[name]] = data
    looks = _looks(record)
    places = {
        key: place._replace(file=names[place.file])
        for key, place in record.places.items()
        if place.file in names and key in looks
    }
    used = {place.file for place in places.values()}
    known = {names[name]: file for name, file in record.files.items() if names.get(name) in used}
    return replace(record, places=places, files=known), {name: files[name] for name in files if name in used}


def _looks(record: Record) -> frozenset[str]:
    faces = (face for piece in record.pieces.values() for face in (piece.look.front, piece.look.back))
    return frozenset(face for face in faces if face is not None)


def _whole(path: Path, folder: Path, sha256: str) -> bytes | None:
    """The content of a printed file; None if it has changed."""
    try:
        with open_folder(path.parent, folder) as around:
            found = around.sha256(path.name, MAX_PRINTED_BYTES)
            return around.read(path.name, MAX_PRINTED_BYTES) if found == sha256 else None
    except OSError:
        return None


def _drop_unused(folder: Path, record: Record, made: Made) -> list[Diagnostic]:
    """Remove the kept files that the record does not use (see ``drop_files``)."""

    def unused(name: str) -> bool:
        return name.endswith(".pdf") and f"{_KEPT}/{name}" not in record.files

    return drop_files(folder / _KEPT, unused, made)


def drop_files(place: Path, unused: Callable[[str], bool], made: Made) -> list[Diagnostic]:
    """Remove unused files that pnp made from a folder; E113 names those that pnp did not make, which stay.

    Args:
        place: The folder; it may be missing.
        unused: Returns whether the file of a name is unused.
        made: The files that pnp made.

    Diagnostics: E111, E113.
    """
    try:
        with open_folder(place, place) as folder:
            left = [name for name in folder.names() if unused(name) and not made.remove(folder, name)]
    except FileNotFoundError:
        return []
    except LinkError:
        return [link_fault(place)]
    if not left:
        return []
    message = f"'{place.as_posix()}' has files that are out of date: {', '.join(left)}"
    cure = (
        "remove them if you do not need them; pnp itself removes only what it made on this machine, unchanged"
    )
    return [note("E113", message, None, cure)]


def seen_files(folder: Path, record: Record) -> Iterator[tuple[Mapping[str, Place], bytes]]:
    """The unchanged files of a record, each with the places of the faces in it.

    Args:
        folder: The record's names are relative to it.
        record: Of a run.
    """
    for name, file in record.files.items():
        path = folder / name
        places = {key: place for key, place in record.places.items() if place.file == name}
        if places and (data := _whole(path, folder, file.sha256)) is not None:
            yield places, data
