"""Statistics of a set: counts by what fields hold, odds of a draw, sample hands."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb, fsum

from pnp.colour import Colour
from pnp.load.field import FIELD_KINDS, CountedValue
from pnp.model import ComponentSet, FieldDeclaration, Piece

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
