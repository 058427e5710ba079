"""Texts with expressions in ``{{ }}``: cut at them, and filled with words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.i18n import format_number
from pnp.model import FieldValue, Piece, Term, Text
from pnp.rules.evaluator import evaluate
from pnp.rules.expression import Expression, parse_expression
from pnp.rules.limits import DEEPEST_TEXT, LONGEST, LONGEST_TEXT, MOST_FILLED, STEPS
from pnp.rules.run import Budget, ExpressionFault, UnplacedFault
from pnp.rules.value import describe
from pnp.source import Chunk, Origin

_MARK = re.compile(r"\{\{|\}\}|\{%")
_INSIDE = re.compile(r"'(?:\\.|[^'\\])*(?:'|\\?\Z)|\"(?:\\.|[^\"\\])*(?:\"|\\?\Z)|\}\}|[{}]", re.DOTALL)
"""A text in quotes, or one that is never closed; braces."""


class TemplatePart(NamedTuple):
    """A stretch of a text.

    Attributes:
        start: Offset in the text; of the ``{{`` for an expression.
        end: Offset after its last character; after the ``}}`` for an expression.
        expression: The text between the braces; None for plain words.
    """

    start: int
    end: int
    expression: str | None = None

    @property
    def inner(self) -> int:
        """Offset of the expression's first character."""
        return self.start + 2


class Template(NamedTuple):
    """A text cut at its expressions, and what is wrong with its braces."""

    parts: tuple[TemplatePart, ...]
    faults: tuple[ExpressionFault, ...]


@lru_cache(maxsize=1_024)  # many checks look at the same texts
def cut_template(source: str) -> Template:
    """The parts of the text in order; together they cover it but for faulty braces."""
    parts: list[TemplatePart] = []
    faults: list[ExpressionFault] = []
    position, balanced = 0, True
    while (mark := _MARK.search(source, position)) is not None:
        if mark.start() > position:
            parts.append(TemplatePart(position, mark.start()))
        position = mark.end()
        if mark.group() == "{{":
            end = _closing(source, position) if balanced else None
            if end is None:  # a quote or brace that is never closed hides the end, of later ones too
                balanced, end = False, source.find("}}", position)
            if end < 0:
                cure = "write '}}' after the expression"
                faults.append(ExpressionFault("X160", "'{{' is never closed", cure, mark.start(), 2))
                return Template(tuple(parts), tuple(faults))
            parts.append(TemplatePart(mark.start(), end + 2, source[position:end]))
            position = end + 2
        elif mark.group() == "}}":
            cure = "put '{{' before the expression; to print the braces write {{ '}}' }}"
            faults.append(ExpressionFault("X160", "'}}' closes nothing", cure, mark.start(), 2))
        else:
            cure = "texts hold expressions in {{ }} only; to print '{%' write {{ '{%' }}"
            faults.append(ExpressionFault("X160", "'{%' is not available in texts", cure, mark.start(), 2))
    if position < len(source):
        parts.append(TemplatePart(position, len(source)))
    return Template(tuple(parts), tuple(faults))


def _closing(source: str, position: int) -> int | None:
    """Offset of the ``}}`` that ends the expression; braces in quotes and of displays are skipped.

    None if it lies farther away than the longest expression reaches, or is missing.
    """
    depth = 0
    for match in _INSIDE.finditer(source, position, position + LONGEST + 2):
        found = match.group()
        if found == "}}" and depth == 0:
            return match.start()
        if found == "}}":
            depth -= 2
            if depth < 0:  # '{{ {1: 2}}}': the display's own brace comes first
                return (
                    match.start() + 1
                    if source[match.start() + 1 : match.start() + 3] == "}}"
                    else match.start()
                )
        elif found == "{":
            depth += 1
        elif found == "}":
            depth = max(depth - 1, 0)
    return None


def sole_expression(source: str) -> str | None:
    """The expression of a text that is only one ``{{ }}``, so that its value need not be a text.

    The expression begins after the first ``{{``; see ``str.index`` for its offset.
    """
    template = cut_template(source)
    meant = [
        part
        for part in template.parts
        if part.expression is not None or source[part.start : part.end].strip()
    ]
    return meant[0].expression if len(meant) == 1 and not template.faults else None


def plain_parts(source: str) -> list[tuple[int, str]]:
    """The words of a text outside of ``{{ }}``, each stretch with its offset."""
    if _MARK.search(source) is None:
        return [(0, source)] if source else []
    parts = cut_template(source).parts
    return [(part.start, source[part.start : part.end]) for part in parts if part.expression is None]


def template_expressions(source: str) -> list[tuple[int, str]]:
    """The expressions between ``{{`` and ``}}`` in a text, each with the offset of its first character."""
    if _MARK.search(source) is None:
        return []
    return [
        (part.inner, part.expression) for part in cut_template(source).parts if part.expression is not None
    ]


def read_expressions(source: str) -> list[tuple[int, Expression]]:
    """The expressions of a text with their offsets, without those that cannot be read.

    The checks of texts report the others.
    """
    found = []
    for offset, inner in template_expressions(source):
        try:
            found.append((offset, parse_expression(inner)))
        except ExpressionFault:
            continue
    return found


def without_expressions(source: str, filler: str = "x") -> str:
    """The text with ``filler`` in place of every character of its ``{{ }}``, so that offsets stay."""
    if _MARK.search(source) is None:
        return source
    kept, end = [], 0
    for part in cut_template(source).parts:
        if part.expression is not None:
            kept += [source[end : part.start], filler * (part.end - part.start)]
            end = part.end
    return "".join([*kept, source[end:]])


_offset = attrgetter("offset")
_CIRCLE = "texts refer to one another in a circle"


class Filled(NamedTuple):
    """A text as it is printed, its inline marks still in it.

    Attributes:
        text: The words; a faulty expression leaves nothing in its place.
        origin: Maps offsets of ``text`` to the file; what came out of an expression points at its ``{{``.
        diagnostics: Faults of the expressions, in order.
        steps: That the expressions took.
    """

    text: str
    origin: Origin
    diagnostics: tuple[Diagnostic, ...] = ()
    steps: int = 0


def fill(
    text: Text,
    scope: Mapping[str, Any],
    language: str,
    piece: str | None = None,
) -> Filled:
    """The text with each ``{{ expression }}`` replaced by its value in words.

    Whole numbers and floats print in the language's format, terms by their name, texts filled in turn.

    Args:
        text: As its author typed it.
        scope: What names mean; see ``game_scope`` and ``piece_scope``.
        language: BCP 47 tag of the language that the text is written in, where the text does not say itself.
        piece: Named in the diagnostics.
    """
    source = text.source
    if "{" not in source and "}" not in source:
        return Filled(source, text.origin)
    template = cut_template(source)
    found = [fault.diagnostic(text.origin, piece=piece) for fault in template.faults]
    filler = _Filler(scope, text.language or language)
    words: list[str] = []
    chunks: list[Chunk] = []
    length = 0
    for part in template.parts:
        if part.expression is None:
            printed = source[part.start : part.end]
            chunks += _kept_chunks(text.origin, part, length)
        else:
            try:
                printed = filler.expression(part.expression)
            except ExpressionFault as fault:
                found.append(fault.diagnostic(text.origin, part.inner, piece))
                if filler.left < 0:
                    break
                continue
            if text.origin.chunks:
                brace = text.origin.at(part.start)
                chunks.append(Chunk(length, brace.line, brace.column, made=True))
        words.append(printed)
        length += len(printed)
    found.sort(key=lambda item: item.span or text.origin.span)
    origin = Origin(text.origin.span, tuple(chunks))
    return Filled("".join(words), origin, tuple(found), STEPS - filler.budget.steps)


@dataclass(slots=True)
class _Filler:
    """Words of values in one scope and language.

    Attributes:
        budget: For all expressions of a text together.
        depth: Texts inside of texts.
        left: Characters that may still be printed; negative once it was too much.
    """

    scope: Mapping[str, Any]
    language: str
    budget: Budget = field(default_factory=Budget)
    depth: int = 0
    left: int = MOST_FILLED

    def expression(self, source: str) -> str:
        """The text that the expression prints.

        Raises:
            ExpressionFault: It has no words, or too many of them.
        """
        expression = parse_expression(source)
        value = evaluate(expression, self.scope, self.budget, language=self.language, words=self.words)
        try:
            printed = self.words(value, self.language)
            self.left -= len(printed)
            if self.left < 0:
                message = f"the expressions of this text print more than {MOST_FILLED:,} characters"
                raise UnplacedFault("X130", message, "print less, or divide the text")
            return printed
        except UnplacedFault as unplaced:
            start = len(source) - len(source.lstrip())
            raise ExpressionFault(
                unplaced.code, unplaced.message, unplaced.help, start, len(source.strip())
            ) from None

    def words(self, value: Any, language: str) -> str:
        """The value in words.

        Raises:
            UnplacedFault: It has none (X170), or is too long (X130).
        """
        if isinstance(value, str):
            printed = value
        elif isinstance(value, Term):
            printed = self._text(value.seen_in(language).name)
        elif isinstance(value, Text):
            printed = self._text(value)
        elif isinstance(value, Piece) and isinstance(name := value.fields.get("name"), Text):
            printed = self._text(name)
        elif isinstance(value, FieldValue) and (worded := value.words(language)) is not None:
            printed = worded
        elif isinstance(value, int | float) and not isinstance(value, bool):
            printed = format_number(value, language)
        else:
            raise _unprintable(value)
        if len(printed) > LONGEST_TEXT:
            raise UnplacedFault(
                "X130", f"the text is longer than {LONGEST_TEXT:,} characters", "print less of it"
            )
        return printed

    def _text(self, text: Text) -> str:
        """The filled text of a value; its faults are reported in detail where it is written."""
        if "{{" not in text.source:
            return text.source
        if self.depth >= DEEPEST_TEXT:
            raise UnplacedFault("X130", _CIRCLE, "let one of them say its words itself")
        self.depth += 1
        around, self.language = self.language, text.language or self.language
        try:
            parts = cut_template(text.source).parts
            return "".join(
                text.source[part.start : part.end]
                if part.expression is None
                else self.expression(part.expression)
                for part in parts
            )
        except ExpressionFault as fault:
            around_it = "" if fault.message == _CIRCLE else f"in '{text.source}': "
            raise UnplacedFault(fault.code, around_it + fault.message, *fault.help) from None
        finally:
            self.depth -= 1
            self.language = around


def _unprintable(value: Any) -> UnplacedFault:
    if value is None:
        return UnplacedFault(
            "X170", "there is nothing to print: the value is empty", "write {{ value if value else '' }}"
        )
    if isinstance(value, bool):
        return UnplacedFault(
            "X170", "a flag has no words", "write {{ 'yes' if flag else 'no' }} with the words that you want"
        )
    if isinstance(value, list | tuple | range):
        return UnplacedFault("X170", "a list has no words of its own", "write {{ list | join(', ') }}")
    return UnplacedFault("X170", f"{describe(value)} has no words", "print one of its parts")


def _kept_chunks(origin: Origin, part: TemplatePart, length: int) -> list[Chunk]:
    """Chunks of a stretch of plain words that begins at ``length`` in the filled text."""
    if not origin.chunks:
        return []
    first = origin.at(part.start)
    begin = bisect_right(origin.chunks, part.start, key=_offset)
    inside = origin.chunks[begin : bisect_left(origin.chunks, part.end, begin, key=_offset)]
    moved = [chunk._replace(offset=chunk.offset - part.start + length) for chunk in inside]
    return [Chunk(length, first.line, first.column), *moved]
