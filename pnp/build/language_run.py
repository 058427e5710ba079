"""A build in one of its languages: compose, impose, preflight and emit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Self

from pnp.build.document import Part, named_apart
from pnp.build.duplicate_faces import duplicate_faults
from pnp.build.edition import PACKING, ComposedGame, ComposedPiece, Edition
from pnp.build.emit import Emitted, emit_files
from pnp.build.extras import box_part, card_part, with_extras
from pnp.build.imposed import impose_game
from pnp.build.request import BuildOptions, Progress
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.diagnostic import Allowance, accept
from pnp.disk import Content
from pnp.draw import FaceHashes, PictureData
from pnp.impose import PieceFaces, PrintProfile
from pnp.layout import SharedAssets, Tightness
from pnp.model import ComponentSet
from pnp.pdf import FormMaker
from pnp.pictures import Sampling
from pnp.translation import Translator
from pnp.workers import shared

if TYPE_CHECKING:  # imported where there is a cache, or a rule sheet
    from pnp.build.books import Book
    from pnp.pdf import Form
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

    def has_errors(self, found: Sequence[Diagnostic]) -> bool:
        """Whether some of the findings are errors in this build."""
        return has_errors(self.options.weighed(accept(list(found), self.allowed)))


@dataclass(frozen=True, slots=True)
class LanguageResult:
    """The result of a build in one language.

    Attributes:
        composed: Findings of composing.
        diagnostics: All other findings.
        fits: The tightest texts of each piece.
        pieces: Printed pieces, copies counted.
        unique: Different pieces.
        sheets: Sheets of paper, without rule sheets.
        files: By name, relative to the folder of the output; empty if there are errors.
        hashes: SHA-256 of each of them, by name.
        seconds: Time by stage.
    """

    composed: tuple[Diagnostic, ...]
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
        with stopwatch("compose"):
            found = [
                fault
                for each in composed.sets
                for fault in duplicate_faults(edition, each.component_set, each.faces)
            ]
        findings = tuple(composed.diagnostics)
        if options.keep_going:
            composed = self._without_faulty(composed)
        plain = {faces.key: faces for faces in composed.faces}
        composed = composed._replace(
            sets=[with_extras(each, options.extras, edition) for each in composed.sets]
        )
        parts, faults, sheets = self._parts(composed, stopwatch)
        faces = list(composed.faces)
        result = LanguageResult(
            findings,
            (*found, *faults),
            tuple(fit for each in composed.sets for piece in each.pieces for fit in piece.tightest),
            pieces=sum(piece.copies for piece in faces),
            unique=len(faces),
            sheets=sheets,
            seconds=stopwatch.seconds,
        )
        failed = broken or self.run.has_errors([*result.composed, *result.diagnostics])
        if not parts or (failed and not options.keep_going):
            return result
        with stopwatch("render"):
            emitted = self._emitted(parts, plain, failed=failed)
        return replace(
            result,
            diagnostics=(*result.diagnostics, *emitted.diagnostics),
            files=emitted.files,
            hashes=emitted.hashes,
            seconds=stopwatch.seconds,
        )

    def _parts(
        self, composed: ComposedGame, stopwatch: Stopwatch
    ) -> tuple[list[Part], list[Diagnostic], int]:
        """Sheets, rule sheets and boxes, what was found while they were made, and the number of sheets."""
        edition, profile, options = self.edition, self.run.profile, self.run.options
        with stopwatch("impose"):
            imposed = list(impose_game(edition, composed.sets, profile))
        parts = [each.part for each in imposed if each.part is not None]
        found = [finding for each in imposed for finding in each.diagnostics]
        with stopwatch("rulebook"):
            books = self._books(composed, parts)
        parts += [book.part for book in books if book.part is not None]
        found += [finding for book in books for finding in book.diagnostics]
        if options.boxes is not None:
            boxes, faults = box_part(edition, composed.sets, options.boxes, profile)
            parts += [] if boxes is None else [boxes]
            found += faults
        return parts, found, sum(each.sheets for each in imposed)

    def _emitted(self, parts: Sequence[Part], plain: Mapping[str, PieceFaces], *, failed: bool) -> Emitted:
        """The files.

        Args:
            parts: Not empty.
            plain: The pieces by key, without watermarks.
            failed: Whether there are errors, so that something is left out.
        """
        from pnp.pdf import PdfWriter

        edition, profile, options = self.edition, self.run.profile, self.run.options
        parts = named_apart(parts)
        if options.card:
            card = card_part(edition, parts, profile, options.card, combined=options.combined)
            parts = named_apart([*parts, card])
        form_maker, sampling = self.run.form_maker, Sampling(profile.max_dpi)
        writer = PdfWriter(form_maker, sampling, _sharing_pages(self.jobs))
        return emit_files(
            edition,
            parts,
            plain,
            profile,
            lambda _, document: writer.pdf(document),
            combined=options.combined,
            simulate=options.simulate,
            whole=options.selection.whole and not failed,
            colours=form_maker.colours,
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
        return [each._replace(part=None) if self.run.has_errors(each.diagnostics) else each for each in books]

    def _without_faulty(self, composed: ComposedGame) -> ComposedGame:
        """The composed pieces without those that have errors; from now on, footers say "incomplete"."""
        edition, faulty = self.edition, self.run.faulty
        edition.incomplete = self.run.incomplete

        def kept(piece: ComposedPiece) -> ComposedPiece:
            if piece.faces is None or piece.faces.key in faulty or self.run.has_errors(piece.diagnostics):
                edition.incomplete = True
                return piece._replace(faces=None)
            return piece

        return composed._replace(
            sets=[each._replace(pieces=[kept(piece) for piece in each.pieces]) for each in composed.sets]
        )


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
