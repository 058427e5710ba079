"""The rule by which ``u'`` and ``u''`` are distinguished.

In the old markup ``u'`` stands for ů and, by habit, for ú. Czech never writes ů at the start of a word or of
a stem in a compound, and ú hardly anywhere else, so the place in the word decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pnp.diagnostics import Diagnostic, note, times
from pnp.importers.line import Edit, SourceLine
from pnp.source import Span

_STEM = r"(?<![\w'])(?:proti|za)"
_TO_ACUTE = re.compile(rf"(?<![\w'])ů|(?:{_STEM})ů(?=to)", re.IGNORECASE)
_ACUTE_STEM = re.compile(rf"{_STEM}ú(?=to)", re.IGNORECASE)
_ACUTE_INSIDE = re.compile(r"(?<=\w)ú")
_WORD = re.compile(r"[\w']+")


def placed(line: SourceLine) -> SourceLine:
    """The line with ú and ů where Czech has them.

    1. ``u'`` at the start of a word is ú. 2. ``u'to`` after *proti-* or *za-* is ú. 3. ``u''`` elsewhere
      inside a word
    is ů. Only letters that were written with these codes change, and capitals not at all: ``U'`` is Ú as it
    is.
    """
    edits = [
        Edit(match.end() - 1, match.end(), "ú")
        for match in _TO_ACUTE.finditer(line.text)
        if _written(line, match.end() - 1) == "u'"
    ]
    kept = {match.end() - 1 for match in _ACUTE_STEM.finditer(line.text)}
    edits += [
        Edit(match.start(), match.end(), "ů")
        for match in _ACUTE_INSIDE.finditer(line.text)
        if match.start() not in kept and _written(line, match.start()) == "u''"
    ]
    return line.edited(sorted(edits)) if edits else line


def _written(line: SourceLine, at: int) -> str:
    return line.as_written(at, at + 1)


def placing_notes(lines: Iterable[tuple[SourceLine, SourceLine]]) -> tuple[list[Diagnostic], int]:
    """A note for each word that the rule reads differently from the codes alone, with its lines, and a count.

    Args:
        lines: Each line by the codes alone and by the rule, in order.
    """
    places: dict[tuple[str, str], list[Span]] = {}
    count = 0
    for strict, line in lines:
        if strict is line:
            continue
        for match in _WORD.finditer(line.text):
            if match.group() != strict.text[match.start() : match.end()]:
                key = (line.as_written(*match.span()), match.group())
                places.setdefault(key, []).append(line.span(*match.span()))
                count += 1
    found = []
    for (written, reading), spans in places.items():
        where = ", ".join(dict.fromkeys(str(span.line) for span in spans))
        often = f" ({times(len(spans), 'time')}, lines {where})" if len(spans) > 1 else ""
        found.append(
            note("I111", f"'{written}' is read '{reading}' by its place in the word{often}", spans[0])
        )
    return found, count
