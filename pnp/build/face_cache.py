"""Faces and rule sheets of earlier runs in the user's cache folder, and their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from zlib import crc32

from pnp import __version__
from pnp.build.document import BookPages
from pnp.build.edition import ComposedPiece, Edition
from pnp.build.face_code import (
    BOOK,
    BROKEN,
    FORMS,
    FacePart,
    Shared,
    check_fonts,
    decoded,
    encoded,
    face_from,
    face_head,
    forms_coded,
    forms_decoded,
    forms_in,
    has_pictures,
    part_coded,
)
from pnp.draw import OutlineEntry
from pnp.fonts import FontLibrary
from pnp.impose import PieceFaces
from pnp.layout import shipped_layouts
from pnp.layout.reads import COUNTS, FACTS, OTHERS, TOTAL, read_layout
from pnp.model import ComponentSet, Game, Piece, RulebookSource
from pnp.model.digest import digest_of, hashed, plain
from pnp.pdf import Form, PdfFace
from pnp.store import Store, check_numbers


class FaceKeys:
    """Keys of the pieces of one game in one language.

    All faces depend on the program, language, bleed, theme, styles, terms, and the header of the game. Each
    depends on its set's header, on the data of its piece, and on everything that was read while it was
    composed (``pnp.layout.reads``). Places in files are left out, so that a line inserted above a piece
    changes no key.

    Args:
        edition: Its game, language, bleed and theme.
        assets: A key over the content of the game's own pictures, icons and fonts.
    """

    def __init__(self, edition: Edition, assets: str = "") -> None:
        self._game = game = edition.game
        self._layouts = {**shipped_layouts(), **game.layouts}
        self._sets = {component_set.id: component_set for component_set in game.sets}
        self._owns: dict[str, bytes] = {}
        self._heads: dict[str, bytes] = {}
        self._values: dict[tuple[frozenset[str], str], bytes] = {}
        ground = (__version__, edition.language, edition.bleed, edition.ink, assets, game.language)
        header = (game.id, game.name, game.version, game.players)
        self._ground = digest_of(ground, header, game.styles, *vocabularies(game))

    def own(self, piece: Piece) -> bytes:
        """A key over everything that a face depends on without reading anything."""
        key = piece.key
        if key not in self._owns:
            self._owns[key] = hashed((self._head(piece.set_id), self._said(piece)))
        return self._owns[key]

    def of(self, piece: Piece, reads: frozenset[str]) -> bytes:
        """The key of both sides of a piece that read this while they were composed."""
        among = (reads, piece.set_id)
        if among not in self._values:
            self._values[among] = digest_of(*((read, self._value(read, piece)) for read in sorted(reads)))
        counts = (piece.number, piece.copies) if COUNTS in reads else None
        return hashed((self.own(piece), self._values[among], counts))

    def _value(self, read: str, piece: Piece) -> object:
        """The present value of a read, without the counts of the piece."""
        layout = read_layout(read)
        if layout is not None:
            source = self._layouts.get(layout) or self._layouts.get(layout.removesuffix(".xml"))
            return source and source.text
        if read == FACTS:
            return self._facts
        if read == TOTAL:
            return self._sets[piece.set_id].copies
        if read == OTHERS:
            return self._everything
        return read

    def _head(self, set_id: str) -> bytes:
        if set_id not in self._heads:
            owner = self._sets[set_id]
            declared = [(field.name, field.kind) for field in owner.fields.values()]
            head = (set_id, owner.kind, owner.name, declared, owner.labels)
            self._heads[set_id] = digest_of(self._ground, *head)
        return self._heads[set_id]

    @cached_property
    def _facts(self) -> bytes:
        return digest_of(*((fact.id, fact.value) for fact in self._game.facts.values()))

    @cached_property
    def _everything(self) -> bytes:
        """A key over the whole game, because other pieces may read anything."""
        layouts = [(name, source.text) for name, source in sorted(self._layouts.items())]
        return digest_of(self._facts, layouts, *map(self._set, self._game.sets))

    def _set(self, component_set: ComponentSet) -> bytes:
        pieces = [(piece.number, piece.copies, *self._said(piece)) for piece in component_set.pieces]
        return hashed((self._head(component_set.id), pieces))

    def _said(self, piece: Piece) -> tuple[object, ...]:
        """The data of a piece without its counts, in plain values."""
        own = (piece.id, piece.layout, piece.back, piece.style)
        return (*own, plain(piece.size), plain(piece.fields), plain(piece.binds))


def vocabularies(game: Game) -> Iterable[object]:
    """The data of all terms of a game, which other values contain only by name."""
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            for each in (term, term.untranslated):
                if each is not None:
                    yield (
                        each.vocabulary,
                        each.id,
                        each.name,
                        each.colour,
                        each.icon,
                        each.gender,
                        each.forms,
                    )
            yield term.data


_FORM = "faces 5"
_EACH = 64
"""Pieces of a part on average."""


class FaceCache:
    """The pieces of one game in one language, in entries of a store.

    The game is divided into parts, each an entry. Hashes of the keys of pieces decide where a part begins, so
    an inserted or removed piece changes only its own part. Forms that pieces of several parts place, such as
    icons and backs, share one more entry.

    Pieces with findings are not kept, because findings have places in files. Neither are pieces with
    pictures, which would be kept again for every game that shows them.

    Args:
        store: Where the entries are.
        name: Beginning of the names of entries.
        keys: Of the pieces.
        pieces: All of the game, in order.
        fonts: Has the fonts.
        still: Returns whether the sources of faces are unchanged since the run began; None if they
            cannot change.
        whole: Whether the run makes all pieces of the game; if not, it only reads the entries.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        keys: FaceKeys,
        pieces: Iterable[Piece],
        fonts: FontLibrary,
        still: Callable[[], bool] | None,
        *,
        whole: bool,
    ) -> None:
        self._store = store
        self._name = f"{_FORM} {name}"
        self._keys = keys
        self._fonts = fonts
        self._still = still
        self._whole = whole
        self._parts = _parts(pieces)
        self._opened: dict[str, FacePart | None] = {}
        self._shared = Shared()

    def get(self, piece: Piece) -> ComposedPiece | None:
        """The piece from an earlier run; None if it must be composed."""
        part = self._part(self._parts[piece.key])
        if part is None:
            return None
        try:
            return part.piece(self._keys.own(piece).hex(), piece, partial(self._key, piece))
        except BROKEN:
            return None

    def save(self, pieces: Sequence[tuple[Piece, ComposedPiece]]) -> None:
        """Keep these pieces and nothing else; only changed entries are written."""
        if not self._whole:
            return
        parts: dict[str, list[tuple[str, str, PieceFaces, ComposedPiece]]] = {}
        for piece, composed in pieces:
            name = self._parts[piece.key]
            part, before = parts.setdefault(name, []), self._part(name)
            faces, key = composed.faces, self._key(piece, composed.reads)
            known = before is not None and key in before.keys
            if faces is not None and (known or _can_be_kept(composed, faces)):
                part.append((self._keys.own(piece).hex(), key, faces, composed))
        forms: dict[str, Form] = {}
        changed: list[str] = []
        for name, kept in parts.items():
            before = self._part(name)
            placed: Iterable[Form]
            if (() if before is None else before.keys) == tuple([key for _, key, _, _ in kept]):
                placed = [self._forms[form] for form in before.forms] if before is not None else ()
            else:
                changed.append(name)
                placed = _placed([faces for _, _, faces, _ in kept])
            for form in placed:
                if form.name not in forms:
                    forms |= forms_in(form)
                    forms[form.name] = form
        if (changed or forms.keys() != self._forms.keys()) and (self._still is None or self._still()):
            if forms.keys() != self._forms.keys():
                heads, contents = forms_coded(forms.values())
                self._store.put(f"{self._name} forms", encoded(heads, contents))
            for name in changed:
                self._store.put(f"{self._name} part {name}", part_coded(parts[name]))

    def _key(self, piece: Piece, reads: frozenset[str]) -> str:
        return self._keys.of(piece, reads).hex()

    @cached_property
    def _forms(self) -> dict[str, Form]:
        """The forms that pieces place, by name."""
        entry = self._store.get(f"{self._name} forms")
        if entry is None:
            return {}
        try:
            found = forms_decoded(*decoded(entry, FORMS))
            check_fonts(found.values(), self._fonts)
        except BROKEN:
            return {}
        return found

    def _part(self, name: str) -> FacePart | None:
        """A part from the store; None if it is missing or damaged."""
        if name not in self._opened:
            entry = self._store.get(f"{self._name} part {name}")
            part = None
            if entry is not None:
                try:
                    part = FacePart(entry, self._forms, self._fonts, self._shared)
                except BROKEN:
                    part = None
            self._opened[name] = part
        return self._opened[name]


def _parts(pieces: Iterable[Piece]) -> dict[str, str]:
    """The name of the part of each piece: the key of the first piece in it."""
    parts: dict[str, str] = {}
    first = ""
    for piece in pieces:
        key = piece.key
        if not first or crc32(key.encode("utf-8", "surrogatepass")) % _EACH == 0:
            first = key
        parts[key] = first
    return parts


def _placed(pieces: Iterable[PieceFaces]) -> Iterable[Form]:
    """The forms that kept pieces refer to: their backs, and those that either side places."""
    found: dict[str, Form] = {}
    for faces in pieces:
        for face in (faces.front, faces.back):
            if isinstance(face, PdfFace) and face.form.name not in found:
                resources = face.form.resources
                found |= resources.forms
                found |= {mask.name: mask for mask in resources.masks.values()}
                if face is faces.back:
                    found[face.form.name] = face.form
    return found.values()


def _can_be_kept(composed: ComposedPiece, faces: PieceFaces) -> bool:
    """Whether a piece has neither findings nor pictures."""
    front, back = faces.front, faces.back
    if composed.diagnostics or faces.faults or not isinstance(front, PdfFace):
        return False
    resources = front.form.resources
    if resources.pictures or any(map(has_pictures, (*resources.forms.values(), *resources.masks.values()))):
        return False
    return back is None or (isinstance(back, PdfFace) and not has_pictures(back.form))


_BOOK_FORM = "book 2"


class BookCache:
    """The rule sheets of one game in one language, as forms; each is an entry of a store.

    A rule sheet may use anything of its game, so it is valid only while the whole game is the same. Sheets
    with findings or pictures are not kept, as with pieces.

    Args:
        store: Where the entries are.
        name: Of the entries; a key over everything that sheets depend on besides the game.
        game: In the language, with the files of its translations, which have the texts of rule sheets.
        fonts: Has the fonts.
        still: Returns whether ``name`` is still right; None if it cannot change.
    """

    def __init__(
        self, store: Store, name: str, game: Game, fonts: FontLibrary, still: Callable[[], bool] | None
    ) -> None:
        self._store = store
        self._name = name
        self._game = game
        self._fonts = fonts
        self._still = still

    @cached_property
    def _key(self) -> str:
        return digest_of(self._game, *vocabularies(self._game)).hex()

    def get(self, source: RulebookSource, page: tuple[float, float]) -> BookPages | None:
        """The sheet on pages of that size from an earlier run; None if it must be composed."""
        entry = self._store.get(self._entry(source, page))
        if entry is None:
            return None
        try:
            (key, title, outline, heads, faces), contents = decoded(entry, BOOK)
            if key != self._key:
                return None
            forms = forms_decoded(heads, contents)
            check_fonts(forms.values(), self._fonts)
            check_numbers([shown for _, _, shown, _ in outline], len(faces))
            pages = tuple([face_from(face, forms[face[2]]) for face in faces])
            return BookPages(pages, tuple([OutlineEntry(*each) for each in outline]), title)
        except BROKEN:
            return None

    def save(self, source: RulebookSource, page: tuple[float, float], book: BookPages) -> None:
        """Keep a sheet in place of an earlier one, if it may be kept."""
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
        return f"{_BOOK_FORM} {self._name} {page} {source.name}"
