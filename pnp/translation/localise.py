"""A game in another language, with its texts translated and the genders and forms that terms have there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.model import ComponentSet, Game, Piece, Term, Text, Vocabulary
from pnp.source import Chunk, Origin
from pnp.translation.wording import has_words

if TYPE_CHECKING:
    from pnp.i18n import Catalogue, Entry, TextKey


NO_FORMS = "-"
"""Stands for a term without other forms, so that its translation may have some all the same."""


def gender_text(term: Term) -> Text | None:
    """The gender of a term as a text of its own; None where the game gives none."""
    if not term.gender:
        return None
    return Text(term.gender, Origin(term.span), f"term.gender/{term.vocabulary}.{term.id}")


def forms_text(term: Term) -> Text:
    """All forms of a term as one text, a line for each: ``gen: luku``."""
    lines = [f"{label}: {form.source.strip()}" for label, form in term.forms.items()]
    place = next((form.origin.span for form in term.forms.values()), term.span)
    context = f"term.forms/{term.vocabulary}.{term.id}"
    return Text("\n".join(lines) or NO_FORMS, Origin(place), context)


class ReadForms(NamedTuple):
    """The forms in a translation by their label, and lines that are none."""

    forms: Mapping[str, Text]
    faults: tuple[Diagnostic, ...]


def read_forms(text: Text) -> ReadForms:
    """The forms that the lines of a text list (K550 for those that don't)."""
    forms: dict[str, Text] = {}
    faults: list[Diagnostic] = []
    start = 0
    for line in text.source.split("\n"):
        label, colon, words = line.partition(":")
        if colon and label.strip() and words.strip():
            begin = start + len(label) + 1 + len(words) - len(words.lstrip())
            if label.strip() in forms:
                cure = "keep one of them, or give the other a label of its own"
                span = text.origin.at(start, len(label.rstrip()))
                faults.append(error("K550", f"the form '{label.strip()}' is listed twice", span, cure))
            forms[label.strip()] = Text(
                words.strip(), part_of(text.origin, begin, len(words.strip())), "term.form", text.language
            )
        elif line.strip() not in ("", NO_FORMS):
            cure = "write a line for each form, such as 'gen: luku', or '-' for none"
            faults.append(
                error("K550", f"'{line.strip()}' is no form", text.origin.at(start, len(line)), cure)
            )
        start += len(line) + 1
    return ReadForms(forms, tuple(faults))


def part_of(origin: Origin, start: int, length: int) -> Origin:
    """The origin of a stretch of a text."""
    if not origin.chunks:
        return origin
    span = origin.at(start, length)
    inside = [
        chunk._replace(offset=chunk.offset - start)
        for chunk in origin.chunks
        if start < chunk.offset < start + length
    ]
    return Origin(span, (Chunk(0, span.line, span.column), *inside))


class Translator:
    """Gives the texts of one language for those of the game's own.

    A text without a usable translation stays as it is and says so in its ``language``; one without words of
    its own, such as ``{{ weapon.name }}``, needs none.

    Args:
        game: In its own language.
        catalogue: Translations into the wanted language; None for the game's own language.
    """

    def __init__(self, game: Game, catalogue: Catalogue | None) -> None:
        self._game = game
        self._entries: Mapping[TextKey, Entry] = catalogue.by_key() if catalogue else {}
        self.language = catalogue.language if catalogue else game.language
        self._terms: dict[tuple[str, str], Term] = {}
        self._known: dict[str, bool] = {}

    def text(self, text: Text) -> Text:
        """The text in the wanted language, with its place in the file of translations.

        A text that was already given a language stays as it is.
        """
        if text.language or not text.source:
            return text
        entry = self._entries.get((text.context, text.source.strip()))
        if entry is None or not entry.usable:
            return replace(text, language=self._game.language if self._wordy(text.source) else self.language)
        return Text(entry.translation, entry.origin, text.context, self.language)

    def _wordy(self, source: str) -> bool:
        found = self._known.get(source)
        if found is None:
            found = self._known[source] = has_words(source)
        return found

    def game(self) -> Game:
        """The game with all texts, terms and pieces translated; its ``language`` is still the source's."""
        if self.language == self._game.language:
            return self._game
        game = self._game
        vocabularies = self._vocabularies()
        return replace(
            game,
            name=self.text(game.name),
            notice=self.text(game.notice) if game.notice else None,
            vocabularies=vocabularies,
            sets=tuple(self.component_set(each) for each in game.sets),
        )

    def _vocabularies(self) -> dict[str, Vocabulary]:
        data: list[tuple[dict[str, Any], Term]] = []
        made: dict[str, Vocabulary] = {}
        for vocabulary in self._game.vocabularies.values():
            terms: dict[str, Term] = {}
            for term in vocabulary.terms.values():
                values: dict[str, Any] = {}  # filled below, once every term is known
                data.append((values, term))
                terms[term.id] = self._terms[vocabulary.id, term.id] = self._term(term, values)
            made[vocabulary.id] = replace(vocabulary, terms=terms)
        for values, term in data:
            values.update((name, self._value(value)) for name, value in term.data.items())
        return made

    def _term(self, term: Term, data: Mapping[str, Any]) -> Term:
        gender = gender_text(term)
        listed = self.text(forms_text(term))
        forms = term.forms
        if listed.language == self.language:
            forms = read_forms(listed).forms
        elif forms:
            forms = {label: replace(form, language=listed.language) for label, form in forms.items()}
        return replace(
            term,
            name=self.text(term.name),
            gender=self.text(gender).source.strip() if gender else "",
            forms=forms,
            data=data,
            untranslated=self._untranslated(term, data),
        )

    def _untranslated(self, term: Term, data: Mapping[str, Any]) -> Term:
        """The term for texts without a translation; its words are marked as in the game's own language."""
        own = self._game.language
        forms = {label: replace(form, language=own) for label, form in term.forms.items()}
        return replace(term, name=replace(term.name, language=own), forms=forms, data=data)

    def component_set(self, component_set: ComponentSet) -> ComponentSet:
        """A set of the game, or a selection of one, in the wanted language; call ``game`` first."""
        if self.language == self._game.language:
            return component_set
        return replace(
            component_set,
            name=self.text(component_set.name),
            labels={name: self.text(label) for name, label in component_set.labels.items()},
            pieces=tuple(self._piece(piece) for piece in component_set.pieces),
        )

    def _piece(self, piece: Piece) -> Piece:
        fields = {name: self._value(value) for name, value in piece.fields.items()}
        binds = {name: self._value(term) for name, term in piece.binds.items()}
        return replace(piece, fields=fields, binds=binds)

    def _value(self, value: Any) -> Any:
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, Term):
            return self._terms[value.vocabulary, value.id]
        if type(value) is tuple:
            return tuple(self._value(part) for part in value)
        if isinstance(value, Mapping):
            return {key: self._value(part) for key, part in value.items()}
        return value
