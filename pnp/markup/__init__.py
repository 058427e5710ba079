"""Inline marks of texts, parsed once into runs."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.markup.parse import is_icon_name, parse_inline
    from pnp.markup.run import (
        BreakRun,
        IconRun,
        Marked,
        MarkedParagraph,
        MarkFault,
        Marks,
        Run,
        TermRun,
        TextRun,
        escape,
        plain_text,
    )

__all__ = [
    "BreakRun",
    "IconRun",
    "MarkFault",
    "Marked",
    "MarkedParagraph",
    "Marks",
    "Run",
    "TermRun",
    "TextRun",
    "escape",
    "is_icon_name",
    "parse_inline",
    "plain_text",
]

__getattr__ = lazy(
    __name__,
    {
        "is_icon_name": "parse",
        "parse_inline": "parse",
        "escape": "run",
        "plain_text": "run",
        "BreakRun": "run",
        "IconRun": "run",
        "MarkFault": "run",
        "Marked": "run",
        "MarkedParagraph": "run",
        "Marks": "run",
        "Run": "run",
        "TermRun": "run",
        "TextRun": "run",
    },
)
