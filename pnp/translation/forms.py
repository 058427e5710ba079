"""Genders and forms of terms, which every language has its own of, as texts of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.model import Term, Text
from pnp.source import Chunk, Origin

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
