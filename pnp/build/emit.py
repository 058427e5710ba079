"""Emitting an edition: its parts as PDF files, with a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import normpath
from typing import TYPE_CHECKING, TypeAlias

from pnp.build.document import Part, combined_document, part_document
from pnp.build.edition import Edition
from pnp.build.press import date_of, too_much_ink
from pnp.diagnostics import Diagnostic, error
from pnp.disk import Content
from pnp.draw import AnyFace, Document, Face, FaceHashes, FinishedFace, Group, Item, Page, Picture
from pnp.fonts import FontFault
from pnp.impose import PieceFaces, PrintProfile
from pnp.reprint import Place, PrintedFile, Record, face_places, recorded_pieces, recorded_rules
from pnp.text import phrase_library
from pnp.vision import Vision

if TYPE_CHECKING:  # ReportLab is imported when the first file is made
    from pnp.pdf import Form, Pdf
    from pnp.pdf.colours import RgbColours


def too_large(path: str = "") -> Diagnostic:
    """E112, for the file at ``path``; without one, for the PDF of a command."""
    named = f"'{path}'" if path else "the PDF"
    return error(
        "E112",
        f"{named} would have more than 4 GB, which few viewers and printers can read",
        None,
        "divide the set into several, choose pieces with --only, or lower max-dpi",
    )


MakePdf: TypeAlias = Callable[[str, Document], "Pdf"]
"""Makes the file of a document; the path is relative to the folder of the output, with forward slashes."""


def manifest(
    edition: Edition,
    parts: Sequence[Part],
    files: Mapping[str, tuple[Sequence[Page], Pdf]],
    plain: Mapping[str, PieceFaces],
    profile: PrintProfile,
    *,
    whole: bool,
) -> Record:
    """The record of a build: copies and hashes of pieces, places of faces, and rule sheets.

    Equal builds give equal records. A hash changes if and only if the face looks different on paper; a
    watermark does not count, and blank pieces are not recorded.

    Args:
        edition: That was built.
        parts: Of the build.
        files: Their pages and bytes, by names relative to the folder of the manifest.
        plain: The pieces of the game by key, without watermarks.
        profile: How they were printed.
        whole: Whether every piece was built, with the number of copies that the data say.
    """
    game, hashes = edition.game, edition.hashes
    sheets = {part.file: tuple(sheet.digest for sheet in part.sheets) for part in parts}
    everything = tuple(sheet.digest for part in parts for sheet in part.sheets)
    names = _names((piece for part in parts for piece in part.faces), plain, hashes)
    places: dict[str, Place] = {}
    for name, (pages, _) in files.items():
        places = {**face_places(name, pages, lambda face: names.get(id(face))), **places}
    return Record(
        game=game.id,
        language=edition.language,
        version=game.version,
        pieces=recorded_pieces(plain.values(), hashes),
        places=places,
        files={
            name: PrintedFile(pdf.sha256, sheets.get(name, everything), len(pages))
            for name, (pages, pdf) in files.items()
        },
        bleed=profile.bleed.mm,
        ink=profile.ink,
        whole=whole,
        rules={part.rules: recorded_rules(part.read, hashes) for part in parts if part.rules},
        drawn_by=tuple(sorted({*picture_makers(parts), phrase_library(edition.language)} - {""})),
    )


def picture_makers(parts: Sequence[Part]) -> set[str]:
    """The programs that drew pictures in the parts."""
    from pnp.pdf import PdfFace
    from pnp.pdf.form import referred_to

    makers: set[str] = set()
    forms: list[Form] = []

    def see(face: AnyFace | FinishedFace | None) -> None:
        if isinstance(face, PdfFace):
            forms.append(face.form)
        elif isinstance(face, Face):
            see_items(face.items)

    def see_items(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Picture):
                makers.add(item.picture.maker)
            elif isinstance(item, Group):
                see(item.drawn)
                see_items(item.items)

    for part in parts:
        for page in part.pages if part.rules else ():
            see_items((*page.under, *page.items))
            for placed in page.placed:
                see(placed.face)
        for piece in part.faces:
            see(piece.front)
            see(piece.back)
    _, pictures = referred_to(forms)
    makers.update(picture.maker for picture in pictures.values())
    return makers - {""}


def _names(
    printed: Iterable[PieceFaces], plain: Mapping[str, PieceFaces], hashes: FaceHashes
) -> dict[int, str]:
    """The hashes of the printed faces by their ids: those of the faces without watermarks."""
    names: dict[int, str] = {}
    for piece in printed:
        under = plain.get(piece.key)
        if under is not None:
            names[id(piece.front)] = hashes.of(under.front)
            if piece.back is not None and under.back is not None:
                names[id(piece.back)] = hashes.of(under.back)
    return names


@dataclass(frozen=True, slots=True)
class Emitted:
    """The files of an edition.

    Attributes:
        files: By name, relative to the folder of the output; empty if there are errors.
        hashes: SHA-256 of each of them, in hexadecimal digits.
        diagnostics: E112, or S208.
    """

    files: Mapping[str, Content] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()


def emit_files(
    edition: Edition,
    parts: Sequence[Part],
    plain: Mapping[str, PieceFaces],
    profile: PrintProfile,
    make: MakePdf,
    *,
    combined: bool = False,
    simulate: Vision | None = None,
    whole: bool = True,
    colours: RgbColours | None = None,
    date: str = "",
) -> Emitted:
    """The files of an edition: its PDFs and, unless they simulate colour blindness, the manifest.

    Args:
        edition: What is emitted.
        parts: Of the edition; not empty, and no two in one file.
        plain: Its pieces by key, without watermarks.
        profile: How to print.
        make: Makes the PDF files.
        combined: Whether all parts go into one file.
        simulate: Colour vision to simulate, in a folder of its own; None for none.
        whole: See ``manifest``.
        colours: Of the files; None for RGB.
        date: Of the files; empty for that of the game.
    """
    from pnp.pdf import PdfTooLargeError

    game, name = edition.game, edition.language
    if simulate is not None:
        from pnp.vision.face import Sight

        name, sight = f"{name}-{simulate}", Sight(simulate)
        parts = [part._replace(pages=tuple(map(sight.page, part.pages))) for part in parts]
    if combined:
        documents = {f"../{game.id}-{name}.pdf": combined_document(game, edition.language, parts, profile)}
    else:
        documents = {part.file: part_document(game, edition.language, part, profile) for part in parts}
    files: dict[str, Content] = {}
    hashes: dict[str, str] = {}
    written: dict[str, tuple[Sequence[Page], Pdf]] = {}
    for file, document in documents.items():
        path = normpath(f"{game.id}/{name}/{file}")
        try:
            document = document._replace(date=date or date_of(game))
            pdf = make(path, document)
        except PdfTooLargeError:
            return Emitted(diagnostics=(too_large(path),))
        except FontFault as fault:
            return Emitted(diagnostics=(error(fault.code, fault.message, None, fault.cure),))
        written[file] = (tuple(document.pages), pdf)
        files[path], hashes[path] = pdf.parts, pdf.sha256
    inks = {name: pdf.inks for name, (_, pdf) in written.items()}
    found = tuple(too_much_ink(inks, colours)) if colours is not None else ()
    if simulate is None:
        record = manifest(edition, parts, written, plain, profile, whole=whole).to_json()
        path = f"{game.id}/{name}/manifest.json"
        files[path], hashes[path] = record, hashlib.sha256(record).hexdigest()
    return Emitted(files, hashes, found)
