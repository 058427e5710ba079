"""Faces of earlier runs in the user's cache folder, and their keys."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any
from zlib import crc32

from pnp import __version__
from pnp.build.edition import ComposedPiece, Edition
from pnp.build.face_code import (
    BROKEN,
    FORMS,
    FacePart,
    check_fonts,
    decoded,
    encoded,
    forms_coded,
    forms_decoded,
    forms_in,
    has_pictures,
    part_coded,
)
from pnp.impose import PieceFaces
from pnp.layout import shipped_layouts
from pnp.layout.compose import pieces_by_name
from pnp.layout.reads import COUNTS, FACTS, OF_PIECE, OTHERS, SHOWN, TOTAL, UNIQUE, read_layout
from pnp.memo import plain_bytes
from pnp.model import ComponentSet, Game, Piece
from pnp.model.size import Size
from pnp.model.text import Term, Text
from pnp.pdf import Form, PdfFace
from pnp.source import Origin, Span


class FaceKeys:
    """Keys of the pieces of one game in one language.

    All faces depend on the program, language, bleed, theme, styles, terms, and the header of the game. Each
    depends on its set's header, on the data of its piece, and on everything that was read while it was
    composed (``pnp.layout.reads``). Places in files are left out, so that a line inserted above a piece
    changes no key.

    Args:
        edition: Its game, language, bleed and theme.
        assets: A key over the content of the game's own pictures, icons and fonts.
        before: Of the game as it was, whose pieces may be some of those of the game now.
    """

    def __init__(self, edition: Edition, assets: str = "", before: FaceKeys | None = None) -> None:
        self._game = game = edition.game
        self._layouts = {**shipped_layouts(), **game.layouts}
        self._sets = {component_set.id: component_set for component_set in game.sets}
        self._owns: dict[str, tuple[Piece, bytes, bytes]] = {}
        self._before = before._owns if before is not None else {}
        self._heads: dict[str, bytes] = {}
        self._values: dict[tuple[frozenset[str], str], bytes] = {}
        ground = (__version__, edition.language, edition.bleed, edition.ink, assets, game.language)
        header = (game.id, game.name, game.version, game.players)
        self._ground = digest_of(ground, header, game.styles, *vocabularies(game))

    def own(self, piece: Piece) -> bytes:
        """A key over everything that a face depends on without reading anything."""
        key, head = piece.key, self._head(piece.set_id)
        known = self._owns.get(key)
        if known is None:
            known = self._before.get(key)
            if known is None or known[1] != head or not _only_moved(known[0], piece):
                # Faces of pieces that are not printed are not checked.
                known = piece, head, hashed((head, self.data_of(piece), piece.copies > 0))
            self._owns[key] = known
        return known[2]

    def of(self, piece: Piece, reads: frozenset[str]) -> bytes:
        """The key of both sides of a piece that read this while they were composed."""
        among = (reads, piece.set_id)
        if among not in self._values:
            self._values[among] = digest_of(*((read, self._value(read, piece)) for read in sorted(reads)))
        counts = (piece.number, piece.copies) if COUNTS in reads else None
        return hashed((self.own(piece), self._values[among], counts))

    def _value(self, read: str, piece: Piece) -> object:
        """The present value of a read, without the counts of the piece."""
        if read in (TOTAL, UNIQUE):
            return self._size(piece.set_id, read)
        return self.value(read)

    def _size(self, set_id: str, read: str) -> int:
        """How many pieces a set prints, with or without copies."""
        owner = self._sets[set_id]
        return owner.copies if read == TOTAL else sum(1 for piece in owner.pieces if piece.copies)

    def value(self, read: str) -> object:
        """The present value of a read that is the same for all pieces."""
        if read == FACTS:
            return self._facts
        if read == OTHERS:
            return self.everything
        if (layout := read_layout(read)) is not None:
            source = self._layouts.get(layout) or self._layouts.get(layout.removesuffix(".xml"))
            return source and source.text
        kind, _, name = read.partition(" ")
        shown = self._named.get(name, ()) if name and kind in (SHOWN, *OF_PIECE) else ()
        if kind == SHOWN:
            return [self.own(piece) for piece in shown]
        if kind == COUNTS:
            return [(piece.number, piece.copies) for piece in shown]
        return [self._size(piece.set_id, kind) for piece in shown]

    @cached_property
    def _named(self) -> Mapping[str, Sequence[Piece]]:
        return pieces_by_name(self._game)

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
    def frame(self) -> bytes:
        """A key over the game without its pieces and layouts."""
        game = self._game
        about = (game.credits, game.sources, game.notice)
        return digest_of(self._facts, *map(self._head, self._sets), *about)

    @cached_property
    def everything(self) -> bytes:
        """A key over the whole game, for what may read any of it."""
        layouts = [(name, source.text) for name, source in sorted(self._layouts.items())]
        return digest_of(self._facts, layouts, *map(self.of_set, self._game.sets))

    def of_set(self, component_set: ComponentSet) -> bytes:
        """A key over all data of a set."""
        pieces = [(piece.number, piece.copies, *self.data_of(piece)) for piece in component_set.pieces]
        return hashed((self._head(component_set.id), pieces))

    def data_of(self, piece: Piece) -> tuple[object, ...]:
        """The data of a piece without its counts, in plain values."""
        own = (piece.id, piece.layout, piece.back, piece.style)
        return (*own, plain(piece.size), plain(piece.fields), plain(piece.binds))


def _only_moved(before: Piece, now: Piece) -> bool:
    """Whether a piece has the very data that it had, at other places; comparing takes a tenth of hashing."""
    if before is now:
        return True
    own, other = ((each.id, each.layout, each.back, each.style, each.copies > 0) for each in (before, now))
    if own != other or before.size is not now.size or before.binds is not now.binds:
        return False
    return len(before.fields) == len(now.fields) and all(
        one is other
        or (type(one) is type(other) is Text and (one.source, one.language) == (other.source, other.language))
        for one, other in zip(before.fields.values(), now.fields.values(), strict=True)
    )


def vocabularies(game: Game) -> Iterable[object]:
    """The data of all terms of a game, which other values contain only by name."""
    for vocabulary in game.vocabularies.values():
        yield vocabulary.id
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


_FORM = "faces 10"
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
        edition: The game in the language; its faces are forms.
        assets: A key over everything that faces depend on besides the game and the language.
        unchanged: Returns whether ``assets`` is still right; None if it cannot change.
        whole: Whether the run makes all pieces of the game; if not, it only reads the entries.

    Attributes:
        keys: Of the pieces.
        name: Of all entries of the edition: everything that they are made from besides the game.
        store: Where the entries are.
        fonts: Has the fonts.
    """

    def __init__(
        self, edition: Edition, assets: str, unchanged: Callable[[], bool] | None, *, whole: bool
    ) -> None:
        self.keys = FaceKeys(edition, assets)
        self.name = f"{assets} {edition.language} {edition.bleed!r} {edition.ink} {edition.game.id}"
        if edition.form_maker is not None and edition.form_maker.colours.converter is not None:
            self.name += f" {edition.form_maker.colours.converter.key}"
        self.store, self.fonts = edition.workshop.cache, edition.workshop.fonts
        self._faces = f"{_FORM} {self.name}"
        self._unchanged = unchanged
        self._whole = whole
        self._parts = _parts(edition.game.pieces())
        self._opened: dict[str, FacePart | None] = {}
        self._backs: dict[tuple[object, ...], PdfFace] = {}

    def get(self, piece: Piece) -> ComposedPiece | None:
        """The piece from an earlier run; None if it must be composed."""
        part = self._part(self._parts[piece.key])
        if part is None:
            return None
        try:
            return part.piece(self.keys.own(piece).hex(), piece, partial(self._key, piece))
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
                part.append((self.keys.own(piece).hex(), key, faces, composed))
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
        if (changed or forms.keys() != self._forms.keys()) and self.is_right():
            if forms.keys() != self._forms.keys():
                heads, contents = forms_coded(forms.values())
                self.store.put(f"{self._faces} forms", encoded(heads, contents))
            for name in changed:
                self.store.put(f"{self._faces} part {name}", part_coded(parts[name]))

    def is_right(self) -> bool:
        """Whether the assets of the faces are unchanged since the run began."""
        return self._unchanged is None or self._unchanged()

    def _key(self, piece: Piece, reads: frozenset[str]) -> str:
        return self.keys.of(piece, reads).hex()

    @cached_property
    def _forms(self) -> dict[str, Form]:
        """The forms that pieces place, by name."""
        entry = self.store.get(f"{self._faces} forms")
        if entry is None:
            return {}
        try:
            found = forms_decoded(*decoded(entry, FORMS))
            check_fonts(found.values(), self.fonts)
        except BROKEN:
            return {}
        return found

    def _part(self, name: str) -> FacePart | None:
        """A part from the store; None if it is missing or damaged."""
        if name not in self._opened:
            entry = self.store.get(f"{self._faces} part {name}")
            part = None
            if entry is not None:
                try:
                    part = FacePart(entry, self._forms, self.fonts, self._backs)
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


def digest_of(*values: object) -> bytes:
    """A hash over values that differs when they do in more than their places."""
    return hashed([plain(value) for value in values])


def hashed(plain_value: Any) -> bytes:
    """A hash over plain values, as ``plain`` makes them."""
    return hashlib.blake2b(plain_bytes(plain_value), digest_size=16).digest()


def plain(value: Any) -> object:
    """The value in strings, numbers and tuples that differ when it differs in more than its place.

    A tuple begins with its kind, so two kinds of values are never equal. A term is represented by its name.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    converter = _CONVERTERS.get(kind)
    if converter is not None:
        return converter(value)
    if isinstance(value, Mapping):
        return _mapping(value)
    if isinstance(value, tuple | list):
        return ("(", *map(plain, value))
    if hasattr(kind, "__dataclass_fields__"):
        parts = (plain(getattr(value, name)) for name in kind.__dataclass_fields__)
        return ("<", kind.__name__, *parts)
    return ("r", repr(value))


def _mapping(value: Mapping[Any, Any]) -> object:
    return ("{", tuple(map(plain, value)), tuple(map(plain, value.values())))


_PLAIN = frozenset({str, int, bool, float, bytes, type(None)})

_CONVERTERS: Mapping[type[Any], Callable[[Any], object]] = {
    dict: _mapping,
    Text: lambda text: ("T", text.source, text.language),
    Term: lambda term: ("t", term.vocabulary, term.id),
    Size: lambda size: ("S", size.width.emu, size.height.emu, size.radius.emu, size.shape, size.line),
    # Places are left out.
    Span: lambda _: None,
    Origin: lambda _: None,
}
