"""The rule sheets of a game in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from pnp.build.document import BookPages, Part, book_name, book_part, booklet_part
from pnp.build.face_cache import BookCache
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import Face, FaceHashes
from pnp.impose import PieceFaces, PrintProfile
from pnp.layout import Composer
from pnp.model import Game, RulebookSource
from pnp.reprint import RecordedRules, recorded_rules
from pnp.translation import Translator

if TYPE_CHECKING:
    from pnp.pdf import FormMaker


@dataclass(frozen=True, slots=True)
class Book:
    """A rule sheet; ``part`` is None when none of it can be set."""

    part: Part | None
    diagnostics: tuple[Diagnostic, ...]


def compose_books(
    workshop: Workshop,
    game: Game,
    translator: Translator,
    composer: Composer,
    sets: Sequence[Part],
    profile: PrintProfile,
    *,
    booklet: bool = False,
    form_maker: tuple[FormMaker, FaceHashes] | None = None,
    kept: BookCache | None = None,
) -> list[Book]:
    """Every rulebook of the game, in order of name.

    Args:
        workshop: Has the pictures.
        game: In the language.
        translator: Into the language.
        composer: Makes the faces that the sheets show and that ``sets`` do not have.
        sets: Whose faces were composed already.
        profile: Paper of the sheets; flip edge of booklets.
        booklet: Whether all are made booklets, not only those whose header asks for it.
        form_maker: Turns pages into forms, with the hashes of the pieces that they show; None where their
            items are needed.
        kept: Sheets of earlier runs, as forms; those of this run are added.
    """
    if not game.rulebooks:
        return []
    from pnp.impose.booklet import half_sheet
    from pnp.model.paper import reading_paper
    from pnp.rulebook import wants_booklet

    whole = reading_paper(profile.paper)
    compose = _setter(workshop, game, translator, composer, chain.from_iterable(part.faces for part in sets))
    books: list[Book] = []
    taken = [part.file for part in sets]
    translated = translator.language != game.language
    for source in game.rulebooks:
        folded = booklet or wants_booklet(source)
        size = half_sheet(profile.paper) if folded else (whole.width.mm, whole.height.mm)
        found: tuple[Diagnostic, ...] = ()
        pages = None if kept is None else kept.get(source, size)
        if pages is None:
            pages, found = compose(source, size)
            if form_maker is not None:
                pages = _as_forms(pages, *form_maker)
            if kept is not None and pages.pages and not found:
                kept.save(source, size, pages)
        part = None
        if pages.pages:
            name = book_name(source, pages, taken, translated=translated)
            part = booklet_part(source, pages, name, profile) if folded else book_part(source, pages, name)
            taken.append(part.file)
        books.append(Book(part, found))
    return books


def rules_on_paper(
    workshop: Workshop,
    game: Game,
    translator: Translator,
    composer: Composer,
    faces: Iterable[PieceFaces],
    sizes: Mapping[str, tuple[float, float]],
    hashes: FaceHashes,
) -> dict[str, RecordedRules]:
    """The rule sheets as a record holds them; those that cannot be set are left out, for the build tells why.

    Args:
        workshop: See ``compose_books``.
        game: See there.
        translator: See there.
        composer: See there.
        faces: Of the pieces that were composed already.
        sizes: Of the pages, by the name of the source; of A4 for others.
        hashes: Remembers the hashes of the pages.
    """
    if not game.rulebooks:
        return {}
    from pnp.model.paper import A4

    compose = _setter(workshop, game, translator, composer, faces)
    found: dict[str, RecordedRules] = {}
    for source in game.rulebooks:
        pages, _ = compose(source, sizes.get(source.name, (A4.width.mm, A4.height.mm)))
        if pages.pages:
            found[source.name] = recorded_rules(pages.pages, hashes)
    return found


def _setter(
    workshop: Workshop, game: Game, translator: Translator, composer: Composer, composed: Iterable[PieceFaces]
) -> Callable[[RulebookSource, tuple[float, float]], tuple[BookPages, tuple[Diagnostic, ...]]]:
    """Sets sheets on pages of a size; what they show is composed once for all of them."""
    from pnp.rulebook import ReadyFaces

    ready = {
        (piece.key, side): face
        for piece in composed
        for side, face in (("front", piece.front), ("back", piece.back))
    }
    faces = ReadyFaces(composer, ready)

    def compose(
        source: RulebookSource, size: tuple[float, float]
    ) -> tuple[BookPages, tuple[Diagnostic, ...]]:
        from pnp.rulebook import compose_rulebook

        sheet = compose_rulebook(
            source,
            game,
            translator.language,
            faces,
            composer.context,
            size,
            files=workshop.files,
            localise=translator.text,
        )
        return BookPages(sheet.pages, sheet.outline, sheet.title), sheet.diagnostics

    return compose


def _as_forms(book: BookPages, form_maker: FormMaker, hashes: FaceHashes) -> BookPages:
    """The book with its pages as forms."""
    pages = [form_maker.face(page, hashes) if isinstance(page, Face) else page for page in book.pages]
    return BookPages(tuple(pages), book.outline, book.title)
