"""White space at the edges of a translation."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, warning
from pnp.translation.compare.pair import Pair


def compare_edges(pair: Pair) -> Iterator[Diagnostic]:
    """Spaces or line breaks before or after the translation, which its source does not have (K535)."""
    words = pair.translation.strip()
    if words != pair.translation:
        start = 0 if pair.translation[0].isspace() else len(pair.translation.rstrip())
        yield warning(
            "K535", "the translation begins or ends with white space", pair.at(start, 1), "remove it"
        )
