"""Texts: expressions, marks, icons, terms and their forms, and words for numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pnp.checks.case import Case, PrintedText
from pnp.checks.foreign import PICTURE_CURE
from pnp.diagnostics import Diagnostic, error, warning
from pnp.i18n import number_words, typed_numbers
from pnp.icons import unknown_icon
from pnp.markup import IconRun, TermRun
from pnp.model import Game, Term, Text
from pnp.rules import Expression, read_expressions
from pnp.source import Span


def check_expressions(case: Case) -> Iterator[Diagnostic]:
    """Expressions of texts that have no value in words (X…)."""
    for printed in case.texts:
        yield from printed.filled.diagnostics


_MAY_BE_WRONG = re.compile(r"\*|\][({]|:(?![a-z][a-z0-9-]*:)[\w-]*[:(|\\]")
"""A mark other than the bare name of an icon between colons: most texts have none."""
_ICON_NAME = re.compile(r":([a-z0-9-]+)(?=[:(|\\])")


def check_marks(case: Case) -> Iterator[Diagnostic]:
    """Wrong marks (K200), unknown icons (A100), unknown terms (T310) and unknown forms of terms (K210)."""
    for printed in case.texts:
        words, place = printed.filled.text, printed.filled.origin
        icons = _ICON_NAME.findall(words) if ":" in words else ()
        if not _MAY_BE_WRONG.search(words) and all(icon in case.icon_names for icon in icons):
            continue
        for fault in printed.marked.faults:
            span = place.at(fault.start, fault.length)
            yield error("K200", fault.message, span, fault.help, piece=printed.piece)
        for run in printed.marked.runs():
            if isinstance(run, IconRun) and run.name not in case.icon_names:
                span = place.at(run.start, len(run.typed))
                yield unknown_icon(run.name, span, case.icons, piece=printed.piece)
            elif isinstance(run, TermRun):
                yield from _of_term(run, printed, case.game)


def _of_term(run: TermRun, printed: PrintedText, game: Game) -> Iterator[Diagnostic]:
    """Findings about the term that a text refers to, and about its form."""
    span = printed.filled.origin.at(run.start, run.length)
    term = game.term(run.term)
    if term is None:
        cure = game.term_cure(run.term)
        if printed.filled.text[run.start - 1 : run.start] == "!":  # a picture in Markdown
            cure = PICTURE_CURE
        yield error("T310", f"unknown term '{run.term}'", span, cure, piece=printed.piece)
    elif not is_form(run.form, term):
        listed = ", ".join(f"'{form}'" for form in _forms(term))
        cures = [
            f"listed are {listed}",
            f"add '{run.form}' to the forms of '{run.term}' if it is one: {_form_place(run.form, term, span)}",
        ]
        plain = run.form.strip("*")
        if plain != run.form and is_form(plain, term):
            stars = run.form[: len(run.form) - len(run.form.lstrip("*"))]
            cures = [f"write the stars outside: {stars}[{plain}]({run.term}){stars}"]
        message = f"'{run.form}' is no listed form of '{run.term}'"
        yield warning("K210", message, span, cures, piece=printed.piece, related=[(term.span, "the term")])


def _form_place(form: str, term: Term, span: Span | None) -> str:
    """How a form is written down, in the game's own language or in a file of translations."""
    if span is not None and span.file.endswith(".po"):
        return f"a line such as 'gen: {form}' in the entry 'term.forms/{term.vocabulary}.{term.id}'"
    return f"forms: {{gen: {form}}}"


def is_form(word: str, term: Term) -> bool:
    """Whether the word is the term's name or one of its forms; capitals don't matter."""
    return word.casefold() in {form.casefold() for form in _forms(term)}


def _forms(term: Term) -> list[str]:
    return list(dict.fromkeys([term.name.source, *(form.source for form in term.forms.values())]))


_LARGEST_IN_WORDS = 12


def check_read_words(case: Case) -> Iterator[Diagnostic]:
    """Words of ``reads(3, '…')`` that name another number and not this one (K240)."""
    for printed in case.texts:
        yield from words_of_others(printed.text, case.game.language, printed.piece)


def words_of_others(text: Text, language: str, piece: str | None = None) -> Iterator[Diagnostic]:
    """The findings of ``check_read_words`` about one text; ``language`` is the game's own."""
    if "reads" not in text.source:
        return
    for offset, expression in read_expressions(text.source):
        for value, words, start, length in _readings(expression):
            stated = _numbers(words, text.language or language, value)
            if stated and value not in stated:
                span = text.origin.at(offset + start, length)
                message = f"the words '{words}' say {stated[0]} and stand for {value}"
                cure = f"write the words for {value}, and what is no part of the number outside of the quotes"
                yield warning("K240", message, span, cure, piece=piece)


def _readings(expression: Expression) -> Iterator[tuple[int, str, int, int]]:
    """Number, words, and where the words are written in the expression."""
    for node in ast.walk(expression.body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reads":
            values = [part.value for part in node.args if isinstance(part, ast.Constant)]
            if len(values) == len(node.args) == 2 and type(values[0]) is int and isinstance(values[1], str):
                yield (values[0], values[1], *expression.place(node.args[1]))


def _numbers(words: str, language: str, value: int) -> list[int]:
    """The numbers that the words name. A word that may be an article counts if it is the number meant.

    Larger numbers consist of several words, and each word names another number.
    """
    found = [number for number, _, _ in typed_numbers(words)]
    if value <= _LARGEST_IN_WORDS:
        named = number_words(words, language, articles=value == 1)
        found += [number for number, _, _ in named]
    return found
