"""Signs of HTML, which programs that translate like to put in."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.foreign import HTML, html_cure
from pnp.diagnostics import Diagnostic, warning
from pnp.rules import without_expressions
from pnp.translation.compare.pair import Pair


def compare_html(pair: Pair) -> Iterator[Diagnostic]:
    """Entities and tags of HTML that the source has not: they would be printed as they are (K537). The first is reported."""
    if "&" not in pair.translation and "<" not in pair.translation:
        return
    for found in HTML.finditer(without_expressions(pair.translation)):
        sign = found.group()
        if sign not in pair.source:
            span = pair.at(found.start(), len(sign))
            yield warning("K537", f"'{sign}' is printed as it is", span, html_cure(sign))
            return
