"""Numbers as a language writes them."""

from __future__ import annotations

from functools import lru_cache

from pnp.i18n.tag import babel_locale

_UNGROUPED = 1_000
"""Whole numbers below have no separator in any language (CLDR), so the big library stays unloaded for most texts."""
_DIGITS = "#,##0.######"
_PRECISION = 400
"""Digits that the library may work with: more than any float or number of an expression has; it stops at 28 by itself."""


def format_number(n: float, language: str) -> str:
    """The number in the language's format: ``1 234,5`` in Czech, with the non-breaking spaces that CLDR asks for.

    Floats are shown with at most six decimals and without trailing zeros. Source: Unicode CLDR as Babel ships it.
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
    """A whole number of ``length`` digits, ``%s`` for each: how a language groups digits depends on nothing else."""
    return _formatted(int("1" * length), language).replace("%", "%%").replace("1", "%s")


def _formatted(n: float, language: str) -> str:
    from decimal import localcontext

    from babel.numbers import format_decimal

    locale = babel_locale(language)
    if locale is None:
        return f"{n:.6f}".rstrip("0").rstrip(".") if isinstance(n, float) else str(n)
    with localcontext(prec=_PRECISION):
        return str(format_decimal(n, format=_DIGITS if isinstance(n, float) else None, locale=locale))
