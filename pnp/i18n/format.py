"""Numbers, plural categories, dates and fixed labels of a language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from re import ASCII

from pnp.i18n.cldr import date_pattern, language_data, plural_form
from pnp.i18n.tag import base_of

_UNGROUPED = 1_000
"""Whole numbers below have no separator in any language (CLDR), so most texts need none of its data."""
_DECIMALS = 6
_PRECISION = 400
"""Digits to work with: more than any float or number of an expression has."""
_BY_THREES = (3, 3)
"""How numbers with decimals are grouped in every language."""


class WrittenDecimal(float):
    """A number that keeps how its author wrote it, such as ``2.50``.

    Attributes:
        typed: As written; it is also the number's ``repr``, so that another way to write it is another value
            to caches.
    """

    typed: str

    def __repr__(self) -> str:
        return self.typed

    @property
    def places(self) -> int:
        """Number of decimals that are written, zeros included."""
        return len(self.typed.partition(".")[2]) if "e" not in self.typed.lower() else 0


def format_number(n: float, language: str) -> str:
    """The number in the language's format: ``1 234,5`` in Czech, with non-breaking spaces as in CLDR.

    Floats are shown with at most six decimals and without trailing zeros; written numbers keep their
    decimals. Source: Unicode CLDR.
    """
    if isinstance(n, int) and n >= 0:
        digits = str(int(n))
        if n < _UNGROUPED:
            return digits
        shape = _shape(len(digits), language)
        if shape.count("%s") == len(digits):
            return shape % tuple(digits)
    return _formatted(n, language)


@lru_cache(maxsize=256)
def _shape(length: int, language: str) -> str:
    """A number of ``length`` digits, ``%s`` for each: only the length decides how digits are grouped."""
    return _formatted(int("1" * length), language).replace("%", "%%").replace("1", "%s")


def _formatted(n: float, language: str) -> str:
    found = language_data(language)
    places = n.places if isinstance(n, WrittenDecimal) else 0
    if found is None and places:
        return f"{n:.{places}f}"
    if found is None:
        return f"{n:.{_DECIMALS}f}".rstrip("0").rstrip(".") if isinstance(n, float) else str(n)
    whole, _, decimals = _rounded(n, places).partition(".")
    if not places:
        decimals = decimals.rstrip("0")
    sign = "-" if whole.startswith("-") else ""
    grouped = _grouped(whole.lstrip("-"), found.group, _BY_THREES if isinstance(n, float) else found.grouping)
    return sign + grouped + (found.decimal + decimals if decimals else "")


def _rounded(n: float, places: int) -> str:
    """The number with at most ``places`` decimals, six for 0; its ``repr`` is rounded, half to even."""
    if not isinstance(n, float):
        return str(n)
    from decimal import ROUND_HALF_EVEN, Decimal, localcontext

    with localcontext(prec=_PRECISION):
        step = Decimal(1).scaleb(-(places or _DECIMALS))
        return format(Decimal(str(n)).quantize(step, ROUND_HALF_EVEN), "f")


def _grouped(digits: str, sign: str, sizes: tuple[int, int]) -> str:
    last, others = sizes
    parts = [digits[-last:]]
    rest = digits[:-last]
    while rest:
        parts.insert(0, rest[-others:])
        rest = rest[:-others]
    return sign.join(parts)


_REACHED_BY = 100
"""Whole numbers up to here have every category that counts of pieces have: Arabic ``other``, the last one to
begin, begins at 100; French ``many`` begins at a million."""


def plural_category(n: float, language: str) -> str:
    """The CLDR plural category of the number: ``zero``, ``one``, ``two``, ``few``, ``many`` or ``other``.

    Source: Unicode CLDR, supplemental/plurals.xml. An unknown language follows the root rule, ``other``.
    """
    found = language_data(language)
    return plural_form(found.rules, n) if found else "other"


@lru_cache(maxsize=256)
def whole_number_categories(language: str) -> tuple[str, ...]:
    """The categories that whole numbers reach in the language, in order of the first number that does.

    Czech: other (0), one, few; Polish: many (0), one, few; French: one, other.
    """
    return tuple(dict.fromkeys(plural_category(n, language) for n in range(_REACHED_BY + 1)))


_EXAMPLES = 4
_EXAMPLES_UP_TO = 30


def category_examples(language: str) -> dict[str, tuple[int, ...]]:
    """The first whole numbers of each category that whole numbers reach, as an example of it.

    Czech: other (0, 5, 6, 7), one (1), few (2, 3, 4).
    """
    found: dict[str, list[int]] = {name: [] for name in whole_number_categories(language)}
    for number in range(_REACHED_BY + 1):
        numbers = found[plural_category(number, language)]
        if not numbers or (len(numbers) < _EXAMPLES and number <= _EXAMPLES_UP_TO):
            numbers.append(number)
    return {name: tuple(numbers) for name, numbers in found.items()}


_WHOLE = re.compile(r"\d{4}-\d\d-\d\d", ASCII)


def format_date(words: str, language: str) -> str:
    """A whole date (``2024-01-05``) with its month in words, as in ``5. ledna 2024``; other words unchanged.

    Sources: the long date of Unicode CLDR; for the first of a month in French
    (``1er janvier 2024``) Imprimerie nationale, Lexique, "Dates".
    """
    if not _WHOLE.fullmatch(words):
        return words
    try:
        day = date.fromisoformat(words)
    except ValueError:
        return words
    written = _by_cldr(day, language)
    return f"1er{written[1:]}" if base_of(language) == "fr" and written.startswith("1 ") else written


def _by_cldr(day: date, language: str) -> str:
    found = language_data(language)
    if found is None:
        return day.isoformat()
    values = {"{d}": str(day.day), "{dd}": f"{day.day:02}", "{y}": str(day.year)}
    return re.sub(r"\{[dy]+\}", lambda place: values[place[0]], date_pattern(found.months, day.month))


FALLBACK = "en"
"""For languages without a catalogue."""
_CATALOGUES = Path(__file__).parent / "labels"


def label_languages() -> list[str]:
    """Languages that have a catalogue of labels."""
    return sorted(entry.stem for entry in _CATALOGUES.glob("*.json"))


class Labels:
    """The labels of one language; English where the language has no catalogue.

    Attributes:
        language: As it was asked for; numbers are formatted by it.
        found: The language of the catalogue that is used.
    """

    def __init__(self, language: str) -> None:
        known = label_languages()
        base = language.replace("_", "-").split("-")[0].lower()
        self.language = language
        self.found = base if base in known else FALLBACK
        catalogue = (_CATALOGUES / f"{self.found}.json").read_text(encoding="utf-8")
        self._texts: Mapping[str, str | Mapping[str, str]] = json.loads(catalogue)

    def names(self) -> list[str]:
        """All keys, in the catalogue's order."""
        return list(self._texts)

    def text(self, key: str, **values: str | int) -> str:
        """The label with its values filled in; whole numbers are written in the language's format.

        Labels with plural forms choose by the value ``n``: ``players`` gives ``3 hráči``, ``card`` gives
        ``karty``; a range chooses by its end, ``high``.

        Raises:
            KeyError: The label does not exist, or a value is missing. Both are faults of the program.
        """
        template = self._texts[key]
        if not isinstance(template, str):
            template = _chosen(template, values["n" if "n" in values else "high"], self.found)
        shown = {
            name: format_number(value, self.found) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return template.format(**shown)


def _chosen(forms: Mapping[str, str], n: str | int, language: str) -> str:
    category = plural_category(int(n), language)
    return forms.get(category) or forms[list(forms)[-1]]


def label(key: str, language: str, **values: str | int) -> str:
    """One fixed label; to read many of a language, keep a ``Labels``.

    Raises:
        KeyError: The label does not exist, or a value is missing. Both are faults of the program.
    """
    return Labels(language).text(key, **values)
