"""Checks between a text and its translation: plain functions, each from a pair to its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from pnp.diagnostics import Diagnostic
from pnp.translation.compare import (
    ending,
    expression,
    icon,
    identical,
    mark,
    number,
    plural,
    term,
)
from pnp.translation.compare.pair import TextPair

__all__ = ["COMPARISONS", "Comparison", "TextPair", "compare"]

Comparison: TypeAlias = Callable[[TextPair], Iterable[Diagnostic]]

COMPARISONS: tuple[Comparison, ...] = (
    ending.compare_edges,
    expression.compare_expressions,
    plural.check_plurals,
    icon.compare_icons,
    term.compare_terms,
    number.compare_numbers,
    mark.compare_marks,
    identical.compare_words,
    mark.compare_html,
    ending.compare_endings,
)
"""Every comparison, in the order of the run."""


def compare(pair: TextPair) -> Iterator[Diagnostic]:
    """The findings of all comparisons but those that the translator has allowed in a remark."""
    for comparison in COMPARISONS:
        for finding in comparison(pair):
            if not pair.entry.allows(finding.code):
                yield finding
