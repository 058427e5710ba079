"""Findings as text for people; see ``machine`` for programs. Printers return strings and print nothing.

Of hundreds of findings that say the same, people see the first few and a count of the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from pnp.diagnostics.diagnostic import Diagnostic, Severity, times
from pnp.source import Span

_NUMBER = re.compile(r"'[-+]?[0-9][0-9.,\s]*'")
_ALIKE, _MOST_ALIKE = 5, 10
_OF_A_CODE, _MOST_OF_A_CODE = 50, 100


class ShownFinding(NamedTuple):
    """A finding that is shown.

    Attributes:
        item: The finding.
        pieces: How many more pieces it is about.
        rest: What is left out behind it; empty for nothing.
    """

    item: Diagnostic
    pieces: int
    rest: str = ""


def abridged(found: Sequence[tuple[Diagnostic, int]]) -> list[ShownFinding]:
    """The findings: of over ten alike in a file the first five, of over a hundred of a code the first fifty.

    A column that holds something else than it should, or a key that nobody knows, is wrong in every row.
    Findings are alike when they have the same code and message but for the name of the piece, and for numbers
    in quotes: ``'1,5'``.

    Args:
        found: In the order in which they are shown, with how many more pieces each is about.
    """
    shown = _first([ShownFinding(*each) for each in found], _alike, _ALIKE, _MOST_ALIKE, "like it")
    return _first(shown, _code, _OF_A_CODE, _MOST_OF_A_CODE, "of this kind")


def _alike(item: Diagnostic) -> Hashable:
    message = item.message
    if item.piece:
        message = message.replace(f"'{item.piece.rpartition('/')[2]}'", "'…'").replace(item.piece, "…")
    return (*_code(item), _NUMBER.sub("'0'", message))


def _code(item: Diagnostic) -> tuple[str, str]:
    return item.code, item.span.file if item.span is not None else ""


def _first(
    shown: Sequence[ShownFinding], key: Callable[[Diagnostic], Hashable], few: int, most: int, words: str
) -> list[ShownFinding]:
    """Those shown with only the first few of each key that more than ``most`` have."""
    keys = [key(each.item) if each.item.span is not None else None for each in shown]
    counts, met = Counter(keys), Counter[Hashable]()
    last = dict(zip(keys, shown, strict=True))
    kept = []
    for each, own in zip(shown, keys, strict=True):
        met[own] += 1
        if own is None or counts[own] <= most or met[own] < few:
            kept.append(each)
        elif met[own] == few:
            rest = f"and {counts[own] - few} more {words} in this file, {_to(last[own])}"
            kept.append(each._replace(rest=rest))
    return kept


def _to(last: ShownFinding) -> str:
    span = last.item.span
    assert span is not None, "those without a place are all shown"
    return (
        f"the last in {str(span).removeprefix(span.file)}"
        if span.file.endswith("!")
        else f"to line {span.line}"
    )


_LONGEST = 120


class Excerpt(NamedTuple):
    """A line, shortened around what it is shown for.

    Attributes:
        line: Its number, from 1.
        text: Its characters; an ellipsis marks where it was cut.
        start: Offset of the first character that is meant.
        end: Offset after the last one; greater than ``start``, and maybe after the end of the text.
    """

    line: int
    text: str
    start: int
    end: int


class SourceLines:
    """The lines of files, each file parted once however many findings point into it.

    Args:
        sources: Text of each file by the name that spans use.
    """

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._lines: dict[str, list[str]] = {}

    def of(self, file: str) -> list[str]:
        """The lines of a file; none when it is not among the sources."""
        lines = self._lines.get(file)
        if lines is None:
            text = self._sources.get(file)
            # Not splitlines: U+2028 and others end no line.
            lines = self._lines[file] = text.removesuffix("\n").split("\n") if text else []
        return lines


def excerpt(span: Span, sources: SourceLines) -> Excerpt | None:
    """The first line of the span; None when its file is not among the sources, or has no such line."""
    lines = sources.of(span.file)
    if not 0 < span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    start = max(span.column - 1, 0)
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    return Excerpt(span.line, *_window(line, start, max(end, start + 1)))


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A long line cut down around the stretch."""
    if len(line) <= _LONGEST:
        return line, start, end
    left = max(0, min(start - 30, len(line) - _LONGEST))
    right = left + _LONGEST
    head, tail = "…" if left else "", "…" if right < len(line) else ""
    shift = left - len(head)
    return head + line[left:right] + tail, start - shift, min(end, right) - shift


Painter = Callable[[str, str], str]
"""Colours a text: takes it and one of ``error``, ``warning``, ``note``, ``rule``, ``bold`` or ``help``."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ENDLESS = re.compile(r"(\S{100})\S{300,}(\S{10})")
SEVERITY = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def plain(text: str, _kind: str) -> str:
    """The text without colour."""
    return text


def visible(text: str) -> str:
    r"""The text with every control character but line feeds and tabs as an escape, such as ``\x1b``.

    A terminal obeys such characters, and a game, a name of a file or a note may hold them. Those from U+007F
    on are written as JSON does, ``\u009b``: JSON text holds no others as they are.
    """
    return _CONTROL.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\x{number:02x}" if number < 0x7F else f"\\u{number:04x}"


def _in_line(text: str) -> str:
    """The same for a text that is shown within a line."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings by file, line and column, exact repeats dropped; those without a place come last."""
    return sorted(dict.fromkeys(found), key=_rank)


def _rank(item: Diagnostic) -> tuple[bool, str, int, int, str, str]:
    span = item.span or Span("")
    return (item.span is None, span.file, span.line, span.column, item.code, item.message)


def folded(found: Sequence[Diagnostic]) -> list[tuple[Diagnostic, int]]:
    """Findings that say the same of several pieces at one place, as the first and a count of the rest."""
    result = []
    for _, group in groupby(found, key=lambda item: (item.code, item.span, item.message)):
        first, *others = group
        result.append((first, len({item.piece for item in others} - {first.piece})))
    return result


def full(found: Iterable[Diagnostic], sources: Mapping[str, str], paint: Painter = plain) -> str:
    """The long form: place, message, excerpt with the stretch underlined, related places and cures.

    Errors come last, where the eye is when the command ends: a page of warnings would hide the one that
    counts. Of many that say the same only the first are shown, see ``abridged``; all other forms print every
    one.

    Args:
        found: In any order.
        sources: Text of each file by the name that spans use; files that are not there get no excerpt.
        paint: Colours for a terminal.
    """
    blocks, known = [], SourceLines(sources)
    listed = sorted(folded(in_order(found)), key=lambda each: each[0].severity is Severity.ERROR)
    for item, more, rest in abridged(listed):
        block = block_of(item, known, paint, more)
        blocks.append(f"{block}   {paint('=', 'rule')} {paint(rest, 'bold')}\n" if rest else block)
    return "\n".join(blocks)


def block_of(item: Diagnostic, known: SourceLines, paint: Painter = plain, more: int = 0) -> str:
    """The long form of one finding.

    Args:
        item: The finding.
        known: Lines of the files, for the excerpt.
        paint: Colours for a terminal.
        more: How many more pieces it is about.
    """
    lines = [_headline(item, more, paint)]
    if item.span is not None:
        lines += _excerpt(item.span, known, paint, SEVERITY[item.severity])
    for span, word in item.related:
        lines.append(f"   {paint('=', 'rule')} {paint('see', 'bold')} {_in_line(f'{span}: {word}')}")
    for cure in item.help:
        lines.append(f"   {paint('=', 'rule')} {paint('help', 'help')}: {_in_line(_legible(cure))}")
    return "\n".join(lines) + "\n"


_FEW_NOTES = 5


def counted_notes(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The notes that people see: those on assumptions (K150) fill a line of ``pnp check`` instead."""
    return [item for item in found if item.severity is Severity.NOTE and item.code != "K150"]


def brief(notes: Iterable[Diagnostic]) -> str:
    """One line for each note; of a code with more than five, the first five and a count of the rest."""
    lines: dict[str, list[str]] = {}
    for item, more in folded(in_order(notes)):
        lines.setdefault(item.code, []).append(_headline(item, more, plain))
    for code, own in lines.items():
        if len(own) > _FEW_NOTES:
            own[_FEW_NOTES:] = [f"note[{code}]: and {len(own) - _FEW_NOTES} more"]
    return "".join(f"{line}\n" for own in lines.values() for line in own)


def concise(found: Iterable[Diagnostic]) -> str:
    """One line each: place, kind, message."""
    return "".join(_headline(item, more, plain) + "\n" for item, more in folded(in_order(found)))


def _headline(item: Diagnostic, more: int, paint: Painter) -> str:
    word = SEVERITY[item.severity]
    place = _in_line(f"{item.span}: ") if item.span is not None else ""
    owner = f" ({_in_line(item.piece)})" if item.piece else ""
    tail = f" (and {times(more, 'more piece')})" if more else owner
    return f"{paint(place, 'bold')}{paint(f'{word}[{item.code}]', word)}{paint(': ' + _in_line(_legible(item.message)), 'bold')}{tail}"


def _legible(words: str) -> str:
    """The words without the middle of one too long to read, such as a number of a thousand digits."""
    return _ENDLESS.sub(r"\1…\2", words)


def _excerpt(span: Span, sources: SourceLines, paint: Painter, word: str) -> list[str]:
    shown = excerpt(span, sources)
    if shown is None:
        return []
    line, start, end = shown.text, shown.start, shown.end
    before = "".join("\t" if char == "\t" else " " * _columns(char) for char in line[:start])
    under = "^" * max(1, sum(_columns(char) for char in line[start:end]) or end - start)
    number = str(shown.line)
    gutter = " " * max(len(number), 2)
    bar = paint("|", "rule")
    return [
        f"{gutter} {bar}",
        f"{paint(number.rjust(len(gutter)), 'rule')} {bar} {visible(line.rstrip())}",
        f"{gutter} {bar} {before}{paint(under, word)}",
    ]


def _columns(char: str) -> int:
    """How many columns of a terminal the character takes."""
    from unicodedata import combining, east_asian_width

    if (shown := visible(char)) != char:
        return len(shown)
    if combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def counted(found: Iterable[Diagnostic]) -> str:
    """The number of each, such as ``2 errors, 1 warning, 3 notes``; ``no faults`` for none of the first two.

    Accepted warnings are counted apart, as ``2 accepted``. Repeats on several pieces count once, as they are
    printed once.
    """
    everything = [item for item, _ in folded(in_order(found))]
    items = [item for item in everything if item.accepted is None]
    parts = []
    for severity, word in ((Severity.ERROR, "error"), (Severity.WARNING, "warning")):
        number = sum(item.severity is severity for item in items)
        if number:
            parts.append(times(number, word))
    parts = parts or ["no faults"]
    notes, accepted = len(counted_notes(items)), len(everything) - len(items)
    parts += [times(notes, "note")] if notes else []
    return ", ".join([*parts, f"{accepted} accepted"] if accepted else parts)


def strict(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings with warnings raised to errors, except accepted ones."""
    return [
        replace(item, severity=Severity.ERROR)
        if item.severity is Severity.WARNING and item.accepted is None
        else item
        for item in found
    ]
