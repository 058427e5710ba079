"""Parts of a marked text. Offsets (``start``) count characters of the source, from 0.

Large decks are made of hundreds of thousands of runs: named tuples take a third of the time of frozen
dataclasses. Their kind distinguishes runs, so ask for it before comparing two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from pnp.colour import Colour

ICON_MARK = r":(?P<icon>[a-z0-9]+(?:-[a-z0-9]+)*)(?:\([^()\n]{1,200}\))?(?:\\?\|[0-9.]+)?:"
"""The pattern of an icon in a text; the words on it may still be an expression."""


class Marks(NamedTuple):
    """The marks that ``[words]{…}`` gives to words.

    Attributes:
        underline: Whether a line is below them.
        strike: Whether a line goes through them.
        script: ``super`` or ``sub`` for words raised or lowered; empty for words on the baseline.
        capitals: ``small`` for words in small capitals; the text engine writes ``shrunk`` for letters that it
            makes of capitals, where a font has no small ones.
        colour: Theirs, where it is not that of the style.
    """

    underline: bool = False
    strike: bool = False
    script: Literal["", "super", "sub"] = ""
    capitals: Literal["", "small", "shrunk"] = ""
    colour: Colour | None = None


class TextRun(NamedTuple):
    """Letters in one style. ``text[i]`` is at ``start + i`` of the source: an escape begins a new run."""

    text: str
    bold: bool
    italic: bool
    start: int
    marks: Marks | None = None


class IconRun(NamedTuple):
    """``:name:``, ``:name|1.4:`` or ``:name(3):``; ``start`` is that of the first colon.

    ``size`` is as typed, ``value`` what is in the parentheses: letters or digits on the icon, or an
    expression that gives them.
    """

    name: str
    start: int
    marks: Marks | None = None
    size: str = ""
    value: str = ""

    @property
    def typed(self) -> str:
        """The mark."""
        value = f"({self.value})" if self.value else ""
        return f":{self.name}{value}{'|' if self.size else ''}{self.size}:"

    @property
    def scale(self) -> float:
        """How many times larger than other icons in texts it is."""
        return float(self.size or 1)


class TermRun(NamedTuple):
    """``[form](term)``: the word as printed and the term it means; ``start`` is that of the bracket."""

    form: str
    term: str
    bold: bool
    italic: bool
    start: int
    length: int
    marks: Marks | None = None


class BreakRun(NamedTuple):
    """A line break."""

    start: int


Run: TypeAlias = TextRun | IconRun | TermRun | BreakRun


class MarkedParagraph(NamedTuple):
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

    paragraphs: tuple[MarkedParagraph, ...]
    faults: tuple[MarkFault, ...] = ()

    def runs(self) -> Iterator[Run]:
        """All runs, in order."""
        return (run for paragraph in self.paragraphs for run in paragraph.runs)


_MARKS = frozenset("\\*:[")


def plain_text(marked: Marked, *, icons: bool = False) -> str:
    """The words without marks: terms as printed, a blank line between paragraphs, bullets on lines.

    Args:
        marked: The text.
        icons: Whether icons stay, as ``:name:``; without them a text that says something by an icon says
            less; what is written on an icon stays.
    """
    parts: list[str] = []
    before: MarkedParagraph | None = None
    for paragraph in marked.paragraphs:
        if before is not None:
            parts.append("\n" if before.kind == paragraph.kind == "bullet" else "\n\n")
        for run in paragraph.runs:
            if isinstance(run, TextRun):
                parts.append(run.text)
            elif isinstance(run, TermRun):
                parts.append(run.form)
            elif isinstance(run, BreakRun):
                parts.append("\n")
            elif isinstance(run, IconRun):
                parts.append(run.typed if icons else run.value)
        before = paragraph
    return "".join(parts)


def escape(text: str) -> str:
    """The source whose plain text is ``text``, letter by letter."""
    out: list[str] = []
    for at, char in enumerate(text):
        first = at == 0 or text[at - 1] == "\n"
        closes = char == "]" and text[at + 1 : at + 2] == "{"
        if char in _MARKS or char == "\n" or closes or (first and char in "- \t"):
            out.append("\\")
        out.append(char)
    return "".join(out)
