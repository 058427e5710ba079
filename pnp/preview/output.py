"""The files of a build, written again where something on them changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pnp.build import emit_files, file_colours, named_apart, write_files
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.draw import Document
from pnp.impose import PrintProfile
from pnp.pdf import FormMaker, Pdf, PdfWriter
from pnp.pdf.colours import RgbColours
from pnp.pictures import Sampling
from pnp.preview.session import Session


@dataclass(frozen=True, slots=True)
class Written:
    """The result of updating the files.

    Attributes:
        pieces: Keys of pieces that look different than the last time, or are new, in any language.
        files: The written files, relative to the output folder.
        diagnostics: All present findings; with an error nothing is written.
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
        press: The content of the ICC profile that the print options name; None if it is in the game's folder.
        date: Of the files, where they have one; empty for that of the game.
    """

    def __init__(
        self,
        session: Session,
        out: Path,
        journals: Path | None = None,
        *,
        strict: bool = False,
        press: bytes | None = None,
        date: str = "",
    ) -> None:
        self._session = session
        self._out = out
        self._journals = journals
        self._strict = strict
        self._press = press
        self._date = date
        self._looks: dict[tuple[str, str], tuple[str, str]] = {}
        self._printing: tuple[PrintProfile, RgbColours, Sampling] | None = None
        self._made: dict[str, tuple[Document, Pdf]] = {}
        self._written: dict[str, Content] = {}

    def update(self) -> Written:
        """Do all the work of the session and write the changed files, unless there is an error."""
        self._session.finish()
        pieces = tuple(dict.fromkeys(self._changed()))
        found = list(dict.fromkeys(self._found()))
        if self._strict:
            found = made_strict(found)
        if has_errors(found) or not self._session.languages:
            return Written(pieces, (), tuple(found))
        files, emitted = self._emitted()
        changed = {name: data for name, data in files.items() if self._written.get(name) != data}
        faults = write_files(self._out, changed, self._journals) if changed else []
        if faults:
            changed = {}
        self._written |= changed
        return Written(pieces, tuple(changed), (*found, *emitted, *faults))

    def _emitted(self) -> tuple[Mapping[str, Content], Sequence[Diagnostic]]:
        """The files of all languages; none if there is an error."""
        profile = self._session.profile
        workshop = self._session.reading.workshop
        if self._printing is None or self._printing[0] != profile:
            made, refused = file_colours(workshop, profile, self._press)
            if refused:
                return {}, refused
            self._printing = (profile, made, Sampling(profile.max_dpi))
            self._made.clear()
        _, colours, sampling = self._printing
        make = partial(self._pdf, PdfWriter(FormMaker(workshop.fonts, colours), sampling))
        files: dict[str, Content] = {}
        found: list[Diagnostic] = []
        for language in self._session.languages:
            live = self._session.live(language)
            parts = named_apart([*live.set_parts(), *live.book_parts()])
            if parts:
                plain = {key: each.faces for key, each in live.pieces.items() if each.faces is not None}
                emitted = emit_files(
                    live.edition, parts, plain, profile, make, colours=colours, date=self._date
                )
                found += emitted.diagnostics
                if has_errors(emitted.diagnostics):
                    return {}, found
                files |= emitted.files
        return files, found

    def _pdf(self, writer: PdfWriter, path: str, document: Document) -> Pdf:
        """The document as the file at a path: that of the last time if it showed the same pages."""
        before = self._made.get(path)
        if before is not None and _same(before[0], document):
            return before[1]
        pdf = writer.pdf(document)
        self._made[path] = (document, pdf)
        return pdf

    def _found(self) -> Iterator[Diagnostic]:
        for language in self._session.languages or ("",):
            yield from self._session.faults(language)

    def _changed(self) -> Iterator[str]:
        """Pieces whose pictures are not those of the last time."""
        before, self._looks = self._looks, {}
        for language in self._session.languages:
            for key, live in self._session.live(language).pieces.items():
                looks = self._looks[language, key] = (live.front, live.back)
                if before.get((language, key)) != looks:
                    yield key


def _same(one: Document, other: Document) -> bool:
    """Whether documents have the same pages, not only equal ones, and say the same about themselves."""
    return one.pages is other.pages and one._replace(pages=()) == other._replace(pages=())
