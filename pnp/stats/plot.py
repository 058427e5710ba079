"""Counts as bars on pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pnp.colour import Colour
from pnp.draw import Fill, Item, Page, rectangle
from pnp.geometry import Box
from pnp.model import Style
from pnp.model.paper import A4, Paper
from pnp.stats.count import FieldCount, SetCount, percent
from pnp.text import TextContext, set_label
from pnp.units import pt

_MARGIN = 16.0
_LABEL = 34.0  # room for the names of values
_NUMBERS = 34.0  # room after the bars
_ROW = 5.6
_BAR = 3.8
_INK = Colour(36, 36, 40)
_GREY = Colour(120, 120, 126)
_BLUE = Colour(62, 98, 148)
_TITLE = Style("Barlow Condensed", weight=700, size=pt(20), colour=_INK)
_SET = Style("Barlow Condensed", weight=700, size=pt(13), colour=_INK)
_FIELD = Style("Barlow", weight=600, size=pt(9), colour=_INK)
_VALUE = Style("Barlow", size=pt(8), colour=_INK)
_HEAD = Style("Barlow Condensed", size=pt(7), colour=_GREY)
_COLUMNS = (22.0, 11.0, 0.0)
"""Right edges of the columns of numbers, from the right margin."""
_NUMBER = Style("Barlow", size=pt(8), colour=_GREY, figures="tabular")


def plot_pages(
    counts: Sequence[SetCount], title: str, context: TextContext, paper: Paper = A4
) -> tuple[Page, ...]:
    """Pages with a bar for each value: how many copies have it, their share, and the odds of a hand.

    Args:
        counts: One block each; a block's heading stays with its first field.
        title: Of the first page.
        context: To set the words with.
        paper: Upright.
    """
    flow = _StatsPages(context, paper)
    flow.line(title, _TITLE, 12.0)
    for count in counts:
        if count.fields:
            flow.block(count)
    return tuple(Page(paper.width, paper.height, items=tuple(items)) for items in flow.pages)


class _StatsPages:
    """Counts of sets, one below the other, on as many pages as they take."""

    def __init__(self, context: TextContext, paper: Paper) -> None:
        self._context = context
        self._width, self._height = paper.width.mm, paper.height.mm
        self._rights = tuple(self._width - _MARGIN - column for column in _COLUMNS)
        self.pages: list[list[Item]] = [[]]
        self._y = _MARGIN

    def line(self, text: str, style: Style, height: float) -> None:
        """One line of words, its baseline three quarters down."""
        self._label(text, style, _MARGIN, self._y + height * 0.75)
        self._y += height

    def block(self, count: SetCount) -> None:
        """A set with its fields."""
        first = count.fields[0]
        self._room(11.0 + 6.5 + _ROW * min(len(first.values), 4))
        part = f" · {count.part}" if count.part else ""
        self.line(f"{count.set_id}{part} · {count.copies} ({count.unique})", _SET, 11.0)
        for field in count.fields:
            self._room(6.5 + _ROW * min(len(field.values), 4))
            self._heads(("copies", "share", f"1+ in {count.hand}"), self._y + 6.5 * 0.75)
            middle = f" · {field.middle}" if field.middle else ""
            self.line(f"{field.name}, hand of {count.hand}{middle}", _FIELD, 6.5)
            for bar in self._bars(field):
                self._room(_ROW)
                bar_items = list(bar)
                self.pages[-1] += bar_items
                self._y += _ROW
            self._y += 2.0

    def _bars(self, field: FieldCount) -> Iterator[Iterator[Item]]:
        most = max(value.copies for value in field.values)
        room = self._width - 2 * _MARGIN - _LABEL - _NUMBERS
        for value in field.values:
            yield self._bar(value.value, value.colour or _BLUE, room * value.copies / most, (
                f"{value.copies}", f"{value.share:.0%}", percent(value.odds)
            ))  # fmt: skip

    def _bar(self, name: str, colour: Colour, length: float, numbers: Sequence[str]) -> Iterator[Item]:
        baseline = self._y + _ROW * 0.68
        yield from self._items(name, _VALUE, _MARGIN + _LABEL - 3, baseline, "end")
        yield Fill(
            rectangle(Box(_MARGIN + _LABEL, self._y + (_ROW - _BAR) / 2, max(length, 0.3), _BAR), 0.6), colour
        )
        for right, number in zip(self._rights, numbers, strict=True):
            yield from self._items(number, _NUMBER, right, baseline, "end")

    def _heads(self, words: Sequence[str], baseline: float) -> None:
        """The meaning of the numbers after the bars."""
        for right, word in zip(self._rights, words, strict=True):
            self.pages[-1] += self._items(word, _HEAD, right, baseline, "end")

    def _label(self, text: str, style: Style, x: float, y: float) -> None:
        self.pages[-1] += self._items(text, style, x, y, "start")

    def _items(
        self, text: str, style: Style, x: float, y: float, anchor: Literal["start", "end"]
    ) -> tuple[Item, ...]:
        return set_label(text, style, x, y, self._context, anchor)[0]

    def _room(self, height: float) -> None:
        if self._y + height > self._height - _MARGIN:
            self.pages.append([])
            self._y = _MARGIN
