"""Statistics of a set: counts by what fields hold, odds of a draw, sample hands."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb

from pnp.colour import Colour
from pnp.model import ComponentSet, FieldDeclaration, Piece, Sides, Term, Text

_COUNTED = ("term", "terms", "number", "flag", "sides")


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
    parts: dict[str, list[Piece]] = {}
    for piece in pieces:
        for value, _ in _values(piece, declared):
            parts.setdefault(value, []).append(piece)
    ordered = sorted(parts, key=_as_number) if declared.kind == "number" else list(parts)
    return [_counted(component_set, f"{by} = {value}", parts[value], hand) for value in ordered]


def _counted(component_set: ComponentSet, part: str, pieces: Sequence[Piece], hand: int) -> SetCount:
    total = sum(piece.copies for piece in pieces)
    fields = []
    for declared in component_set.fields.values():
        if declared.kind in _COUNTED:
            values = _field(declared, pieces, total, hand)
            if any(value.value != "–" for value in values) and not (part and len(values) == 1):
                fields.append(FieldCount(declared.name, values, *_middle(declared, values)))
    return SetCount(component_set.id, part, len(pieces), total, hand, tuple(fields))


def _field(
    declared: FieldDeclaration, pieces: Sequence[Piece], total: int, hand: int
) -> tuple[ValueCount, ...]:
    copies: dict[str, int] = {}
    colours: dict[str, Colour | None] = {}
    for piece in pieces:
        for value, colour in _values(piece, declared):
            copies[value] = copies.get(value, 0) + piece.copies
            colours[value] = colour
    if declared.kind == "number":
        ranked = sorted(copies.items(), key=lambda item: _as_number(item[0]))
    else:
        ranked = sorted(copies.items(), key=lambda item: -item[1])
    return tuple(
        ValueCount(value, number, number / total, at_least_one(hand, number, total), colours[value])
        for value, number in ranked
    )


def _middle(declared: FieldDeclaration, values: Sequence[ValueCount]) -> tuple[float, float] | tuple[()]:
    """Mean and median of different numbers, which are in order; nothing of anything else."""
    numbers = (
        []
        if declared.kind != "number"
        else [(int(each.value), each.copies) for each in values if each.value != "–"]
    )
    if len(numbers) < 2:
        return ()
    total = sum(copies for _, copies in numbers)
    upto = list(accumulate(copies for _, copies in numbers))
    middle = [numbers[bisect_right(upto, place)][0] for place in ((total - 1) // 2, total // 2)]
    return sum(number * copies for number, copies in numbers) / total, sum(middle) / 2


def _as_number(value: str) -> tuple[bool, int]:
    """Sorts a number by what it is, so that costs make a curve; none comes last."""
    return (True, 0) if value == "–" else (False, int(value))


def _values(piece: Piece, declared: FieldDeclaration) -> Iterator[tuple[str, Colour | None]]:
    """The different values of a piece's field as words, with colours; one dash for none."""
    value = piece.fields.get(declared.name)
    if isinstance(value, Term):
        yield value.id, value.colour
    elif isinstance(value, Sides):
        yield from ((name, None) for name in value.names() or ["–"])
    elif isinstance(value, tuple):
        held = {
            item.id if isinstance(item, Term) else str(item): item.colour if isinstance(item, Term) else None
            for item in value
        }
        yield from held.items()
        if not held:
            yield "–", None
    elif isinstance(value, Text):
        yield " ".join(value.source.split()) or "–", None
    elif isinstance(value, bool):
        yield ("yes" if value else "no"), None
    else:
        yield ("–" if value is None else str(value)), None


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
