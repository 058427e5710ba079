"""One run: load, check, compose, impose, preflight, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from posixpath import normpath

from pnp.build.books import compose_books
from pnp.build.document import Part, combined_document, part_document
from pnp.build.extra import Extras, with_extras
from pnp.build.faces import ComposedPiece, Plan, compose_sets, composer_for
from pnp.build.imposed import impose_sets
from pnp.build.manifest import WrittenFile, manifest
from pnp.build.output import write_files
from pnp.build.printing import print_profile
from pnp.build.selection import Selection, select
from pnp.build.workshop import Workshop, check_workshop, untold
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.draw import Document, FaceHashes
from pnp.impose import PieceFaces, PrintProfile
from pnp.layout import Composer, Fit
from pnp.model import ComponentSet, Game
from pnp.pictures import Sampling
from pnp.rules import fill, game_scope
from pnp.text import TextContext
from pnp.translation import Translations, Translator
from pnp.units import Length
from pnp.vision import Vision


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What a build is asked for.

    Attributes:
        out: Folder of the output; ``<game>/<language>/`` is made in it.
        languages: BCP 47 tags, in order.
        selection: Which pieces.
        print: Print options given on top of the game's own, by name, as typed; ``profile`` names one.
        printer: Name of a calibrated printer of the user's; empty for none.
        jobs: Processes to compose in.
        strict: Whether warnings keep the files from being written.
        combined: Whether everything goes into one file a language.
        booklet: Whether rule sheets are printed as booklets.
        boxes: Thickness of a card, to print tuck boxes for all decks; None for no boxes.
        extras: Blank pieces and a watermark.
        card: Command that makes the same files, for a build card at the end; empty for no card.
        simulate: Kind of sight in whose colours the pieces are printed, in a folder of their own; None for all colours.
    """

    out: Path
    languages: tuple[str, ...]
    selection: Selection = field(default_factory=Selection)
    print: Mapping[str, str] = field(default_factory=dict)
    printer: str = ""
    jobs: int = 1
    strict: bool = False
    combined: bool = False
    booklet: bool = False
    boxes: Length | None = None
    extras: Extras = field(default_factory=Extras)
    card: str = ""
    simulate: Vision | None = None


@dataclass(slots=True)
class BuildResult:
    """What a build did.

    Attributes:
        diagnostics: Everything found, warnings raised when strict.
        pieces: Printed pieces, copies counted, over all languages.
        unique: Different pieces over all languages.
        sheets: Sheets of paper, rule sheets left out.
        files: Written files, relative to ``out``; empty when there are errors.
        fits: How every text fits.
        seconds: Time by stage.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    pieces: int = 0
    unique: int = 0
    sheets: int = 0
    files: list[str] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)


class Progress:
    """Told how far a run is; does nothing itself.

    Args:
        clock: Seconds from any start, for the times by stage, which reach no output file.
    """

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.clock = clock

    def start(self, stage: str, steps: int) -> None:
        """A stage of ``steps`` steps begins."""

    def step(self, steps: int) -> None:
        """So many steps have been made since the last call."""


def build(workshop: Workshop, options: BuildOptions, progress: Progress | None = None) -> BuildResult:
    """Print the game, or tell what keeps it from being printed; nothing is written when there is an error."""
    run = _Run(workshop, options, progress or Progress())
    run.check()
    if workshop.game is not None and not run.usage_faults:
        for language in options.languages:
            run.print(workshop.game, language)
    run.write()
    return run.result


class _Run:
    def __init__(self, workshop: Workshop, options: BuildOptions, progress: Progress) -> None:
        self._workshop = workshop
        self._options = options
        self._progress = progress
        self.result = BuildResult()
        self._files: dict[str, bytes] = {}
        self._hashes = FaceHashes()
        self._checked: tuple[Diagnostic, ...] = ()
        self._profile: PrintProfile | None = None
        self._sampling: Sampling | None = None
        self._sets: Sequence[ComponentSet] = ()
        self._plain: dict[str, PieceFaces] = {}
        self._translations: Translations | None = None
        self._ready: dict[str, list[PieceFaces]] = {}
        self.usage_faults = False

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = self._progress.clock()
        yield
        spent = self._progress.clock() - start
        self.result.seconds[stage] = self.result.seconds.get(stage, 0.0) + spent

    def check(self) -> None:
        """Find what can be found without composing, and read the options."""
        found = self.result.diagnostics
        with self._timed("check"):
            if self._workshop.game is not None:
                self._translations = Translations(self._workshop.game, self._options.languages)
            found += check_workshop(self._workshop, translations=self._translations).diagnostics
        self._checked = tuple(found)
        game = self._workshop.game
        if game is None:
            return
        options = self._options
        self._profile, faults = print_profile(self._workshop, game, options.print, options.printer)
        if self._profile is not None:
            self._sampling = Sampling(self._profile.max_dpi)
        self._sets, unknown = select(game, options.selection)
        found += [*faults, *unknown]
        self.usage_faults = has_errors([*faults, *unknown])

    def print(self, game: Game, language: str) -> None:
        """Compose and impose one language, and keep its files for writing."""
        assert self._profile is not None
        assert self._translations is not None
        self._plain = {}
        translator = self._translations.translator(language)
        game = translator.game()
        sets = [translator.component_set(each) for each in self._sets]
        plan = Plan(language, self._profile.bleed.mm, self._options.jobs, self._profile.ink)
        composer = composer_for(self._workshop, game, plan)
        parts = list(self._set_parts(game, sets, plan, composer))
        parts += self._book_parts(game, translator, composer, parts)
        if self._options.boxes is not None:
            parts += self._boxes(game, sets, composer.context, self._options.boxes)
        if has_errors(self._found()) or not parts:
            return
        if self._options.card:
            parts.append(self._card(game, composer.context, parts))
        with self._timed("render"):
            self._emit(game, language, parts)

    def _boxes(
        self, game: Game, sets: Sequence[ComponentSet], context: TextContext, thickness: Length
    ) -> list[Part]:
        from pnp.build.boxes import box_part

        assert self._profile is not None
        part, found = box_part(game, sets, self._ready, thickness, self._profile, context)
        self.result.diagnostics += found
        return [] if part is None else [part]

    def _card(self, game: Game, context: TextContext, parts: Sequence[Part]) -> Part:
        from pnp.build.card import card_part

        assert self._profile is not None
        return card_part(
            parts,
            self._profile,
            context,
            game=fill(game.name, game_scope(game, context.language), context.language).text,
            version=game.version,
            command=self._options.card,
            combined=self._options.combined,
        )

    def _emit(self, game: Game, language: str, parts: Sequence[Part]) -> None:
        """Keep the files of a language. Pieces in the colours of other eyes are not for play: they lie apart."""
        name, vision = language, self._options.simulate
        if vision is not None:
            from pnp.vision import Sight

            name, sight = f"{language}-{vision}", Sight(vision)
            parts = [replace(part, pages=tuple(map(sight.page, part.pages))) for part in parts]
        assert self._profile is not None
        if self._options.combined:
            documents = {f"../{game.id}-{name}.pdf": combined_document(game, language, parts, self._profile)}
        else:
            documents = {part.file: part_document(game, language, part, self._profile) for part in parts}
        written = {file: self._keep(f"{game.id}/{name}", file, each) for file, each in documents.items()}
        if vision is None:
            whole = self._options.selection.whole
            record = manifest(
                game, language, parts, written, self._plain, self._profile, self._hashes, whole=whole
            )
            self._files[f"{game.id}/{name}/manifest.json"] = record.to_json()

    def _found(self) -> list[Diagnostic]:
        found = self.result.diagnostics
        return made_strict(found) if self._options.strict else found

    def _set_parts(
        self, game: Game, sets: Sequence[ComponentSet], plan: Plan, composer: Composer
    ) -> Iterator[Part]:
        total = sum(1 for each in sets for piece in each.pieces if piece.copies)
        self._progress.start(f"composing {plan.language}", total)
        with self._timed("compose"):
            composed = list(compose_sets(self._workshop, sets, composer, plan, self._progress.step))
        ready = self._ready = {}
        for component_set, pieces in composed:
            if plan.ink == "low":
                self._check_alike(game, component_set, pieces, plan)
            self._plain |= {each.faces.key: each.faces for each in pieces if each.faces is not None}
            pieces = with_extras(pieces, component_set, self._options.extras, composer.context)
            ready[component_set.id] = self._faces(pieces)
        assert self._profile is not None
        printed = [(component_set, ready[component_set.id]) for component_set, _ in composed]
        with self._timed("impose"):
            sheets = list(
                impose_sets(game, plan.language, printed, self._profile, composer.context, self._hashes)
            )
        for imposed in sheets:
            self.result.diagnostics += imposed.diagnostics
            self.result.sheets += imposed.sheets
            if imposed.part is not None:
                yield imposed.part

    def _faces(self, pieces: Sequence[ComposedPiece]) -> list[PieceFaces]:
        """The faces of the pieces that could be composed; what was found on the way is kept."""
        composed: list[Diagnostic] = []
        for piece in pieces:
            composed += piece.diagnostics
            self.result.fits += piece.fits
        self.result.diagnostics += untold(composed, self._checked)
        faces = [piece.faces for piece in pieces if piece.faces is not None]
        self._count(faces)
        return faces

    def _check_alike(
        self, game: Game, component_set: ComponentSet, pieces: Sequence[ComposedPiece], plan: Plan
    ) -> None:
        from pnp.build.alike import alike_in_low_ink

        def full() -> Composer:
            return composer_for(self._workshop, game, replace(plan, ink="full"))

        with self._timed("compose"):
            self.result.diagnostics += alike_in_low_ink(component_set, pieces, full)

    def _count(self, faces: Iterable[PieceFaces]) -> None:
        for piece in faces:
            self.result.unique += 1
            self.result.pieces += piece.copies

    def _book_parts(
        self, game: Game, translator: Translator, composer: Composer, sets: Sequence[Part]
    ) -> list[Part]:
        """The rulebooks, of a build of the whole game."""
        if not self._options.selection.whole:
            return []
        with self._timed("rulebook"):
            assert self._profile is not None
            books = compose_books(
                self._workshop,
                game,
                translator,
                composer,
                sets,
                self._profile,
                booklet=self._options.booklet,
            )
        for book in books:
            self.result.diagnostics += book.diagnostics
        return [book.part for book in books if book.part is not None]

    def _keep(self, folder: str, name: str, document: Document) -> WrittenFile:
        from pnp.render import write_pdf

        data = write_pdf(document, self._workshop.fonts, sampling=self._sampling)
        self._files[normpath(f"{folder}/{name}")] = data
        return WrittenFile(tuple(document.pages), data)

    def write(self) -> None:
        """Put the files in place when there is no error."""
        self.result.diagnostics = self._found()
        if has_errors(self.result.diagnostics) or not self._files:
            return
        with self._timed("write"):
            faults = write_files(self._options.out, self._files)
        self.result.diagnostics += faults
        if not faults:
            self.result.files = sorted(self._files)
