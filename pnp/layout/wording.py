"""Texts and sets as layouts see them, words of values, and the words of a ``<text>``.

This is the only place where values become text. A text that is put together still knows where each of its
stretches was written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from jinja2 import Undefined

from pnp import i18n
from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, error
from pnp.i18n import format_number
from pnp.layout import limits
from pnp.layout.fault import LayoutFault
from pnp.layout.reads import OTHERS, TOTAL, UNIQUE
from pnp.markup import Marked, parse_inline
from pnp.model import ComponentSet, FieldValue, Piece, Term, Text
from pnp.source import Origin, Span
from pnp.text import TextContext, TextFault
from pnp.text.fault import findings

_HEAD = frozenset({"id", "kind", "labels", "name"})
"""Members of a set that all faces of its pieces are taken to depend on."""


class BoundText(str):
    """A text in the language of the build, its expressions filled in.

    It is a plain text to templates (compared, tested, filtered); printed whole in a ``<text>``, it still
    knows its origin, so that a fault inside it points at the line of the game's file.

    Attributes:
        origin: Maps offsets of these characters to places in the file.
        faults: Of its expressions; reported when the text is printed.
        steps: Of a layout that it costs to fill in the expressions.
    """

    __slots__ = ("faults", "origin", "steps")
    origin: Origin
    faults: tuple[Diagnostic, ...]
    steps: int

    def __new__(
        cls, text: str, origin: Origin, faults: tuple[Diagnostic, ...] = (), steps: int = 0
    ) -> BoundText:
        """The text with its origin."""
        bound = super().__new__(cls, text)
        bound.origin = origin
        bound.faults = faults
        bound.steps = steps
        return bound


class NoWords:
    """Stands for a printed value of Jinja's own, such as a macro or a loop, whose words could be endless."""

    def __str__(self) -> str:
        return "…"


class SetView:
    """A set as layouts see it. What has to be counted is counted once and not for every piece.

    Args:
        component_set: The set.
        reads: Notes what of the set is read; grows.
    """

    __slots__ = ("_reads", "_values", "component_set")

    def __init__(self, component_set: ComponentSet, reads: set[str]) -> None:
        self.component_set = component_set
        self._reads = reads
        self._values = {name: component_set.member(name) for name in component_set.members()}

    def member(self, name: str) -> Any:
        """The value under ``name``; raises KeyError if missing."""
        value = self._values[name]
        if name == "total":
            self._reads.add(TOTAL)
        elif name not in _HEAD:
            self._reads.add(OTHERS)
        return value

    def members(self) -> list[str]:
        """The names that ``member`` knows."""
        return list(self._values)

    def number_of_pieces(self) -> int:
        """How many pieces are printed, copies not counted."""
        self._reads.add(UNIQUE)
        return len(self._values["pieces"])


_NUMBERS = (int, float)


CASES: Mapping[str, Callable[[str, str], str]] = MappingProxyType(
    {
        "capital": lambda words, language: i18n.capital(words, language),
        "capitalize": lambda words, language: i18n.capital(i18n.lower(words, language), language),
        "lower": lambda words, language: i18n.lower(words, language),
        "title": lambda words, language: i18n.title(words, language),
        "upper": lambda words, language: i18n.upper(language)(words),
    }
)
"""Filters, and methods of texts, that change the case of words by the rules of a language."""


class JoinedText(str):
    """A text joined of values: its characters are their words.

    Attributes:
        plain: What an attribute makes of it: terms by their ids, numbers with a point, as where the values
            are written one after another.
    """

    __slots__ = ("plain",)
    plain: str

    def __new__(cls, text: str, plain: str) -> JoinedText:
        """The text with its plain form."""
        joined = super().__new__(cls, text)
        joined.plain = plain
        return joined


def in_words(value: Any, language: str, bind: Callable[[Text, Any], BoundText]) -> str:
    """A value in words: numbers in the format of the language, terms and pieces by name, lists with commas.

    Nothing gives an empty text.

    Args:
        value: Any that a layout can name or make.
        language: Of the build.
        bind: Gives the words of a text that belongs to a piece or to none.

    Raises:
        LayoutFault: L208, it has no words.
    """
    if isinstance(value, str) or value is None:
        return value or ""
    if isinstance(value, bool):
        cure = "write {{ 'yes' if flag else 'no' }} with the words that you want"
        raise LayoutFault("L208", "a flag has no words", cure)
    if isinstance(value, _NUMBERS):
        if not isfinite(value):
            raise LayoutFault("L208", "an endless number has no words", "look at how it is made")
        return format_number(value, language)
    if isinstance(value, Text | Term | Piece):
        return _named(value, bind)
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        if any(isinstance(item, list | tuple) for item in value) or len(value) > limits.REPEAT:
            raise LayoutFault("L208", "a list of lists has no words", "print its values one by one")
        return ", ".join(in_words(item, language, bind) for item in value)
    return _rare_words(value, language)


def _named(value: Text | Term | Piece, bind: Callable[[Text, Any], BoundText]) -> str:
    """The words of a text, or the name of a term or piece; the id of a piece that has no name."""
    if isinstance(value, Text):
        return bind(value, None)
    name = value.name if isinstance(value, Term) else value.fields.get("name")
    return bind(name, value) if isinstance(name, Text) else value.id


def _rare_words(value: Any, language: str) -> str:
    """The words of a colour, of a value of one kind of field, or of Jinja's own nothing."""
    if isinstance(value, Colour | Undefined):
        return str(value)  # of a name that does not exist this raises its fault
    words = value.words(language) if isinstance(value, FieldValue) else None
    if words is None:
        raise LayoutFault("L208", "a value has no words", "print one of its parts")
    return words


def in_attribute(value: Any) -> str:
    """A value as a part of an attribute: terms by their ids; "…" for what has no such form."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, JoinedText):
        return value.plain
    if isinstance(value, FieldValue):
        return value.written()
    return str(value) if isinstance(value, str | int | float | Colour | Term) else "…"


_SPACE = re.compile(r"[ \t\r\n]+")


class Literal(str):
    """Characters of the layout itself."""

    __slots__ = ()


class LineBreak(NamedTuple):
    """``<br/>`` in a text."""


LINE_BREAK: Final = LineBreak()


class TextStretch(NamedTuple):
    """Characters from one place: offset of the first, and where they were written."""

    start: int
    origin: Origin


class ElementWords(NamedTuple):
    """A text put together.

    Attributes:
        text: Its characters, inline marks included.
        stretches: By offset; empty for an empty text.
        faults: Of expressions inside texts of the game.
        main: Where the longest stretch comes from, one of the game's files if any does: what a fault of the
            whole points at.
    """

    text: str
    stretches: tuple[TextStretch, ...]
    faults: tuple[Diagnostic, ...]
    main: Origin

    def at(self, start: int) -> TextStretch:
        """The stretch that the character at ``start`` belongs to."""
        index = bisect_right(self.stretches, start, key=lambda stretch: stretch.start) - 1
        return self.stretches[max(index, 0)]


def put_together(
    parts: Sequence[Any], span: Span, language: str, bind: Callable[[Text, Any], BoundText]
) -> ElementWords:
    """The words of a text element in order.

    White space of the layout counts as one space, and as none at the ends and beside line breaks; texts of
    the game stay as they are. Numbers print in the language's format, terms and pieces by their names, lists
    with commas, nothing as nothing.

    Args:
        parts: Characters of the layout, and values.
        span: Of the element.
        language: Of the build.
        bind: Gives the words of a text that belongs to a piece or to none.

    Raises:
        LayoutFault: L208, a value has no words.
    """
    if len(parts) == 1 and type(parts[0]) is BoundText and parts[0]:  # as in most elements
        whole = parts[0]
        return ElementWords(str(whole), (TextStretch(0, whole.origin),), whole.faults, whole.origin)
    texts: list[str] = []
    stretches: list[TextStretch] = []
    faults: list[Diagnostic] = []
    length = 0
    main = here = Origin(span)  # of what the layout says: all its characters have the same place
    before = None
    heaviest = (False, 0)
    for index, part in enumerate(parts):
        text: str
        if type(part) is BoundText:
            text = part
        elif part is LINE_BREAK:
            text = "\n"
        elif isinstance(part, Literal):
            text = _with_single_spaces(parts, index)
        else:
            text = in_words(part, language, bind)
        origin = here
        if isinstance(text, BoundText):
            origin = text.origin
            faults += text.faults
        if text:
            texts.append(text)
            if not (origin is before is here):
                stretches.append(TextStretch(length, origin))
            before = origin
            length += len(text)
            weight = (bool(origin.chunks), len(text))
            if weight > heaviest:
                main, heaviest = origin, weight
    return ElementWords("".join(texts), tuple(stretches), tuple(faults), main)


def _with_single_spaces(parts: Sequence[Any], index: int) -> str:
    """The characters of the layout at an index, without spaces at the ends of lines."""
    text = _SPACE.sub(" ", parts[index])
    if index == 0 or parts[index - 1] is LINE_BREAK:
        text = text.lstrip(" ")
    if index == len(parts) - 1 or parts[index + 1] is LINE_BREAK:
        text = text.rstrip(" ")
    return text


def read_marks(words: ElementWords, layout: Span) -> tuple[Marked, list[Diagnostic]]:
    """The words as runs, and what is wrong with their marks (T300)."""
    parsed = parse_inline(words.text)
    found = []
    for fault in parsed.faults:
        stretch = words.at(fault.start)
        span = stretch.origin.at(fault.start - stretch.start, fault.length)
        found.append(error("T300", fault.message, span, fault.help, related=_set_here(span, layout)))
    return parsed, found


def text_findings(
    faults: Sequence[TextFault], words: ElementWords, layout: Span, context: TextContext
) -> list[Diagnostic]:
    """Faults of the set text at the lines of the game's files, and of the layout (T100, T110, T200, …)."""
    found = []
    for fault in faults:
        whole = fault.kind == "overset"
        start, origin = (0, words.main) if whole else words.at(fault.start)
        moved = fault._replace(start=fault.start - start)
        (finding,) = findings([moved], origin, context)
        related = _set_here(finding.span or layout, layout)
        found.append(
            Diagnostic(
                finding.code, finding.severity, finding.message, finding.span, finding.help, None, related
            )
        )
    return found


def _set_here(span: Span, layout: Span) -> tuple[tuple[Span, str], ...]:
    return () if span.file == layout.file else ((layout, "set by this element of the layout"),)
