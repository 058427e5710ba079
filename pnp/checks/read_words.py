"""Words for numbers: do they match the number?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.i18n import number_words, typed_numbers
from pnp.model import Text
from pnp.rules import Expression, ExpressionFault, parse_expression, template_expressions

_LARGEST_IN_WORDS = 12


def check_read_words(case: Case) -> Iterator[Diagnostic]:
    """Words of ``reads(3, '…')`` that name another number and not this one (K240)."""
    for printed in case.texts.typed(_has_readings):
        yield from words_of_others(printed.text, case.game.language, printed.piece)


def words_of_others(text: Text, language: str, piece: str | None = None) -> Iterator[Diagnostic]:
    """The findings of ``check_read_words`` about one text; ``language`` is the game's own."""
    if not _has_readings(text.source):
        return
    for offset, inner in template_expressions(text.source):
        if "reads" not in inner:
            continue
        try:
            expression = parse_expression(inner)
        except ExpressionFault:  # reported where expressions are checked
            continue
        for value, words, start, length in _readings(expression):
            said = _numbers(words, text.language or language, value)
            if said and value not in said:
                span = text.origin.at(offset + start, length)
                message = f"the words '{words}' say {said[0]} and stand for {value}"
                cure = f"write the words for {value}, and what is no part of the number outside of the quotes"
                yield warning("K240", message, span, cure, piece=piece)


def _has_readings(source: str) -> bool:
    return "reads" in source


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
