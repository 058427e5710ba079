"""Rule sheets of earlier runs in the user's cache folder: while a game says the same, they need not be set again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from pnp.build.book_pages import BookPages
from pnp.build.face_code import (
    BROKEN,
    decoded,
    encoded,
    face_from,
    face_head,
    forms_coded,
    forms_decoded,
    forms_in,
    has_pictures,
)
from pnp.build.face_key import vocabularies
from pnp.draw import OutlineEntry
from pnp.model import Game, RulebookSource
from pnp.model.digest import digest_of
from pnp.pdf import Form, PdfFace
from pnp.store import Store

_FORM = "book 2"


class KeptBooks:
    """The rule sheets of one game in one language, as forms; each is an entry of a store.

    A rule sheet may look at anything of its game, so it is the same only while all of that is. Kept is nothing with a
    finding, for findings have places, and nothing with a picture, as with pieces.

    Args:
        store: Where the entries are.
        name: Of the entries; stands for what sheets are made from besides the game.
        game: In the language; with the files of its translations, from which rule sheets take their own texts.
        still: Whether all that ``name`` stands for is as it was when the run began; None when it is.
    """

    def __init__(self, store: Store, name: str, game: Game, still: Callable[[], bool] | None) -> None:
        self._store = store
        self._name = name
        self._game = game
        self._still = still

    @cached_property
    def _key(self) -> str:
        return digest_of(self._game, *vocabularies(self._game)).hex()

    def get(self, source: RulebookSource, page: tuple[float, float]) -> BookPages | None:
        """The sheet on pages of that size as it was set before; None when it has to be set."""
        entry = self._store.get(self._entry(source, page))
        if entry is None:
            return None
        forms: dict[str, Form] = {}
        try:
            (key, title, outline, heads, faces), contents = decoded(entry)
            if key != self._key:
                return None
            forms_decoded(heads, contents, forms)
            pages = tuple([face_from(face, forms[face[2]]) for face in faces])
            return BookPages(pages, tuple([OutlineEntry(*each) for each in outline]), title)
        except BROKEN:
            return None

    def save(self, source: RulebookSource, page: tuple[float, float], book: BookPages) -> None:
        """Keep a sheet in place of what is kept of it, where it may be kept."""
        pages = [face for face in book.pages if isinstance(face, PdfFace)]
        if len(pages) < len(book.pages) or any(has_pictures(face.form) for face in pages):
            return
        if self._still is not None and not self._still():
            return
        forms: dict[str, Form] = {}
        for face in pages:
            forms |= forms_in(face.form)
            forms[face.form.name] = face.form
        outline = [[entry.title, entry.level, entry.page, entry.y] for entry in book.outline]
        heads, contents = forms_coded(forms.values())
        head = [self._key, book.title, outline, heads, [face_head(face) for face in pages]]
        self._store.put(self._entry(source, page), encoded(head, contents))

    def _entry(self, source: RulebookSource, page: tuple[float, float]) -> str:
        return f"{_FORM} {self._name} {page} {source.name}"
