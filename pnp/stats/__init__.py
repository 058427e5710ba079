"""The contents of decks: counts by field, odds of a draw, sample hands."""

from pnp.stats.count import (
    FieldCount,
    SetCount,
    ValueCount,
    at_least_one,
    count_set,
    deal,
    hand_size,
    percent,
    plot_pages,
)

__all__ = [
    "FieldCount",
    "SetCount",
    "ValueCount",
    "at_least_one",
    "count_set",
    "deal",
    "hand_size",
    "percent",
    "plot_pages",
]
