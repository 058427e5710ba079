"""Helpers that expressions can call, and filters: ``value | filter(…)``. ``docs/rules.md`` has both lists."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pnp import i18n
from pnp.diagnostics import did_you_mean
from pnp.i18n import format_number, plural_category, whole_number_categories
from pnp.model import FieldValue
from pnp.rules import group, tilemap
from pnp.rules.group import members
from pnp.rules.limits import MOST_DRAWN
from pnp.rules.operator import check_text_length, checked_number, compare_equal, is_number, own_result
from pnp.rules.run import Run, UnplacedFault
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
    "len": Helper(group.length, "len(list)", "the number of members; a piece counts once"),
    "sum": Helper(group.total, "sum(numbers)", "the sum; flags count as 0 and 1"),
    "min": Helper(group.least, "min(list, default=…)", "the least member, or the least of several arguments"),
    "max": Helper(group.greatest, "max(list, default=…)", "the greatest member, or the greatest of several arguments"),
    "abs": Helper(_abs, "abs(number)", "the absolute value"),
    "round": Helper(_round, "round(number, digits=0)", "the number rounded to this many digits; halves go to the even one"),
    "ceil": Helper(_ceil, "ceil(number)", "the next whole number, upwards"),
    "floor": Helper(_floor, "floor(number)", "the next whole number, downwards"),
    "sorted": Helper(group.in_order, "sorted(list, reverse=False)", "the members in ascending order"),
    "set": Helper(group.as_set, "set(list)", "each different member once"),
    "list": Helper(group.as_list, "list(group)", "the members as a list"),
    "any": Helper(group.some, "any(list)", "whether at least one member holds"),
    "all": Helper(group.every_one, "all(list)", "whether every member holds; a failed claim names the pieces that don't"),
    "range": Helper(group.numbers, "range(stop) or range(start, stop, step=1)", "whole numbers, without the last one"),
    "zip": Helper(group.side_by_side, "zip(list, list, …)", "members at the same position, as groups; as many as the shortest list has"),
    "enumerate": Helper(group.counted, "enumerate(list, start=0)", "pairs of a number and a member"),
    "keys": Helper(group.keys, "keys(mapping)", "the keys as a list"),
    "values": Helper(group.values, "values(mapping)", "the values as a list"),
    "items": Helper(group.pairs, "items(mapping)", "pairs of a key and its value"),
    "largest": Helper(group.largest, "largest(numbers, n)", "the n greatest members, greatest first"),
    "n": Helper(group.printed, "n(pieces)", "the number of printed pieces, all copies counted"),
    "count": Helper(group.matching, "count(pieces, field=value, …)", "how many printed copies have these values; a list of terms matches a term that it holds, sides an edge"),
    "every": Helper(group.all_match, "every(pieces, field=value, …)", "whether all pieces have these values; a failed claim names those that don't"),
    "distinct": Helper(group.distinct, "distinct(pieces, 'field')", "the different values of the field as a set, empty ones left out"),
    "copies_by": Helper(group.copies_by, "copies_by(pieces, 'field')", "printed copies for each value of the field, as a mapping; in a list of terms each term counts"),
    "comb": Helper(_comb, "comb(total, chosen)", "the number of ways to choose `chosen` out of `total`"),
    "chance": Helper(_chance, "chance(draws, hits, total, at_least=1)", "the chance, 0 to 1, that `draws` cards from a shuffled pile of `total` contain at least `at_least` of the `hits`"),
    "row_offsets": Helper(tilemap.offsets, "row_offsets(rows)", "free positions before each row when all rows are centred on one grid; an error if they do not fit one"),
    "unreachable_share": Helper(tilemap.unreachable, "unreachable_share(tiles, rows=…, fixed=…, kind='kind', edges='edges', blocked=[…], gates=[…], seeds=seeds, turn=True)", "the share, 0 to 1, of random maps with a tile that cannot be reached although tiles were turned clockwise"),
    "turned_share": Helper(tilemap.turned, "turned_share(tiles, rows=…, fixed=…, kind='kind', edges='edges', blocked=[…], gates=[…], seeds=seeds)", "the share, 0 to 1, of random maps in which a tile has to be turned so that all can be reached"),
}  # fmt: skip
"""Every helper by name."""


_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise UnplacedFault(
            "X120", f"{what} must be a text in quotes, not {describe(value)}", "write it in quotes"
        )
    return value


def reads(run: Run, value: Any, expected: Any, words: Any) -> str:
    """The words, as long as the value is what they say."""
    text = _text(words, "what is printed")
    if not compare_equal(value, expected, run.budget):
        raise UnplacedFault(
            "X140",
            f"the words '{text}' stand for {show(expected)}, but the value is {show(value)}",
            f"write the words for {show(value)} and reads({show(value)}, '…')",
        )
    return text


def plural(run: Run, value: Any, **forms: Any) -> str:
    """The form that the number takes in the text's language (CLDR plural categories)."""
    amount = number(value)
    for name in forms:
        if name not in _CATEGORIES:
            raise UnplacedFault(
                "X150", f"'{name}' is no plural form", did_you_mean(name, _CATEGORIES, "plural forms")
            )
    category = plural_category(amount, run.language)
    needed = [*whole_number_categories(run.language), category]
    missing = [name for name in dict.fromkeys(needed) if name not in forms]
    if missing:
        listed = ", ".join(f"{name}='…'" for name in missing)
        raise UnplacedFault(
            "X150", f"plural lacks {' and '.join(missing)} for language '{run.language}'", f"add {listed}"
        )
    return _text(forms[category], f"the form '{category}'")


def number_words(run: Run, value: Any) -> str:
    """The number in the format of the text's language."""
    if isinstance(value, FieldValue):
        return _words(run, value)
    return format_number(number(value), run.language)


def digits(run: Run, value: Any, count: Any) -> str:
    """The whole number padded with zeros to that many digits: ``07``."""
    at_least = whole(count, "the number of digits", 12)
    written = str(whole(value, "the number", 10**12))
    run.budget.spend()
    return written.zfill(at_least)


def _words(run: Run, value: Any) -> str:
    printed: str = run.words(value, run.language)
    run.budget.spend_on_text(len(printed))
    return printed


def upper(run: Run, value: Any) -> str:
    """The words in capitals."""
    return i18n.upper(run.language)(_words(run, value))


def capital(run: Run, value: Any) -> str:
    """The words with a capital first letter; the rest stays."""
    return i18n.capital(_words(run, value), run.language)


def join(run: Run, value: Any, between: Any = ", ") -> str:
    """The words of all members in a row."""
    glue = _text(between, "the separator")
    parts = [run.words(member, run.language) for member in members(run, value)]
    joined = sum(map(len, parts)) + max(len(parts) - 1, 0) * len(glue)
    check_text_length(joined)
    run.budget.spend_on_text(joined)
    return glue.join(parts)


FILTERS: Mapping[str, Helper] = {
    "reads": Helper(reads, "reads(2, 'dvěma kartami')", "the words, an error once the value is another one"),
    "plural": Helper(
        plural, "plural(one='…', few='…', other='…')", "the form that the number takes in the language"
    ),
    "number": Helper(number_words, "number", "the number in the language's format"),
    "digits": Helper(digits, "digits(2)", "the whole number padded with zeros to this many digits"),
    "upper": Helper(upper, "upper", "the words in capitals"),
    "capital": Helper(capital, "capital", "the words with a capital first letter"),
    "join": Helper(join, "join(', ')", "the words of all members, with this between them"),
}
"""Every filter by name."""
