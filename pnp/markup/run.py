"""What a marked text consists of. Offsets (``start``) count characters of the source, from 0.

Large decks are made of hundreds of thousands of runs: named tuples take a third of the time of frozen dataclasses. Their
kind is what tells runs apart, so ask for it before comparing two.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias


class TextRun(NamedTuple):
    """Letters in one style. ``text[i]`` stands at ``start + i`` of the source: an escape begins a new run."""

    text: str
    bold: bool
    italic: bool
    start: int


class IconRun(NamedTuple):
    """``:name:``; ``start`` is that of the first colon."""

    name: str
    start: int


class TermRun(NamedTuple):
    """``[form](term)``: the word as printed and the term that it stands for; ``start`` is that of the bracket."""

    form: str
    term: str
    bold: bool
    italic: bool
    start: int
    length: int


class BreakRun(NamedTuple):
    """A line break."""

    start: int


Run: TypeAlias = TextRun | IconRun | TermRun | BreakRun


class Paragraph(NamedTuple):
    """A paragraph or an item of a list."""

    kind: Literal["plain", "bullet"]
    runs: tuple[Run, ...]


class MarkFault(NamedTuple):
    """A mark that was begun and is not right; its characters are kept as plain text.

    Attributes:
        start: Offset into the source.
        length: In characters.
        message: One line for the author.
        help: The cure.
    """

    start: int
    length: int
    message: str
    help: str


class Marked(NamedTuple):
    """A text taken apart: its paragraphs in order, and what is wrong with its marks by offset."""

    paragraphs: tuple[Paragraph, ...]
    faults: tuple[MarkFault, ...] = ()
