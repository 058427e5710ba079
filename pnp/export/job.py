"""An export in progress: what is chosen, what was found, and where the files go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, NoReturn, TypeVar

from pnp.build import (
    ComposedGame,
    Edition,
    Progress,
    Workshop,
    ascii_name,
    check_workshop,
    compose,
    date_of,
    file_colours,
    too_much_ink,
    unprintable_colours,
)
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.diagnostic import accept
from pnp.diagnostics.printer import strict as made_strict
from pnp.draw import Document, Face, FaceHashes, with_items
from pnp.impose import PieceFaces, PrintProfile
from pnp.model import ComponentSet, Game
from pnp.model.files import distinct
from pnp.model.print import Ink
from pnp.pdf import FormMaker, PdfWriter, write_pdf
from pnp.pictures import Sampling
from pnp.raster.pixels import WritePdf, missing_renderer
from pnp.translation import Translations

_Made = TypeVar("_Made")


class ExportStopped(Exception):
    """An export cannot go on; ``ExportJob.found`` has the reason.

    Attributes:
        environment: Whether it is that a library is not installed.
    """

    def __init__(self, *, environment: bool) -> None:
        super().__init__()
        self.environment = environment


@dataclass(slots=True)
class ExportJob(ABC):
    """One export; a subclass says where its files go.

    Attributes:
        workshop: The game's assets.
        game: Its data, in its own language.
        sets: Those that are chosen, with the chosen pieces.
        languages: In order.
        translations: Of the languages.
        jobs: Processes to compose in.
        strict: Whether warnings count as errors.
        progress: Receives the progress of the export.
        found: Findings so far, in order.
    """

    workshop: Workshop
    game: Game
    sets: tuple[ComponentSet, ...]
    languages: tuple[str, ...]
    translations: Translations
    jobs: int = 1
    strict: bool = False
    progress: Progress = field(default_factory=Progress)
    found: list[Diagnostic] = field(default_factory=list)
    _checked: bool = False

    @abstractmethod
    def write(self, files: Mapping[str, bytes]) -> None:
        """Take files as soon as they are made, named relative to the folder of the output."""

    def stop(self, *, environment: bool = False) -> NoReturn:
        """End the export because of its findings; ``environment`` as of ``ExportStopped``.

        Raises:
            ExportStopped: Always.
        """
        raise ExportStopped(environment=environment)

    def refuse(self, fault: Diagnostic) -> NoReturn:
        """End the export because of a fault.

        Raises:
            ExportStopped: Always.
        """
        self.add([fault])
        self.stop()

    def needed(self, made: _Made | None, faults: Iterable[Diagnostic]) -> _Made:
        """Something that the export needs, after the findings of making it are added; None for an error.

        Raises:
            ExportStopped: There is an error.
        """
        self.add(faults)
        if made is None:
            self.stop()
        return made

    @property
    def bleed(self) -> float:
        """The bleed that the game prints with, in millimetres."""
        return self.game.print.bleed.mm

    def folder(self, language: str, kind: str) -> str:
        """Where files of a kind go, relative to the folder of the output."""
        return f"{self.game.id}/{language}/{kind}"

    @property
    def write_pdf(self) -> WritePdf:
        """Writes documents with the game's fonts and all pixels of its pictures."""
        return partial(write_pdf, fonts=self.workshop.fonts, sampling=Sampling(0))

    def sheet_writer(self, profile: PrintProfile, press: bytes | None = None, date: str = "") -> WritePdf:
        """A writer of sheets in the colours of a print profile; it adds findings about ink.

        Args:
            profile: How to print.
            press: The content of the ICC profile that it names, if that is not in the game's folder.
            date: Of the files, where they have one; empty for that of the game.

        Raises:
            ExportStopped: The ICC profile cannot be used (E405).
        """
        colours, refused = file_colours(self.workshop, profile, press)
        self.add([*refused, *unprintable_colours(self.game, colours)])
        writer = PdfWriter(FormMaker(self.workshop.fonts, colours), Sampling(profile.max_dpi))

        def write(document: Document) -> bytes:
            document = document._replace(date=date or date_of(self.game))
            pdf = writer.pdf(document)
            self.add(too_much_ink({document.title: pdf.inks}, colours))
            return b"".join(pdf.parts)

        return write

    def need_pictures(self) -> None:
        """Stop when the library that draws pictures is not installed.

        Raises:
            ExportStopped: It is not (E310).
        """
        missing = missing_renderer()
        if missing is not None:
            self.found.append(missing)
            self.stop(environment=True)

    def check(self) -> None:
        """Check the data, once.

        Raises:
            ExportStopped: They have an error.
        """
        if not self._checked:
            self._checked = True
            self.add(check_workshop(self.workshop, translations=self.translations).diagnostics)

    def compose(self, language: str, bleed: float, ink: Ink = "full") -> ComposedGame:
        """The chosen pieces in a language, without a fault that keeps them from being printed.

        Raises:
            ExportStopped: There is such a fault.
        """
        self.check()
        translator = self.translations.translator(language)
        edition = Edition(self.workshop, translator, self.sets, bleed=bleed, ink=ink)
        composed = compose(edition, self.jobs, self.progress)
        self.add(composed.checked())
        return composed

    def add(self, found: Iterable[Diagnostic]) -> None:
        """Add findings, without those already known and those that the game accepts.

        Raises:
            ExportStopped: There is an error.
        """
        found = accept(list(found), self.translations.allowances())
        known = set(self.found) | {replace(item, span=None) for item in self.found}
        self.found += [item for item in dict.fromkeys(found) if item not in known]
        if self.strict:
            self.found = made_strict(self.found)
        if has_errors(self.found):
            self.stop()


class PieceFile(NamedTuple):
    """A side of a piece, and the name of the file that shows it."""

    component_set: ComponentSet
    piece: PieceFaces
    side: str
    face: Face
    name: str


def piece_files(composed: ComposedGame, side: str, ending: str) -> list[PieceFile]:
    """Each side of each piece with the name of its file; the arguments are those of ``named_faces``."""
    faces = list(_faces(composed, side))
    names = distinct(stem for stem, *_ in faces)
    return [
        PieceFile(component_set, piece, side, face, f"{name}.{ending}")
        for (_, component_set, piece, side, face), name in zip(faces, names, strict=True)
    ]


def named_faces(composed: ComposedGame, side: str, ending: str) -> list[tuple[Face, list[str]]]:
    """Each different face once, with the names of the files that show it.

    Args:
        composed: With faces that have their items.
        side: ``front``, ``back`` or ``both``.
        ending: Of the names, such as ``png``.
    """
    hashes = FaceHashes()
    named: dict[str, tuple[Face, list[str]]] = {}
    for each in piece_files(composed, side, ending):
        named.setdefault(hashes.of(each.face), (each.face, []))[1].append(each.name)
    return list(named.values())


def _faces(composed: ComposedGame, side: str) -> Iterator[tuple[str, ComponentSet, PieceFaces, str, Face]]:
    """The sides with the stems of their files."""
    for each in composed.sets:
        for piece in each.faces:
            stem = f"{ascii_name(each.component_set.id)}-{ascii_name(piece.key.partition('/')[2])}"
            for name, face in (("front", piece.front), ("back", piece.back)):
                if face is not None and side in (name, "both"):
                    stem_of_side = f"{stem}-{name}-{composed.edition.language.lower()}"
                    yield stem_of_side, each.component_set, piece, name, with_items(face)
