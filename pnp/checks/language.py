"""Languages of the game: their tags, and words of layouts and lists that print alike in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, error, warning
from pnp.i18n import LanguageTagError, normalise_tag
from pnp.layout_source import ParsedLayout, parsed_layout
from pnp.source import Origin, Span


def check_languages(case: Case) -> Iterator[Diagnostic]:
    """Tags that name no language, or are not written as everybody does (K400)."""
    for tag in dict.fromkeys([case.game.language, *case.game.languages]):
        try:
            written = normalise_tag(tag)
        except LanguageTagError as fault:
            cure = (
                f"did you mean '{fault.suggestion}'?"
                if fault.suggestion
                else "write a tag such as 'cs' or 'fr'"
            )
            yield error("K400", str(fault), case.game.place_of_language(tag), cure)
            continue
        if written != tag:
            message = f"language '{tag}' is written '{written}'"
            yield error("K400", message, case.game.place_of_language(tag), f"write '{written}'")


# No '[^>]*' and no '.*?': what is never closed would be looked for to the end of the file, again and again.
_ENDS = re.compile(r"<(?P<begun>text|td)\b[^<>]*>|</(?P<closed>text|td)\s*>")
_UNSAID = re.compile(r"<[^<>]*>|&\w+;|:[a-z][a-z0-9-]*:|\]\([^)\]]*\)|\]\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PLACES = 5


def check_layout_words(case: Case) -> Iterator[Diagnostic]:
    """Words of layouts that print alike in every language of the game (K505).

    A layout that reads ``lang`` chooses its words by the language and is left alone.
    """
    if len(case.game.languages) > 1:
        for source in case.game.layouts.values():
            yield from _fixed_words(parsed_layout(source))


def layout_words(layout: ParsedLayout) -> list[tuple[Span, str]]:
    """The stretches of a layout that have words, with the place of the first word of each."""
    found: list[tuple[Span, str]] = []
    for start, end in _contents(layout.markup):
        words = _UNSAID.sub(lambda match: " " * len(match[0]), layout.markup[start:end])
        if first := _WORD.search(words):
            place = layout.span(start + first.start(), len(first[0]))
            found.append((place, " ".join(words.split())))
    return found


def _contents(markup: str) -> Iterator[tuple[int, int]]:
    """Where the contents of the ``text`` and ``td`` elements begin and end; of nested ones the outer one."""
    outer = ""
    start = 0
    for tag in _ENDS.finditer(markup):
        if not outer and tag["begun"]:
            outer, start = tag["begun"], tag.end()
        elif outer and tag["closed"] == outer:
            yield start, tag.start()
            outer = ""


def _fixed_words(layout: ParsedLayout) -> Iterator[Diagnostic]:
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


_SAYS = re.compile(r"[^\W\d_]{2}[,;]? [^\W\d_]")
"""Two words in a row: one alone may be an id."""


def check_list_words(case: Case) -> Iterator[Diagnostic]:
    """Members of lists that have several words and print alike in every language of the game (K507)."""
    if len(case.game.languages) < 2:
        return
    for each in case.game.sets:
        found: dict[str, dict[Span, str]] = {}
        for piece in each.pieces:
            for name, value in piece.fields.items():
                words = [m for m in value if isinstance(m, str)] if isinstance(value, tuple) else []
                sentence = next((word for word in words if _SAYS.search(word)), None)
                if sentence is not None:
                    origin = piece.origins.get(name, Origin(piece.span))
                    found.setdefault(name, {}).setdefault(origin.span, sentence)
        for name, places in found.items():
            (span, sentence), *others = places.items()
            message = f"'{sentence[:48]}' is printed so in every language: lists are not translated"
            cure = [
                f"make it a text: fields: {{{name}: text}}, with a line for each member",
                "or terms of a vocabulary, which have a name in each language",
            ]
            yield warning("K507", message, span, cure, related=others[: _PLACES - 1])
