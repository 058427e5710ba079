"""A game in one language, from its data to the bytes of its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.build.document import Part, named_apart
from pnp.build.extras import with_extras
from pnp.build.imposed import impose_sets
from pnp.build.pieces import ComposedPiece, Composing, Finish, Maker, Plan, composer_for, firsts
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.impose import PieceFaces
from pnp.layout import Composer, Tightness, shipped_layouts
from pnp.model import ComponentSet, Game
from pnp.rules import fill, game_scope
from pnp.translation import Translator
from pnp.units import Length

if TYPE_CHECKING:  # what keeps faces, books and pages is imported where there is a cache, what makes books where there are some
    from pnp.build.face_cache import KeptBooks, KeptFaces
    from pnp.build.printer import Printer
    from pnp.pdf import FormMaker


@dataclass(slots=True)
class Edition:
    """What a language came to.

    Attributes:
        files: By name, relative to the folder of the output; none when there are errors.
        hashes: SHA-256 of each of them, by name.
        composed: Found while pieces were composed, all of it.
        diagnostics: Found otherwise.
        pieces: Printed pieces, copies counted.
        unique: Different pieces.
        sheets: Sheets of paper, rule sheets left out.
        fits: The tightest texts of each piece.
        seconds: Time by stage.
    """

    files: dict[str, Content] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    composed: list[Diagnostic] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    pieces: int = 0
    unique: int = 0
    sheets: int = 0
    fits: list[Tightness] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)


class Making:
    """A game in one language while it is made.

    Args:
        printer: Has what all languages share.
        translator: Into the language.
        jobs: Processes to make it in.
    """

    def __init__(self, printer: Printer, translator: Translator, jobs: int) -> None:
        self._printer = printer
        self._options, self._profile = printer.options, printer.profile
        self._translator = translator
        self._game: Game = translator.game()
        self.sets = [translator.component_set(each) for each in printer.sets]
        options = printer.options
        # Whoever changes faces afterwards, or looks at them, needs their items.
        as_forms = options.simulate is None and not options.extras.watermark and options.boxes is None
        self._plan = Plan(
            translator.language, self._profile.bleed.mm, jobs, self._profile.ink, as_forms=as_forms
        )
        self._form_maker: FormMaker | None = printer.form_maker if as_forms else None
        self.composer = composer_for(printer.workshop, self._game, self._plan, printer.stock)
        self._maker = Maker(self.composer, self._form_maker, printer.hashes)
        self._made: dict[str, ComposedPiece] = {}
        self._plain: dict[str, PieceFaces] = {}
        self._ready: dict[str, list[PieceFaces]] = {}
        self._finish: Finish | None = None
        self._result = Edition()

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        clock = self._printer.progress.clock
        start = clock()
        yield
        seconds = self._result.seconds
        seconds[stage] = seconds.get(stage, 0.0) + clock() - start

    def warm_up(self) -> None:
        """Make the first piece of each set, where it has to be made, and import what will be needed."""
        import pnp.pdf.document

        kept = self._kept
        for piece in firsts(self.sets):
            if kept is None or kept.get(piece) is None:
                self._made[piece.key] = self._maker.piece(piece)
        if self._made:
            import pnp.rulebook.compose  # noqa: F401

    def begin(self) -> None:
        """Let other processes begin to compose, if they are worth it."""
        progress, plan, printer = self._printer.progress, self._plan, self._printer
        total = sum(1 for each in self.sets for piece in each.pieces if piece.copies)
        progress.start(f"composing {plan.language}", total)
        with self._timed("compose"):
            composing = Composing(
                self.sets, self._maker, plan, self._kept, self._made, printer.stock.pictures.loaded
            )
            self._finish = printer.opened(composing.begun())

    def made(self) -> Edition:
        """What the language came to."""
        if self._finish is None:
            self.begin()
        parts = list(self._set_parts())
        parts += self._book_parts(parts)
        if self._options.boxes is not None:
            parts += self._boxes(self._options.boxes)
        if self._broken() or not parts:
            return self._result
        parts = named_apart(parts)
        if self._options.card:
            parts = named_apart([*parts, self._card(parts)])
        share = self._printer.sharing_pages(self._plan.jobs)
        with self._timed("render"):
            emitted = self._printer.emitter.emit(self._game, self._plan.language, parts, self._plain, share)
        self._result.files, self._result.hashes = emitted.files, emitted.hashes
        self._result.diagnostics += emitted.diagnostics
        return self._result

    def _broken(self) -> bool:
        found = [*self._result.composed, *self._result.diagnostics]
        return self._printer.broken or has_errors(made_strict(found) if self._options.strict else found)

    def _set_parts(self) -> Iterator[Part]:
        with self._timed("compose"):
            assert self._finish is not None, "a language is begun before it is made"
            composed = self._finish(self._printer.progress.step)
        extras, context = self._options.extras, self.composer.context
        for component_set, pieces in composed:
            self._check_alike(component_set, pieces)
            self._plain |= {each.faces.key: each.faces for each in pieces if each.faces is not None}
            pieces = with_extras(pieces, component_set, extras, context, self._printer.hashes)
            self._ready[component_set.id] = self._faces(pieces)
        printed = [(component_set, self._ready[component_set.id]) for component_set, _ in composed]
        with self._timed("impose"):
            sheets = list(
                impose_sets(
                    self._game,
                    self._plan.language,
                    printed,
                    self._profile,
                    self.composer.context,
                    self._printer.hashes,
                )
            )
        for imposed in sheets:
            self._result.diagnostics += imposed.diagnostics
            self._result.sheets += imposed.sheets
            if imposed.part is not None:
                yield imposed.part

    @cached_property
    def _kept(self) -> KeptFaces | None:
        """The faces of earlier runs; none where nothing may be kept."""
        options = self._options
        if not self._keeps:
            return None
        from pnp.build.face_cache import FaceKeys, KeptFaces

        keys = FaceKeys(self._game, shipped_layouts(), self._plan, options.assets)
        store, whole = self._printer.workshop.cache, options.selection.whole
        return KeptFaces(store, self._entry, keys, self._game.pieces(), options.unchanged, whole=whole)

    def _kept_books(self) -> KeptBooks | None:
        """The rule sheets of earlier runs; none where nothing may be kept."""
        if not self._keeps:
            return None
        from pnp.build.face_cache import KeptBooks

        return KeptBooks(self._printer.workshop.cache, self._entry, self._game, self._options.unchanged)

    @property
    def _keeps(self) -> bool:
        """Whether anything is kept for later runs: only forms are, and only where their assets can be told."""
        return (
            self._plan.as_forms
            and self._options.assets != ""
            and self._printer.workshop.cache.folder is not None
        )

    @property
    def _entry(self) -> str:
        """Stands for all that what is kept is made from besides the game."""
        plan = self._plan
        return f"{self._options.assets} {plan.language} {plan.bleed!r} {plan.ink} {self._game.id}"

    def _faces(self, pieces: Sequence[ComposedPiece]) -> list[PieceFaces]:
        """The faces of the pieces that could be composed; what was found on the way is kept."""
        result = self._result
        for piece in pieces:
            result.composed += piece.diagnostics
            result.fits += piece.tightest
        faces = [piece.faces for piece in pieces if piece.faces is not None]
        result.unique += len(faces)
        result.pieces += sum(piece.copies for piece in faces)
        return faces

    def _check_alike(self, component_set: ComponentSet, pieces: Sequence[ComposedPiece]) -> None:
        from pnp.build.duplicate_faces import alike, alike_in_low_ink, looks_of

        def full() -> Composer:
            plan = replace(self._plan, ink="full")
            return composer_for(self._printer.workshop, self._game, plan, self._printer.stock)

        with self._timed("compose"):
            faces = [piece.faces for piece in pieces if piece.faces is not None]
            looks = looks_of(faces, self._printer.hashes)
            if self._plan.ink == "low":
                from pnp.build.duplicate_faces import unsaved

                self._result.diagnostics += alike_in_low_ink(component_set, looks, full)
                self._result.diagnostics += unsaved(component_set, looks, full)
            else:
                self._result.diagnostics += alike(component_set, looks)

    def _book_parts(self, sets: Sequence[Part]) -> list[Part]:
        """The rulebooks, of a build of the whole game."""
        if not self._options.selection.whole or not self._game.rulebooks:
            return []
        from pnp.build.books import compose_books

        with self._timed("rulebook"):
            books = compose_books(
                self._printer.workshop,
                self._game,
                self._translator,
                self.composer,
                sets,
                self._profile,
                booklet=self._options.booklet,
                form_maker=None if self._form_maker is None else (self._form_maker, self._printer.hashes),
                kept=self._kept_books(),
            )
        for book in books:
            self._result.diagnostics += book.diagnostics
        return [book.part for book in books if book.part is not None]

    def _boxes(self, thickness: Length) -> list[Part]:
        from pnp.build.extras import box_part

        part, found = box_part(
            self._game, self.sets, self._ready, thickness, self._profile, self.composer.context
        )
        self._result.diagnostics += found
        return [] if part is None else [part]

    def _card(self, parts: Sequence[Part]) -> Part:
        from pnp.build.extras import card_part

        game, context = self._game, self.composer.context
        return card_part(
            parts,
            self._profile,
            context,
            game=fill(game.name, game_scope(game, context.language), context.language).text,
            version=game.version,
            command=self._options.card,
            combined=self._options.combined,
        )
