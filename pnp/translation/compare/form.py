"""How a translation is written: its ends, its inline marks and tags, and whether it has words of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.foreign import HTML, html_cure
from pnp.diagnostics import Diagnostic, note, times, warning
from pnp.markup import Marked, TermRun, TextRun
from pnp.rules import without_expressions
from pnp.translation.compare.pair import TextPair


def compare_edges(pair: TextPair) -> Iterator[Diagnostic]:
    """Spaces or line breaks before or after the translation, which its source does not have (K535)."""
    words = pair.translation.strip()
    if words != pair.translation:
        start = 0 if pair.translation[0].isspace() else len(pair.translation.rstrip())
        yield warning(
            "K535", "the translation begins or ends with white space", pair.at(start, 1), "remove it"
        )


_CLOSING = re.compile(r":[0-9-]*[a-z][a-z0-9-]*:\Z|[\s*)\]»”“’」』）\"']\Z")
"""Characters that may follow the last word: an icon, marks and closing punctuation."""
_KINDS = {**dict.fromkeys(".。．।։።", "a full stop"), **dict.fromkeys(":：", "a colon")}
_FREE = frozenset("!?…！？")
"""Endings of a call or a heading that one language writes and another does not."""
_ORDINAL = re.compile(r"\b(?:\d+|[IVXLCDM]+)\.\Z")
"""A number that some languages write with a dot and others without: ``Karel IV.`` is Charles IV."""


def compare_endings(pair: TextPair) -> Iterator[Diagnostic]:
    """A sentence whose translation ends without a full stop, or the other way round (K538)."""
    source, translation = (
        _without_end(without_expressions(text)) for text in (pair.source, pair.translation)
    )
    wanted, found = _KINDS.get(source[-1:], ""), _KINDS.get(translation[-1:], "")
    if wanted == found or not source or not translation or {source[-1], translation[-1]} & _FREE:
        return
    if _ORDINAL.search(source) or _ORDINAL.search(translation):
        return
    span = pair.at(len(translation) - 1, 1)
    if wanted:
        yield warning(
            "K538",
            f"the source ends with {wanted}, the translation does not",
            span,
            f"write '{source[-1]}' at its end",
        )
    else:
        yield warning("K538", f"the translation ends with {found}, the source does not", span, "take it away")


def _without_end(text: str) -> str:
    while found := _CLOSING.search(text):
        text = text[: found.start()]
    return text


def compare_marks(pair: TextPair) -> Iterator[Diagnostic]:
    """Stresses, bullets or paragraphs that the translation has more or fewer of than its source (K533)."""
    if pair.source_marked is pair.marked:
        return  # neither has any
    wanted, there = _counted(pair.source_marked), _counted(pair.marked)
    for name, typed in (
        ("bold stretch", "**…**"),
        ("italic stretch", "*…*"),
        ("bullet", "- …"),
        ("paragraph", ""),
    ):
        if name == "paragraph" and wanted["bullet"] != there["bullet"]:
            continue  # what is no bullet is a paragraph: that is the same slip
        if wanted[name] != there[name]:
            message = f"{_number(there[name], name)} in the translation, {wanted[name]} in the source"
            cure = (
                f"write as many '{typed}' as the source has"
                if typed
                else "keep the blank lines of the source"
            )
            yield warning("K533", message, pair.span, cure)


def _number(count: int, name: str) -> str:
    words = f"{name}es" if name.endswith("stretch") else f"{name}s"
    return times(count, name, words) if count else f"no {words}"


def _counted(marked: Marked) -> dict[str, int]:
    counts = {"bold stretch": 0, "italic stretch": 0, "bullet": 0, "paragraph": 0}
    for paragraph in marked.paragraphs:
        counts["bullet" if paragraph.kind == "bullet" else "paragraph"] += 1
        bold = italic = False
        for run in paragraph.runs:
            if isinstance(run, TextRun | TermRun):
                counts["bold stretch"] += run.bold and not bold
                counts["italic stretch"] += run.italic and not italic
                bold, italic = run.bold, run.italic
    return counts


def compare_html(pair: TextPair) -> Iterator[Diagnostic]:
    """Entities and tags of HTML that the source has not: they would be printed as they are (K537). The first is reported."""
    if "&" not in pair.translation and "<" not in pair.translation:
        return
    for found in HTML.finditer(without_expressions(pair.translation)):
        sign = found.group()
        if sign not in pair.source:
            span = pair.at(found.start(), len(sign))
            yield warning("K537", f"'{sign}' is printed as it is", span, html_cure(sign))
            return


_ONE_WORD = 1


def compare_words(pair: TextPair) -> Iterator[Diagnostic]:
    """Translations of several words that are the source itself (K536). Single words are often the same in two languages."""
    if (
        is_identical(pair)
        and len(pair.source.split()) > _ONE_WORD
        and not pair.entry.context.startswith("term.")
    ):
        cure = "leave it as it is if that is meant"
        yield note("K536", "the translation is the same as the source", pair.span, cure)


def is_identical(pair: TextPair) -> bool:
    """Whether source and translation are the same letters."""
    return pair.source.strip() == pair.translation.strip()
