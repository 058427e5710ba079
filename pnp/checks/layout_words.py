"""Words written in a layout itself, where no translation reaches them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.layout_source import ParsedLayout, parsed_layout
from pnp.source import Span

_SAID = re.compile(r"<(text|td)\b[^>]*>(.*?)</\1\s*>", re.DOTALL)
_UNSAID = re.compile(r"<[^>]*>|&\w+;|:[a-z][a-z0-9-]*:|\]\([^)]*\)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PLACES = 5


def check_layout_words(case: Case) -> Iterator[Diagnostic]:
    """Words of layouts that print alike in every language of the game (K505).

    A layout that reads ``lang`` chooses its words by the language and is left alone.
    """
    if len(case.game.languages) > 1:
        for source in case.game.layouts.values():
            yield from _check(parsed_layout(source))


def layout_words(layout: ParsedLayout) -> list[tuple[Span, str]]:
    """The stretches of a layout that have words, with the place of the first word of each."""
    found: list[tuple[Span, str]] = []
    for said in _SAID.finditer(layout.markup):
        words = _UNSAID.sub(lambda match: " " * len(match[0]), said[2])
        if first := _WORD.search(words):
            place = layout.span(said.start(2) + first.start(), len(first[0]))
            found.append((place, " ".join(words.split())))
    return found


def _check(layout: ParsedLayout) -> Iterator[Diagnostic]:
    found = layout_words(layout)
    if found and "lang" not in layout.names_read:
        place, words = found[0]
        message = f"'{words[:48]}' is printed so in every language"
        cures = [
            "make it a text of the set: fields: {hint: text}, defaults: {hint: …}, and {{ piece.hint }} in the layout",
            "or, where it says what a field is: labels: {cost: …} in the set, and {{ set.labels.cost }} in the layout",
            "or choose by the language: {{ '…' if lang == 'de' else '…' }}",
        ]
        if found[1:]:
            message += f" (and {len(found) - 1} more)"
        yield warning("K505", message, place, cures, related=found[1:_PLACES])
