"""Odds of a draw without putting back."""

from __future__ import annotations

from math import comb


def at_least_one(draws: int, hits: int, total: int) -> float:
    """The chance, 0 to 1, that at least one of ``hits`` cards is among ``draws`` from a shuffled pile of ``total``.

    One minus the hypergeometric chance of none: C(total − hits, draws) / C(total, draws). More draws than
    cards take all.
    """
    if not total or not hits:
        return 0.0
    drawn = min(draws, total)
    return 1 - comb(total - hits, drawn) / comb(total, drawn)


def percent(share: float) -> str:
    """A chance in whole per cent; what is not certain is never 100 %, and what can be is never 0 %."""
    whole = round(share * 100)
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}%"
