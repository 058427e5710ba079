"""What a marked text consists of. Offsets (``start``) count characters of the source, from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class TextRun:
    """Letters in one style. ``text[i]`` stands at ``start + i`` of the source: an escape begins a new run."""

    text: str
    bold: bool
    italic: bool
    start: int


@dataclass(frozen=True, slots=True)
class IconRun:
    """``:name:``; ``start`` is that of the first colon."""

    name: str
    start: int


@dataclass(frozen=True, slots=True)
class TermRun:
    """``[form](term)``: the word as printed and the term that it stands for; ``start`` is that of the bracket."""

    form: str
    term: str
    bold: bool
    italic: bool
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class BreakRun:
    """A line break."""

    start: int


Run: TypeAlias = TextRun | IconRun | TermRun | BreakRun


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or an item of a list."""

    kind: Literal["plain", "bullet"]
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class MarkFault:
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


@dataclass(frozen=True, slots=True)
class Marked:
    """A text taken apart: its paragraphs in order, and what is wrong with its marks by offset."""

    paragraphs: tuple[Paragraph, ...]
    faults: tuple[MarkFault, ...] = ()
