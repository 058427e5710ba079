"""A whole game, with the facts and claims of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from pnp.diagnostics.diagnostic import Allowance
from pnp.model.files import LayoutSource, RulebookSource, TranslationSource
from pnp.model.piece import ComponentSet, Piece
from pnp.model.print import PrintSettings
from pnp.model.size import Size
from pnp.model.text import Style, Term, Text, Vocabulary, which_term
from pnp.source import Origin, Span


class FontNeed(NamedTuple):
    """A style that asks for letters that not every family has, and where."""

    style: str
    what: Literal["bold", "italic", "features", "axes"]
    span: Span


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that the files of a game say.

    Attributes:
        id: ASCII name; also the folder of the output.
        name: As printed.
        language: BCP 47 tag of the source texts.
        languages: All languages of the game, the source language first.
        players: Every number of players that the game is for, rising.
        version: Of the data, as printed in footers; empty when not given.
        credits: Role to names, in the author's order, such as ``design: [...]``.
        notice: A line for the rule sheet (an unofficial prototype, a licence).
        sources: Documents by id.
        sizes: Named sizes, the standard ones included.
        styles: Named styles, the standard ones included.
        vocabularies: By id.
        facts: By id.
        claims: By id, in the author's order.
        sets: In the order of ``game.yaml``.
        layouts: The game's own layouts by name.
        fonts: Where the game asks for a font family first, by family; the standard styles are not written
            anywhere.
        font_needs: What the game asks of the fonts of its styles.
        rulebooks: In order of name.
        translations: Files of translations as they were read, in order of name.
        print: Options of printing that the game sets.
        profiles: Named sets of print options that can be asked for, the shipped ones included.
        span: Of ``game.yaml``.
        language_spans: Where each language is written, by its tag as typed; ``place_of_language`` asks for
            one.
        folder: The game's folder as shown to the author.
        allowed: Warnings that the game accepts in all files; ``allowances`` has those of its sets, too.
    """

    id: str
    name: Text
    language: str
    languages: tuple[str, ...]
    players: tuple[int, ...]
    sets: tuple[ComponentSet, ...]
    span: Span
    folder: str
    version: str = ""
    credits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notice: Text | None = None
    sources: Mapping[str, Source] = field(default_factory=dict)
    sizes: Mapping[str, Size] = field(default_factory=dict)
    styles: Mapping[str, Style] = field(default_factory=dict)
    fonts: Mapping[str, Span] = field(default_factory=dict)
    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    layouts: Mapping[str, LayoutSource] = field(default_factory=dict)
    font_needs: tuple[FontNeed, ...] = ()
    rulebooks: tuple[RulebookSource, ...] = ()
    translations: tuple[TranslationSource, ...] = ()
    print: PrintSettings = field(default_factory=PrintSettings)
    profiles: Mapping[str, PrintSettings] = field(default_factory=dict)
    language_spans: Mapping[str, Span] = field(default_factory=dict)
    allowed: tuple[Allowance, ...] = ()

    def allowances(self) -> tuple[Allowance, ...]:
        """The warnings that the data files accept: in the game, in its sets, and in their pieces."""
        return (*self.allowed, *(each for component_set in self.sets for each in component_set.allowed))

    def place_of_language(self, tag: str) -> Span:
        """Where the game names a language, or else the game's file."""
        return self.language_spans.get(tag, self.span)

    def pieces(self) -> Iterator[Piece]:
        """Every piece of every set, in order."""
        for component_set in self.sets:
            yield from component_set.pieces

    def term(self, name: str) -> Term | None:
        """The term ``vocabulary.id``, or ``id`` if exactly one vocabulary has it; else None."""
        vocabulary, dot, term_id = name.rpartition(".")
        if dot:
            found = self.vocabularies.get(vocabulary)
            return found.terms.get(term_id) if found else None
        hits = [v.terms[name] for v in self.vocabularies.values() if name in v.terms]
        return hits[0] if len(hits) == 1 else None

    def term_cure(self, name: str) -> str:
        """The cure for a name without a term: the vocabularies that have it, or the term that was meant."""
        several = [f"'{v.id}.{name}'" for v in self.vocabularies.values() if name in v.terms]
        if several:
            return f"several vocabularies have it: write {' or '.join(several)}"
        return which_term(name, [term for v in self.vocabularies.values() for term in v.terms.values()])


@dataclass(frozen=True, slots=True)
class Source:
    """A document that facts and claims are taken from."""

    id: str
    title: str
    date: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that the rulebook states.

    Attributes:
        id: As it is named in expressions: ``facts.hand``.
        value: A number, text, flag, list, or a mapping (whole-number keys allowed, such as players to
            target).
        source: Id of the document and section, such as ``r 3.2``; empty when assumed.
        assumed: Whether the rulebook is silent and the value is the designer's own.
        span: Where the fact is written.
        note: Why, in a few words.
        ruling: How the designer reads the rulebook where it is unclear; empty where it is clear.
        stated: What the source states, where the game writes it beside the value; the two differ where the
            designer changed the rule.
        stated_span: Where ``stated`` is written; None without it.
    """

    id: str
    value: Any
    source: str
    assumed: bool
    span: Span
    note: str = ""
    ruling: str = ""
    stated: Any = None
    stated_span: Span | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the rulebook about pieces and facts.

    Attributes:
        id: For life, such as ``D2-25``.
        says: The statement in the designer's words, in the game's language.
        source: Id of the document and section.
        severity: What a false claim is.
        data: Expression over the components.
        relation: How the two sides compare: ``==``, ``!=``, ``<``, ``<=``, ``>``, ``>=`` or ``in``.
        rulebook: Expression over the facts.
        data_origin: Where ``data`` is written.
        rulebook_origin: Where ``rulebook`` is written.
        pieces: Expression that lists the pieces to name when the claim fails; empty for those that ``data``
            visits.
        pieces_origin: Where ``pieces`` is written.
        assumed: Whether the rulebook side is the designer's own number.
        span: Where the claim is written.
        ruling: How the designer reads the rulebook where it is unclear; empty where it is clear.
    """

    id: str
    says: Text
    source: str
    severity: Literal["error", "warning"]
    data: str
    relation: str
    rulebook: str
    data_origin: Origin
    rulebook_origin: Origin
    span: Span
    pieces: str = ""
    pieces_origin: Origin | None = None
    assumed: bool = False
    ruling: str = ""
