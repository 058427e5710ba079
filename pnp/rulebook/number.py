"""Numbers that are typed in a rule sheet and not taken from facts."""

from __future__ import annotations

import re

from pnp.diagnostics import Diagnostic, warning
from pnp.model import Text
from pnp.rules import without_expressions

# Digits that are typed as such: not escaped, not part of a word such as A4 or of an icon or term between : :
# or ( ).
_NUMBER = re.compile(r"(?<![\w\\:(.,-])\d+(?:[.,]\d+)*(?![\w:])")
_CHAPTER = re.compile(r"\d+(?:\.\d+)*\.?\s")


def typed_numbers(text: Text, *, heading: bool) -> list[Diagnostic]:
    """Warnings for numbers that are typed and not taken from facts (R140)."""
    source = without_expressions(text.source, " ")
    chapter = _CHAPTER.match(source) if heading else None
    return [
        warning(
            "R140",
            f"the number '{match.group()}' is typed",
            text.origin.at(match.start(), len(match.group())),
            f"write the fact it comes from, such as {{{{ facts.hand }}}}, or '\\{match.group()}' to keep it",
        )
        for match in _NUMBER.finditer(source, chapter.end() if chapter else 0)
    ]
