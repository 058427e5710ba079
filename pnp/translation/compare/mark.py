"""Inline marks and tags of HTML that a translation has and its source has not, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.foreign import HTML, html_cure
from pnp.diagnostics import Diagnostic, times, warning
from pnp.markup import Marked, TermRun, TextRun
from pnp.rules import without_expressions
from pnp.translation.compare.pair import TextPair


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
