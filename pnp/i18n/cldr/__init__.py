"""Data of languages from Unicode CLDR: how they write numbers and dates, and their plural forms.

The tables beside this file are made of Babel's data by ``python -m tests.i18n.cldr_tables``; Babel itself
is 36 MB and takes long to import.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

_FOLDER = Path(__file__).parent


class Language(NamedTuple):
    """Data of one language, or of one language in a script or region.

    Attributes:
        decimal: Between the whole number and its decimals.
        group: Between groups of digits.
        grouping: Digits of the last group, and of all others; of whole numbers.
        rules: Condition of each plural category but ``other``, in the syntax of UTS 35, part 3.
        months: Row of the language in the table of dates.
    """

    decimal: str
    group: str
    grouping: tuple[int, int]
    rules: Mapping[str, str]
    months: int


def language_data(tag: str) -> Language | None:
    """The data of a language tag such as ``fr-CA``, else of its language; None if CLDR does not know that."""
    tables = _tables("languages")
    language, *others = tag.replace("-", "_").split("_")
    script = next((f"_{part.title()}" for part in others if len(part) == 4), "")
    region = next((f"_{part.upper()}" for part in others if len(part) in (2, 3)), "")
    language = language.lower()
    for name in (language + script + region, language + region, language + script, language):
        row = tables["languages"].get(name)
        if row is not None:
            number, plural, months = row
            decimal, group, *grouping = tables["numbers"][number]
            return Language(decimal, group, (grouping[0], grouping[1]), tables["plurals"][plural], months)
    return None


def date_pattern(months: int, month: int) -> str:
    """The long date of a language for a month from 1 to 12, with ``{d}``, ``{dd}`` and ``{y}`` to fill in."""
    pattern: str = _tables("dates")["dates"][months][month - 1]
    return pattern


def implied(language: str) -> list[str]:
    """Script and region that a language implies: ``Latn`` and ``CZ`` for ``cs`` (CLDR, likely subtags)."""
    found: str = _tables("languages")["likely"].get(language, "")
    return found.split()


@lru_cache(maxsize=2)
def _tables(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def plural_form(rules: Mapping[str, str], n: float) -> str:
    """The category of a number by the rules of its language; ``other`` if none of them holds."""
    values = _operands(n)
    holding = (name for name, condition in rules.items() if _holds(condition, values))
    return next(holding, "other")


def _operands(n: float) -> dict[str, float]:
    """The operands of plural rules (UTS 35, part 3).

    ``n`` is the number, ``i`` its whole part, ``v`` and ``w`` the number of decimals with and without zeros
    at the end, ``f`` and ``t`` these as a number; ``c`` and ``e`` belong to compact forms, which pnp has not.
    """
    n = abs(n)
    whole = int(n)
    decimals = "" if whole == n else _decimals(n)
    short = decimals.rstrip("0")
    return {
        "n": n, "i": whole, "v": len(decimals), "w": len(short),
        "f": int(decimals or 0), "t": int(short or 0), "c": 0, "e": 0,
    }  # fmt: skip


def _decimals(n: float) -> str:
    """The digits after the point, of the shortest way to write the number."""
    mantissa, _, exponent = float.__repr__(float(n)).partition("e")
    decimals = mantissa.partition(".")[2]
    return "0" * (-int(exponent) - 1) + mantissa.replace(".", "") if exponent else decimals


def _holds(condition: str, values: Mapping[str, float]) -> bool:
    """Whether a condition holds, such as ``v in 0 and i mod 10 in 2..4 or n not in 1``."""
    return any(
        all(_relation(words.split(), values) for words in either.split(" and "))
        for either in condition.split(" or ")
    )


def _relation(words: list[str], values: Mapping[str, float]) -> bool:
    value = values[words[0]]
    if words[1] == "mod":
        value %= int(words[2])
    ranges = (each.partition("..") for each in words[-1].split(","))
    found = value == int(value) and any(int(low) <= value <= int(high or low) for low, _, high in ranges)
    return found is not ("not" in words)
