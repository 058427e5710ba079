"""The files of a reprint: sheets of what changed, the list of what to take out, and the record of both."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.build.document import Part, part_document, sheets_part
from pnp.build.edition import ComposedGame, ComposedSet, Edition
from pnp.build.imposed import on_sheets, stocks
from pnp.build.printed import REPRINTED
from pnp.diagnostics import Diagnostic
from pnp.draw import Document, Face, Page
from pnp.i18n import Labels
from pnp.impose import PieceFaces, PrintProfile, Sheet, impose_planned
from pnp.model.paper import reading_paper
from pnp.raster.pixels import WritePdf
from pnp.reprint import Place, PrintedFile, Record, Reprint, face_places
from pnp.reprint.pages import pull_pages

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
