"""Checks between a text and its translation: plain functions, each from a pair to its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from pnp.diagnostics import Diagnostic
from pnp.translation.compare import form, number, reference
from pnp.translation.compare.pair import TextPair

__all__ = ["COMPARISONS", "Comparison", "TextPair", "compare"]

Comparison: TypeAlias = Callable[[TextPair], Iterable[Diagnostic]]

COMPARISONS: tuple[Comparison, ...] = (
    form.compare_edges,
    reference.compare_expressions,
    reference.check_plurals,
    reference.compare_icons,
    reference.compare_terms,
    number.compare_numbers,
    form.compare_marks,
    form.compare_words,
    form.compare_html,
    form.compare_endings,
)
"""Every comparison, in the order of the run."""


def compare(pair: TextPair) -> Iterator[Diagnostic]:
    """The findings of all comparisons but those that the translator has allowed in a remark."""
    for comparison in COMPARISONS:
        for finding in comparison(pair):
            if not pair.entry.allows(finding.code):
                yield finding
