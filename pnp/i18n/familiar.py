"""What is known of familiar languages without asking CLDR, which takes as long as reading a small game.

The tests hold all of it to CLDR as Babel ships it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

FAMILIAR = ("cs", "pl", "fr", "en", "de", "sk", "es", "it", "hu", "uk")
"""Languages that need no look into CLDR for their tag, for plurals of whole numbers and for dates."""


def _one(n: int) -> str:
    return "one" if n == 1 else "other"


def _one_few(n: int) -> str:
    return "one" if n == 1 else "few" if 2 <= n <= 4 else "other"


def _many_millions(n: int) -> str:
    return "one" if n == 1 else "many" if n and n % 1_000_000 == 0 else "other"


def _french(n: int) -> str:
    return "one" if n == 0 else _many_millions(n)


def _ends_in_few(n: int) -> bool:
    return 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14


def _polish(n: int) -> str:
    return "one" if n == 1 else "few" if _ends_in_few(n) else "many"


def _ukrainian(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else "few" if _ends_in_few(n) else "many"


PLURALS: Mapping[str, Callable[[int], str]] = {
    "cs": _one_few, "pl": _polish, "fr": _french, "en": _one, "de": _one,
    "sk": _one_few, "es": _many_millions, "it": _many_millions, "hu": _one, "uk": _ukrainian,
}  # fmt: skip
"""The plural category of a whole number from 0 up. Source: Unicode CLDR, supplemental/plurals.xml."""

_MONTHS: Mapping[str, str] = {
    "cs": "ledna února března dubna května června července srpna září října listopadu prosince",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "sk": "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "hu": "január február március április május június július augusztus szeptember október november december",
    "uk": "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
}
_LONG = {
    "cs": "{day}. {month} {year}", "de": "{day}. {month} {year}", "sk": "{day}. {month} {year}",
    "en": "{month} {day}, {year}", "es": "{day} de {month} de {year}",
    "hu": "{year}. {month} {day}.", "uk": "{day} {month} {year}\u202fр.",
}  # fmt: skip
_PLAIN_LONG = "{day} {month} {year}"


def long_date(day: date, language: str) -> str:
    """The date with its month in words, as the long date of CLDR has it.

    Raises:
        KeyError: The language is not familiar.
    """
    month = _MONTHS[language].split()[day.month - 1]
    return _LONG.get(language, _PLAIN_LONG).format(day=day.day, month=month, year=day.year)
