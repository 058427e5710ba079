"""Helpers that expressions can call. ``docs/rules.md`` lists each entry of the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pnp.model import FieldValue
from pnp.rules import counting, mapping, sequence
from pnp.rules.fault import UnplacedFault
from pnp.rules.limits import MOST_DRAWN
from pnp.rules.operator import checked_number, is_number, own_result
from pnp.rules.run import Run
from pnp.rules.value import describe, show


@dataclass(frozen=True, slots=True)
class Helper:
    """A named function of the expression language.

    Attributes:
        function: Takes the run, then the arguments; raises UnplacedFault for values that it cannot take.
        usage: How it is written, with its arguments.
        gives: What comes out, in one sentence.
    """

    function: Callable[..., Any]
    usage: str
    gives: str


def number(value: Any) -> int | float:
    """The value, once it is known to be a number.

    Raises:
        UnplacedFault: It is none (X120).
    """
    if not is_number(value):
        raise _no_number(value)
    return value  # type: ignore[no-any-return]


def whole(value: Any, what: str, most: int) -> int:
    """The value, once it is known to be a whole number from 0 to ``most``.

    Raises:
        UnplacedFault: It is not (X120).
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        number_given = isinstance(value, int | float) and not isinstance(value, bool)
        found = show(value) if number_given else describe(value)
        raise UnplacedFault(
            "X120", f"{what} must be a whole number from 0 to {most:,}, not {found}", "write one"
        )
    return value


def _no_number(value: Any) -> UnplacedFault:
    return UnplacedFault("X120", f"{describe(value)} is no number", "give it a number, such as 2")


def _of_number(value: Any, function: Callable[..., Any], *digits: int) -> Any:
    """The function of a number, or of a value that defines it."""
    if not isinstance(value, FieldValue):
        return function(number(value), *digits)
    return own_result(lambda: function(value, *digits), lambda: _no_number(value))


def _abs(_: Run, value: Any) -> Any:
    return _of_number(value, abs)


def _round(_: Run, value: Any, digits: int = 0) -> Any:
    places = whole(digits, "the number of digits", 12)
    return _of_number(value, round, *([places] if places else []))


def _ceil(_: Run, value: Any) -> Any:
    return _of_number(value, math.ceil)


def _floor(_: Run, value: Any) -> Any:
    return _of_number(value, math.floor)


_CARDS_PER_STEP = 20
"""The products grow with the pile, and so does the price of one."""


def _comb(run: Run, total: Any, chosen: Any) -> Any:
    run.budget.spend(_CARDS_PER_STEP)
    return checked_number(
        math.comb(whole(total, "the total", MOST_DRAWN), whole(chosen, "the choice", MOST_DRAWN))
    )


def _chance(run: Run, draws: Any, hits: Any, total: Any, at_least: Any = 1) -> float:
    """Hypergeometric: cards drawn without putting back."""
    total = whole(total, "'total'", MOST_DRAWN)
    draws, hits = whole(draws, "'draws'", total), whole(hits, "'hits'", total)
    at_least = whole(at_least, "'at_least'", MOST_DRAWN)
    run.budget.spend(draws * (1 + total // _CARDS_PER_STEP))
    ways = sum(
        math.comb(hits, good) * math.comb(total - hits, draws - good)
        for good in range(at_least, min(draws, hits) + 1)
    )
    return ways / math.comb(total, draws)


HELPERS: Mapping[str, Helper] = {
    "len": Helper(sequence.length, "len(list)", "the number of members; a piece counts once"),
    "sum": Helper(sequence.total, "sum(numbers)", "the sum; flags count as 0 and 1"),
    "min": Helper(sequence.least, "min(list, default=…)", "the least member, or the least of several arguments"),
    "max": Helper(sequence.greatest, "max(list, default=…)", "the greatest member, or the greatest of several arguments"),
    "abs": Helper(_abs, "abs(number)", "the absolute value"),
    "round": Helper(_round, "round(number, digits=0)", "the number rounded to this many digits; halves go to the even one"),
    "ceil": Helper(_ceil, "ceil(number)", "the next whole number, upwards"),
    "floor": Helper(_floor, "floor(number)", "the next whole number, downwards"),
    "sorted": Helper(sequence.in_order, "sorted(list, reverse=False)", "the members in ascending order"),
    "set": Helper(sequence.as_set, "set(list)", "each different member once"),
    "list": Helper(sequence.as_list, "list(group)", "the members as a list"),
    "any": Helper(sequence.some, "any(list)", "whether at least one member holds"),
    "all": Helper(sequence.every_one, "all(list)", "whether every member holds; a failed claim names the pieces that don't"),
    "range": Helper(sequence.numbers, "range(stop) or range(start, stop, step=1)", "whole numbers, without the last one"),
    "zip": Helper(sequence.side_by_side, "zip(list, list, …)", "members at the same position, as groups; as many as the shortest list has"),
    "enumerate": Helper(sequence.counted, "enumerate(list, start=0)", "pairs of a number and a member"),
    "keys": Helper(sequence.keys, "keys(mapping)", "the keys as a list"),
    "values": Helper(sequence.values, "values(mapping)", "the values as a list"),
    "items": Helper(sequence.pairs, "items(mapping)", "pairs of a key and its value"),
    "largest": Helper(sequence.largest, "largest(numbers, n)", "the n greatest members, greatest first"),
    "n": Helper(counting.printed, "n(pieces)", "the number of printed pieces, all copies counted"),
    "count": Helper(counting.matching, "count(pieces, field=value, …)", "how many printed copies have these values; a list of terms matches a term that it holds, sides an edge"),
    "every": Helper(counting.all_match, "every(pieces, field=value, …)", "whether all pieces have these values; a failed claim names those that don't"),
    "distinct": Helper(counting.distinct, "distinct(pieces, 'field')", "the different values of the field as a set, empty ones left out"),
    "copies_by": Helper(counting.copies_by, "copies_by(pieces, 'field')", "printed copies for each value of the field, as a mapping; in a list of terms each term counts"),
    "comb": Helper(_comb, "comb(total, chosen)", "the number of ways to choose `chosen` out of `total`"),
    "chance": Helper(_chance, "chance(draws, hits, total, at_least=1)", "the chance, 0 to 1, that `draws` cards from a shuffled pile of `total` contain at least `at_least` of the `hits`"),
    "row_offsets": Helper(mapping.offsets, "row_offsets(rows)", "free positions before each row when all rows are centred on one grid; an error if they do not fit one"),
    "unreachable_share": Helper(mapping.unreachable, "unreachable_share(tiles, rows=…, fixed=…, kind='kind', edges='edges', blocked=[…], gates=[…], seeds=seeds, turn=True)", "the share, 0 to 1, of random maps with a tile that cannot be reached although tiles were turned clockwise"),
    "turned_share": Helper(mapping.turned, "turned_share(tiles, rows=…, fixed=…, kind='kind', edges='edges', blocked=[…], gates=[…], seeds=seeds)", "the share, 0 to 1, of random maps in which a tile has to be turned so that all can be reached"),
}  # fmt: skip
"""Every helper by name."""
