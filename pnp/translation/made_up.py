"""Values that translations make up: whatever else is wrong with one, it is the same slip."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.diagnostics import Diagnostic

LACKING = "of the source is missing in the translation"
"""How messages end that are about a translation as a whole and about no place in it."""


def in_made_up(found: Iterable[Diagnostic]) -> Callable[[Diagnostic], bool]:
    """Tells of a finding whether it is about an expression of which ``found`` says that the source has it not (K530)."""
    places = [
        each.span
        for each in found
        if each.code == "K530" and each.span and not each.message.endswith(LACKING)
    ]

    def tell(finding: Diagnostic) -> bool:
        span = finding.span
        return (
            finding.code.startswith("X") and span is not None and any(place.holds(span) for place in places)
        )

    return tell
