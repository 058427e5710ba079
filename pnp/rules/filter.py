"""Filters: what ``value | filter(…)`` makes of a value on its way into a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp import i18n
from pnp.diagnostics import did_you_mean
from pnp.i18n import format_number, plural_category, whole_number_categories
from pnp.model import FieldValue
from pnp.rules.fault import UnplacedFault
from pnp.rules.helper import Helper, number, whole
from pnp.rules.operator import check_text_length, compare_equal
from pnp.rules.run import Run
from pnp.rules.sequence import members
from pnp.rules.value import describe, show

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
