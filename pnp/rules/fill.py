"""Texts with their expressions replaced by words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, MutableMapping
from operator import attrgetter
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.i18n import format_number
from pnp.model import FieldValue, Piece, Term, Text
from pnp.rules.evaluator import evaluate
from pnp.rules.expression import Expression, parse_expression
from pnp.rules.fault import ExpressionFault, UnplacedFault
from pnp.rules.limits import DEEPEST_TEXT, LONGEST_TEXT, MOST_FILLED, STEPS
from pnp.rules.run import Budget
from pnp.rules.template import TemplatePart, cut_template
from pnp.rules.value import describe
from pnp.source import Chunk, Origin

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
    parsed: MutableMapping[str, Expression] | None = None,
) -> Filled:
    """The text with each ``{{ expression }}`` replaced by its value in words.

    Whole numbers and floats print in the language's format, terms by their name, texts filled in turn.

    Args:
        text: As its author typed it.
        scope: What names mean; see ``game_scope`` and ``piece_scope``.
        language: BCP 47 tag of the language that the text is written in, where the text does not say itself.
        piece: Named in the diagnostics.
        parsed: Expressions that were read before, by their source; grows. For callers that fill the same
            texts many times.
    """
    source = text.source
    if "{" not in source and "}" not in source:
        return Filled(source, text.origin)
    template = cut_template(source)
    found = [fault.diagnostic(text.origin, piece=piece) for fault in template.faults]
    filler = _Filler(scope, text.language or language, {} if parsed is None else parsed)
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
                if filler.full:
                    break
                continue
            if text.origin.chunks:
                brace = text.origin.at(part.start)
                chunks.append(Chunk(length, brace.line, brace.column, made=True))
        words.append(printed)
        length += len(printed)
    found.sort(key=lambda item: item.span or text.origin.span)
    origin = Origin(text.origin.span, tuple(chunks))
    return Filled("".join(words), origin, tuple(found), filler.steps)


class _Filler:
    """Words of values in one scope and language."""

    def __init__(
        self, scope: Mapping[str, Any], language: str, parsed: MutableMapping[str, Expression]
    ) -> None:
        self._parsed = parsed
        self._scope = scope
        self._language = language
        self._budget = Budget()
        self._depth = 0
        self._left = MOST_FILLED

    @property
    def steps(self) -> int:
        """Steps that all expressions took together."""
        return STEPS - self._budget.steps

    @property
    def full(self) -> bool:
        """Whether more was printed than one text may."""
        return self._left < 0

    def expression(self, source: str) -> str:
        """The text that the expression prints.

        Raises:
            ExpressionFault: It has no words, or too many of them.
        """
        expression = self._parsed.get(source)
        if expression is None:
            expression = self._parsed[source] = parse_expression(source)
        value = evaluate(expression, self._scope, self._budget, language=self._language, words=self.words)
        try:
            printed = self.words(value, self._language)
            self._left -= len(printed)
            if self.full:
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
        if self._depth >= DEEPEST_TEXT:
            raise UnplacedFault("X130", _CIRCLE, "let one of them say its words itself")
        self._depth += 1
        around, self._language = self._language, text.language or self._language
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
            self._depth -= 1
            self._language = around


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
