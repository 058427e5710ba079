"""The parts of an edition as the content of its files, and the record of what they print."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from posixpath import normpath
from typing import TYPE_CHECKING

from pnp.build.document import Part, combined_document, part_document
from pnp.diagnostics import Diagnostic, error
from pnp.disk import Content
from pnp.draw import FaceHashes, Page
from pnp.impose import PieceFaces, PrintProfile
from pnp.model import Game
from pnp.pictures import Sampling
from pnp.reprint import Place, PrintedFile, Record, face_places, recorded_pieces, recorded_rules

if TYPE_CHECKING:
    from pnp.build.run import BuildRun
    from pnp.pdf.pages import Share


def too_large(path: str = "") -> Diagnostic:
    """E112, for the file at ``path``; without one, for whatever a command writes."""
    named = f"'{path}'" if path else "the PDF"
    return error(
        "E112",
        f"{named} would have more than 4 GB, which few viewers and printers can read",
        None,
        "divide the set into several, choose pieces with --only, or lower max-dpi",
    )


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A PDF file as it was written: its pages, its bytes in parts, and their SHA-256."""

    pages: Sequence[Page]
    parts: tuple[bytes, ...]
    sha256: str


def manifest(
    game: Game,
    language: str,
    parts: Sequence[Part],
    files: Mapping[str, WrittenFile],
    plain: Mapping[str, PieceFaces],
    profile: PrintProfile,
    hashes: FaceHashes,
    *,
    whole: bool,
) -> Record:
    """The record of a build: for each piece its copies and the hash of each face, for each face where it lies, and rule sheets.

    Equal builds give equal records. A hash changes when, and only when, the face looks different on paper; a
    watermark does not count, and blank pieces are none of the game's.

    Args:
        game: What was built.
        language: BCP 47 tag.
        parts: Of the build.
        files: That were written, by their names relative to the folder of the manifest.
        plain: The pieces of the game by key, without what was printed over them.
        profile: How they were printed.
        hashes: Remembers the hashes of the faces.
        whole: Whether every piece was built, and as often as the data say.
    """
    sheets = {part.file: tuple(sheet.digest for sheet in part.sheets) for part in parts}
    everything = tuple(sheet.digest for part in parts for sheet in part.sheets)
    names = _names((piece for part in parts for piece in part.faces), plain, hashes)
    places: dict[str, Place] = {}
    for name, file in files.items():
        places = {**face_places(name, file.pages, lambda face: names.get(id(face))), **places}
    return Record(
        game=game.id,
        language=language,
        version=game.version,
        pieces=recorded_pieces(plain.values(), hashes),
        places=places,
        files={
            name: PrintedFile(file.sha256, sheets.get(name, everything), len(file.pages))
            for name, file in files.items()
        },
        bleed=profile.bleed.mm,
        ink=profile.ink,
        whole=whole,
        rules={part.rules: recorded_rules(part.read, hashes) for part in parts if part.rules},
    )


def _names(
    printed: Iterable[PieceFaces], plain: Mapping[str, PieceFaces], hashes: FaceHashes
) -> dict[int, str]:
    """The hashes of the printed faces by their identity: those of the faces under what is printed over them."""
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
        files: By name, relative to the folder of the output; none when there are errors.
        hashes: SHA-256 of each of them, in hexadecimal digits.
        diagnostics: E112.
    """

    files: Mapping[str, Content] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()


def emit(
    run: BuildRun,
    game: Game,
    language: str,
    parts: Sequence[Part],
    plain: Mapping[str, PieceFaces],
    share: Share | None = None,
) -> Emitted:
    """The files of an edition. Pieces in the colours of other eyes are not for play: they get no manifest.

    Args:
        run: Whose options and profile say how.
        game: In the language.
        language: BCP 47 tag.
        parts: Of the edition; not empty.
        plain: Its pieces by key, without what was printed over them.
        share: Has pages made by several processes.
    """
    from pnp.pdf import PdfTooLargeError, pdf_in_parts

    options, profile, fonts = run.options, run.profile, run.workshop.fonts
    name, vision = language, options.simulate
    if vision is not None:
        from pnp.vision import Sight

        name, sight = f"{language}-{vision}", Sight(vision)
        parts = [replace(part, pages=tuple(map(sight.page, part.pages))) for part in parts]
    if options.combined:
        documents = {f"../{game.id}-{name}.pdf": combined_document(game, language, parts, profile)}
    else:
        documents = {part.file: part_document(game, language, part, profile) for part in parts}
    files: dict[str, Content] = {}
    hashes: dict[str, str] = {}
    written: dict[str, WrittenFile] = {}
    for file, document in documents.items():
        path = normpath(f"{game.id}/{name}/{file}")
        try:
            pdf = pdf_in_parts(document, fonts, Sampling(profile.max_dpi), run.form_maker, share)
        except PdfTooLargeError:
            return Emitted(diagnostics=(too_large(path),))
        written[file] = WrittenFile(tuple(document.pages), pdf.parts, pdf.sha256)
        files[path], hashes[path] = pdf.parts, pdf.sha256
    if vision is None:
        whole = options.selection.whole
        record = manifest(game, language, parts, written, plain, profile, run.hashes, whole=whole).to_json()
        path = f"{game.id}/{name}/manifest.json"
        files[path], hashes[path] = record, hashlib.sha256(record).hexdigest()
    return Emitted(files, hashes)
