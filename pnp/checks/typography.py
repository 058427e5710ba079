"""How texts are typed: spaces at the edges, quotation marks, apostrophes, dashes, three dots."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.case import Case, PrintedText
from pnp.diagnostics import Diagnostic, note, warning
from pnp.i18n import Retyping, lone_quote, may_be_retyped, quote_marks, retypings, unjoined_letters
from pnp.rules import plain_parts, without_expressions

_DOUBLE_SPACE = re.compile(r"(?<=\S)  +(?=\S)")
_TIDY = "'pnp i18n tidy' rewrites it"


def check_spaces(case: Case) -> Iterator[Diagnostic]:
    """Spaces that no reader sees and that move words: at the edges of a text, or doubled (K220)."""
    for printed in case.texts:
        text = printed.text
        source = text.source
        kept = source.rstrip("\n")  # a block of lines ends with one
        if kept != kept.strip(" \t"):
            start = 0 if kept[0] in " \t" else len(kept.rstrip(" \t"))
            cure = "remove it; text in quotes is printed as typed"
            yield warning("K220", "the text begins or ends with a space", text.origin.at(start), cure)
        for start, plain in plain_parts(source) if "  " in source else ():
            for found in _DOUBLE_SPACE.finditer(plain):
                span = text.origin.at(start + found.start(), len(found.group()))
                yield warning("K220", "several spaces in a row", span, "one is enough")


def check_signs(case: Case) -> Iterator[Diagnostic]:
    """Quotation marks (K230), dots (K231), dashes (K232) wrong for the language, and joined bullets (K222).

    The first of each kind in a text is reported. Inch and foot marks are left alone.
    """
    for printed in case.texts:
        language = printed.text.language or case.game.language
        if not may_be_retyped(printed.text.source, language):
            continue
        reported: set[tuple[str, bool]] = set()
        for found in retypings(without_expressions(printed.text.source), language):
            if (found.kind, found.straight) not in reported:
                reported.add((found.kind, found.straight))
                yield _finding(printed, found, language)
        yield from _more(printed, language, quotes=any(kind == "quote" for kind, _ in reported))


def _more(printed: PrintedText, language: str, *, quotes: bool) -> Iterator[Diagnostic]:
    """Marks without a partner (K234) where the ``quotes`` are right, and French words without œ (K233)."""
    source = without_expressions(printed.text.source)
    if not quotes and (lone := lone_quote(source, language)) is not None:
        span = printed.text.origin.at(lone, 1)
        yield warning(
            "K234",
            f"the quotation mark '{source[lone]}' has no partner",
            span,
            f"write {quote_marks(language)}",
        )
    for start, word, meant in unjoined_letters(source, language):
        yield warning(
            "K233",
            f"'{word}' is written with œ",
            printed.text.origin.at(start, len(word)),
            f"write '{meant}'",
        )


def _finding(printed: PrintedText, found: Retyping, language: str) -> Diagnostic:
    span = printed.text.origin.at(found.start, found.length)
    if found.kind == "dots":
        return note("K231", "three dots in a row", span, ["write …, which stays together", _TIDY])
    if found.kind == "dash":
        before = printed.text.origin.at(max(found.start - 2, 0))
        if before.line < span.line:  # it begins its line in the file, and not in the text
            cure = "write the text below a '|', which keeps its lines"
            return warning("K222", "this bullet is joined to the line above", span, cure)
        return warning("K232", "a hyphen in place of a dash", span, ["write –", _TIDY])
    if found.kind == "apostrophe":
        return warning("K230", "straight apostrophe in a text", span, ["write ’", _TIDY])
    what = "straight quotes in a text" if found.straight else "quotation marks of another language"
    return warning("K230", what, span, [f"in this language they are written {quote_marks(language)}", _TIDY])
