"""Findings cut to a readable number: of hundreds that say the same, the first few and a count of the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from pnp.diagnostics.diagnostic import Diagnostic

_NUMBER = re.compile(r"'[-+]?[0-9][0-9.,\s]*'")
_ALIKE, _MOST_ALIKE = 5, 10
_OF_A_CODE, _MOST_OF_A_CODE = 50, 100


class ShownFinding(NamedTuple):
    """A finding that is shown.

    Attributes:
        item: The finding.
        pieces: How many more pieces it is about.
        rest: What is left out behind it; empty for nothing.
    """

    item: Diagnostic
    pieces: int
    rest: str = ""


def abridged(found: Sequence[tuple[Diagnostic, int]]) -> list[ShownFinding]:
    """The findings: of over ten alike in a file the first five, of over a hundred of a code the first fifty.

    A column that holds something else than it should, or a key that nobody knows, is wrong in every row.
    Findings are alike when they have the same code and message but for the name of the piece, and for numbers
    in quotes: ``'1,5'``.

    Args:
        found: In the order in which they are shown, with how many more pieces each is about.
    """
    shown = _first([ShownFinding(*each) for each in found], _alike, _ALIKE, _MOST_ALIKE, "like it")
    return _first(shown, _code, _OF_A_CODE, _MOST_OF_A_CODE, "of this kind")


def _alike(item: Diagnostic) -> Hashable:
    message = item.message
    if item.piece:
        message = message.replace(f"'{item.piece.rpartition('/')[2]}'", "'…'").replace(item.piece, "…")
    return (*_code(item), _NUMBER.sub("'0'", message))


def _code(item: Diagnostic) -> tuple[str, str]:
    return item.code, item.span.file if item.span is not None else ""


def _first(
    shown: Sequence[ShownFinding], key: Callable[[Diagnostic], Hashable], few: int, most: int, words: str
) -> list[ShownFinding]:
    """Those shown with only the first few of each key that more than ``most`` have."""
    keys = [key(each.item) if each.item.span is not None else None for each in shown]
    counts, met = Counter(keys), Counter[Hashable]()
    last = dict(zip(keys, shown, strict=True))
    kept = []
    for each, own in zip(shown, keys, strict=True):
        met[own] += 1
        if own is None or counts[own] <= most or met[own] < few:
            kept.append(each)
        elif met[own] == few:
            rest = f"and {counts[own] - few} more {words} in this file, {_to(last[own])}"
            kept.append(each._replace(rest=rest))
    return kept


def _to(last: ShownFinding) -> str:
    span = last.item.span
    assert span is not None, "those without a place are all shown"
    return (
        f"the last in {str(span).removeprefix(span.file)}"
        if span.file.endswith("!")
        else f"to line {span.line}"
    )
