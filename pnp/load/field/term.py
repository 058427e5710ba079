"""Fields that hold a term of a vocabulary, or a list of them."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from collections.abc import Sequence as SequenceABC
from dataclasses import replace
from typing import Any

from pnp.diagnostics import did_you_mean, error
from pnp.load.document import Findings
from pnp.load.field.kind import (
    EXPRESSION,
    CountedValue,
    FieldKind,
    FieldReader,
    NewPiece,
    UnfitValue,
)
from pnp.load.field.sequence import SequenceKind
from pnp.load.shape.shape import Schema
from pnp.load.yaml.node import Node, Scalar, Sequence, TableCell
from pnp.model import FieldDeclaration, Term, Value, Vocabulary, terms_called, which_term


class OfVocabulary(FieldKind):
    """A kind that is declared with the name of a vocabulary: ``term weapon``."""

    counted = True

    def declare(
        self,
        field: FieldDeclaration,
        rest: list[str],
        node: Scalar,
        vocabularies: MappingABC[str, Vocabulary],
        findings: Findings,
    ) -> FieldDeclaration | None:
        """See ``FieldKind``."""
        if len(rest) != 1:
            message = f"'{self.name}' needs the name of one vocabulary"
            cure = did_you_mean(" ".join(rest), vocabularies, "vocabularies")
            findings.error("M115", message, node.span, [f"write '{self.name} weapon'", cure])
            return None
        if rest[0] not in vocabularies:
            cure = did_you_mean(rest[0], vocabularies, "vocabularies")
            findings.error("M111", f"unknown vocabulary '{rest[0]}'", node.span, cure)
            return None
        return replace(field, vocabulary=rest[0])

    def declared(self, field: FieldDeclaration) -> str:
        """See ``FieldKind``."""
        return f"{self.name} {field.vocabulary}"

    def count(self, value: Term | tuple[Term, ...]) -> list[CountedValue]:
        """The term, or the different terms of the list."""
        terms = {term.id: term for term in ((value,) if isinstance(value, Term) else value)}
        return [CountedValue(term.id, None, term.colour) for term in terms.values()]

    def declarations(self, vocabularies: SequenceABC[str]) -> list[str]:
        """See ``FieldKind``."""
        return [f"{self.name} {vocabulary}" for vocabulary in vocabularies]


class TermKind(OfVocabulary):
    """One term of the vocabulary, by its id."""

    name = "term"
    forms = ("term weapon",)
    samples = ("bow",)
    wanted = "a term"
    widget = "term"
    mixed = True

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> Term:
        return _written(reader, node)

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        return _fit_term(reader, value, node)

    def first(self, of: NewPiece) -> str:
        """The first term."""
        return next(iter(of.terms), "")

    def schemas(
        self, field: FieldDeclaration, terms: SequenceABC[str], icons: SequenceABC[str]
    ) -> list[Schema]:
        """See ``FieldKind``."""
        return [{"enum": [*terms]}, EXPRESSION]


class TermsKind(OfVocabulary, SequenceKind):
    """A list of terms; a term may occur several times."""

    name = "terms"
    forms = ("terms weapon",)
    samples = ("[bow, sword, bow]", "sword", "[]")
    wanted = "a list of terms"
    widget = "terms"

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> tuple[Term, ...]:
        items = node.items if isinstance(node, Sequence) else [node]
        found: list[Term] = []
        for item in items:
            try:
                if not isinstance(item, Scalar):
                    wanted = f"a list of ids of '{reader.field.vocabulary}'"
                    raise reader.wrong(item, wanted, f"write {reader.field.name}: [one, two]")
                found.append(_named(reader, item.text, item))
            except UnfitValue:
                continue  # the others are looked at too
        if len(found) < len(items):
            raise UnfitValue
        return tuple(found)

    def _member(self, reader: FieldReader, node: Node) -> Term:
        return _written(reader, node)

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        items = [value] if isinstance(value, Term) else value
        if not isinstance(items, list | tuple):
            return None
        terms = [_fit_term(reader, item, node) for item in items]
        known = tuple(term for term in terms if term is not None)
        return known if len(known) == len(terms) else None

    def first(self, of: NewPiece) -> list[str]:
        """The first term."""
        return [*of.terms[:1]]

    def of_variable(self, term: Term) -> Value:
        """See ``FieldKind``."""
        return (term,)

    def schemas(
        self, field: FieldDeclaration, terms: SequenceABC[str], icons: SequenceABC[str]
    ) -> list[Schema]:
        """See ``FieldKind``."""
        member: Schema = {"anyOf": [{"enum": [*terms]}, EXPRESSION]}
        return [{"type": "array", "items": member}, {"enum": [*terms]}, EXPRESSION]


def _written(reader: FieldReader, node: Node) -> Term:
    if not isinstance(node, Scalar):
        raise reader.wrong(node, f"one {reader.field.vocabulary}", "write its id")
    return _named(reader, node.text, node)


def _named(reader: FieldReader, word: str, node: Scalar) -> Term:
    """The term of the field's vocabulary with the id ``word``; in a table also the one printed so (M110)."""
    vocabulary = reader.field.vocabulary or ""
    terms = reader.vocabularies[vocabulary].terms
    found = terms.get(word.removeprefix(f"{vocabulary}."))
    if found is not None:
        return found
    called = terms_called(word, terms.values()) if isinstance(node, TableCell) else []
    if len(called) == 1:
        return called[0]
    message, cure = f"unknown {vocabulary} '{word}'", which_term(word, terms.values())
    if called:
        message = f"several terms of '{vocabulary}' are called '{word}'"
        cure = "write the id of one of them: " + ", ".join(term.id for term in called)
    raise reader.refuse(error("M110", message, node.span, cure))


def _fit_term(reader: FieldReader, value: Any, node: Scalar) -> Term | None:
    wanted = reader.field.vocabulary
    if isinstance(value, Term) and value.vocabulary != wanted:
        message = f"'{reader.field.name}' takes a {wanted}, found the {value.vocabulary} '{value.id}'"
        raise reader.refuse(error("M112", message, node.span, f"name a {wanted}"))
    if isinstance(value, str):
        return _named(reader, value, node)
    return value if isinstance(value, Term) else None
