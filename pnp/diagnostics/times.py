"""Numbers with what they count."""

from __future__ import annotations


def times(count: int, word: str) -> str:
    """The number and the word, which takes an ``s`` unless there is one of them: ``1 sheet``, ``2 sheets``."""
    return f"{count} {word}{'' if count == 1 else 's'}"
