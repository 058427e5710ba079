"""A build in one of its languages: compose, impose, preflight and emit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Self

from pnp.build.composing import PACKING
from pnp.build.document import Part, named_apart
from pnp.build.duplicate_faces import duplicate_faults
from pnp.build.edition import ComposedGame, ComposedPiece, Edition
from pnp.build.emit import Emitted, dated_document, emit_files
from pnp.build.extras import box_part, card_part, with_extras
from pnp.build.imposed import impose_game
from pnp.build.request import BuildOptions, Progress
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic, Severity
from pnp.diagnostics.diagnostic import Allowance, accept
from pnp.disk import Content
from pnp.draw import Document, FaceHashes, PictureData
from pnp.impose import PieceFaces, PrintProfile
from pnp.layout import SharedAssets, Tightness
from pnp.model import ComponentSet
from pnp.pdf import FormMaker
from pnp.pictures import Sampling
from pnp.translation import Translator
from pnp.workers import shared

if TYPE_CHECKING:  # imported where there is a cache, or a rule sheet
    from pnp.build.books import Book
    from pnp.pdf import Form, Pdf
    from pnp.pdf.pages import PageStream, Share


class Stopwatch:
    """Adds up seconds by stage.

    Args:
        clock: Seconds from any start.

    Attributes:
        seconds: By stage, in order of their first use.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        """Add the time inside to a stage."""
        start = self.clock()
        yield
        self.seconds[stage] = self.seconds.get(stage, 0.0) + self.clock() - start


@dataclass(frozen=True, slots=True)
class BuildRun:
    """A build of a game that can be printed, and what its languages share.

    Attributes:
        workshop: The game.
        options: Of the build.
        profile: How to print.
        sets: With the chosen pieces, in the game's own language.
        progress: Receives the progress.
        form_maker: Makes forms of faces.
        assets: Pictures and layouts that have been read.
        hashes: Remembers the hashes of faces.
        allowed: Warnings that the game accepts.
        faulty: Keys of the pieces that are left out because of errors in their data.
        incomplete: Whether the data have errors, and yet everything else is built.
    """

    workshop: Workshop
    options: BuildOptions
    profile: PrintProfile
    sets: Sequence[ComponentSet]
    progress: Progress
    form_maker: FormMaker
    assets: SharedAssets
    hashes: FaceHashes = field(default_factory=FaceHashes)
    allowed: Sequence[Allowance] = ()
    faulty: frozenset[str] = frozenset()
    incomplete: bool = False

    @property
    def makes_rulebooks(self) -> bool:
        """Whether the rule sheets are made: where the whole game is, if it has some."""
        game = self.workshop.game
        return self.options.selection.whole and game is not None and bool(game.rulebooks)

    def errors(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings that are errors in this build."""
        weighed = self.options.weighed(accept(list(found), self.allowed))
        return [each for each in weighed if each.severity is Severity.ERROR]


@dataclass(frozen=True, slots=True)
class LanguageResult:
    """The result of a build in one language.

    Attributes:
        diagnostics: The findings of all stages.
        fits: The tightest texts of each piece.
        pieces: Printed pieces, copies counted.
        unique: Different pieces.
        sheets: Sheets of paper, without rule sheets.
        files: By name, relative to the folder of the output; empty if there are errors.
        hashes: SHA-256 of each of them, by name.
        seconds: Time by stage.
    """

    diagnostics: tuple[Diagnostic, ...]
    fits: tuple[Tightness, ...]
    pieces: int
    unique: int
    sheets: int
    files: Mapping[str, Content] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)


class LanguageRun(NamedTuple):
    """A build in one of its languages, before anything is composed.

    Attributes:
        run: The build.
        edition: The game in the language.
        jobs: Number of processes that finish it.
    """

    run: BuildRun
    edition: Edition
    jobs: int

    @classmethod
    def of(cls, run: BuildRun, translator: Translator, jobs: int) -> Self:
        """The run in the translator's language, finished by this number of processes."""
        options, profile = run.options, run.profile
        # Simulated colours, watermarks and boxes are made from the items of faces.
        as_forms = options.simulate is None and not options.extras.watermark and options.boxes is None
        edition = Edition(
            run.workshop,
            translator,
            None if options.selection.whole else run.sets,
            bleed=profile.bleed.mm,
            ink=profile.ink,
            assets=run.assets,
            hashes=run.hashes,
            form_maker=run.form_maker if as_forms else None,
        )
        # Only forms are kept, and only if the key of their assets is known.
        if as_forms and options.assets and run.workshop.cache.folder is not None:
            from pnp.build.face_cache import FaceCache

            edition.cache = FaceCache(
                edition, options.assets, options.unchanged, whole=options.selection.whole
            )
        return cls(run, edition, jobs)

    def result(self, composed: ComposedGame, *, broken: bool) -> LanguageResult:
        """All stages of the language after composing.

        Args:
            composed: The edition, composed.
            broken: Whether there are errors already, so that no files are needed.
        """
        edition, options = self.edition, self.run.options
        stopwatch = Stopwatch(self.run.progress.clock)
        found = composed.diagnostics
        with stopwatch("compose"):
            for each in composed.sets:
                found += duplicate_faults(edition, each.component_set, each.faces)
        if options.keep_going:
            composed = self._without_faulty(composed)
        plain = {faces.key: faces for faces in composed.faces}
        composed = composed._replace(
            sets=[with_extras(each, options.extras, edition) for each in composed.sets]
        )
        with stopwatch("impose"):
            imposed = list(impose_game(edition, composed.sets, self.run.profile))
        sheets = [each.part for each in imposed if each.part is not None]
        found += [finding for each in imposed for finding in each.diagnostics]
        faces = list(composed.faces)
        result = LanguageResult(
            (),
            tuple(fit for each in composed.sets for piece in each.pieces for fit in piece.tightest),
            pieces=sum(piece.copies for piece in faces),
            unique=len(faces),
            sheets=sum(each.sheets for each in imposed),
            seconds=stopwatch.seconds,
        )
        failed = broken or bool(self.run.errors(found))
        with self._writing([] if failed and not options.keep_going else sheets) as write:
            others, faults = self._other_parts(composed, sheets, stopwatch)
            found += faults
            result = replace(result, diagnostics=tuple(found))
            failed = failed or bool(self.run.errors(faults))
            parts = [*sheets, *others]
            if not parts or (failed and not options.keep_going):
                return result
            with stopwatch("render"):
                emitted = self._emitted(parts, plain, write, failed=failed)
        return replace(
            result,
            diagnostics=(*result.diagnostics, *emitted.diagnostics),
            files=emitted.files,
            hashes=emitted.hashes,
        )

    def _other_parts(
        self, composed: ComposedGame, sheets: Sequence[Part], stopwatch: Stopwatch
    ) -> tuple[list[Part], list[Diagnostic]]:
        """Rule sheets and boxes, and what was found while they were made."""
        options = self.run.options
        with stopwatch("rulebook"):
            books = self._books(composed, sheets)
        parts = [book.part for book in books if book.part is not None]
        found = [finding for book in books for finding in book.diagnostics]
        if options.boxes is not None:
            boxes, faults = box_part(self.edition, composed.sets, options.boxes, self.run.profile)
            parts += [] if boxes is None else [boxes]
            found += faults
        return parts, found

    @contextmanager
    def _writing(self, sheets: Sequence[Part]) -> Iterator[Callable[[Document], Pdf]]:
        """Lets other processes begin to write the files of sheets; the value writes any file.

        Files with many pages are written one after the other: their pages are shared between processes. Files
        with pictures would take longer to hand over than to write.
        """
        from pnp.pdf import PdfWriter

        run, options = self.run, self.run.options
        writer = PdfWriter(run.form_maker, Sampling(run.profile.max_dpi), _sharing_pages(self.jobs))
        early = [
            dated_document(self.edition, part, run.profile, options.date)
            for part in sheets
            if not options.combined and options.simulate is None and _is_soon_written(part)
        ]
        alone = writer._replace(share=None)
        with shared(lambda number: alone.pdf(early[number]), len(early), self.jobs) as results:
            written = results(lambda _: None)
            waiting = deque(early)

            def write(document: Document) -> Pdf:
                if waiting and waiting[0] == document:
                    waiting.popleft()
                    return next(written)
                return writer.pdf(document)

            yield write

    def _emitted(
        self,
        parts: Sequence[Part],
        plain: Mapping[str, PieceFaces],
        write: Callable[[Document], Pdf],
        *,
        failed: bool,
    ) -> Emitted:
        """The files.

        Args:
            parts: Not empty.
            plain: The pieces by key, without watermarks.
            write: Makes a file.
            failed: Whether there are errors, so that something is left out.
        """
        edition, profile, options = self.edition, self.run.profile, self.run.options
        parts = named_apart(parts)
        if options.card:
            card = card_part(edition, parts, profile, options.card, combined=options.combined)
            parts = named_apart([*parts, card])
        return emit_files(
            edition,
            parts,
            plain,
            profile,
            lambda _, document: write(document),
            combined=options.combined,
            simulate=options.simulate,
            whole=options.selection.whole and not failed,
            colours=self.run.form_maker.colours,
            date=options.date,
        )

    def _books(self, composed: ComposedGame, sets: Sequence[Part]) -> Sequence[Book]:
        """The rule sheets, if the whole game is built."""
        edition, options = self.edition, self.run.options
        if not self.run.makes_rulebooks:
            return ()
        from pnp.build.books import BookCache, BookKeys, compose_books

        cache = None
        if edition.cache is not None:
            printed = (piece for each in composed.sets for piece in each.pieces)
            pieces = {piece.faces.key: piece for piece in (*printed, *composed.shown) if piece.faces}
            cache = BookCache(edition.cache, BookKeys(edition, edition.cache.keys, pieces))
        shown = [piece.faces for piece in composed.shown if piece.faces]
        books = compose_books(
            edition, sets, self.run.profile, shown=shown, booklet=options.booklet, cache=cache
        )
        if not options.keep_going:
            return books
        return [each._replace(part=None) if self.run.errors(each.diagnostics) else each for each in books]

    def _without_faulty(self, composed: ComposedGame) -> ComposedGame:
        """The composed pieces without those that have errors; from now on, footers say "incomplete"."""
        edition, faulty = self.edition, self.run.faulty
        edition.incomplete = self.run.incomplete

        def kept(piece: ComposedPiece) -> ComposedPiece:
            if piece.faces is None or piece.faces.key in faulty or self.run.errors(piece.diagnostics):
                edition.incomplete = True
                return piece._replace(faces=None)
            return piece

        return composed._replace(
            sets=[each._replace(pieces=[kept(piece) for piece in each.pieces]) for each in composed.sets]
        )


def _is_soon_written(sheets: Part) -> bool:
    """Whether a file has few pages, which are forms without pictures."""
    from pnp.pdf import PdfFace
    from pnp.pdf.form import referred_to
    from pnp.pdf.pages import WORTH_SHARING

    sides = [side for piece in sheets.faces for side in (piece.front, piece.back) if side is not None]
    forms = [side.form for side in sides if isinstance(side, PdfFace)]
    if len(sheets.pages) >= WORTH_SHARING or len(forms) < len(sides):
        return False
    _, pictures = referred_to(forms)
    return not pictures


def _sharing_pages(jobs: int) -> Share | None:
    """Has the pages of a file made by several processes; None for one."""
    if jobs < 2:
        return None

    def share(
        make: Callable[[int], PageStream], count: int, known: Mapping[str, Form | PictureData]
    ) -> Iterator[PageStream]:
        with shared(make, count, jobs, PACKING, known) as results:
            yield from results(lambda _: None)

    return share
