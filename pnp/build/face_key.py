"""What the faces of a piece are made from, as a key: while it stays the same, nothing has to be composed again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
from pnp.model import ComponentSet, Game, LayoutSource, Piece, Size, Text
from pnp.model.said import digest_of, hashed, plain
from pnp.remember import ByIdentity
from pnp.rules.scope import GROUPS
from pnp.source import Span

_SIZES_AT_HAND = 256
_NO_WORDS: frozenset[str] = frozenset()
_WHOLE_GAME = frozenset({"pieces", "sets", *GROUPS})
"""Names through which a layout or text sees other pieces than its own."""


@dataclass(frozen=True, slots=True)
class _Own:
    """A piece, the digest of what it says, and the words in the expressions of its texts."""

    piece: Piece
    digest: bytes
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Look:
    """What the code of a layout says: the words in it, and the layouts that it draws in; None where these may be any."""

    words: frozenset[str]
    named: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class _Shared:
    """What many pieces have in common: a digest of it, and whether they may look at their numbers besides."""

    digest: bytes
    numbered: bool


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
        before: Keys of an earlier state of the game, whose work is used again where a piece or layout has not changed.
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
        self._shared: dict[tuple[str, str, str | None, frozenset[str]], _Shared] = {}
        self._sizes: ByIdentity[Size, bytes] = ByIdentity(digest_of, _SIZES_AT_HAND)
        self._owns: dict[str, _Own] = {}
        self._owns_before: Mapping[str, _Own] = before._owns if before is not None else {}
        self._looks: dict[str, _Look] = {}
        self._looks_before: Mapping[str, _Look] = before._looks if before is not None else {}
        ground = (__version__, plan.language, plan.bleed, plan.ink, assets, game.language)
        self._ground = digest_of(ground, game.styles, *vocabularies(game))
        common = [*_texts(vocabularies(game)), game.name.source, *(each.name.source for each in game.sets)]
        common += [label.source for each in game.sets for label in each.labels.values()]
        self._common_words = frozenset[str]().union(*map(text_words, common))

    def of(self, piece: Piece) -> bytes:
        """The key of both sides of a piece of the game."""
        own = self._own(piece)
        among = (piece.set_id, piece.layout, piece.back, own.words)
        shared = self._shared.get(among)
        if shared is None:
            shared = self._shared[among] = self._around(*among)
        number = (piece.number, piece.copies) if shared.numbered else None
        return hashed((shared.digest, own.digest, number))

    def _own(self, piece: Piece) -> _Own:
        """What the piece itself says."""
        key = piece.key
        own = self._owns.get(key) or self._owns_before.get(key)
        if own is None or (own.piece is not piece and own.piece != piece):
            words = _words_in(piece.fields)
            own = _Own(piece, hashed((*_own_words(piece), self._sizes.of(piece.size))), words)
        self._owns[key] = own
        return own

    def _around(self, set_id: str, front: str, back: str | None, own_words: frozenset[str]) -> _Shared:
        """What all pieces of a set have in common that these layouts draw and whose texts have these words."""
        layouts, words = self._drawn_by(front, back)
        words |= own_words
        owner = self._sets[set_id]
        if WHOLE_SET in words:  # and through it the texts of its pieces, with what these look at
            words |= self._words_of(owner)
        if words & _WHOLE_GAME:
            words = words.union(*map(self._words_of, self._sets.values()))
        parts = (self._ground, self._head(set_id), layouts, *self._seen(owner, words))
        numbered = bool(words & {"number", "copies"}) or {WHOLE_PIECE, ANY_MEMBER} <= words
        return _Shared(digest_of(*parts), numbered)

    def _seen(self, owner: ComponentSet, words: frozenset[str]) -> Iterable[bytes]:
        """Digests of what layouts and texts with these words may look at besides the fields of their piece."""
        if words & _WHOLE_GAME:
            yield self._everything
        elif WHOLE_SET in words:
            yield self._set(owner)
        elif "set" in words:
            yield self._about(owner)
        if "facts" in words:
            facts = self._game.facts.values()
            seen = facts if ALL_FACTS in words else [fact for fact in facts if fact.id in words]
            yield digest_of(*((fact.id, fact.value) for fact in seen))
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
            self._heads[set_id] = digest_of(set_id, owner.kind, owner.name, declared, owner.labels)
        return self._heads[set_id]

    @cached_property
    def _header(self) -> bytes:
        game = self._game
        return digest_of(game.id, game.name, game.version, game.language, game.players)

    @cached_property
    def _everything(self) -> bytes:
        return digest_of(*(self._set(each) for each in self._game.sets))

    def _about(self, component_set: ComponentSet) -> bytes:
        """What a set is called, and how many its pieces are."""
        known = self._abouts.get(component_set.id)
        if known is None:
            said = (component_set.id, component_set.kind, component_set.name, component_set.copies)
            known = self._abouts[component_set.id] = digest_of(*said)
        return known

    def _set(self, component_set: ComponentSet) -> bytes:
        if component_set.id not in self._set_digests:
            self._set_digests[component_set.id] = digest_of(
                (component_set.id, component_set.kind, component_set.name, component_set.labels),
                *((piece.copies, piece.size, _own_words(piece)) for piece in component_set.pieces),
            )
        return self._set_digests[component_set.id]

    def _drawn_by(self, front: str, back: str | None) -> tuple[bytes, frozenset[str]]:
        """Digest of the layouts of both sides with all that they may draw in, and the names that they may look at."""
        key = (front, back)
        if key not in self._closures:
            sources = self._reached([name for name in key if name is not None])
            words = self._common_words.union(*(self._look(source.text).words for source in sources))
            self._closures[key] = (digest_of(*((source.name, source.text) for source in sources)), words)
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
            named = self._look(source.text).named
            waiting += self._layouts if named is None else named
        return [reached[name] for name in sorted(reached)]

    def _look(self, text: str) -> _Look:
        """What a layout looks at; one that shows other faces looks at all pieces, and these may be drawn by any layout."""
        look = self._looks.get(text) or self._looks_before.get(text)
        if look is None:
            words = layout_words(text)
            look = (
                _Look(words | {"pieces"}, None) if "<face-of" in text else _Look(words, layouts_named(text))
            )
        self._looks[text] = look
        return look


def _own_words(piece: Piece) -> tuple[object, ...]:
    """What the data say of a piece, but its size, how often it is printed and as which of its set."""
    return (piece.id, piece.layout, piece.back, piece.style, plain(piece.fields), plain(piece.binds))


def _words_in(fields: Mapping[str, Any]) -> frozenset[str]:
    """The words in the expressions of the texts of a piece."""
    texts = [text for text in _texts(fields.values()) if "{" in text]
    return frozenset[str]().union(*map(text_words, texts)) if texts else _NO_WORDS


def vocabularies(game: Game) -> Iterable[object]:
    """All that the terms of a game say, which stand for themselves by their names elsewhere."""
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


def _texts(values: Iterable[Any]) -> Iterable[str]:
    """The sources of all texts in the values, those of terms left out."""
    for value in values:
        if isinstance(value, Text):
            yield value.source
        elif isinstance(value, Mapping):
            yield from _texts(value.values())
        elif isinstance(value, tuple | list) and not isinstance(value, Span):
            yield from _texts(value)
