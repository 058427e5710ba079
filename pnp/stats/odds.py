"""Odds of a draw without putting back."""

from __future__ import annotations

from math import comb


def at_least_one(draws: int, hits: int, total: int) -> float:
    """The chance, 0 to 1, that at least one of ``hits`` cards is among ``draws`` from a shuffled pile of ``total``.

    One minus the hypergeometric chance of none: C(total − hits, draws) / C(total, draws). More draws than cards take all.
    """
    if not total or not hits:
        return 0.0
    drawn = min(draws, total)
    return 1 - comb(total - hits, drawn) / comb(total, drawn)
