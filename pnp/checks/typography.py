"""How texts are typed: spaces at the edges, straight quotes, three dots."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.case import Case, PrintedText
from pnp.diagnostics import Diagnostic, note, warning

_QUOTES = {
    "cs": "„…“",
    "sk": "„…“",
    "de": "„…“",
    "pl": "„…”",
    "hu": "„…”",
    "fr": "« … »",
    "es": "«…»",
    "it": "«…»",
    "ru": "«…»",
    "uk": "«…»",
}
"""Quotation marks by language. Source: CLDR, delimiters; for Czech also ÚJČ, Internetová jazyková příručka."""
_QUOTES_ELSEWHERE = "“…”"

_STRAIGHT_QUOTE = re.compile(r'(?<!\d)"')
_STRAIGHT_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_DOTS = re.compile(r"(?<!\.)\.\.\.(?!\.)")
_DOUBLE_SPACE = re.compile(r"(?<=\S)  +(?=\S)")


def check_spaces(case: Case) -> Iterator[Diagnostic]:
    """Spaces that no reader sees and that move words: at the edges of a text, or doubled (K220)."""
    for printed in _once(case):
        text, source = printed.text, printed.text.source
        kept = source.rstrip("\n")  # a block of lines ends with one
        if kept != kept.strip(" \t"):
            start = 0 if kept[0] in " \t" else len(kept.rstrip(" \t"))
            cure = "remove it; what stands in quotes is printed as typed"
            yield warning("K220", "the text begins or ends with a space", text.origin.at(start), cure)
        for start, plain in printed.plain:
            for found in _DOUBLE_SPACE.finditer(plain):
                span = text.origin.at(start + found.start(), len(found.group()))
                yield warning("K220", "several spaces in a row", span, "one is enough")


def check_quotes(case: Case) -> Iterator[Diagnostic]:
    """Straight quotes and apostrophes where the language has its own (K230); inch and foot signs are left alone."""
    marks = _QUOTES.get(case.game.language.split("-")[0], _QUOTES_ELSEWHERE)
    for printed in _once(case):
        text = printed.text
        quotes, apostrophes = _found(printed, _STRAIGHT_QUOTE), _found(printed, _STRAIGHT_APOSTROPHE)
        if quotes:
            cure = f"in this language they are written {marks}"
            yield warning("K230", "straight quotes in a text", text.origin.at(quotes[0]), cure)
        if apostrophes:
            yield warning("K230", "straight apostrophe in a text", text.origin.at(apostrophes[0]), "write ’")


def check_dots(case: Case) -> Iterator[Diagnostic]:
    """Three full stops where there is one sign for them (K231)."""
    for printed in _once(case):
        for start in _found(printed, _DOTS)[:1]:
            span = printed.text.origin.at(start, 3)
            yield note("K231", "three dots in a row", span, "write …, which stays together")


def _found(printed: PrintedText, pattern: re.Pattern[str]) -> list[int]:
    """Offsets of all hits in the words of the text; what stands in ``{{ }}`` is no word."""
    return [start + hit.start() for start, plain in printed.plain for hit in pattern.finditer(plain)]


def _once(case: Case) -> Iterator[PrintedText]:
    """Each typed text once, however many pieces it was repeated for."""
    seen: dict[object, None] = {}
    for printed in case.texts:
        span = printed.text.origin.span
        if span not in seen:
            seen[span] = None
            yield printed
