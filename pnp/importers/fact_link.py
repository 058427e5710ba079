"""Numbers of a rule sheet that are facts of a game, proposed as expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, note
from pnp.importers.heading import chapter_of
from pnp.model import Fact, Game, RulebookSource
from pnp.rulebook import parse_rulebook
from pnp.rulebook.reading import typed_numbers
from pnp.source import Span


class _Candidate(NamedTuple):
    expression: str
    chapter: str


@dataclass(frozen=True, slots=True)
class Linked:
    """A rule sheet with facts in place of numbers.

    Attributes:
        text: The whole source.
        count: How many numbers were replaced.
        diagnostics: I310 for numbers that several facts have.
    """

    text: str
    count: int
    diagnostics: tuple[Diagnostic, ...]

    def diff(self, before: str, file: str) -> str:
        """The changes that linking makes, as a unified diff that ``patch`` can apply."""
        lines = unified_diff(
            before.splitlines(keepends=True),
            self.text.splitlines(keepends=True),
            f"a/{file}",
            f"b/{file}",
            n=1,
        )
        return "".join(lines)


def link_facts(text: str, file: str, game: Game) -> Linked:
    """The rule sheet with each number replaced that equals one fact of the game.

    Of several facts with that value the one counts whose source names the chapter that holds the number;
    when that leaves several, the number stays and is noted. Lists of numbers are looked for as a whole, with
    commas between.

    Args:
        text: Source of the sheet.
        file: Its name as shown to the author.
        game: With facts.
    """
    candidates = _candidates(game.facts)
    lines = text.split("\n")
    lists, taken = _lists(game.facts, lines)
    edits: list[tuple[Span, str]] = lists
    found: list[Diagnostic] = []
    chapters = list(_chapters(lines))
    for words in parse_rulebook(RulebookSource("", file, text)).texts():
        line = words.origin.span.line - 1
        heading = lines[line].startswith("#")
        for fault in typed_numbers(words, heading=heading):
            span = fault.span
            if span is None or _within(span, taken) or heading:
                continue
            number = lines[span.line - 1][span.column - 1 : span.end_column - 1]
            fitting = _fitting(candidates.get(number, []), chapters[span.line - 1])
            if len(fitting) == 1:
                edits.append((span, f"{{{{ {fitting[0].expression} }}}}"))
            elif fitting:
                names = ", ".join(each.expression for each in fitting[:6])
                found.append(note("I310", f"'{number}' is the value of several facts: {names}", span))
    return Linked(_edited(lines, edits), len(edits), tuple(found))


def _candidates(facts: Mapping[str, Fact]) -> dict[str, list[_Candidate]]:
    """Expressions for numbers, by the number as it is typed."""
    found: dict[str, list[_Candidate]] = {}
    for fact in facts.values():
        for expression, value in _numbers(f"facts.{fact.id}", fact.value):
            found.setdefault(str(value).replace(".", ","), []).append(_Candidate(expression, _chapter(fact)))
    return found


def _numbers(expression: str, value: Any) -> Iterator[tuple[str, int | float]]:
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield expression, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            simple = isinstance(key, str) and key.isidentifier()
            yield from _numbers(f"{expression}.{key}" if simple else f"{expression}[{key!r}]", each)


def _chapter(fact: Fact) -> str:
    """The chapter at the end of a fact's source, such as ``3.2`` of ``r 3.2``."""
    match = re.search(r"\d+(?:\.\d+)*$", fact.source)
    return match.group() if match else ""


def _chapters(lines: list[str]) -> Iterator[str]:
    """For each line the number of the chapter that it is in; empty without one."""
    chapter = ""
    for line in lines:
        if line.startswith("#"):
            chapter = chapter_of(line.lstrip("#").strip())
        yield chapter


def _fitting(candidates: list[_Candidate], chapter: str) -> list[_Candidate]:
    here = [each for each in candidates if chapter and each.chapter == chapter]
    return here or candidates


def _lists(facts: Mapping[str, Fact], lines: list[str]) -> tuple[list[tuple[Span, str]], list[Span]]:
    """Places where all numbers of a fact's list follow one another."""
    edits: list[tuple[Span, str]] = []
    for fact in facts.values():
        value = fact.value
        if (
            not isinstance(value, list | tuple)
            or len(value) < 3
            or not all(type(each) is int for each in value)
        ):
            continue
        row = ", ".join(map(str, value))
        for index, line in enumerate(lines, 1):
            for match in re.finditer(rf"(?<!\d, )(?<![\w\\]){re.escape(row)}(?!, \d|\d)", line):
                span = Span("", index, match.start() + 1, index, match.end() + 1)
                edits.append((span, f"{{{{ facts.{fact.id} | join(', ') }}}}"))
    return edits, [span for span, _ in edits]


def _within(span: Span, others: list[Span]) -> bool:
    return any(
        other.line == span.line and other.column <= span.column and span.end_column <= other.end_column
        for other in others
    )


def _edited(lines: list[str], edits: list[tuple[Span, str]]) -> str:
    result = list(lines)
    for span, words in sorted(edits, reverse=True):
        line = result[span.line - 1]
        result[span.line - 1] = line[: span.column - 1] + words + line[span.end_column - 1 :]
    return "\n".join(result)
