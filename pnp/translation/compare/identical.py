"""Translations that are no other words than the source's."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, note
from pnp.translation.compare.pair import TextPair

_ONE_WORD = 1


def compare_words(pair: TextPair) -> Iterator[Diagnostic]:
    """Translations of several words that are the source itself (K536). Single words are often the same in two languages."""
    if (
        is_identical(pair)
        and len(pair.source.split()) > _ONE_WORD
        and not pair.entry.context.startswith("term.")
    ):
        cure = "leave it as it is if that is meant"
        yield note("K536", "the translation is the same as the source", pair.span, cure)


def is_identical(pair: TextPair) -> bool:
    """Whether source and translation are the same letters."""
    return pair.source.strip() == pair.translation.strip()
