"""Signs of HTML, which programs that translate like to put in."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

from pnp.diagnostics import Diagnostic, warning
from pnp.regex import regex
from pnp.rules import without_expressions
from pnp.translation.compare.pair import Pair

_SIGN = regex(r"&(?:[a-zA-Z]{2,8}|#\d{2,6}|#x[0-9a-fA-F]{2,5});|</?(?:b|i|u|em|strong|br|p|span|div)\s*/?>")
_NAMES = {"\u00a0": "a no-break space (U+00A0)", "\u202f": "a narrow no-break space (U+202F)"}


def compare_html(pair: Pair) -> Iterator[Diagnostic]:
    """Entities and tags of HTML that the source has not: they would be printed as they are (K537). The first is told."""
    if "&" not in pair.translation and "<" not in pair.translation:
        return
    for found in _SIGN.finditer(without_expressions(pair.translation)):
        sign = found.group()
        if sign not in pair.source:
            cure = "stress words by '**…**' or '*…*', divide lines where they are to be divided"
            if sign.startswith("&"):
                meant = unescape(sign)
                shown = _NAMES.get(meant, f"'{meant}'")
                cure = f"type {shown} itself" if meant != sign else "remove it"
            yield warning("K537", f"'{sign}' is printed as it is", pair.at(found.start(), len(sign)), cure)
            return
