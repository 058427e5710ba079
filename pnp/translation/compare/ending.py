"""Spaces around a translation, and punctuation at its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, warning
from pnp.rules import without_expressions
from pnp.translation.compare.pair import TextPair


def compare_edges(pair: TextPair) -> Iterator[Diagnostic]:
    """Spaces or line breaks before or after the translation, which its source does not have (K535)."""
    words = pair.translation.strip()
    if words != pair.translation:
        start = 0 if pair.translation[0].isspace() else len(pair.translation.rstrip())
        yield warning(
            "K535", "the translation begins or ends with white space", pair.at(start, 1), "remove it"
        )


_BEHIND = re.compile(r":[0-9-]*[a-z][a-z0-9-]*:\Z|[\s*)\]»”“’」』）\"']\Z")
"""Characters that may follow the last word: an icon, marks and closing punctuation."""
_KINDS = {**dict.fromkeys(".。．।։።", "a full stop"), **dict.fromkeys(":：", "a colon")}
_FREE = frozenset("!?…！？")
"""Endings of a call or a heading that one language writes and another does not."""
_ORDINAL = re.compile(r"\b(?:\d+|[IVXLCDM]+)\.\Z")
"""A number that some languages write with a dot and others without: ``Karel IV.`` is Charles IV."""


def compare_endings(pair: TextPair) -> Iterator[Diagnostic]:
    """A sentence whose translation ends without a full stop, or the other way round (K538)."""
    source, translation = (_words(without_expressions(text)) for text in (pair.source, pair.translation))
    wanted, found = _KINDS.get(source[-1:], ""), _KINDS.get(translation[-1:], "")
    if wanted == found or not source or not translation or {source[-1], translation[-1]} & _FREE:
        return
    if _ORDINAL.search(source) or _ORDINAL.search(translation):
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


def _words(text: str) -> str:
    while found := _BEHIND.search(text):
        text = text[: found.start()]
    return text
