"""How a text and its translation end."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, warning
from pnp.regex import regex
from pnp.rules import without_expressions
from pnp.translation.compare.pair import Pair

_BEHIND = regex(r"[\s*)\]»”“’\"']+\Z")
_KINDS = {".": "a full stop", ":": "a colon"}
_FREE = frozenset("!?…")
"""What one language writes at the end of a call or a heading and another does not."""


def compare_endings(pair: Pair) -> Iterator[Diagnostic]:
    """A sentence whose translation ends without a full stop, or the other way round (K538)."""
    source, translation = (
        _BEHIND.sub("", without_expressions(text)) for text in (pair.source, pair.translation)
    )
    wanted, found = _KINDS.get(source[-1:], ""), _KINDS.get(translation[-1:], "")
    if wanted == found or not source or not translation or {source[-1], translation[-1]} & _FREE:
        return
    span = pair.at(len(translation) - 1, 1)
    if wanted:
        yield warning(
            "K538",
            f"the source ends with {wanted}, the translation does not",
            span,
            f"write '{source[-1]}' at its end",
        )
    else:
        yield warning("K538", f"the translation ends with {found}, the source does not", span, "take it away")
