"""An open game: its pieces as pictures, its output and its exports as bytes."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeAlias

from pnp.api.fault import (
    BrokenGameError,
    CancelledError,
    GameNotFoundError,
    MissingLibraryError,
    UnknownNameError,
    UnusableFilesError,
)
from pnp.api.files import checked_files, files_of_zip, found_folder
from pnp.build import (
    BuildOptions,
    Checked,
    ComposedPiece,
    Edition,
    Progress,
    Selection,
    Workshop,
    build,
    check_workshop,
    open_workshop,
    print_profile,
    select,
    write_files,
)
from pnp.diagnostics import Diagnostic, has_errors
from pnp.disk import temporary_folder
from pnp.draw import Document, Face, with_items
from pnp.export.cut import export_cut
from pnp.export.face_svg import TextAs, face_svg
from pnp.export.faces import export_png, export_showcase, export_svg
from pnp.export.html import export_html
from pnp.export.job import ExportJob, ExportStopped
from pnp.export.pcio import export_pcio
from pnp.export.pod import export_pod
from pnp.export.table import cell, export_csv
from pnp.export.target import read_target, shipped_targets
from pnp.export.tts import export_tts
from pnp.impose import face_pages
from pnp.impose.tuck_box import box_thickness
from pnp.model import Game, Piece
from pnp.pdf import write_pdf
from pnp.raster.pixels import missing_renderer, png_bytes, take, trim_shot
from pnp.translation import Translations

Side: TypeAlias = Literal["front", "back"]

Report: TypeAlias = Callable[[str, int, int], object]
"""Called with a stage, the number of steps done and of all its steps; stops the work by returning False."""

_PREVIEW_DPI = 100


@dataclass(frozen=True, slots=True)
class Output:
    """Files that were made.

    Attributes:
        files: Content by path, with forward slashes; empty when there are errors.
        diagnostics: Everything found.
    """

    files: Mapping[str, bytes]
    diagnostics: tuple[Diagnostic, ...]


class OpenGame:
    """A game that is open; a context manager.

    Args:
        source: Name or folder of a game, path of a ZIP file, the ZIP file itself, or the files of a game by
            path, such as ``{"game.yaml": "name: Ants"}``.
        cwd: Base of names and paths, also in findings; the current folder when None.

    Raises:
        GameNotFoundError: No game has that name.
        UnusableFilesError: The ZIP file or mapping cannot be a game.
    """

    def __init__(
        self, source: str | Path | bytes | Mapping[str, str | bytes], cwd: Path | None = None
    ) -> None:
        self._stack = ExitStack()
        self._cwd = cwd or Path.cwd()
        self._files: dict[str, bytes] | None = None
        zipped = _zip_of(source, self._cwd)
        if zipped is not None:
            self._files = files_of_zip(zipped)
        elif isinstance(source, Mapping):
            self._files = checked_files(source)
        if self._files is None:
            assert isinstance(source, str | Path)
            self._workshop = self._open(found_folder(source, self._cwd), self._cwd)
        else:
            self._unpack()

    def __enter__(self) -> OpenGame:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Remove what was unpacked; the game cannot be used afterwards."""
        self._stack.close()

    @property
    def workshop(self) -> Workshop:
        """The game with its assets, for the other functions of ``pnp.api``."""
        return self._workshop

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings of reading the files."""
        return self._workshop.diagnostics

    @property
    def game(self) -> Game:
        """The data.

        Raises:
            BrokenGameError: The files are too broken to be a game.
        """
        if self._workshop.game is None:
            raise BrokenGameError(self.diagnostics)
        return self._workshop.game

    @property
    def languages(self) -> tuple[str, ...]:
        """The game's own language, then those it is translated into; raises what ``game`` raises."""
        return self.game.languages

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of all pieces, such as ``weapons/bow``, in order; raises what ``game`` raises."""
        return tuple(piece.key for piece in self.game.pieces())

    def change(self, files: Mapping[str, str | bytes | None]) -> None:
        """Replace, add or (with None) remove files of a game from a ZIP file or a mapping, and read it again.

        Raises:
            UnusableFilesError: The game is a folder, where your program changes files itself and opens the
                game again; or a path cannot be used.
        """
        if self._files is None:
            raise UnusableFilesError("this game is a folder: change its files there and open it again")
        kept = {path: data for path, data in self._files.items() if files.get(path, b"") is not None}
        new = {path: data for path, data in files.items() if data is not None}
        self._files = kept | checked_files(new)
        self._unpack()

    def check(self, seeds: int = 20) -> Checked:
        """Check data, texts, rule sheets and translations; see ``pnp.api.check``."""
        return check_workshop(self._workshop, seeds, rulebooks=True)

    def piece(self, key: str, language: str = "") -> OpenPiece:
        """A piece by its name, such as ``weapons/bow``; in the game's own language unless one is named.

        Raises:
            UnknownNameError: No piece or language has this name.
            BrokenGameError: The files are too broken to be a game.
        """
        edition = self._edition(language or self.game.language)
        for piece in edition.game.pieces():
            if piece.key == key:
                return OpenPiece(self._workshop, edition, piece)
        raise UnknownNameError.of("piece", key, self.keys)

    def pieces(self, language: str = "") -> Iterator[OpenPiece]:
        """All pieces in order; raises what ``piece`` raises."""
        edition = self._edition(language or self.game.language)
        return (OpenPiece(self._workshop, edition, piece) for piece in edition.game.pieces())

    def build(
        self,
        *,
        languages: Iterable[str] = (),
        only: Iterable[str] = (),
        where: str = "",
        copies: int | None = None,
        options: Mapping[str, str] | None = None,
        strict: bool = False,
        progress: Report | None = None,
        time_limit: float = 0.0,
    ) -> Output:
        """The PDFs and the manifest as bytes, the same as those of ``pnp build``.

        Args:
            languages: Empty for the game's own.
            only: Sets or pieces, such as ``weapons`` or ``spells/*``; empty for all.
            where: Expression over the fields of pieces that selects some; empty for all.
            copies: Number of copies of each piece; None for its own.
            options: Print options by their names in ``game.yaml``, such as ``{"paper": "Letter"}``.
            strict: Whether warnings count as errors.
            progress: Learns what has been done.
            time_limit: Seconds; checked after each piece. 0 for none.

        Raises:
            UnknownNameError: The game has no such language.
            BrokenGameError: The files are too broken to be a game.
            CancelledError: ``progress`` returned False, or the time was over.
        """
        chosen = self._languages(languages)
        with temporary_folder() as folder:
            selection = Selection(tuple(only), where, copies)
            wanted = BuildOptions(folder, chosen, selection, dict(options or {}), strict=strict)
            result = build(self._workshop, wanted, _Steps(progress, time_limit))
            files = {name: (folder / name).read_bytes() for name in result.files}
        return Output(files, tuple(result.diagnostics))

    def export(
        self,
        kind: str,
        *,
        languages: Iterable[str] = (),
        only: Iterable[str] = (),
        where: str = "",
        copies: int | None = None,
        strict: bool = False,
        progress: Report | None = None,
        time_limit: float = 0.0,
        **options: Any,
    ) -> Output:
        """The files of an export as bytes, the same as those of ``pnp export``.

        Args:
            kind: ``png``, ``svg``, ``showcase``, ``html``, ``tts``, ``pod``, ``cut`` or ``csv``.
            languages: As for ``build``.
            only: As for ``build``.
            where: As for ``build``.
            copies: As for ``build``.
            strict: As for ``build``.
            progress: As for ``build``.
            time_limit: As for ``build``.
            options: Of the export, by the names of the command's options: ``dpi``, ``bleed`` (millimetres),
                ``target`` …

        Raises:
            UnknownNameError: No export, option, set, piece or language has this name.
            BrokenGameError: The files are too broken to be a game.
            MissingLibraryError: Pictures need the extra ``preview``.
            CancelledError: ``progress`` returned False, or the time was over.
        """
        chosen = self._languages(languages)
        sets, faults = select(self.game, Selection(tuple(only), where, copies))
        if has_errors(faults):
            raise UnknownNameError(faults[0].message)
        job = CollectedExport(
            workshop=self._workshop,
            game=self.game,
            sets=sets,
            languages=chosen,
            translations=Translations(self.game, chosen),
            strict=strict,
            progress=_Steps(progress, time_limit),
        )
        try:
            run_export(job, kind, options)
        except ExportStopped as stopped:
            if stopped.environment:
                raise MissingLibraryError(job.found[-1].message) from None
            return Output({}, tuple(job.found))
        return Output(job.files, tuple(job.found))

    def _repr_html_(self) -> str:
        """Sets with their numbers of pieces, for notebooks."""
        game = self._workshop.game
        if game is None:
            found = "".join(f"<li>{escape(f'{each.code}: {each.message}')}</li>" for each in self.diagnostics)
            return f"<ul>{found}</ul>"
        rows = "".join(
            f"<tr><td>{escape(each.id)}</td><td>{escape(each.kind)}</td><td>{len(each.pieces)}</td>"
            f"<td>{each.copies}</td></tr>"
            for each in game.sets
        )
        head = "<tr><th>set</th><th>kind</th><th>pieces</th><th>copies</th></tr>"
        return f"<table><caption>{escape(game.name.source)}</caption>{head}{rows}</table>"

    def _open(self, folder: Path, cwd: Path) -> Workshop:
        self._editions: dict[str, Edition] = {}
        return open_workshop(folder, cwd)

    def _unpack(self) -> None:
        assert self._files is not None
        self._stack.close()
        folder = self._stack.enter_context(temporary_folder()) / "game"
        faults = write_files(folder, self._files)
        if faults:
            raise UnusableFilesError(faults[0].message)
        self._workshop = self._open(folder, folder)

    def _languages(self, wanted: Iterable[str]) -> tuple[str, ...]:
        chosen = tuple(wanted) or (self.game.language,)
        for language in chosen:
            if language not in self.languages:
                raise UnknownNameError.of("language", language, self.languages)
        return chosen

    def _edition(self, language: str) -> Edition:
        (language,) = self._languages((language,))
        if language not in self._editions:
            translator = Translations(self.game, (language,)).translator(language)
            self._editions[language] = Edition(self._workshop, translator)
        return self._editions[language]


@dataclass(frozen=True)
class OpenPiece:
    """A piece in one language; it is composed when it is first drawn.

    Attributes:
        piece: Its data.
    """

    _workshop: Workshop = field(repr=False)
    _edition: Edition = field(repr=False)
    piece: Piece

    @property
    def key(self) -> str:
        """Its name in the game, such as ``weapons/bow``."""
        return self.piece.key

    @property
    def copies(self) -> int:
        """The number of copies in the box."""
        return self.piece.copies

    @property
    def language(self) -> str:
        """BCP 47 tag of its texts."""
        return self._edition.language

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(self.piece.fields)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that are printed; raises what ``png`` raises."""
        back = self._faces.faces is not None and self._faces.faces.back is not None
        return ("front", "back") if back else ("front",)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings of composing it, such as a text that does not fit."""
        return self._faces.diagnostics

    def text(self, name: str) -> str:
        """The value of a field as it is printed, without marks; icons are ``:name:``.

        Raises:
            UnknownNameError: It has no such field.
        """
        if name not in self.piece.fields:
            raise UnknownNameError.of("field", name, self.fields)
        return str(cell(self.piece.fields[name], self.piece, self._edition.scope, self.language))

    def png(self, side: Side = "front", dpi: int = 300, *, bleed: bool = False) -> bytes:
        """A PNG file, transparent outside the trimmed shape, or a full rectangle with the bleed.

        Raises:
            UnknownNameError: It has no such side.
            BrokenGameError: It cannot be composed.
            MissingLibraryError: The extra ``preview`` is not installed.
        """
        _need_renderer()
        face = self._face(side)
        shot = trim_shot(face, dpi, bleed=face.bleed if bleed else 0.0, cut_out=not bleed)
        (image,) = take([shot], lambda document: write_pdf(document, self._workshop.fonts))
        return png_bytes(image, dpi)

    def svg(self, side: Side = "front", *, text: TextAs = "outlines", bleed: bool = False) -> str:
        """A whole SVG file; raises what ``png`` raises, but needs no extra."""
        face = self._face(side)
        return face_svg(face, self._workshop.fonts, text=text, bleed=face.bleed if bleed else 0.0)

    def pdf(self, side: Side = "front", *, bleed: bool = False) -> bytes:
        """A PDF file with one page of its size; raises what ``png`` raises, but needs no extra."""
        face = self._face(side)
        pages = face_pages([face], bleed=bleed)
        return write_pdf(Document(face.label or self.key, face.language, pages), self._workshop.fonts)

    def _repr_png_(self) -> bytes:
        """The front, for notebooks."""
        return self.png(dpi=_PREVIEW_DPI)

    @cached_property
    def _faces(self) -> ComposedPiece:
        return self._edition.piece(self.piece)

    def _face(self, side: str) -> Face:
        faces = self._faces.faces
        if faces is None:
            raise BrokenGameError(self._faces.diagnostics)
        if side not in self.sides:
            raise UnknownNameError.of("side", side, self.sides)
        face = faces.front if side == "front" else faces.back
        assert face is not None
        return with_items(face)


def _need_renderer() -> None:
    missing = missing_renderer()
    if missing is not None:
        raise MissingLibraryError(missing.message)


class _Steps(Progress):
    """Reports the progress of the work to a caller of the API, and stops the work."""

    def __init__(self, report: Report | None, seconds: float) -> None:
        super().__init__()
        self._report = report
        self._end = time.monotonic() + seconds if seconds else None
        self._stage, self._done, self._all = "", 0, 0

    def start(self, stage: str, steps: int) -> None:
        self._stage, self._done, self._all = stage, 0, steps
        self._tell()

    def step(self, steps: int) -> None:
        self._done += steps
        self._tell()

    def _tell(self) -> None:
        if self._end is not None and time.monotonic() > self._end:
            raise CancelledError("the time limit has passed")
        if self._report is not None and self._report(self._stage, self._done, self._all) is False:
            raise CancelledError("cancelled")


def _zip_of(source: object, cwd: Path) -> bytes | None:
    """The ZIP file, if the source is one."""
    if isinstance(source, bytes):
        return source
    if isinstance(source, str | Path) and str(source).lower().endswith(".zip"):
        path = cwd / source
        if path.is_file():
            return path.read_bytes()
        raise GameNotFoundError(f"there is no file '{source}'")
    return None


@dataclass(slots=True, kw_only=True)
class CollectedExport(ExportJob):
    """An export whose files are kept.

    Attributes:
        files: Content by path, with forward slashes.
    """

    files: dict[str, bytes] = field(default_factory=dict)

    def write(self, files: Mapping[str, bytes]) -> None:
        """Keep the files."""
        self.files |= files


def run_export(job: CollectedExport, kind: str, options: Mapping[str, Any]) -> None:
    """Make the files of an export.

    Args:
        job: Collects them.
        kind: A key of ``EXPORTS``.
        options: Of the export.

    Raises:
        UnknownNameError: No export or option has this name.
        ExportStopped: There is an error.
    """
    if kind not in EXPORTS:
        raise UnknownNameError.of("export", kind, EXPORTS)
    known = [name for name in inspect.signature(EXPORTS[kind]).parameters if name != "job"]
    for name in options:
        if name not in known:
            raise UnknownNameError.of("option", name, known)
    EXPORTS[kind](job, **options)


def _cut(
    job: ExportJob,
    *,
    options: Mapping[str, str] | None = None,
    registration: Any = "auto",
    kind: Any = "both",
    boxes: str | None = None,
) -> None:
    thickness = None if boxes is None else box_thickness(boxes)
    profile = job.needed(*print_profile(job.workshop, job.game, dict(options or {})))
    export_cut(job, profile, registration=registration, kind=kind, boxes=thickness)


def _pod(job: ExportJob, *, target: str, zipped: bool = False, icc: bytes | None = None) -> None:
    shipped = shipped_targets()
    if target.lower() not in shipped and "\n" not in target:
        raise UnknownNameError.of("shop", target, [name.upper() for name in shipped])
    name = target.lower() if target.lower() in shipped else "shop"
    shop = job.needed(*read_target(name, shipped.get(name, target), "target"))
    export_pod(job, shop, zipped=zipped, icc=icc)


EXPORTS: Mapping[str, Callable[..., object]] = {
    "png": export_png,
    "svg": export_svg,
    "showcase": export_showcase,
    "html": export_html,
    "tts": export_tts,
    "pcio": export_pcio,
    "pod": _pod,
    "cut": _cut,
    "csv": export_csv,
}
"""Every export of pieces, by the name of its command."""
