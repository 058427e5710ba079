"""Emitting an edition: its parts as PDF files in RGB or the inks of a press, with a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import normpath
from typing import TYPE_CHECKING, TypeAlias

from pnp.build.document import Part, combined_document, part_document
from pnp.build.edition import Edition
from pnp.build.workshop import Workshop
from pnp.colour import BLACK, Colour, PressColour
from pnp.diagnostics import Diagnostic, error, note, warning
from pnp.disk import Content
from pnp.draw import AnyFace, Document, Face, FinishedFace, Group, Item, Page, Picture
from pnp.fonts import FontFault
from pnp.impose import PieceFaces, PrintProfile
from pnp.model import Game
from pnp.model.files import FileFault
from pnp.model.print import SHIPPED_PRESSES
from pnp.pdf.colours import RGB, PressColours, RgbColours
from pnp.reprint import Place, PrintedFile, Record, face_places, recorded_pieces, recorded_rules
from pnp.text import phrase_library
from pnp.vision import Vision

if TYPE_CHECKING:
    from pnp.pdf import Form, Pdf


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
    names: dict[int, str] = {}  # of the printed faces by their ids: hashes of those without watermarks
    for piece in (piece for part in parts for piece in part.faces if piece.key in plain):
        under = plain[piece.key]
        names[id(piece.front)] = hashes.of(under.front)
        if piece.back is not None and under.back is not None:
            names[id(piece.back)] = hashes.of(under.back)
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


def dated_document(edition: Edition, part: Part, profile: PrintProfile, date: str) -> Document:
    """The file of a part; an empty date is that of the game."""
    document = part_document(edition.game, edition.language, part, profile)
    return document._replace(date=date or date_of(edition.game))


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
        whole_game = combined_document(game, edition.language, parts, profile)
        documents = {f"../{game.id}-{name}.pdf": whole_game._replace(date=date or date_of(game))}
    else:
        documents = {part.file: dated_document(edition, part, profile, date) for part in parts}
    files: dict[str, Content] = {}
    hashes: dict[str, str] = {}
    written: dict[str, tuple[Sequence[Page], Pdf]] = {}
    for file, document in documents.items():
        path = normpath(f"{game.id}/{name}/{file}")
        try:
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


_UNDATED = "2000-01-01"


def file_colours(
    workshop: Workshop, profile: PrintProfile, given: bytes | None = None
) -> tuple[RgbColours, list[Diagnostic]]:
    """The colours of the files, and the fault of the profile of the press (E405).

    Args:
        workshop: Its game's folder has the file that the print profile names.
        profile: How to print.
        given: The content of that file, if it is not in the game's folder.
    """
    if profile.colour == "rgb":
        return RGB, []
    from pnp.cmyk import ProfileFault, read_profile, shipped_profile
    from pnp.cmyk.converter import InkConverter, InkPictures

    try:
        press = shipped_profile()
        if profile.output_intent in SHIPPED_PRESSES:
            press = shipped_profile(profile.output_intent)
        elif profile.output_intent:
            press = read_profile(given if given is not None else workshop.files.read(profile.output_intent))
    except (ProfileFault, FileFault) as fault:
        game = workshop.game
        place = None if game is None or given is not None else game.print.places.get("output-intent")
        cure = fault.cure if isinstance(fault, FileFault) else "ask the shop for its profile"
        return RGB, [error("E405", f"output-intent: {fault}", place, cure)]
    converter = InkConverter(press, profile.ink_limit, profile.rich_black)
    return PressColours(converter, InkPictures(converter)), []


_SLACK = 0.5
"""Percent of ink that rounding may add."""


def too_much_ink(written: Mapping[str, Sequence[float]], colours: RgbColours) -> Iterator[Diagnostic]:
    """S208 for each file with pages that take more ink than the press, which own inks alone can ask for.

    Args:
        written: The most ink on each page of files, by their names.
        colours: Of the files.
    """
    converter = colours.converter
    if converter is None or converter.profile is None:
        return
    allowed = converter.allowed
    for name, inks in written.items():
        heavy = [number for number, ink in enumerate(inks, 1) if ink > allowed + _SLACK]
        if heavy:
            pages = "page " + str(heavy[0]) if len(heavy) == 1 else f"pages {', '.join(map(str, heavy))}"
            message = (
                f"'{name}' has {max(inks):.0f} % ink at one place on {pages}, "
                f"{converter.profile.name} takes {allowed:.0f} %"
            )
            cure = [
                f"build with --ink-limit {allowed:.0f}, which lightens such colours",
                "or lower their inks",
            ]
            yield warning("S208", message, None, cure)


_FAR = 0.045
"""Distance in Oklab from which a colour looks like another one: 0.02 is just noticeable."""
_NAMED = 8


def unprintable_colours(game: Game, colours: RgbColours) -> Iterator[Diagnostic]:
    """S209: the colours of terms and styles that the press cannot print, with what it prints instead."""
    from pnp.vision import difference

    converter = colours.converter
    if converter is None:
        return
    named: dict[Colour, str] = {}
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            if term.colour is not None:
                named.setdefault(term.colour, f"'{vocabulary.id}.{term.id}'")
    for name, style in game.styles.items():
        named.setdefault(style.colour, f"style '{name}'")
    found = []
    for colour, name in named.items():
        if isinstance(colour, PressColour) and (colour.inks is not None or colour.spot):
            continue
        look = converter.look(converter.area(colour))
        if colour.opaque != BLACK and difference(colour, look) > _FAR:
            found.append(f"{name} {colour.opaque} (looks like {look})")
    if found:
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        message = f"the press cannot print {', '.join(found[:_NAMED])}{more}"
        cure = "choose duller colours, or inks of your own, such as '#B3202C cmyk(0 100 90 10)'"
        yield note("S209", message, None, cure)


def date_of(game: Game) -> str:
    """The date that files of the game have, ``2026-11-30``: the newest whole date of its sources."""
    dates = [source.date for source in game.sources.values() if len(source.date) == len(_UNDATED)]
    return max(dates, default=_UNDATED)
