"""Cures that pnp can carry out: a word to be written in place of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.diagnostics.printer import SourceLines
from pnp.edit.change import Change
from pnp.edit.source_text import SourceText
from pnp.load.decode import po_encoding
from pnp.model import FileFault
from pnp.source import Span

_MEANT = re.compile(r"did you mean '([^']+)'\?\Z")
_WRITE = re.compile(r"(?:write|use) '([^'…]+)'(?:, which is missing)?\Z")
_SET = re.compile(r"or set (\w+) to (-?\d+)\Z")
_NUMBER = re.compile(r"""(["']?)(-?\d+)\1\Z""")
_IN_BRACKETS = re.compile(r"\((.+)\)")
_QUOTED = re.compile(r"'([^']+)'")


class Cure(NamedTuple):
    """Other text for a stretch of a file.

    Attributes:
        finding: That it cures.
        span: The stretch.
        text: What is there afterwards.
        title: What an editor or the page offers.
        was: What is there now.
        choice: Whether the author has to decide that this side is the wrong one. Such a cure is carried out
            only when it is asked for by itself.
    """

    finding: Diagnostic
    span: Span
    text: str
    title: str
    was: str
    choice: bool = False

    def change(self, path: str, data: bytes) -> Change:
        """The same in bytes of the file.

        Args:
            path: Of the file in the game's folder.
            data: Its content.

        Raises:
            FileFault: It says something else there by now, or is in an encoding that is not known.
        """
        source = SourceText(path, data, po_encoding(data) if path.endswith(".po") else "")
        lines = source.text.split("\n")
        line = lines[self.span.line - 1] if self.span.line <= len(lines) else ""
        if line[self.span.column - 1 : self.span.end_column - 1] != self.was:
            raise FileFault(f"'{self.was}' has changed meanwhile", "look at what has changed")
        start = source.index(self.span.line, self.span.column)
        return source.change(start, start + len(self.was), self.text)


def cure_of(finding: Diagnostic, sources: SourceLines) -> Cure | None:
    """The first cure that says what to write in place of a word; None without one.

    The word is the one at the place of the finding that its message has in quotes; a number is at that place,
    or at the related one that its name is given for.

    Args:
        finding: With its cures in words.
        sources: The lines of each file.
    """
    span = finding.span
    for words in finding.help:
        found = _SET.match(words)
        if found is not None:
            return _of_number(finding, found[1], found[2], sources)
        meant = _MEANT.search(words) or _WRITE.match(words)
        there = None if meant is None else _at(span, sources)
        if meant is None or span is None or there is None:
            continue
        term = _IN_BRACKETS.fullmatch(meant[1])
        text, whole = (term[1], ()) if term else (meant[1], (there,))
        for wrong in dict.fromkeys((*whole, *_QUOTED.findall(finding.message))):
            if wrong and wrong != text and there.count(wrong) == 1 and _fits(there, wrong):
                place = _part(span, there.index(wrong), len(wrong))
                return Cure(finding, place, text, f"write '{text}'", wrong)
    return None


def _of_number(finding: Diagnostic, name: str, number: str, sources: SourceLines) -> Cure | None:
    """The cure that sets a number, where it is written in digits."""
    span = next((place for place, words in finding.related if words.startswith(f"{name}:")), finding.span)
    there = _NUMBER.match(_at(span, sources) or "")
    if span is None or there is None:
        return None
    place = _part(span, there.start(2), len(there[2]))
    return Cure(finding, place, number, f"set {name} to {number}", there[2], choice=True)


def _at(span: Span | None, sources: SourceLines) -> str | None:
    """The characters of a stretch of one line; None elsewhere."""
    if span is None or span.line != span.end_line:
        return None
    lines = sources.of(span.file)
    return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line <= len(lines) else None


def _part(span: Span, start: int, length: int) -> Span:
    column = span.column + start
    return span._replace(column=column, end_column=column + length)


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
        code: Of the findings to be cured; empty for all whose cure is no choice.
    """
    made: dict[Span, Cure] = {}
    lines = SourceLines(sources)
    for item in found:
        if item.accepted is None and code in ("", item.code):
            cure = cure_of(item, lines)
            if (
                cure is not None
                and (code or not cure.choice)
                and not any(_overlap(cure.span, other) for other in made)
            ):
                made[cure.span] = cure
    return sorted(made.values(), key=lambda cure: cure.span)


def _overlap(one: Span, other: Span) -> bool:
    return (
        one.file == other.file
        and one.line == other.line
        and one.column < other.end_column
        and other.column < one.end_column
    )
