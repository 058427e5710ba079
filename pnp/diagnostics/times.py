"""Numbers with what they count."""

from __future__ import annotations


def times(count: float, word: str, words: str = "", *, thousands: str = "") -> str:
    """The number and the word in the singular or plural: ``1 sheet``, ``2 sheets``.

    Args:
        count: How many.
        word: For one.
        words: For any other number; the word with an ``s`` when empty.
        thousands: What parts the digits by threes.
    """
    number = f"{count:g}" if isinstance(count, float) else f"{count:,}".replace(",", thousands)
    return f"{number} {word if count == 1 else words or f'{word}s'}"
