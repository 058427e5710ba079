"""The rule sheets of an edition: set, taken from earlier runs in the user's cache folder, or kept there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.build.document import BookPages, Part, book_name, book_part, booklet_part
from pnp.build.edition import ComposedPiece, Edition
from pnp.build.face_cache import FaceCache, FaceKeys, digest_of
from pnp.build.face_code import (
    BOOK,
    BROKEN,
    check_fonts,
    decoded,
    encoded,
    face_from,
    face_head,
    forms_coded,
    forms_decoded,
    forms_in,
    has_pictures,
)
from pnp.diagnostics import Diagnostic
from pnp.draw import Face, OutlineEntry, StructureElement, Tag
from pnp.geometry import Box
from pnp.impose import PieceFaces, PrintProfile
from pnp.impose.booklet import half_sheet
from pnp.model import ComponentSet, RulebookSource, Text
from pnp.model.paper import A4, reading_paper
from pnp.pdf import Form, PdfFace
from pnp.reprint import RecordedRules, recorded_rules
from pnp.rulebook import ReadyFaces, wants_booklet
from pnp.rulebook.reads import ICONS, SET, SETS, TEXT, TILES
from pnp.source import Origin, Span
from pnp.store import check_numbers

if TYPE_CHECKING:
    from pnp.rulebook import ComposedRulebook


class BookKeys:
    """Keys of the rule sheets of an edition: of a source, and of what was read while it was set.

    Args:
        edition: Composes pieces with errors again for their icons.
        keys: Of its pieces.
        pieces: Those that are composed already, by key.

    Attributes:
        reads: What each of ``pieces`` has read.
    """

    def __init__(self, edition: Edition, keys: FaceKeys, pieces: Mapping[str, ComposedPiece]) -> None:
        self._edition = edition
        self._game = edition.game
        self._keys = keys
        self.reads = {key: each.reads for key, each in pieces.items()}
        found = [(key, each.faces) for key, each in pieces.items() if each.faces is not None]
        ready = {(key, side): getattr(faces, side) for key, faces in found for side in ("front", "back")}
        self._faces = ReadyFaces(edition.composer, ready)
        self._values: Mapping[str, Callable[[str], object]] = {
            ICONS: lambda _: sorted(self._faces.printed_icons(self._game)),
            SET: self._set,
            SETS: lambda _: tuple(map(_printed, self._game.sets)),
            TEXT: self._text,
            TILES: self._tiles,
        }

    def of(self, source: RulebookSource, reads: Iterable[str]) -> bytes:
        """The key of a sheet that read this (see ``pnp.rulebook.reads``)."""
        values = ((read, self._value(read)) for read in sorted(reads))
        return digest_of(self._keys.frame, source.text, *values)

    def _value(self, read: str) -> object:
        """The present value of a read; None for what all sheets depend on."""
        kind, _, name = read.partition(" ")
        value = self._values.get(kind)
        return value(name) if value else self._keys.value(read)

    def _set(self, set_id: str) -> bytes | None:
        """The key of a set; None if it does not exist."""
        return next((self._keys.of_set(each) for each in self._game.sets if each.id == set_id), None)

    def _text(self, name: str) -> tuple[str, str]:
        """The translation of a text and its language."""
        context, _, source = name.partition("\n")
        text = self._edition.translator.text(Text(source, _NOWHERE, context))
        return text.source, text.language

    def _tiles(self, _: str) -> Sequence[object]:
        tiles = [piece for piece in self._game.pieces() if piece.kind == "tile"]
        return [(piece.key, piece.copies, *self._keys.data_of(piece)) for piece in tiles]


_NOWHERE = Origin(Span(""))


def _printed(component_set: ComponentSet) -> tuple[object, ...]:
    """The id of a set, the number of its printed pieces, and the key of the first of them."""
    first = next((piece.key for piece in component_set.pieces if piece.copies), "")
    return component_set.id, component_set.copies, first


_FORM = "book 6"


class BookCache:
    """The rule sheets of one game in one language, as forms; each is an entry of a store.

    Sheets with findings or pictures are not kept, as with pieces.

    Args:
        faces: Of the edition; the entries of its sheets are beside those of its pieces.
        keys: Of the sheets.

    Attributes:
        keys: Of the sheets.
    """

    def __init__(self, faces: FaceCache, keys: BookKeys) -> None:
        self._faces = faces
        self.keys = keys

    def get(self, source: RulebookSource, page: tuple[float, float]) -> BookPages | None:
        """The sheet on pages of that size from an earlier run; None if it must be composed."""
        entry = self._faces.store.get(self._entry(source, page))
        if entry is None:
            return None
        try:
            (key, reads, title, outline, heads, faces, elements), contents = decoded(entry, BOOK)
            if key != self.keys.of(source, reads).hex():
                return None
            forms = forms_decoded(heads, contents)
            check_fonts(forms.values(), self._faces.fonts)
            check_numbers([shown for _, _, shown, _ in outline], len(faces))
            named = [within for _, within, *_ in elements if within is not None]
            check_numbers([each[-1] for each in elements if each[-1] is not None], len(faces))
            check_numbers([*named, *(tag[1] for _, tags in faces for tag in tags)], len(elements))
            pages = tuple([face_from(face, _tagged(forms[face[2]], tags)) for face, tags in faces])
            entries = tuple([OutlineEntry(*each) for each in outline])
            return BookPages(pages, entries, title, tuple([StructureElement(*each) for each in elements]))
        except BROKEN:
            return None

    def save(
        self, source: RulebookSource, page: tuple[float, float], book: BookPages, reads: frozenset[str]
    ) -> None:
        """Keep a sheet in place of an earlier one, if it may be kept; ``reads`` as in ``BookKeys``."""
        pages = [face for face in book.pages if isinstance(face, PdfFace)]
        if len(pages) < len(book.pages) or any(has_pictures(face.form) for face in pages):
            return
        if not self._faces.is_right():
            return
        forms: dict[str, Form] = {}
        for face in pages:
            forms |= forms_in(face.form)
            forms[face.form.name] = face.form
        outline = [[entry.title, entry.level, entry.page, entry.y] for entry in book.outline]
        heads, contents = forms_coded(forms.values())
        key = self.keys.of(source, reads).hex()
        faces = [(face_head(face), [tag[:4] for tag in face.form.tags]) for face in pages]
        head = [key, sorted(reads), book.title, outline, heads, faces, book.elements]
        self._faces.store.put(self._entry(source, page), encoded(head, contents))

    def _entry(self, source: RulebookSource, page: tuple[float, float]) -> str:
        return f"{_FORM} {self._faces.name} {page} {source.name}"


def _tagged(form: Form, tags: Sequence[Sequence[Any]]) -> Form:
    """The form with its tags from JSON."""
    made = [Tag(kind, element, order, box and Box(*box)) for kind, element, order, box in tags]
    return form._replace(tags=tuple(made))


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
