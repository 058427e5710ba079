"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known word that ``word`` was most likely meant to be, or None when none is ``alike`` enough, 0 to 1."""
    from difflib import get_close_matches

    choices = sorted(set(known))
    folded = {choice.casefold(): choice for choice in reversed(choices)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    found = get_close_matches(word.casefold(), list(folded), n=1, cutoff=alike)
    return folded[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str], kind: str) -> str:
    """A cure for an unknown word: the nearest known one, or the list of what there is.

    Args:
        word: As the author typed it.
        known: All words that would have been right.
        kind: What they are, in the plural, such as ``weapons``.
    """
    choices = sorted(set(known))
    close = nearest(word, choices)
    if close is not None:
        return f"did you mean '{close}'?"
    if not choices:
        return f"there are no {kind}"
    shown = ", ".join(choices[:12]) + (f" and {len(choices) - 12} more" if len(choices) > 12 else "")
    return f"known {kind}: {shown}"
