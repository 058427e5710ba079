"""The place of the attribute that a finding is about; elements only know where they begin."""

from __future__ import annotations

import re
from dataclasses import replace

from pnp.diagnostics import Diagnostic
from pnp.source import Span, span_in

_NAMED = {
    "L204": re.compile(r"'<.+?>' has no attribute '([^']+)'"),
    "L206": re.compile(r"'([^']+)' of '<"),
    "L200": re.compile(r"(?:the value of|a space is missing before) '([^']+)'"),
}
_MEANT = {
    "A100": "name",
    "A210": "src",
    "A220": "src",
    "A221": "src",
    "L240": "style",
    "L241": "font",
    "L330": "piece",
}


def at_attribute(finding: Diagnostic, text: str) -> Diagnostic:
    """The finding at the attribute that it is about; unchanged if it is about none or about a missing one.

    Args:
        finding: At an element of a layout.
        text: Of the layout.
    """
    pattern = _NAMED.get(finding.code)
    named = pattern.search(finding.message) if pattern else None
    name = named[1] if named else _MEANT.get(finding.code, "")
    if finding.span is None or not name:
        return finding
    start = _offset(text, finding.span)
    if text[start : start + 1] != "<":
        return finding
    found = re.compile(rf"(?<=[\s}}\"'])({name})\s*=").search(text, start, _end(text, start))
    if found is None:
        return finding
    return replace(finding, span=span_in(text, finding.span.file, found.start(1), len(name)))


def _offset(text: str, span: Span) -> int:
    start = 0
    for _ in range(span.line - 1):
        start = text.find("\n", start) + 1
    return start + span.column - 1


def _end(text: str, start: int) -> int:
    """The end of the tag that begins at ``start``, not at a ``>`` in quotes; quotes come in pairs."""
    quoted = False
    for at in range(start, len(text)):
        if text[at] == '"':
            quoted = not quoted
        elif text[at] == ">" and not quoted:
            return at
    return len(text)
