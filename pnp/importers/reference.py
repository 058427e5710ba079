"""Passages that refer to another by its name, such as "viz Kolo hry"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pnp.diagnostics import Diagnostic, nearest, note, warning
from pnp.importers.sheet import Heading, ItemList, Mark, Sheet, Words, map_words
from pnp.source import Span

# "See" in the languages of the rule sheets, and the words for a chapter that may follow. Those that are common verbs too
# refer only at the start of a sentence or of a remark in brackets.
_TRIGGER = re.compile(
    r"(?:(?<!\w)(?:viz(?:te)?|srov\.|patrz|zob\.|cf\.|siehe)|(?:(?<=\()|(?<=[.;,–-] )|^)(?:voir|see|zobacz))"
    r"(?:\s+(?:též|také|też|aussi|also|auch))?"
    r"(?:\s+(?:kapitol[auyě]|kap\.|část|oddíl|rozdział|rozdz\.|chapitre|section|chapter|Kapitel|Abschnitt))?\s+",
    re.IGNORECASE | re.MULTILINE,
)
_NAME = re.compile(r"(?:[^.;!?()\n]|(?<=\d)\.(?=\s?\d|\s\w))+")
_NUMBERED = re.compile(r"\d+(?:\.\d+)*\.?\s+")
_LONGEST = 90


def resolve_references(sheet: Sheet) -> tuple[Sheet, list[Diagnostic]]:
    """The document with the names of passages that it refers to in italics, and what became of each reference.

    A name is that of a heading or of a labelled item. Found ones are noted (I300), others warned of (I301).
    """
    targets = _targets(sheet)
    found: list[Diagnostic] = []

    def change(words: Words) -> Words:
        return _with_references(words, targets, found)

    return replace(sheet, blocks=map_words(sheet.blocks, change)), found


def _targets(sheet: Sheet) -> dict[str, Span]:
    """Places of all names that can be referred to, by the name in small letters."""
    targets: dict[str, Span] = {}
    for block in sheet.blocks:
        if isinstance(block, Heading):
            name = _NUMBERED.sub("", block.words.text, count=1)
            targets.setdefault(name.casefold(), block.words.origin.span)
    for block in sheet.blocks:
        if isinstance(block, ItemList):
            for item in block.items:
                if item.label:
                    targets.setdefault(item.label.words.text.casefold(), item.label.words.origin.span)
    return {name: span for name, span in targets.items() if len(name) > 1}


def _with_references(words: Words, targets: Mapping[str, Span], found: list[Diagnostic]) -> Words:
    marks: list[Mark] = []
    for trigger in _TRIGGER.finditer(words.text):
        name = _NAME.match(words.text, trigger.end(), min(len(words.text), trigger.end() + _LONGEST))
        if name is None:
            continue
        hits = _hits(name.group(), targets)
        if hits:
            start, end, target = hits[-1]
            span = words.span(name.start() + start, name.start() + end)
            shown = words.text[name.start() + start : name.start() + end]
            message = f"'{shown}' refers to line {targets[target].line}"
            found.append(note("I300", message, span))
            marks += [Mark(name.start() + first, name.start() + last, italic=True) for first, last, _ in hits]
        else:
            found.append(_unresolved(words, name, targets))
    free = [mark for mark in marks if not any(_overlap(mark, other) for other in words.marks)]
    return replace(words, marks=tuple(sorted({*words.marks, *free}))) if free else words


def _hits(name: str, targets: Mapping[str, Span]) -> list[tuple[int, int, str]]:
    """The names of passages in what follows the trigger, the longest taken first, in order."""
    folded = name.casefold()
    if len(folded) != len(name):
        return []
    hits: list[tuple[int, int, str]] = []
    for target in sorted(targets, key=len, reverse=True):
        at = folded.find(target)
        while at >= 0:
            end = at + len(target)
            whole = not (folded[at - 1 : at].isalnum() and at) and not folded[end : end + 1].isalnum()
            if whole and not any(at < last and first < end for first, last, _ in hits):
                hits.append((at, end, target))
            at = folded.find(target, end)
    return sorted(hits)


def _overlap(one: Mark, other: Mark) -> bool:
    return one.start < other.end and other.start < one.end


def _unresolved(words: Words, name: re.Match[str], targets: Mapping[str, Span]) -> Diagnostic:
    shown = name.group().strip()
    close = nearest(shown, targets)
    cure = (
        f"is '{close}' in line {targets[close].line} meant?"
        if close
        else "no heading and no item has that name"
    )
    start = name.start()
    span = words.span(start, start + len(name.group().rstrip()))
    return warning("I301", f"'{shown}' names no passage of the document", span, cure)
