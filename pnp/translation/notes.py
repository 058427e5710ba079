"""Notes for translators: what a text is, how it is printed, how much room it has, and what it refers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.diagnostics import times
from pnp.i18n import Entry
from pnp.markup import IconRun, TermRun, parse_inline, plain_text
from pnp.model import Game
from pnp.rules import fill, game_scope, piece_scope, without_expressions
from pnp.translation.budget import Budgets
from pnp.translation.catalogues import relative
from pnp.translation.compare.pair import runs
from pnp.translation.extract import RULEBOOK, Extracted, Found
from pnp.translation.forms import NO_FORMS

_MOST_NAMES = 3
_MOST_SAMPLES = 2


def wanted_entries(game: Game, extracted: Extracted, budgets: Budgets | None = None) -> list[Entry]:
    """The entries that a catalogue of the game must have, in reading order, without translations.

    A term without forms is translated from the start: most languages need none either, and who does adds them.

    Args:
        game: In its own language.
        extracted: Its texts.
        budgets: Room of the texts, where it was measured.
    """
    noter = _Noter(game, budgets)
    entries = []
    for (context, source), found in extracted.by_key().items():
        places = dict.fromkeys(
            (relative(game, each.text.origin.span.file), each.text.origin.span.line) for each in found
        )
        notes = tuple(noter.notes(source, found))
        given = NO_FORMS if source == NO_FORMS and context.startswith("term.forms/") else ""
        entries.append(Entry(source, given, context=context, places=tuple(places), notes=notes))
    return entries


class _Noter:
    def __init__(self, game: Game, budgets: Budgets | None) -> None:
        self._game = game
        self._budgets = budgets
        self._scope: Mapping[str, Any] = game_scope(game)

    def notes(self, source: str, found: Sequence[Found]) -> Iterator[str]:
        yield from _kinds(found)
        printed = list(dict.fromkeys(self._printed(each) for each in found))
        if "{{" in source:
            samples = [plain_text(parse_inline(words)).split("\n")[0] for words in printed[:_MOST_SAMPLES]]
            more = f" … ({times(len(printed), 'wording')})" if len(printed) > _MOST_SAMPLES else ""
            yield f"printed as: {' · '.join(samples)}{more}"
        if found[0].term is not None:
            yield from _term_notes(source, found[0])
        budget = (
            self._budgets.of((each.text.origin.span for each in found), printed) if self._budgets else None
        )
        if budget is not None:
            yield str(budget)
        yield from self._references(source)

    def _printed(self, found: Found) -> str:
        if "{{" not in found.text.source:
            return found.text.source.strip()
        scope = self._scope if found.piece is None else piece_scope(found.piece, self._scope)
        return fill(found.text, scope, self._game.language).text.strip()

    def _references(self, source: str) -> Iterator[str]:
        marked = parse_inline(without_expressions(source))
        icons = dict.fromkeys(run.name for run in runs(marked) if isinstance(run, IconRun))
        if icons:
            yield "icons: " + " ".join(f":{name}:" for name in icons)
        terms = dict.fromkeys(run.term for run in runs(marked) if isinstance(run, TermRun))
        for name in terms:
            term = self._game.term(name)
            if term is not None:
                yield f"({name}) is the term '{term.name.source}'; [the word] before it is one of its forms"


def _kinds(found: Sequence[Found]) -> Iterator[str]:
    """One line for each kind of text that the entry stands for."""
    for what in dict.fromkeys(each.what for each in found):
        pieces = list(dict.fromkeys(each.piece.key for each in found if each.what == what and each.piece))
        names = ", ".join(pieces[:_MOST_NAMES])
        more = f" and {len(pieces) - _MOST_NAMES} more" if len(pieces) > _MOST_NAMES else ""
        yield (
            f"{what}: {names}{more}"
            if pieces
            else what
            if found[0].group != RULEBOOK
            else f"rule sheet: {what}"
        )


def _term_notes(source: str, found: Found) -> Iterator[str]:
    term, context = found.term, found.text.context
    assert term is not None  # the caller looked
    if context.startswith("term.gender/"):
        yield f"gender of '{term.name.source}': write that of the word in your language, or - where it has none"
    elif context.startswith("term.forms/"):
        yield f"other forms of '{term.name.source}', a line each: label, colon, words"
        yield "keep the labels of the source, and add others that your language needs; - stands for none"
    elif source == term.name.source.strip() and context == "term.name":
        yield "nominative singular, with a small letter where the language writes it so"
