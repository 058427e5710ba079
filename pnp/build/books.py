"""The rule sheets of an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.book_cache import BookCache
from pnp.build.document import BookPages, Part, book_name, book_part, booklet_part
from pnp.build.edition import Edition
from pnp.diagnostics import Diagnostic
from pnp.draw import Face
from pnp.impose import PieceFaces, PrintProfile
from pnp.impose.booklet import half_sheet
from pnp.model import RulebookSource
from pnp.model.paper import A4, reading_paper
from pnp.reprint import RecordedRules, recorded_rules
from pnp.rulebook import ReadyFaces, wants_booklet

if TYPE_CHECKING:
    from pnp.rulebook import ComposedRulebook


class Book(NamedTuple):
    """A rule sheet; ``part`` is None if nothing of it can be set."""

    part: Part | None
    diagnostics: tuple[Diagnostic, ...]


def compose_books(
    edition: Edition,
    sets: Sequence[Part],
    profile: PrintProfile,
    *,
    shown: Iterable[PieceFaces] = (),
    booklet: bool = False,
    cache: BookCache | None = None,
) -> list[Book]:
    """Every rule sheet of the game, in order of name, as forms if the edition has a form maker.

    Args:
        edition: Composes the faces that the sheets show and that nothing else has.
        sets: Parts with faces that are composed already.
        profile: Gives the paper, and the flip edge of booklets.
        shown: Other faces that are composed already.
        booklet: Whether to make all of them booklets, not only those whose header asks for it.
        cache: Has sheets of earlier runs, and receives those of this one.
    """
    if not edition.game.rulebooks:
        return []
    whole = reading_paper(profile.paper)
    faces = chain(shown, *(part.faces for part in sets))
    compose = _setter(edition, faces, {} if cache is None else cache.keys.reads)
    books: list[Book] = []
    taken = [part.file.removesuffix(".pdf") for part in sets]
    translated = edition.language != edition.game.language
    for source in edition.game.rulebooks:
        folded = booklet or wants_booklet(source)
        size = half_sheet(profile.paper) if folded else (whole.width.mm, whole.height.mm)
        found: tuple[Diagnostic, ...] = ()
        pages = None if cache is None else cache.get(source, size)
        if pages is None:
            sheet = compose(source, size)
            found = sheet.diagnostics
            pages = _as_forms(BookPages(sheet.pages, sheet.outline, sheet.title, sheet.elements), edition)
            if cache is not None and pages.pages and not found:
                cache.save(source, size, pages, sheet.reads)
        part = None
        if pages.pages:
            name = book_name(source, pages.title, taken, translated=translated)
            part = booklet_part(source, pages, name, profile) if folded else book_part(source, pages, name)
            taken.append(name)
        books.append(Book(part, found))
    return books


def rules_on_paper(
    edition: Edition, faces: Iterable[PieceFaces], sizes: Mapping[str, tuple[float, float]]
) -> dict[str, RecordedRules]:
    """The rule sheets as a record holds them, without those that cannot be set.

    Args:
        edition: Composes the faces that the sheets show.
        faces: Those that are composed already.
        sizes: Of the pages in millimetres, by the name of the source; A4 for others.
    """
    if not edition.game.rulebooks:
        return {}
    compose = _setter(edition, faces, {})
    found: dict[str, RecordedRules] = {}
    for source in edition.game.rulebooks:
        sheet = compose(source, sizes.get(source.name, (A4.width.mm, A4.height.mm)))
        if sheet.pages:
            found[source.name] = recorded_rules(sheet.pages, edition.hashes)
    return found


def _setter(
    edition: Edition, composed: Iterable[PieceFaces], reads: Mapping[str, frozenset[str]]
) -> Callable[[RulebookSource, tuple[float, float]], ComposedRulebook]:
    """Sets sheets on pages of a size; the faces that they show are composed once for all of them."""
    ready = {
        (piece.key, side): face
        for piece in composed
        for side, face in (("front", piece.front), ("back", piece.back))
    }
    faces = ReadyFaces(edition.composer, ready, reads)

    def compose(source: RulebookSource, size: tuple[float, float]) -> ComposedRulebook:
        from pnp.rulebook import compose_rulebook  # markdown-it: not needed if all sheets are in the cache

        return compose_rulebook(
            source,
            edition.game,
            edition.language,
            faces,
            edition.context,
            page=size,
            files=edition.workshop.files,
            localise=edition.translator.text,
        )

    return compose


def _as_forms(book: BookPages, edition: Edition) -> BookPages:
    """The book with its pages as forms if the edition has a form maker."""
    maker = edition.form_maker
    if maker is None:
        return book
    pages = [maker.face(page, edition.hashes) if isinstance(page, Face) else page for page in book.pages]
    return book._replace(pages=tuple(pages))
