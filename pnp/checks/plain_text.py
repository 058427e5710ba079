"""Words that are printed as they are typed and not translated: members of lists, facts, credits, layouts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.checks.case import Case, PrintedText
from pnp.checks.layout import layout_words
from pnp.checks.letters import check_letters
from pnp.checks.typography import check_signs, check_spaces
from pnp.diagnostics import Diagnostic, warning
from pnp.layout_source import parsed_layout
from pnp.model import Game, Text
from pnp.rules import Filled
from pnp.source import Origin, Span

_SAYS = re.compile(r"[^\W\d_]{2}[,;]? [^\W\d_]")
"""Two words in a row: one alone may be an id."""
_PLACES = 5


def check_plain_texts(case: Case) -> Iterator[Diagnostic]:
    """Findings of the checks of letters, spaces and quotation marks in them (K220 to K222, K230 to K234)."""
    texts = [*_of_lists(case.game), *_of_facts(case.game), *_of_credits(case.game)]
    spoken = list(_of_layouts(case.game))
    known = replace(case, texts=_printed([*texts, *(text for text, chosen in spoken if not chosen)]))
    for check in (check_letters, check_spaces, check_signs):
        yield from check(known)
    # A layout that chooses its words by the language has marks of several.
    yield from check_letters(replace(case, texts=_printed([text for text, chosen in spoken if chosen])))


def _printed(texts: list[tuple[Text, str | None]]) -> list[PrintedText]:
    return [
        PrintedText(text, Filled(text.source, text.origin), piece) for text, piece in texts if text.source
    ]


def _of_lists(game: Game) -> Iterator[tuple[Text, str | None]]:
    for piece in game.pieces():
        for name, value in piece.fields.items():
            if isinstance(value, tuple):
                origin = piece.origins.get(name, Origin(piece.span))
                for member in value:
                    if isinstance(member, str):
                        yield Text(member, Origin(origin.span)), piece.key


def _of_facts(game: Game) -> Iterator[tuple[Text, str | None]]:
    for fact in game.facts.values():
        for words in _strings(fact.value):
            yield Text(words, Origin(fact.span)), None


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


def _of_credits(game: Game) -> Iterator[tuple[Text, str | None]]:
    for role, names in game.credits.items():
        for words in (role, *names):
            yield Text(words, Origin(game.span)), None


def _of_layouts(game: Game) -> Iterator[tuple[tuple[Text, str | None], bool]]:
    """The words of layouts, each with whether its layout chooses them by the language."""
    for source in game.layouts.values():
        layout = parsed_layout(source)
        for span, words in layout_words(layout):
            yield (Text(words, Origin(span)), None), "lang" in layout.names_read


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
