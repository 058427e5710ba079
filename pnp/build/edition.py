"""A game in one language, from its data to the bytes of its files: compose, impose, preflight, emit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from pnp.build.document import Part, named_apart
from pnp.build.emit import emit
from pnp.build.extras import with_extras
from pnp.build.imposed import impose_sets
from pnp.build.pieces import ComposedPiece, Composing, Finish, InSet, Maker, Plan, composer_for, firsts
from pnp.build.run import BuildRun, Stopwatch, sharing_pages
from pnp.diagnostics import Diagnostic, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.disk import Content
from pnp.impose import PieceFaces
from pnp.layout import Composer, Tightness, shipped_layouts
from pnp.model import ComponentSet, Game
from pnp.rules import fill, game_scope
from pnp.translation import Translator

if TYPE_CHECKING:  # the cache is imported where there is one, and what makes rule sheets where there are some
    from pnp.build.books import Book
    from pnp.build.face_cache import BookCache, FaceCache


@dataclass(frozen=True, slots=True)
class Edition:
    """What a language came to.

    Attributes:
        composed: Found while pieces were composed.
        diagnostics: Found otherwise.
        fits: The tightest texts of each piece.
        pieces: Printed pieces, copies counted.
        unique: Different pieces.
        sheets: Sheets of paper, without rule sheets.
        files: By name, relative to the folder of the output; none when there are errors.
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


@dataclass(frozen=True, slots=True)
class LanguageRun:
    """A run in one of its languages, before anything is composed.

    Attributes:
        run: With what all languages share.
        translator: Into the language.
        game: In the language.
        sets: Likewise, with the chosen pieces.
        plan: How faces are composed.
        composer: Made from the plan.
        maker: Likewise.
        cache: The faces of earlier runs; None where nothing may be kept.
    """

    run: BuildRun
    translator: Translator
    game: Game
    sets: Sequence[ComponentSet]
    plan: Plan
    composer: Composer
    maker: Maker
    cache: FaceCache | None

    @classmethod
    def of(cls, run: BuildRun, translator: Translator, jobs: int) -> Self:
        """The language to which the translator leads, to be made by so many processes."""
        options, profile = run.options, run.profile
        game = translator.game()
        # The colours of other eyes, watermarks and boxes are made of the items of faces.
        as_forms = options.simulate is None and not options.extras.watermark and options.boxes is None
        plan = Plan(translator.language, profile.bleed.mm, jobs, profile.ink, as_forms=as_forms)
        composer = composer_for(run.workshop, game, plan, run.assets)
        maker = Maker(composer, run.form_maker if as_forms else None, run.hashes)
        sets = [translator.component_set(each) for each in run.sets]
        return cls(run, translator, game, sets, plan, composer, maker, _face_cache(run, game, plan))

    def warm_up(self) -> dict[str, ComposedPiece]:
        """Make the first piece of each set, where it has to be made; the pieces by key.

        Processes that are forked afterwards have what that brings in: fonts, layouts, libraries and pictures.
        """
        import pnp.pdf.document

        missing = [
            piece for piece in firsts(self.sets) if self.cache is None or self.cache.get(piece) is None
        ]
        made = {piece.key: self.maker.piece(piece) for piece in missing}
        if made:
            import pnp.rulebook.compose  # noqa: F401
        return made

    def composing(self, made: Mapping[str, ComposedPiece] | None = None) -> AbstractContextManager[Finish]:
        """Lets other processes begin to compose, if they are worth it; see ``Composing.begun``.

        Args:
            made: Pieces by key that have been made already.
        """
        total = sum(1 for each in self.sets for piece in each.pieces if piece.copies)
        self.run.progress.start(f"composing {self.plan.language}", total)
        pictures = self.run.assets.pictures.loaded
        return Composing(self.sets, self.maker, self.plan, self.cache, made, pictures).begun()


def make_edition(language: LanguageRun, finish: Finish, *, broken: bool) -> Edition:
    """A language from its pieces to the bytes of its files.

    Args:
        language: What to make.
        finish: Gives the composed pieces; of ``LanguageRun.composing``.
        broken: Whether there are errors already, so that nothing will be written and files need not be made.
    """
    run, game, context = language.run, language.game, language.composer.context
    options, profile = run.options, run.profile
    stopwatch = Stopwatch(run.progress.clock)
    with stopwatch("compose"):
        composed = finish(run.progress.step)
        found = [*_duplicates(language, composed)]
    plain = {
        each.faces.key: each.faces for _, pieces in composed for each in pieces if each.faces is not None
    }
    printed = [
        (each, with_extras(pieces, each, options.extras, context, run.hashes)) for each, pieces in composed
    ]
    faces = [(each, [piece.faces for piece in pieces if piece.faces is not None]) for each, pieces in printed]
    with stopwatch("impose"):
        imposed = list(impose_sets(game, language.plan.language, faces, profile, context, run.hashes))
    parts = [each.part for each in imposed if each.part is not None]
    found += [finding for each in imposed for finding in each.diagnostics]
    with stopwatch("rulebook"):
        books = _books(language, parts)
    parts += [book.part for book in books if book.part is not None]
    found += [finding for book in books for finding in book.diagnostics]
    if options.boxes is not None:
        from pnp.build.extras import box_part

        by_set = {each.id: pieces for each, pieces in faces}
        boxes, faults = box_part(game, language.sets, by_set, options.boxes, profile, context)
        parts += [] if boxes is None else [boxes]
        found += faults
    pieces = [piece for _, pieces in printed for piece in pieces]
    edition = Edition(
        tuple(finding for piece in pieces for finding in piece.diagnostics),
        tuple(found),
        tuple(fit for piece in pieces for fit in piece.tightest),
        sum(piece.copies for _, each in faces for piece in each),
        sum(len(each) for _, each in faces),
        sum(each.sheets for each in imposed),
        seconds=stopwatch.seconds,
    )
    told = [*edition.composed, *edition.diagnostics]
    if broken or not parts or has_errors(made_strict(told) if options.strict else told):
        return edition
    parts = named_apart(parts)
    if options.card:
        parts = named_apart([*parts, _card(language, parts)])
    with stopwatch("render"):
        emitted = emit(run, game, language.plan.language, parts, plain, sharing_pages(language.plan.jobs))
    return replace(
        edition,
        diagnostics=(*edition.diagnostics, *emitted.diagnostics),
        files=emitted.files,
        hashes=emitted.hashes,
        seconds=stopwatch.seconds,
    )


def _duplicates(language: LanguageRun, composed: Sequence[InSet]) -> Iterator[Diagnostic]:
    """Pieces that look the same although their data differ (L340, L341), and layouts without low ink (L342)."""
    from pnp.build.duplicate_faces import duplicates, duplicates_in_low_ink, side_hashes, unsaved

    def full() -> Composer:
        plan = replace(language.plan, ink="full")
        return composer_for(language.run.workshop, language.game, plan, language.run.assets)

    for component_set, pieces in composed:
        faces: list[PieceFaces] = [piece.faces for piece in pieces if piece.faces is not None]
        looks = side_hashes(faces, language.run.hashes)
        if language.plan.ink == "low":
            yield from duplicates_in_low_ink(component_set, looks, full)
            yield from unsaved(component_set, looks, full)
        else:
            yield from duplicates(component_set, looks)


def _books(language: LanguageRun, sets: Sequence[Part]) -> Sequence[Book]:
    """The rule sheets, of a build of the whole game."""
    run, game = language.run, language.game
    if not run.options.selection.whole or not game.rulebooks:
        return ()
    from pnp.build.books import compose_books

    return compose_books(
        run.workshop,
        game,
        language.translator,
        language.composer,
        sets,
        run.profile,
        booklet=run.options.booklet,
        form_maker=(run.form_maker, run.hashes) if language.plan.as_forms else None,
        kept=_book_cache(run, game, language.plan),
    )


def _card(language: LanguageRun, parts: Sequence[Part]) -> Part:
    from pnp.build.extras import card_part

    game, context, options = language.game, language.composer.context, language.run.options
    return card_part(
        parts,
        language.run.profile,
        context,
        game=fill(game.name, game_scope(game, context.language), context.language).text,
        version=game.version,
        command=options.card,
        combined=options.combined,
    )


def _face_cache(run: BuildRun, game: Game, plan: Plan) -> FaceCache | None:
    entry = _entry(run, game, plan)
    if entry is None:
        return None
    from pnp.build.face_cache import FaceCache, FaceKeys

    options = run.options
    keys = FaceKeys(game, shipped_layouts(), plan, options.assets)
    whole = options.selection.whole
    return FaceCache(run.workshop.cache, entry, keys, game.pieces(), options.unchanged, whole=whole)


def _book_cache(run: BuildRun, game: Game, plan: Plan) -> BookCache | None:
    entry = _entry(run, game, plan)
    if entry is None:
        return None
    from pnp.build.face_cache import BookCache

    return BookCache(run.workshop.cache, entry, game, run.options.unchanged)


def _entry(run: BuildRun, game: Game, plan: Plan) -> str | None:
    """A name for all that cached faces and sheets are made from besides the game; None where nothing may be kept.

    Only forms are kept, and only where their assets can be told.
    """
    assets = run.options.assets
    if not plan.as_forms or not assets or run.workshop.cache.folder is None:
        return None
    return f"{assets} {plan.language} {plan.bleed!r} {plan.ink} {game.id}"
