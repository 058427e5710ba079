"""The files of a build, written again where something on them changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.build import FileSink, WrittenFile, emit_files, file_colours, named_apart
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.draw import Document
from pnp.fonts import FontLibrary
from pnp.impose import PrintProfile
from pnp.pdf.colours import RgbColours
from pnp.pictures import Sampling
from pnp.preview.session import Session


class ChangedFiles:
    """A sink that makes and writes only what has changed.

    Args:
        sink: Receives the changed files.
    """

    def __init__(self, sink: FileSink) -> None:
        self._sink = sink
        self._made: dict[str, tuple[Document, Sampling, RgbColours | None, WrittenFile]] = {}
        self._sampling = Sampling()
        self._written: dict[str, Content] = {}

    def pdf(
        self,
        path: str,
        document: Document,
        fonts: FontLibrary,
        sampling: Sampling,
        colours: RgbColours | None = None,
    ) -> WrittenFile:
        """See ``Sink``; the file made last time if it shows the same pages."""
        if self._sampling.max_dpi != sampling.max_dpi:
            self._sampling = sampling
        before = self._made.get(path)
        alike = before is not None and before[1] is self._sampling and before[2] is colours
        if before is not None and alike and _same(before[0], document):
            return before[3]
        file = self._sink.pdf(path, document, fonts, self._sampling, colours)
        self._made[path] = (document, self._sampling, colours, file)
        return file

    def write(self, files: Mapping[str, Content]) -> list[Diagnostic]:
        """See ``Sink``."""
        changed = self.changed(files)
        faults = self._sink.write(changed) if changed else []
        if not faults:
            self._written |= changed
        return faults

    def changed(self, files: Mapping[str, Content]) -> dict[str, Content]:
        """The files that are not written as they are."""
        return {name: data for name, data in files.items() if self._written.get(name) != data}


def _same(one: Document, other: Document) -> bool:
    """Whether documents have the same pages, not only equal ones, and say the same about themselves."""
    return one.pages is other.pages and one._replace(pages=()) == other._replace(pages=())


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
        self._sink = ChangedFiles(FileSink(out, journals))
        self._strict = strict
        self._press = press
        self._date = date
        self._looks: dict[tuple[str, str], tuple[str, str]] = {}
        self._colours: tuple[PrintProfile, RgbColours] | None = None

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
        changed = tuple(self._sink.changed(files))
        failed = has_errors(emitted)
        faults = [] if failed else self._sink.write(files)
        return Written(pieces, () if failed or faults else changed, (*found, *emitted, *faults))

    def _emitted(self) -> tuple[Mapping[str, Content], Sequence[Diagnostic]]:
        """The files of all languages, or the first fault."""
        profile = self._session.profile
        if self._colours is None or self._colours[0] != profile:
            made, refused = file_colours(self._session.reading.workshop, profile, self._press)
            if refused:
                return {}, refused
            self._colours = (profile, made)
        colours = self._colours[1]
        files: dict[str, Content] = {}
        found: list[Diagnostic] = []
        for language in self._session.languages:
            live = self._session.live(language)
            parts = named_apart([*live.set_parts(), *live.book_parts()])
            if parts:
                plain = {key: each.faces for key, each in live.pieces.items() if each.faces is not None}
                emitted = emit_files(
                    live.edition, parts, plain, profile, self._sink, colours=colours, date=self._date
                )
                found += emitted.diagnostics
                if has_errors(emitted.diagnostics):
                    return {}, found
                files |= emitted.files
        return files, found

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
