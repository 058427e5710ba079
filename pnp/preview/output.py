"""The files of a build, written again where something on them changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.build import Part, WrittenFile, manifest, named_apart, part_document, too_large, write_files
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.impose import PrintProfile
from pnp.pdf import PdfTooLargeError, pdf_in_parts
from pnp.pictures import Sampling
from pnp.preview.session import Session


@dataclass(frozen=True, slots=True)
class Written:
    """What came of bringing the files up to date.

    Attributes:
        pieces: Pieces that look different than the last time, or are new, once for all languages.
        files: That were written, relative to the output folder.
        diagnostics: Everything that is wrong now; with an error nothing is written.
    """

    pieces: tuple[str, ...]
    files: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


class LiveOutput:
    """The files that ``pnp build`` would write, byte for byte.

    Args:
        session: Watches the languages that are wanted.
        out: Folder of the output.
        journals: See ``put_files``.
        strict: Whether warnings keep files from being written.
    """

    def __init__(
        self, session: Session, out: Path, journals: Path | None = None, *, strict: bool = False
    ) -> None:
        self._session = session
        self._out = out
        self._journals = journals
        self._strict = strict
        self._written: dict[str, Content] = {}
        self._drawn: dict[str, tuple[Part, object, WrittenFile]] = {}
        self._looks: dict[tuple[str, str], tuple[str, str]] = {}
        self._sampling = Sampling()

    def update(self) -> Written:
        """Do all the work of the session and write what is new, unless something is wrong."""
        self._session.finish()
        pieces = tuple(dict.fromkeys(self._changed()))
        found = list(dict.fromkeys(self._found()))
        if self._strict:
            found = made_strict(found)
        if has_errors(found) or not self._session.languages:
            return Written(pieces, (), tuple(found))
        try:
            files = {name: data for name, data in self._files() if self._written.get(name) != data}
        except PdfTooLargeError as fault:
            return Written(pieces, (), (*found, too_large(str(fault))))
        found += write_files(self._out, files, self._journals) if files else ()
        if has_errors(found):
            return Written(pieces, (), tuple(found))
        self._written |= files
        return Written(pieces, tuple(files), tuple(found))

    def _found(self) -> Iterator[Diagnostic]:
        for language in self._session.languages or ("",):
            yield from self._session.faults(language)

    def _changed(self) -> Iterator[str]:
        """Pieces whose pictures are not those of the last time."""
        before, self._looks = self._looks, {}
        for language in self._session.languages:
            for key, live in self._session.pieces(language).pieces.items():
                looks = self._looks[language, key] = (live.front, live.back)
                if before.get((language, key)) != looks:
                    yield key

    def _files(self) -> Iterator[tuple[str, Content]]:
        for language in self._session.languages:
            local, sheets = self._session.pieces(language), self._session.sheets(language)
            parts = named_apart([*sheets.set_parts(), *sheets.book_parts()])
            folder = f"{local.game.id}/{language}"
            drawn = {part.file: self._pdf(language, f"{folder}/{part.file}", part) for part in parts}
            for name, file in drawn.items():
                yield f"{folder}/{name}", file.parts
            if parts:
                plain = {key: live.faces for key, live in local.pieces.items() if live.faces is not None}
                profile = self._session.profile
                record = manifest(
                    local.game, language, parts, drawn, plain, profile, local.hashes, whole=True
                )
                yield f"{folder}/manifest.json", record.to_json()

    def _pdf(self, language: str, name: str, part: Part) -> WrittenFile:
        """The file of a part; that of the last time when the part and what every file says are the same.

        Raises:
            PdfTooLargeError: With its name.
        """
        game, profile = self._session.pieces(language).game, self._session.profile
        said = (game.name.source, game.version, game.credits, profile)
        drawn = self._drawn.get(name)
        if drawn is None or drawn[0] is not part or drawn[1] != said:
            document = part_document(game, language, part, profile)
            try:
                pdf = pdf_in_parts(document, self._session.reading.workshop.fonts, self._sampled(profile))
            except PdfTooLargeError:
                raise PdfTooLargeError(name) from None
            written = WrittenFile(tuple(document.pages), pdf.parts, pdf.sha256)
            drawn = self._drawn[name] = (part, said, written)
        return drawn[2]

    def _sampled(self, profile: PrintProfile) -> Sampling:
        if self._sampling.max_dpi != profile.max_dpi:
            self._sampling = Sampling(profile.max_dpi)
        return self._sampling
