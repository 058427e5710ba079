"""Passages that refer to another by its name, such as "viz Kolo hry"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pnp.diagnostics import Diagnostic, nearest, note, warning
from pnp.importers.sheet import Mark, TextDocument, Words, map_words, split_item
from pnp.rulebook.block import Heading, ListBlock
from pnp.source import Span

# "See" in the languages of the rule sheets, and the words for a chapter that may follow. Those that are
# common verbs too refer only at the start of a sentence or of a note in brackets.
_TRIGGER = re.compile(
    r"(?:(?<!\w)(?:viz(?:te)?|srov\.|patrz|zob\.|cf\.|siehe)|(?:(?<=\()|(?<=[.;,–-] )|^)(?:voir|see|zobacz))"
    r"(?:\s+(?:též|také|też|aussi|also|auch))?"
    r"(?:\s+(?:kapitol[auyě]|kap\.|část|oddíl|rozdział|rozdz\.|chapitre|section|chapter|Kapitel|Abschnitt))?\s+",
    re.IGNORECASE | re.MULTILINE,
)
_NAME = re.compile(r"(?:[^.;!?()\n]|(?<=\d)\.(?=\s?\d|\s\w))+")
_NUMBERED = re.compile(r"\d+(?:\.\d+)*\.?\s+")
_LONGEST = 90
_MOST_SUGGESTIONS, _MOST_NAMES = 20, 500
"""Likeness is slow to compute: beyond this many references or names, there are no suggestions."""


def resolve_references(sheet: TextDocument) -> tuple[TextDocument, list[Diagnostic]]:
    """The document with the names of passages in italics, and the result for each reference.

    A name is that of a heading or of a labelled item. Found ones are noted (I300), others warned of (I301).
    """
    targets = _targets(sheet)
    found: list[Diagnostic] = []

    def change(words: Words) -> Words:
        return _with_references(words, targets, found)

    return replace(sheet, blocks=map_words(sheet.blocks, change)), found


def _targets(sheet: TextDocument) -> dict[str, Span]:
    """Places of all names that can be referred to, by the name in small letters."""
    targets: dict[str, Span] = {}
    for block in sheet.blocks:
        if isinstance(block, Heading):
            name = _NUMBERED.sub("", block.text.text, count=1)
            targets.setdefault(name.casefold(), block.text.origin.span)
    for block in sheet.blocks:
        if isinstance(block, ListBlock):
            for item in block.items:
                words, _ = split_item(item)
                if words and words.label:
                    label = words.label.words
                    targets.setdefault(label.text.casefold(), label.origin.span)
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
            suggest = len(found) < _MOST_SUGGESTIONS and len(targets) <= _MOST_NAMES
            found.append(_unresolved(words, name, targets, suggest=suggest))
    free = [mark for mark in marks if not any(_overlap(mark, other) for other in words.marks)]
    return replace(words, marks=tuple(sorted({*words.marks, *free}))) if free else words


def _hits(name: str, targets: Mapping[str, Span]) -> list[tuple[int, int, str]]:
    """The names of passages in what follows the trigger, the longest taken first, in order.

    Every stretch of whole words is looked up, so that the number of passages does not matter.
    """
    folded = name.casefold()
    if len(folded) != len(name):
        return []
    starts = [at for at in range(len(folded)) if not (at and folded[at - 1].isalnum())]
    ends = [at for at in range(1, len(folded) + 1) if not folded[at : at + 1].isalnum()]
    known = [(start, end) for start in starts for end in ends if end > start and folded[start:end] in targets]
    hits: list[tuple[int, int, str]] = []
    for start, end in sorted(known, key=lambda place: (place[0] - place[1], place[0])):
        if not any(start < last and first < end for first, last, _ in hits):
            hits.append((start, end, folded[start:end]))
    return sorted(hits)


def _overlap(one: Mark, other: Mark) -> bool:
    return one.start < other.end and other.start < one.end


def _unresolved(
    words: Words, name: re.Match[str], targets: Mapping[str, Span], *, suggest: bool
) -> Diagnostic:
    shown = name.group().strip()
    close = nearest(shown, targets) if suggest else None
    cure = (
        f"is '{close}' in line {targets[close].line} meant?"
        if close
        else "no heading and no item has that name"
    )
    start = name.start()
    span = words.span(start, start + len(name.group().rstrip()))
    return warning("I301", f"'{shown}' names no passage of the document", span, cure)
