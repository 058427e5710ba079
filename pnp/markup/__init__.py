"""Inline marks of texts, parsed once into runs."""

from pnp.markup.parse import parse_inline
from pnp.markup.plain import escape, plain_text
from pnp.markup.run import BreakRun, IconRun, Marked, MarkFault, Paragraph, Run, TermRun, TextRun

__all__ = [
    "BreakRun",
    "IconRun",
    "MarkFault",
    "Marked",
    "Paragraph",
    "Run",
    "TermRun",
    "TextRun",
    "escape",
    "parse_inline",
    "plain_text",
]
