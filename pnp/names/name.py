"""Names of a game, the places that mention them, and what a game knows about its names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from pnp.model import BUILT_IN_FIELDS, STANDARD_STYLES, Fact, Game
from pnp.source import Span

Kind: TypeAlias = Literal[
    "term", "fact", "field", "piece", "style", "layout", "set", "vocabulary", "icon", "claim", "size", "text"
]
"""Kinds of named things; ``text`` is a text in quotes or a key of a fact that may mean one of the others."""

PARTS: tuple[str, ...] = ("id", "name", "colour", "icon", "gender", "forms", "vocabulary")
"""Members that every term has."""


class Name(NamedTuple):
    """A name of a game.

    Attributes:
        kind: Of the named thing.
        id: With the vocabulary of a term (``weapon.bow``) and the set of a piece (``weapons/own``).
    """

    kind: Kind
    id: str

    @property
    def word(self) -> str:
        """The part that is written where its vocabulary or set is clear."""
        if self.kind == "term":
            return self.id.partition(".")[2]
        return self.id.partition("/")[2] if self.kind == "piece" else self.id


class NameMention(NamedTuple):
    """A place that has a name.

    Attributes:
        name: The name.
        span: Of the word alone, so that another can be written there.
        defines: Whether the name is given there.
        end: Last line of what is defined there; 0 elsewhere.
        bare: Whether it is a word of code, without quotes, so that it can hold no hyphen.
    """

    name: Name
    span: Span
    defines: bool = False
    end: int = 0
    bare: bool = False


class KnownNames:
    """The names that a game defines, by kind.

    Args:
        game: With all that could be read of it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.terms: Mapping[str, Collection[str]] = {
            id_: tuple(each.terms) for id_, each in game.vocabularies.items()
        }
        self.styles = frozenset({*game.styles, *STANDARD_STYLES})
        self.layouts = frozenset(game.layouts)

    @cached_property
    def lone(self) -> Mapping[str, Name]:
        """Terms whose id only one vocabulary has."""
        found: dict[str, list[str]] = defaultdict(list)
        for vocabulary, terms in self.terms.items():
            for term in terms:
                found[term].append(vocabulary)
        return {
            term: Name("term", f"{owners[0]}.{term}") for term, owners in found.items() if len(owners) == 1
        }

    @cached_property
    def fields(self) -> Mapping[str, tuple[str, ...]]:
        """All declared fields, each with the vocabularies of its terms, which may differ between sets."""
        found: dict[str, tuple[str, ...]] = {}
        for each in self.game.sets:
            for name, field in each.fields.items():
                if field in BUILT_IN_FIELDS:
                    continue
                own = () if field.vocabulary is None else (field.vocabulary,)
                found[name] = tuple(dict.fromkeys((*found.get(name, ()), *own)))
        return found

    @cached_property
    def parts(self) -> frozenset[str]:
        """Members that terms have, with those of their own data."""
        data = (
            name
            for each in self.game.vocabularies.values()
            for term in each.terms.values()
            for name in term.data
        )
        return frozenset((*PARTS, *data))

    @cached_property
    def keyed(self) -> Mapping[str, str | None]:
        """Facts that are mappings or lists of terms, with the id of their vocabulary; None for several."""
        found = {}
        for name, fact in self.game.facts.items():
            ids = _ids(fact)
            vocabulary = self.vocabulary_of(ids)
            if vocabulary or (ids and all(id_ in self.lone for id_ in ids)):
                found[name] = vocabulary
        return found

    @cached_property
    def piece_ids(self) -> Mapping[str, Name]:
        """Pieces whose id only one set has, by that id."""
        found: dict[str, list[str]] = defaultdict(list)
        for piece in self.game.pieces():
            found[piece.id].append(piece.key)
        return {id_: Name("piece", keys[0]) for id_, keys in found.items() if len(keys) == 1}

    def vocabulary_of(self, ids: Collection[str]) -> str | None:
        """The only vocabulary that has all these terms; None if none or several do."""
        owners = [each for each, terms in self.terms.items() if ids and all(id_ in terms for id_ in ids)]
        return owners[0] if len(owners) == 1 else None

    def term_of_field(self, field: str, id_: str) -> Name | None:
        """The term that a field of this name may hold; None if none or several have this id."""
        found = [name for each in self.fields.get(field, ()) if (name := self.term(each, id_)) is not None]
        return found[0] if len(found) == 1 else None

    def term(self, vocabulary: str | None, id_: str) -> Name | None:
        """The term of a vocabulary; without one, the only term with this id. None if missing."""
        if vocabulary is None:
            return self.lone.get(id_)
        return Name("term", f"{vocabulary}.{id_}") if id_ in self.terms.get(vocabulary, ()) else None

    def written_term(self, word: str) -> Name | None:
        """The term that a text names, with or without its vocabulary."""
        vocabulary, dot, id_ = word.rpartition(".")
        return self.term(vocabulary if dot else None, id_)


def _ids(fact: Fact) -> Collection[str]:
    """The texts that a fact is keyed by or lists; none where it holds anything else."""
    value = fact.value
    members: Iterable[object] = value if isinstance(value, Mapping | tuple) else ()
    listed = list(members)
    return (
        [each for each in listed if isinstance(each, str)]
        if all(isinstance(each, str) for each in listed)
        else []
    )


def tail(span: Span, length: int) -> Span:
    """The last characters of a stretch on one line."""
    return span._replace(line=span.end_line, column=span.end_column - length)
