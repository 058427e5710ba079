"""Cures that pnp can carry out: a word to be written in place of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.source import Span

_MEANT = re.compile(r"did you mean '([^']+)'\?\Z")
_WRITE = re.compile(r"(?:write|use) '([^'…]+)'(?:, which is missing)?\Z")
_IN_BRACKETS = re.compile(r"\((.+)\)")
_QUOTED = re.compile(r"'([^']+)'")


class Cure(NamedTuple):
    """Other text for a stretch of a file, and the finding that it cures."""

    finding: Diagnostic
    span: Span
    text: str

    @property
    def title(self) -> str:
        """What an editor offers."""
        return f"write '{self.text}'"


def cure_of(finding: Diagnostic, sources: Mapping[str, str]) -> Cure | None:
    """The first cure that says what to write in place of a word; None if there is none.

    The word is the one at the place of the finding that its message has in quotes.

    Args:
        finding: With its cures in words.
        sources: The text of each file.
    """
    span = finding.span
    if span is None or span.line != span.end_line or span.file not in sources:
        return None
    lines = sources[span.file].split("\n")
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    there = line[span.column - 1 : span.end_column - 1]
    for words in finding.help:
        meant = _MEANT.search(words) or _WRITE.match(words)
        if meant is None:
            continue
        term = _IN_BRACKETS.fullmatch(meant[1])
        text, whole = (term[1], ()) if term else (meant[1], (there,))
        for wrong in dict.fromkeys((*whole, *_QUOTED.findall(finding.message))):
            if wrong and wrong != text and there.count(wrong) == 1 and _fits(there, wrong):
                column = span.column + there.index(wrong)
                place = span._replace(column=column, end_column=column + len(wrong))
                return Cure(finding, place, text)
    return None


def _fits(there: str, wrong: str) -> bool:
    """Whether a word is all that is at the place, but for quotes and marks around it."""
    return (
        there == wrong
        or there.strip("\"'[](){}: ") == wrong
        or f"({wrong})" in there
        or f":{wrong}:" in there
    )


def cures(found: Iterable[Diagnostic], sources: Mapping[str, str], code: str = "") -> list[Cure]:
    """The cures of findings that can be carried out together: no two are of one place.

    Args:
        found: In any order.
        sources: The text of each file.
        code: Of the findings to be cured; empty for all.
    """
    made: dict[Span, Cure] = {}
    for item in found:
        if item.accepted is None and code in ("", item.code):
            cure = cure_of(item, sources)
            if cure is not None and not any(_overlap(cure.span, other) for other in made):
                made[cure.span] = cure
    return sorted(made.values(), key=lambda cure: cure.span)


def _overlap(one: Span, other: Span) -> bool:
    return (
        one.file == other.file
        and one.line == other.line
        and one.column < other.end_column
        and other.column < one.end_column
    )
