"""Notes for translators: what a text is, where it is printed, how much room it has, and what it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, TypeVar

from pnp.diagnostics import times
from pnp.i18n import Entry
from pnp.layout import Fit
from pnp.markup import IconRun, TermRun, parse_inline, plain_text
from pnp.model import Game
from pnp.rules import fill, game_scope, piece_scope, without_expressions
from pnp.source import Span
from pnp.text import TextContext, text_width
from pnp.translation.extract import RULEBOOK, Extracted, Found
from pnp.translation.localise import NO_FORMS
from pnp.translation.table_texts import table_texts
from pnp.translation.translations import relative
from pnp.units import Length

_Key = TypeVar("_Key", str, Span)

_LINE_ENDS = 0.9
"""Share of a ragged column that letters fill: on average, half a word of five letters is free in 25 to 30."""
_SAME_HEIGHT = 1e-6
"""A box whose height was made for its text has exactly that."""


@dataclass(frozen=True, slots=True)
class TextBudget:
    """The tightest box that a text is set in.

    Attributes:
        width: Of the box in millimetres.
        height: Of the box in millimetres.
        size: Type size that is wanted.
        least: Type size that may be gone down to.
        characters: How many letters of the text's average width fit at the least size.
        used: How many the text has.
        grows: Whether the layout gives the box the height of the text, so that there may be room for more.
    """

    width: float
    height: float
    size: Length
    least: Length
    characters: int
    used: int
    grows: bool = False

    def __str__(self) -> str:
        if self.grows:
            return (
                f"box {self.width:g} mm wide that grows with the text; "
                f"the source has {times(self.used, 'character')}"
            )
        types = (
            _points(self.size)
            if self.size == self.least
            else f"{_points(self.least)} to {_points(self.size)}"
        )
        return (
            f"box {self.width:g} × {self.height:g} mm, type {types} pt: "
            f"up to about {times(self.characters, 'character')}; the source has {self.used}"
        )


def _points(size: Length) -> str:
    return f"{size.pt:.4g}"


class Budgets:
    """The budgets of texts by their places, or by their words if an expression prints them.

    Args:
        fits: Of all faces in the game's own language.
        context: That they were set with.
    """

    def __init__(self, fits: Iterable[Fit], context: TextContext) -> None:
        self._by_place: dict[Span, TextBudget] = {}
        self._by_words: dict[str, TextBudget] = {}
        measured: dict[tuple[object, ...], TextBudget | None] = {}
        for fit in fits:
            key = (fit.words, fit.box.width, fit.box.height, fit.style)
            if key not in measured:
                measured[key] = _budget(fit, context)
            budget = measured[key]
            if budget is None:
                continue
            if fit.place is not None:
                _keep_tighter(self._by_place, fit.place, budget)
            _keep_tighter(self._by_words, fit.words.strip().casefold(), budget)

    def of(self, places: Iterable[Span], words: Iterable[str]) -> TextBudget | None:
        """The tightest budget of a text at these places and is printed as these words.

        None for texts that no box holds, such as those of rule sheets.
        """
        found = [self._by_place[place] for place in places if place in self._by_place]
        found += [self._by_words[key] for word in words if (key := word.strip().casefold()) in self._by_words]
        return min(found, key=_room, default=None)


def _keep_tighter(kept: dict[_Key, TextBudget], key: _Key, budget: TextBudget) -> None:
    before = kept.get(key)
    if before is None or _room(budget) < _room(before):
        kept[key] = budget


def _room(budget: TextBudget) -> tuple[float, int, float]:
    return (budget.characters / max(budget.used, 1), budget.characters, budget.width)


def _budget(fit: Fit, context: TextContext) -> TextBudget | None:
    words = plain_text(parse_inline(fit.words))
    letters = len(words)
    if not letters or fit.box.width <= 0 or fit.box.height <= 0:
        return None
    style = fit.style
    least = style.min_size or style.size
    width = fsum(text_width(line, style, context) for line in words.split("\n")) * (least.mm / style.size.mm)
    if width <= 0:
        return None
    face = context.fonts.face(style.font, style.weight, style.italic, style.axes)
    spare = fit.box.height - (face.ascent + face.descent) * least.mm
    lines = max(int(spare / (least.mm * style.leading) + 1e-6), 0) + 1
    share = _LINE_ENDS if lines > 1 else 1.0
    characters = int(lines * share * fit.box.width / (width / letters))
    grows = fit.size == style.size and abs(fit.share_of_box - 1.0) < _SAME_HEIGHT
    return TextBudget(
        round(fit.box.width, 1), round(fit.box.height, 1), style.size, least, characters, letters, grows
    )


_MOST_NAMES = 3
_MOST_SAMPLES = 2


def wanted_entries(game: Game, extracted: Extracted, budgets: Budgets | None = None) -> list[Entry]:
    """The entries that a catalogue of the game must have, in reading order, without translations.

    A term without forms is translated from the start: most languages need none either, and who does adds
    them.

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
        self._in_tables = table_texts(game)

    def notes(self, source: str, found: Sequence[Found]) -> Iterator[str]:
        yield from _kinds(found)
        printed = list(dict.fromkeys(self._printed(each) for each in found))
        if "{{" in source:
            samples = [plain_text(parse_inline(words)).split("\n")[0] for words in printed[:_MOST_SAMPLES]]
            more = f" … ({times(len(printed), 'wording')})" if len(printed) > _MOST_SAMPLES else ""
            yield f"printed as: {' · '.join(samples)}{more}"
        if found[0].term is not None:
            yield from _term_notes(source, found[0])
        languages = [tag for tag in self._game.languages if found[0].key in self._in_tables.get(tag, ())]
        if languages:
            file = relative(self._game, found[0].text.origin.span.file)
            yield f"{', '.join(languages)}: from the table {file}; change it there"
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
        icons = dict.fromkeys(run.name for run in marked.runs() if isinstance(run, IconRun))
        if icons:
            yield "icons: " + " ".join(f":{name}:" for name in icons)
        terms = dict.fromkeys(run.term for run in marked.runs() if isinstance(run, TermRun))
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
