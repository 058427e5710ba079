"""The words of a ``<text>``: one run of characters that still knows where each stretch was written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.layout.build import LINE_BREAK, Literal
from pnp.layout.wording import BoundText, in_words
from pnp.markup import Marked, parse_inline
from pnp.model import Text
from pnp.source import Origin, Span
from pnp.text import TextContext, TextFault
from pnp.text.fault import findings

_SPACE = re.compile(r"[ \t\r\n]+")


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
    last = len(parts) - 1
    main = here = Origin(span)  # of what the layout says: all its characters have the same place
    before = None
    heaviest = (False, 0)
    for index, part in enumerate(parts):
        origin = here
        text: str
        if type(part) is BoundText:
            text, origin = part, part.origin
            faults += part.faults
        elif part is LINE_BREAK:
            text = "\n"
        elif isinstance(part, Literal):
            text = _SPACE.sub(" ", part)
            if index == 0 or parts[index - 1] is LINE_BREAK:
                text = text.lstrip(" ")
            if index == last or parts[index + 1] is LINE_BREAK:
                text = text.rstrip(" ")
        else:
            text = in_words(part, language, bind)
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


def marked(words: ElementWords, layout: Span) -> tuple[Marked, list[Diagnostic]]:
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
