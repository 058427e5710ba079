"""Cut lines of the sheets for cutting machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pnp.build import ComposedGame, Edition, Part, impose_game, named_apart
from pnp.build.extras import box_part
from pnp.build.imposed import SheetFigures
from pnp.colour import spot_colour
from pnp.diagnostics import Diagnostic, error
from pnp.draw import Document, Page
from pnp.export.cut_file import dxf, svg
from pnp.export.cut_line import CutSheet, cut_page, cut_sheet, page_registration, registration
from pnp.export.job import ExportJob
from pnp.impose import PrintProfile, Sheet, SheetPages
from pnp.model.paper import Margins
from pnp.raster.pixels import WritePdf
from pnp.units import Length, mm

if TYPE_CHECKING:
    from pnp.export.cut_line import MarkKind, Registration


def export_cut(
    job: ExportJob,
    profile: PrintProfile,
    *,
    registration: MarkKind = "auto",
    kind: Literal["svg", "dxf", "both"] = "both",
    write: WritePdf | None = None,
    boxes: Length | None = None,
) -> tuple[int, int]:
    """The outline of every piece on every sheet, ``cut/SET-SHEET.svg`` and ``.dxf``, and ``cut/SET.pdf``.

    Lines that layouts draw as creases, perforations and cuts are in the files, too.

    Args:
        job: The export.
        profile: How the sheets are printed; pieces are placed as by a build.
        registration: Marks by which the cutter finds the paper.
        kind: File format of the cut lines.
        write: Writes the sheets; by default as the profile says, with its ICC profile from the game's folder.
        boxes: Thickness of a card, for nets of tuck boxes; None for no boxes.

    Returns:
        Numbers of sheets and of cut lines.

    Raises:
        ExportStopped: There is an error, or no sheet has room for the marks (E420).
    """
    sheets = pieces = 0
    full: list[Diagnostic] = []
    write = write or job.sheet_writer(profile)
    for language in job.languages:
        composed = job.compose(language, profile.bleed.mm)
        files: dict[str, bytes] = {}
        stocks = list(impose_game(composed.edition, composed.printed, profile))
        for imposed in stocks:
            job.add(imposed.diagnostics)
        for part in named_apart([imposed.part for imposed in stocks if imposed.part is not None]):
            part, made, faults = _with_room(part, composed, profile, registration)
            if faults:  # the other sets are written all the same
                full += faults
                continue
            files |= _files(job, composed.edition, part, made, profile=profile, kind=kind, write_pdf=write)
            sheets += len(made)
            pieces += sum(len(sheet.sides[0].slots) for sheet, _ in made)
        if boxes is not None:
            nets, faults, number = _boxes(job, composed, profile, (registration, kind), boxes, write)
            full += faults
            files |= nets
            sheets += sum(name.endswith(".pdf") for name in nets)
            pieces += number
        job.write(files)
    if not sheets:
        job.add(full)
    job.found += full
    return sheets, pieces


_ROOMS = (12, 16, 20, 25)
"""Margins in millimetres that are tried for sheets that are too full for marks."""


def _with_room(
    part: Part, composed: ComposedGame, profile: PrintProfile, kind: MarkKind
) -> tuple[Part, list[tuple[Sheet, Registration]], list[Diagnostic]]:
    """The part with the marks of its sheets, on more sheets if they were too full for marks.

    The faults are those of the sheets as they were, where no margin leaves the marks enough room.
    """
    faults: list[Diagnostic] = []
    for margin in (None, *_ROOMS):
        roomy = profile if margin is None else replace(profile, margin=_at_least(profile.margin, mm(margin)))
        for own in [part] if margin is None else _imposed(composed, roomy):
            if own.file != part.file:
                continue
            marked = list(_marked(own.sheets, kind, own.title))
            made = [found for found in marked if not isinstance(found, Diagnostic)]
            if len(made) == len(marked):
                return own, made, []
            faults = faults or [found for found in marked if isinstance(found, Diagnostic)]
    return part, [], faults


def _imposed(composed: ComposedGame, profile: PrintProfile) -> list[Part]:
    stocks = impose_game(composed.edition, composed.printed, profile)
    return named_apart([imposed.part for imposed in stocks if imposed.part is not None])


def _at_least(margins: Margins, least: Length) -> Margins:
    sides = (margins.top, margins.right, margins.bottom, margins.left)
    return Margins(*(side if side.emu >= least.emu else least for side in sides))


def _marked(
    sheets: Sequence[Sheet], kind: MarkKind, title: str
) -> Iterator[tuple[Sheet, Registration] | Diagnostic]:
    """Each sheet with its registration marks, or what is said where they have no room."""
    for sheet in sheets:
        marks = registration(sheet.sides if sheet.fold else sheet.sides[:1], kind)
        if marks is None:
            yield _no_room(kind, sheet.number, title)
            return  # the other sheets of the set are laid out alike
        yield sheet, marks


def _no_room(kind: MarkKind, number: int, title: str) -> Diagnostic:
    message = f"no room for registration marks ({kind}) on sheet {number} of '{title}'"
    cure = _CURES.get(kind, "take a smaller grid, less bleed, or larger paper")
    return error("E420", message, None, [cure, "cut without marks: --registration none"])


_CURES = {
    "silhouette": "leave the marks their place with --margin 19mm, or take a smaller grid",
    "crop": "print with --marks crop, or take --registration targets",
}


def _files(
    job: ExportJob,
    edition: Edition,
    part: Part,
    marked: Sequence[tuple[Sheet, Registration]],
    *,
    profile: PrintProfile,
    kind: str,
    write_pdf: WritePdf,
) -> dict[str, bytes]:
    pages: list[Page] = []
    two_sided = any(sheet.two_sided for sheet, _ in marked)
    made = SheetPages(paired=two_sided, language=edition.language)
    figures = SheetFigures(edition.sets, part.faces, edition.language)
    for sheet, marks in marked:
        first, *others = figures.on(made.of(sheet), sheet)
        pages += (first._replace(items=(*first.items, *marks.items)), *others)
    duplex = profile.duplex if two_sided and profile.duplex != "none" else "simplex"
    title = f"{edition.name} – {part.title}"
    document = Document(title, edition.language, tuple(pages), duplex=duplex)
    stem = f"{job.folder(edition.language, 'cut')}/{Path(part.file).stem}"
    drawings = [(sheet.number, cut_sheet(sheet, marks)) for sheet, marks in marked]
    return _drawn(stem, drawings, kind) | {f"{stem}.pdf": write_pdf(document)}


def _drawn(stem: str, sheets: Sequence[tuple[int, CutSheet]], kind: str) -> dict[str, bytes]:
    """The cut files of numbered sheets."""
    files = {}
    for number, sheet in sheets:
        for name, write in (("svg", svg), ("dxf", dxf)):
            if kind in (name, "both"):
                text = write(sheet)
                files[f"{stem}-{number}.{name}"] = text.encode("utf-8" if name == "svg" else "ascii")
    return files


def _boxes(
    job: ExportJob,
    composed: ComposedGame,
    profile: PrintProfile,
    kinds: tuple[MarkKind, str],
    thickness: Length,
    write_pdf: WritePdf,
) -> tuple[dict[str, bytes], list[Diagnostic], int]:
    """The files of the nets of tuck boxes, what is said where marks have no room, and the number of nets."""
    edition = composed.edition
    part, found = box_part(edition, composed.printed, thickness, profile)
    job.add(found)
    if part is None:
        return {}, [], 0
    on_spots = replace(profile, cut_line=spot_colour("CutContour"))
    lines, _ = box_part(edition, composed.printed, thickness, on_spots)
    assert lines is not None  # as there is a part
    drawings: list[tuple[int, CutSheet]] = []
    pages: list[Page] = []
    for number, (page, spots) in enumerate(zip(part.pages, lines.pages, strict=True), 1):
        marks = page_registration(page, kinds[0])
        if marks is None:
            return {}, [_no_room(kinds[0], number, part.title)], 0
        drawings.append((number, cut_page(spots, marks)))
        pages.append(page._replace(items=(*page.items, *marks.items)))
    stem = f"{job.folder(edition.language, 'cut')}/{Path(part.file).stem}"
    document = Document(f"{edition.name} – {part.title}", edition.language, tuple(pages), duplex="simplex")
    files = _drawn(stem, drawings, kinds[1]) | {f"{stem}.pdf": write_pdf(document)}
    return files, [], sum(len(sheet.lines) for _, sheet in drawings)
