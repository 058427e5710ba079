"""Records of what is on paper, next to the output, and the files of a reprint.

``printed.json`` and the printed PDF files say what is on paper now. A reprint makes sheets of what changed,
the list of what to take out, and the record of both.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.build.demand import stocks
from pnp.build.document import Part, part_document
from pnp.build.edition import ComposedGame, ComposedSet, Edition
from pnp.build.imposed import on_sheets, sheets_part
from pnp.build.output import link_fault, write_files
from pnp.diagnostics import Diagnostic, error, has_errors, note
from pnp.disk import LinkError, open_folder, read_file
from pnp.draw import Document, Face, Page
from pnp.i18n import Labels
from pnp.impose import PieceFaces, PrintProfile, Sheet, impose_planned
from pnp.model.paper import reading_paper
from pnp.raster.pixels import WritePdf
from pnp.reprint import Place, PrintedFile, Record, Reprint, face_places, merged, read_record
from pnp.reprint.limits import MAX_PRINTED_BYTES, MAX_RECORD_BYTES
from pnp.reprint.pages import pull_pages
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


REPRINT_FILE = "reprint.pdf"


@dataclass(frozen=True, slots=True)
class ReprintFiles:
    """The files of a reprint.

    Attributes:
        files: By name; the PDF is missing if there is nothing to print or to remove from the box.
        sheets: Sheets of paper, without the list.
        diagnostics: Of imposing.
    """

    files: Mapping[str, bytes]
    sheets: int
    diagnostics: tuple[Diagnostic, ...]


def reprint_files(
    composed: ComposedGame,
    plan: Reprint,
    after: Record,
    old: Mapping[str, Face],
    profile: PrintProfile,
    write: WritePdf,
) -> ReprintFiles:
    """The sheets of a reprint, the list of pieces to remove, and the record of the box after both.

    Args:
        composed: The game as it is, composed as ``profile`` prints it.
        plan: The pieces to print and to remove.
        after: The record after that, without the places of the printed pieces.
        old: Faces of the removed pieces, by their hashes.
        profile: How to print.
        write: Writes the PDF.
    """
    part, digests, found = _sheets(composed, plan, profile)
    edition = composed.edition
    pulls = pull_pages(
        [(pull, old.get(pull.piece.look.front)) for pull in plan.pull],
        edition.name,
        edition.context,
        edition.language,
        reading_paper(profile.paper),
    )
    pages = (*(part.pages if part else ()), *pulls)
    if not pages:
        return ReprintFiles({REPRINTED: after.to_json()}, 0, found)
    pdf = write(_document(edition, part, pages, profile))
    places = _places(composed, part, after) if part else {}
    record = replace(
        after,
        places={**after.places, **places},
        files={
            **after.files,
            REPRINT_FILE: PrintedFile(hashlib.sha256(pdf).hexdigest(), digests, len(pages)),
        },
    )
    return ReprintFiles({REPRINT_FILE: pdf, REPRINTED: record.to_json()}, len(digests), found)


def _sheets(
    composed: ComposedGame, plan: Reprint, profile: PrintProfile
) -> tuple[Part | None, tuple[str, ...], tuple[Diagnostic, ...]]:
    """The sheets and their digests; pieces of all sets and sizes on one stock share sheets."""
    edition = composed.edition
    chosen = {each.component_set.id: _chosen(each, plan) for each in composed.sets}
    sets = [each.component_set for each in composed.sets if chosen[each.component_set.id]]
    title = Labels(edition.language).text("reprint")
    sheets: list[Sheet] = []
    found: list[Diagnostic] = []
    together = replace(profile, planned=profile.planned if profile.planned == "stock" else "true")
    for stock in stocks(sets, together) if sets else ():
        ready = [on_sheets(each, chosen[each.id], profile, edition.context) for each in stock.sets]
        imposed = impose_planned(
            [pieces for pieces, _ in ready], profile, edition.footer(title), edition.context, edition.hashes
        )
        sheets += imposed.sheets
        found += [item for _, faults in ready for item in faults]
        # Only some pieces of a set are printed: that others of it have backs says nothing.
        found += [item for item in imposed.diagnostics if item.code != "S120"]
    pieces = [piece for faces in chosen.values() for piece in faces]
    part = None
    if sheets:
        part = sheets_part(
            "reprint",
            title,
            sheets,
            faces=pieces,
            sets=sets,
            language=edition.language,
            order=profile.order,
        )
    return part, tuple(sheet.digest for sheet in sheets), tuple(found)


def _chosen(each: ComposedSet, plan: Reprint) -> list[PieceFaces]:
    """The pieces of a set that are printed, as often as they are."""
    return [piece._replace(copies=plan.print[piece.key]) for piece in each.faces if piece.key in plan.print]


def _document(edition: Edition, part: Part | None, pages: Sequence[Page], profile: PrintProfile) -> Document:
    if part is None:
        title = f"{edition.name} – {Labels(edition.language).text('take-out')}"
        return Document(title, edition.language, pages, duplex="simplex")
    return part_document(edition.game, edition.language, part, profile)._replace(pages=pages)


def _places(composed: ComposedGame, part: Part, after: Record) -> dict[str, Place]:
    """Where the printed faces lie, by the hashes that the record has for them.

    Those are of faces with the bleed of the earlier print; the faces on these sheets may have another.
    """
    names: dict[int, str] = {}
    for piece in composed.faces:
        recorded = after.pieces.get(piece.key)
        if recorded is not None:
            names[id(piece.front)] = recorded.look.front
            if piece.back is not None and recorded.look.back is not None:
                names[id(piece.back)] = recorded.look.back
    return face_places(REPRINT_FILE, part.pages, lambda face: names.get(id(face)))
