"""Facts that differ from what their source states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model import Fact

ABSENT = "nothing"
"""Stands for a member that one of the two does not have."""


def deviations(fact: Fact) -> Iterator[tuple[str, Any, Any]]:
    """Where the value differs: the place in it (``[4]``, empty for all of it), the value, what is stated.

    In lists of another length the whole list differs. None if the game does not write what the source states.
    """
    if fact.stated_span is not None:
        yield from _between(fact.value, fact.stated, "")


def _between(value: Any, stated: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(value, Mapping) and isinstance(stated, Mapping):
        for key in dict.fromkeys([*value, *stated]):
            yield from _between(value.get(key, ABSENT), stated.get(key, ABSENT), f"{path}[{key!r}]")
    elif isinstance(value, tuple) and isinstance(stated, tuple) and len(value) == len(stated):
        for index, pair in enumerate(zip(value, stated, strict=True)):
            yield from _between(*pair, f"{path}[{index}]")
    elif value != stated or isinstance(value, bool) is not isinstance(stated, bool):
        yield path, value, stated
