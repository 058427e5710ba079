"""What the faces of a piece are made from, as a key: while it stays the same, nothing has to be composed again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from pnp import __version__
from pnp.build.face_words import (
    ALL_FACTS,
    ANY_MEMBER,
    WHOLE_PIECE,
    WHOLE_SET,
    layout_words,
    layouts_named,
    text_words,
)
from pnp.build.maker import Plan
from pnp.dataclass import dataclass
from pnp.model import ComponentSet, Game, LayoutSource, Piece, Term, Text
from pnp.rules.scope import GROUPS
from pnp.source import Origin, Span

_WHOLE_GAME = frozenset({"pieces", "sets", *GROUPS})
"""Names through which a layout or text sees other pieces than its own."""


@dataclass(frozen=True, slots=True)
class _Own:
    """A piece, the digest of what it says, and the words in the expressions of its texts."""

    piece: Piece
    digest: bytes
    words: frozenset[str]


class FaceKeys:
    """Keys of the pieces of one game in one language.

    A key covers what a face may depend on and leaves out places in files, so that a line put in above a piece does not
    change it. What a layout or text may look at is told by the words in it: a layout without the word ``facts`` cannot
    read a fact. So a key may change without need, but never stay the same when the face would not.

    Args:
        game: In the language.
        layouts: Those that ship with pnp.
        plan: How faces are composed.
        assets: Stands for the content of the game's own pictures, icons and fonts.
        before: Keys of an earlier state of the game, whose work is used again where a piece has not changed.
    """

    def __init__(
        self,
        game: Game,
        layouts: Mapping[str, LayoutSource],
        plan: Plan,
        assets: str = "",
        before: FaceKeys | None = None,
    ) -> None:
        self._game = game
        self._layouts = {**layouts, **game.layouts}
        self._sets = {component_set.id: component_set for component_set in game.sets}
        self._closures: dict[tuple[str, str | None], tuple[bytes, frozenset[str]]] = {}
        self._set_digests: dict[str, bytes] = {}
        self._abouts: dict[str, bytes] = {}
        self._set_words: dict[str, frozenset[str]] = {}
        self._heads: dict[str, bytes] = {}
        self._owns: dict[str, _Own] = {}
        self._owns_before: Mapping[str, _Own] = before._owns if before is not None else {}
        ground = (__version__, plan.language, plan.bleed, plan.ink, assets, game.language)
        self._ground = _digest(ground, game.styles, *_vocabularies(game))
        common = [*_texts(_vocabularies(game)), game.name.source, *(each.name.source for each in game.sets)]
        self._common_words = frozenset[str]().union(*map(text_words, common))

    def of(self, piece: Piece) -> bytes:
        """The key of both sides of a piece of the game."""
        own = self._own(piece)
        layouts, words = self._drawn_by(piece.layout, piece.back)
        words |= own.words
        digest = hashlib.blake2b(self._ground, digest_size=16)
        for part in (self._head(piece.set_id), layouts, own.digest, *self._seen(piece, words)):
            digest.update(part)
        return digest.digest()

    def _own(self, piece: Piece) -> _Own:
        """What the piece itself says."""
        own = self._owns.get(piece.key) or self._owns_before.get(piece.key)
        if own is None or (own.piece is not piece and own.piece != piece):
            words = frozenset[str]().union(*map(text_words, _texts(piece.fields.values())))
            own = _Own(piece, _digest(_said(piece)), words)
        self._owns[piece.key] = own
        return own

    def _seen(self, piece: Piece, words: frozenset[str]) -> Iterable[bytes]:
        """Digests of what a piece's layouts and texts may look at besides its fields."""
        owner = self._sets[piece.set_id]
        if WHOLE_SET in words:  # and through it the texts of its pieces, with what these look at
            words |= self._words_of(owner)
        if words & _WHOLE_GAME:
            words = words.union(*map(self._words_of, self._sets.values()))
            yield self._everything
        elif WHOLE_SET in words:
            yield self._set(owner)
        elif "set" in words:
            yield self._about(owner)
        if words & {"number", "copies"} or {WHOLE_PIECE, ANY_MEMBER} <= words:
            yield _digest(piece.number, piece.copies)
        if "facts" in words:
            facts = self._game.facts.values()
            seen = facts if ALL_FACTS in words else [fact for fact in facts if fact.id in words]
            yield _digest(*((fact.id, fact.value) for fact in seen))
        if words & {"game", "players"}:
            yield self._header

    def _words_of(self, component_set: ComponentSet) -> frozenset[str]:
        if component_set.id not in self._set_words:
            own = (self._own(piece).words for piece in component_set.pieces)
            self._set_words[component_set.id] = frozenset[str]().union(*own)
        return self._set_words[component_set.id]

    def _head(self, set_id: str) -> bytes:
        if set_id not in self._heads:
            owner = self._sets[set_id]
            declared = [(field.name, field.kind) for field in owner.fields.values()]
            self._heads[set_id] = _digest(set_id, owner.kind, owner.name, declared)
        return self._heads[set_id]

    @cached_property
    def _header(self) -> bytes:
        game = self._game
        return _digest(game.id, game.name, game.version, game.language, game.players)

    @cached_property
    def _everything(self) -> bytes:
        return _digest(*(self._set(each) for each in self._game.sets))

    def _about(self, component_set: ComponentSet) -> bytes:
        """What a set is called, and how many its pieces are."""
        known = self._abouts.get(component_set.id)
        if known is None:
            said = (component_set.id, component_set.kind, component_set.name, component_set.copies)
            known = self._abouts[component_set.id] = _digest(*said)
        return known

    def _set(self, component_set: ComponentSet) -> bytes:
        if component_set.id not in self._set_digests:
            self._set_digests[component_set.id] = _digest(
                (component_set.id, component_set.kind, component_set.name),
                *((piece.copies, _said(piece)) for piece in component_set.pieces),
            )
        return self._set_digests[component_set.id]

    def _drawn_by(self, front: str, back: str | None) -> tuple[bytes, frozenset[str]]:
        """Digest of the layouts of both sides with all that they may draw in, and the names that they may look at."""
        key = (front, back)
        if key not in self._closures:
            sources = self._reached([name for name in key if name is not None])
            words = self._common_words.union(*(layout_words(source.text) for source in sources))
            if any("<face-of" in source.text for source in sources):
                words |= {"pieces"}
            self._closures[key] = (_digest(*((source.name, source.text) for source in sources)), words)
        return self._closures[key]

    def _reached(self, names: Iterable[str]) -> list[LayoutSource]:
        """The layouts of these names with all that they draw in, by name; a face that is shown may be drawn by any."""
        reached: dict[str, LayoutSource] = {}
        waiting = list(names)
        while waiting:
            wanted = waiting.pop().removesuffix(".xml")
            source = self._layouts.get(wanted)
            if source is None or wanted in reached:
                continue
            reached[wanted] = source
            named = layouts_named(source.text)
            waiting += self._layouts if named is None or "<face-of" in source.text else named
        return [reached[name] for name in sorted(reached)]


def _said(piece: Piece) -> tuple[object, ...]:
    """What the data say of a piece, but how often it is printed and as which of its set."""
    return (piece.id, piece.layout, piece.back, piece.style, piece.size, piece.fields, piece.binds)


def _vocabularies(game: Game) -> Iterable[object]:
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            yield (term.vocabulary, term.id, term.name, term.colour, term.icon, term.gender, term.forms)
            yield term.data


def _texts(values: Iterable[Any]) -> Iterable[str]:
    """The sources of all texts in the values, those of terms left out."""
    for value in values:
        if isinstance(value, Text):
            yield value.source
        elif isinstance(value, Mapping):
            yield from _texts(value.values())
        elif isinstance(value, tuple | list) and not isinstance(value, Span):
            yield from _texts(value)


def _digest(*values: object) -> bytes:
    parts: list[bytes] = []
    for value in values:
        _feed(parts.append, value)
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


def _feed(add: Callable[[bytes], None], value: Any) -> None:
    """The value as bytes that differ when it differs in more than its place; a term stands for itself by its name."""
    feed = _FEEDS.get(type(value))
    if feed is not None:
        feed(add, value)
    elif isinstance(value, Mapping):
        add(b"{")
        for key, part in value.items():
            _feed(add, key)
            _feed(add, part)
        add(b"}")
    elif isinstance(value, tuple | list):
        add(b"(")
        for part in value:
            _feed(add, part)
        add(b")")
    elif is_dataclass(value):
        add(type(value).__name__.encode() + b"<")
        for each in fields(value):
            _feed(add, getattr(value, each.name))
        add(b">")
    else:
        add(b"%b;" % repr(value).encode())


def _feed_words(add: Callable[[bytes], None], value: str) -> None:
    encoded = value.encode("utf-8", "surrogatepass")
    add(b"s%d:%b" % (len(encoded), encoded))


def _feed_text(add: Callable[[bytes], None], value: Text) -> None:
    add(b"T")
    _feed_words(add, value.source)
    _feed_words(add, value.language)


def _feed_term(add: Callable[[bytes], None], value: Term) -> None:
    add(b"t")
    _feed_words(add, value.vocabulary)
    _feed_words(add, value.id)


def _feed_bytes(add: Callable[[bytes], None], value: bytes) -> None:
    add(b"b%d:%b" % (len(value), value))


def _feed_nothing(add: Callable[[bytes], None], value: Span | Origin) -> None:
    """Places are left out."""


_FEEDS: Mapping[type[Any], Callable[[Callable[[bytes], None], Any], None]] = {
    str: _feed_words,
    Text: _feed_text,
    Term: _feed_term,
    bytes: _feed_bytes,
    Span: _feed_nothing,
    Origin: _feed_nothing,
}
"""How values of the commonest types become bytes."""
