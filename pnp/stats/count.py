"""Counts of a set by what fields hold, odds of a draw, sample hands, and the counts as bars on pages."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb, fsum
from typing import Literal

from pnp.colour import Colour
from pnp.draw import Fill, Item, Page, rectangle
from pnp.geometry import Box
from pnp.load.field import FIELD_KINDS, CountedValue
from pnp.model import ComponentSet, FieldDeclaration, Game, Piece, Style
from pnp.model.paper import A4, Paper
from pnp.text import TextContext, set_label
from pnp.units import pt

_NONE = CountedValue("–")


@dataclass(frozen=True, slots=True)
class ValueCount:
    """One value of a field.

    Attributes:
        value: As it is written in data; ``–`` for none.
        copies: Printed copies that have it.
        share: Of all copies of the group, 0 to 1.
        odds: Chance of at least one of them in a hand from the shuffled group.
        colour: Of the term, when it has one.
    """

    value: str
    copies: int
    share: float
    odds: float
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class FieldCount:
    """The values of one field.

    Attributes:
        name: Of the field.
        values: Numbers in their order, of others the most frequent first, equal ones in the order of the
            game.
        mean: Of the numbers of all copies that have one; None where the field has no two different numbers.
        median: Likewise: half of the copies have no more, half no less.
    """

    name: str
    values: tuple[ValueCount, ...]
    mean: float | None = None
    median: float | None = None

    @property
    def middle(self) -> str:
        """Mean and median in words; empty without values."""
        if self.mean is None:
            return ""
        median = f"{self.median:.1f}".removesuffix(".0")  # a whole number, or half of one
        return f"mean {self.mean:.1f}, median {median}"


@dataclass(frozen=True, slots=True)
class SetCount:
    """A set, or the part of one that has one value in the field it is parted by.

    Attributes:
        set_id: Of the set.
        part: ``field = value`` of a part; empty for a whole set.
        unique: Different pieces.
        copies: Printed pieces.
        hand: Pieces of the hand that odds are for.
        fields: Counted fields in the order of declaration; those with no value at all are left out, and in a
            part those with one value only.
    """

    set_id: str
    part: str
    unique: int
    copies: int
    hand: int
    fields: tuple[FieldCount, ...]


def hand_size(game: Game) -> int:
    """The cards of a hand: the fact ``hand``, or 5."""
    fact = game.facts.get("hand")
    return fact.value if fact is not None and isinstance(fact.value, int) else 5


def count_set(component_set: ComponentSet, hand: int, by: str | None = None) -> list[SetCount]:
    """Counts of a set, or of its parts by the field ``by``: numbers ascend, other values in the game's order.

    Args:
        component_set: Pieces with no copies do not count.
        hand: How many pieces a hand has.
        by: A field to part the set by, such as the pile of a card; sets without that field stay whole.
    """
    pieces = [piece for piece in component_set.pieces if piece.copies]
    declared = component_set.fields.get(by) if by is not None else None
    if declared is None:
        return [_counted(component_set, "", pieces, hand)]
    held: dict[str, CountedValue] = {}
    parts: dict[str, list[Piece]] = {}
    for piece in pieces:
        for value in _values(piece, declared):
            held.setdefault(value.words, value)
            parts.setdefault(value.words, []).append(piece)
    numeric = any(value.number is not None for value in held.values())
    ordered = sorted(held.values(), key=_ascending) if numeric else held.values()
    return [_counted(component_set, f"{by} = {each.words}", parts[each.words], hand) for each in ordered]


def _counted(component_set: ComponentSet, part: str, pieces: Sequence[Piece], hand: int) -> SetCount:
    total = sum(piece.copies for piece in pieces)
    fields = []
    for declared in component_set.fields.values():
        if FIELD_KINDS[declared.kind].counted:
            field = _field(declared, pieces, total, hand)
            holds_any = any(value.value != _NONE.words for value in field.values)
            if holds_any and not (part and len(field.values) == 1):
                fields.append(field)
    return SetCount(component_set.id, part, len(pieces), total, hand, tuple(fields))


def _field(declared: FieldDeclaration, pieces: Sequence[Piece], total: int, hand: int) -> FieldCount:
    copies: dict[str, int] = {}
    held: dict[str, CountedValue] = {}
    for piece in pieces:
        for value in _values(piece, declared):
            copies[value.words] = copies.get(value.words, 0) + piece.copies
            held[value.words] = value
    if any(value.number is not None for value in held.values()):
        ranked = sorted(held.values(), key=_ascending)
    else:
        ranked = sorted(held.values(), key=lambda value: -copies[value.words])
    values = []
    for value in ranked:
        number = copies[value.words]
        odds = at_least_one(hand, number, total)
        values.append(ValueCount(value.words, number, number / total, odds, value.colour))
    numbers = [(value.number, copies[value.words]) for value in ranked if value.number is not None]
    return FieldCount(declared.name, tuple(values), *_middle(numbers))


def _middle(numbers: Sequence[tuple[float, int]]) -> tuple[float, float] | tuple[()]:
    """Mean and median of different numbers in order, each with its copies; nothing of fewer than two."""
    if len(numbers) < 2:
        return ()
    total = sum(copies for _, copies in numbers)
    upto = list(accumulate(copies for _, copies in numbers))
    middle = [numbers[bisect_right(upto, place)][0] for place in ((total - 1) // 2, total // 2)]
    return fsum(number * copies for number, copies in numbers) / total, sum(middle) / 2


def _ascending(value: CountedValue) -> tuple[bool, float]:
    """Sorts a number by what it is, so that costs make a curve; none comes last."""
    return (True, 0) if value.number is None else (False, value.number)


def _values(piece: Piece, declared: FieldDeclaration) -> Sequence[CountedValue]:
    """The different values of a piece's field; one dash for none."""
    value = piece.fields.get(declared.name)
    counted = FIELD_KINDS[declared.kind].count(value) if value is not None else ()
    return counted or (_NONE,)


def deal(pieces: Sequence[Piece], hand: int, hands: int, seed: int) -> list[list[Piece]]:
    """Hands dealt in turn from all shuffled copies of the pieces; the last are short when the deck runs out.

    Args:
        pieces: Each as often as its copies say.
        hand: Pieces of a hand.
        hands: How many.
        seed: Equal seeds deal equal hands on every machine (Mersenne Twister, Fisher-Yates as
            ``random.shuffle``).
    """
    deck = [piece for piece in pieces for _ in range(piece.copies)]
    random.Random(seed).shuffle(deck)
    return [deck[start::hands][:hand] for start in range(hands)]


def at_least_one(draws: int, hits: int, total: int) -> float:
    """Chance, 0 to 1, of at least one of ``hits`` cards among ``draws`` from a shuffled pile of ``total``.

    One minus the hypergeometric chance of none: C(total − hits, draws) / C(total, draws). More draws than
    cards take all.
    """
    if not total or not hits:
        return 0.0
    drawn = min(draws, total)
    return 1 - comb(total - hits, drawn) / comb(total, drawn)


def percent(share: float) -> str:
    """A chance in whole per cent; what is not certain is never 100 %, and what can be is never 0 %."""
    whole = round(share * 100)
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}%"


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
