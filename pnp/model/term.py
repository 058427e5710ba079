"""Words of a game that carry meaning."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from pnp.colour import Colour
from pnp.diagnostics import did_you_mean
from pnp.model.text import Text
from pnp.source import Span


@dataclass(frozen=True, slots=True)
class Term:
    """A weapon, a colour, a kind of tile.

    Attributes:
        vocabulary: Id of the vocabulary that it belongs to.
        id: Unique within its vocabulary.
        name: As it is printed, in the nominative singular.
        span: Where it is defined.
        colour: Its colour, when it has one.
        icon: Name of its icon, when it has one.
        gender: ``m``, ``f``, ``n`` or a finer mark of the language; empty when not given.
        forms: Other forms of the name by their label, such as ``gen: luku``.
        data: Further values that the game gives its terms: numbers, flags, texts or other terms, by name.
        untranslated: Of a translated term what it is in the game's own language.
        icon_span: Where its icon is named.
    """

    vocabulary: str
    id: str
    name: Text
    span: Span
    colour: Colour | None = None
    icon: str | None = None
    gender: str = ""
    forms: Mapping[str, Text] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    untranslated: Term | None = None
    icon_span: Span | None = None

    def seen_in(self, language: str) -> Term:
        """The term as a text in the language sees it.

        A text without a translation is in the game's own language, and its sentence asks for words of that
        language: for forms that no other may have, and for its genders.
        """
        own = self.untranslated
        return own if own is not None and own.name.language == language else self

    def member(self, name: str) -> Any:
        """The value that expressions and layouts see under ``name``.

        Raises:
            KeyError: It does not exist; callers suggest others from ``members``.
        """
        if name in _OWN:
            return getattr(self, name)
        return self.data[name]

    def members(self) -> list[str]:
        """All names that ``member`` knows."""
        return [*_OWN, *self.data]

    def __hash__(self) -> int:
        return hash(self.id)  # equal to its id, so it must hash like it

    def __eq__(self, other: object) -> bool:
        """Terms are equal by vocabulary and id; a term also equals its id, as in ``spell == 'lure'``."""
        if isinstance(other, Term):
            return (self.vocabulary, self.id) == (other.vocabulary, other.id)
        return self.id == other if isinstance(other, str) else NotImplemented

    def __str__(self) -> str:
        return self.id


_OWN = ("id", "name", "colour", "icon", "gender", "forms", "vocabulary")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A named group of terms that exclude one another, in the author's order."""

    id: str
    terms: Mapping[str, Term]
    span: Span


def which_term(word: str, terms: Collection[Term]) -> str:
    """A cure for a word that is the id of none of these terms.

    The id of the term that is called so, by its name or by one of its forms: who sees the game on paper
    writes what is printed. Else the nearest id, or the list of all.
    """
    called = terms_called(word, terms)
    if called:
        return f"write the id of the term: '{called[0].id}'"
    return did_you_mean(word, [term.id for term in terms], "terms")


def terms_called(word: str, terms: Collection[Term]) -> list[Term]:
    """The terms whose name, or one of its forms, is ``word`` in the game's language, in any case."""
    meant = word.strip().casefold()
    return [
        term
        for term in terms
        if any(each.source.casefold() == meant for each in (term.name, *term.forms.values()))
    ]
