"""How much room a text has, measured from composed faces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum
from typing import TypeVar

from pnp.diagnostics import times
from pnp.layout import Fit
from pnp.markup import parse_inline, plain_text
from pnp.source import Span
from pnp.text import TextContext, text_width
from pnp.units import Length

_Key = TypeVar("_Key", str, Span)

_LINE_ENDS = 0.9
"""Share of a ragged column that letters fill: on the average half a word of five letters is free in a line of 25 to 30."""
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
    """The budgets of texts by where they are written, or by their words where they reach the paper through an expression.

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
    face = context.fonts.face(style.font, style.weight, style.italic)
    spare = fit.box.height - (face.ascent + face.descent) * least.mm
    lines = max(int(spare / (least.mm * style.leading) + 1e-6), 0) + 1
    share = _LINE_ENDS if lines > 1 else 1.0
    characters = int(lines * share * fit.box.width / (width / letters))
    grows = fit.size == style.size and abs(fit.share_of_box - 1.0) < _SAME_HEIGHT
    return TextBudget(
        round(fit.box.width, 1), round(fit.box.height, 1), style.size, least, characters, letters, grows
    )
