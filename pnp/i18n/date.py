"""Dates as a language writes them."""

from __future__ import annotations

import re
from datetime import date
from re import ASCII

from pnp.i18n.tag import babel_locale, base_of

_WHOLE = re.compile(r"\d{4}-\d\d-\d\d", ASCII)


def format_date(words: str, language: str) -> str:
    """A whole date (``2024-01-05``) with its month in words: ``5. ledna 2024`` in Czech; all other words as they are.

    Sources: the long date of Unicode CLDR as Babel ships it; for the first of a month in French (``1er janvier 2024``)
    Imprimerie nationale, Lexique, "Dates".
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
    locale = babel_locale(language)
    if locale is None:
        return day.isoformat()
    from babel.dates import format_date as formatted

    return str(formatted(day, "long", locale=locale))
