"""Plural categories of numbers."""

from __future__ import annotations

from functools import lru_cache

from pnp.i18n.tag import babel_locale

_REACHED_BY = 200
"""Whole numbers up to here reach every category that counts of pieces reach (CLDR rules look at n mod 100; French
``many`` begins at a million)."""


def plural_category(n: float, language: str) -> str:
    """The CLDR plural category of the number: ``zero``, ``one``, ``two``, ``few``, ``many`` or ``other``.

    Source: Unicode CLDR, supplemental/plurals.xml, as Babel ships it. An unknown language follows the root rule, ``other``.
    """
    locale = babel_locale(language)
    return str(locale.plural_form(n)) if locale else "other"


@lru_cache(maxsize=256)
def whole_number_categories(language: str) -> tuple[str, ...]:
    """The categories that whole numbers reach in the language, in order of the first number that does.

    Czech: other (0), one, few; Polish: many (0), one, few; French: one, other.
    """
    return tuple(dict.fromkeys(plural_category(n, language) for n in range(_REACHED_BY + 1)))
