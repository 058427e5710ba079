"""Headings, with their levels repaired on request, and passages that refer to them by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic, Severity, nearest, note, warning
from pnp.importers.sheet import DEEPEST_HEADING, Block, Mark, TextDocument, Words, map_words, split_item
from pnp.rulebook.block import Heading, ListBlock, Paragraph
from pnp.source import Span

_CHAPTER = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)\.?\s")
_LONGEST_HEADING = 60
_TWO_PARTS = re.compile(r"(?:\s[-–—]|:)\s+\w")
_ENDS_SENTENCE = (".", ",", ";", ":", "!", "?", "…")


def check_headings(
    sheet: TextDocument, *, repair: bool, jumps_are: Severity = Severity.WARNING
) -> tuple[TextDocument, list[Diagnostic]]:
    """The document with headings of levels 1 to 4, and what is wrong with its headings: I208 to I211.

    Args:
        sheet: Any document.
        repair: Whether levels that jump or contradict the chapter's number are fixed, and in a document
            without headings the lines that look like some are made headings; otherwise all this is reported
            only.
        jumps_are: How grave a jump is.
    """
    found: list[Diagnostic] = []
    if not any(isinstance(block, Heading) for block in sheet.blocks):
        sheet = _candidates(sheet, repair, found)
    headings = [block for block in sheet.blocks if isinstance(block, Heading)]
    levels = [heading.level for heading in headings]
    levels = _by_number(headings, levels, repair, found)
    levels = _without_jumps(headings, levels, repair, jumps_are, found)
    levels = _not_too_deep(headings, levels, found)
    new = iter(levels)
    blocks = tuple(
        block._replace(level=next(new)) if isinstance(block, Heading) else block for block in sheet.blocks
    )
    return replace(sheet, blocks=blocks), found


def chapter_of(heading: str) -> str:
    """The chapter number that a heading begins with, such as ``3.2``; empty when it has none."""
    match = _CHAPTER.match(heading)
    return match[1] if match else ""


def _by_number(
    headings: Sequence[Heading[Words]], levels: Sequence[int], repair: bool, found: list[Diagnostic]
) -> list[int]:
    """Levels that agree with the numbers of chapters: the level of most numbered headings counts as right."""
    depths = [chapter_of(heading.text.text).count(".") + 1 for heading in headings]
    numbered = [bool(chapter_of(heading.text.text)) for heading in headings]
    offsets = Counter(
        level - depth for level, depth, has in zip(levels, depths, numbered, strict=True) if has
    )
    if not offsets:
        return list(levels)
    offset = offsets.most_common(1)[0][0]  # of equally many the first
    result = []
    for heading, level, depth, has in zip(headings, levels, depths, numbered, strict=True):
        wanted = max(depth + offset, 1)
        if not has or wanted == level:
            result.append(level)
            continue
        text = heading.text.text
        message = f"'{text}' is a heading of level {level}, its number is that of level {wanted}"
        found.append(_level_finding("I209", message, heading, repair, wanted, Severity.WARNING))
        result.append(wanted if repair else level)
    return result


def _without_jumps(
    headings: Sequence[Heading[Words]],
    levels: Sequence[int],
    repair: bool,
    severity: Severity,
    found: list[Diagnostic],
) -> list[int]:
    """Levels each at most one below the one before; headings that were of one level stay so."""
    above: list[tuple[int, int]] = []
    result: list[int] = []
    before = 0
    for heading, level in zip(headings, levels, strict=True):
        while above and above[-1][0] >= level:
            above.pop()
        mended = above[-1][1] + 1 if above else 1
        if level > before + 1:
            follows = f"follows one of level {before}" if before else "is the first"
            message = f"'{heading.text.text}' is a heading of level {level} and {follows}"
            found.append(_level_finding("I208", message, heading, repair, mended, severity))
        above.append((level, mended))
        before = level
        result.append(mended if repair else level)
    return result


def _level_finding(
    code: str, message: str, heading: Heading[Words], repair: bool, wanted: int, severity: Severity
) -> Diagnostic:
    span = heading.text.origin.span
    if repair:
        return note(code, f"{message}; made {wanted}", span)
    cure = "--repair-headings fixes this and all others"
    return replace(warning(code, message, span, cure), severity=severity)


def _not_too_deep(
    headings: Sequence[Heading[Words]], levels: Sequence[int], found: list[Diagnostic]
) -> list[int]:
    for heading, level in zip(headings, levels, strict=True):
        if level > DEEPEST_HEADING:
            message = (
                f"'{heading.text.text}' is a heading of level {level}; a rule sheet has {DEEPEST_HEADING}"
            )
            cure = f"it is made one of level {DEEPEST_HEADING}"
            found.append(warning("I211", message, heading.text.origin.span, cure))
    return [min(level, DEEPEST_HEADING) for level in levels]


def _candidates(sheet: TextDocument, repair: bool, found: list[Diagnostic]) -> TextDocument:
    """The document with lines that look like headings reported, or made headings."""
    blocks: list[Block] = []
    title = sheet.title
    for index, block in enumerate(sheet.blocks):
        level = _level_of_candidate(sheet.blocks, index)
        if not level or not isinstance(block, Paragraph):
            blocks.append(block)
            continue
        words = block.text
        is_title = not index and title is None
        what = "the title" if is_title else f"a heading of level {level}"
        if not repair:
            cure = "--repair-headings makes this and all others headings; or put '#' before it"
            found.append(note("I210", f"'{words.text}' looks like {what}", words.origin.span, cure))
            blocks.append(block)
            continue
        found.append(note("I210", f"'{words.text}' is made {what}", words.origin.span))
        if is_title:
            title = words
        else:
            blocks.append(Heading(level, words))
    return replace(sheet, title=title, blocks=tuple(blocks))


def _level_of_candidate(blocks: Sequence[Block], index: int) -> int:
    """1 for a short line in capitals, 2 for another short one without a full stop above text; else 0."""
    block = blocks[index]
    if not isinstance(block, Paragraph):
        return 0
    text = block.text.text
    if "\n" in text or len(text) > _LONGEST_HEADING or sum(char.isalpha() for char in text) < 2:
        return 0
    if _TWO_PARTS.search(text):
        return 0
    if text == text.upper() and text[0].isalnum():
        return 1
    if text[0].isupper() and not text.endswith(_ENDS_SENTENCE) and index + 1 < len(blocks):
        return 2
    return 0


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
