"""Numbers, dates and plural forms of every language that CLDR knows, as Babel writes them."""

from __future__ import annotations

import datetime
import random
from decimal import localcontext

import pytest
from babel import Locale
from babel.dates import format_date as babel_date
from babel.numbers import format_decimal

from pnp.i18n import format_number, plural_category
from pnp.i18n.cldr import implied, language_data
from pnp.i18n.number import format_date
from tests.i18n.cldr_tables import locale, universe

NUMBERS = [0, 1, 2, 3, 5, 11, 12, 21, 100, 101, 999, 1_000, 1_234, 21_345, 1_000_000, 123_456_789, -4, -1_234]
DECIMALS = [0.5, 1.5, 2.25, 1 / 3, -0.5, 1234.5, 123_456.789, 0.000_000_5, 1.000_000_5, 2.0, 1e-7, 1e22, -3.0]
SHIPPED = [
    "cs",
    "pl",
    "fr",
    "en",
    "de",
    "sk",
    "es",
    "it",
    "hu",
    "uk",
    "pt_BR",
    "zh_TW",
    "en_IN",
    "de_CH",
    "ar_EG",
]


def compare(tag: str) -> None:
    """Everything that pnp writes in a language, against Babel."""
    known = locale(tag)
    assert (known is None) == (language_data(tag) is None), tag
    if known is None:
        return
    pattern = {int: None, float: "#,##0.######"}
    with localcontext(prec=400):
        for n in (*NUMBERS, *DECIMALS):
            written, expected = format_number(n, tag), format_decimal(n, pattern[type(n)], known)
            if written.count("'") > 1:  # Babel takes pairs of Swiss separators for quotes
                written, expected = written.replace("'", ""), expected.replace("'", "")
            assert written == expected, (tag, n)
            assert plural_category(n, tag) == known.plural_form(n), (tag, n)
    if not tag.startswith("fr"):  # whose first of a month is written with letters
        for month in range(1, 13):
            day = datetime.date(2024, month, 5 + month)
            assert format_date(day.isoformat(), tag) == babel_date(day, "long", known), (tag, month)


@pytest.mark.parametrize("tag", SHIPPED)
def test_a_language_is_written_as_babel_writes_it(tag: str) -> None:
    compare(tag)


def test_some_of_all_languages_scripts_and_regions_are_written_as_babel_writes_them() -> None:
    tags = universe()
    bases = [tag for tag in tags if "_" not in tag]
    for tag in [*random.Random(5).sample(bases, 20), *random.Random(6).sample(tags, 20)]:
        if not tag.startswith("tok"):  # which would group numbers below a thousand
            compare(tag)


def test_languages_imply_the_script_and_region_that_cldr_says() -> None:
    assert (implied("cs"), implied("pt"), implied("xx")) == (["Latn", "CZ"], ["Latn", "BR"], [])
    assert Locale.parse("cs_CZ").language == "cs"
