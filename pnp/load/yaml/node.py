"""The nodes of a YAML file, and the cells of a table as such nodes, with the place of every value.

Nodes are never changed once they are composed. They are plain classes with slots, not frozen dataclasses,
because a large game has hundreds of thousands of them and making a frozen one takes three times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from pnp.i18n.number import WrittenDecimal
from pnp.load.limits import MAX_NUMBER_DIGITS
from pnp.source import Chunk, Origin, Span

_WHOLE = re.compile(rf"[-+]?(?:0|[1-9][0-9]{{0,{MAX_NUMBER_DIGITS - 1}}})\Z")
_DECIMAL = re.compile(
    rf"[-+]?(?:(?:0|[1-9][0-9]{{0,{MAX_NUMBER_DIGITS}}})?\.[0-9]{{1,{MAX_NUMBER_DIGITS}}}|(?:0|[1-9][0-9]{{0,8}})\.?)"
    r"(?:[eE][-+]?[0-9]{1,2})?\Z"
)
_NUMBER_START = frozenset("-+.0123456789")
_WORDS = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    "null": None, "Null": None, "NULL": None, "~": None, "": None,
}  # fmt: skip

NOTHING = frozenset(word for word, value in _WORDS.items() if value is None)
"""Words for no value, when they are not quoted."""


class YamlMark(Protocol):
    """A place as PyYAML gives it: everything from 0, ``index`` in characters from the start of the text."""

    @property
    def index(self) -> int:
        """Characters before it."""

    @property
    def line(self) -> int:
        """Lines before it."""

    @property
    def column(self) -> int:
        """Characters before it in its line."""


class Whole(int):
    """A whole number that remembers how it was typed, such as ``+2``, for where a text is wanted."""

    typed: str


class Scalar:
    """One value that is neither list nor mapping.

    Attributes:
        file: As shown to the author.
        text: The characters of the value; for plain values as typed.
        style: ``"`` and ``'`` for quoted, ``|`` and ``>`` for blocks, empty for plain.
        start: Of the value as it is in the file, quotes included.
        end: Just after it.
    """

    __slots__ = ("end", "file", "start", "style", "text")

    def __init__(self, file: str, text: str, style: str, start: YamlMark, end: YamlMark):
        self.file = file
        self.text = text
        self.style = style
        self.start = start
        self.end = end

    @property
    def span(self) -> Span:
        """Where it is written; a block reaches to the end of its last line with text."""
        if self.style in ("|", ">"):  # its end mark lies on the next thing's line
            return Span(
                self.file,
                self.start.line + 1,
                self.start.column + 1,
                self.start.line + 1,
                self.start.column + 2,
            )
        return span_of(self)

    @property
    def value(self) -> str | int | float | bool | None:
        """The value by YAML 1.2's core schema, except that ``010``, ``0x1F`` and ``.inf`` stay text.

        A number whose usual form differs from what was typed comes as ``Whole`` or ``WrittenDecimal``.
        """
        text = self.text
        if self.style:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in _NUMBER_START:
            return text
        return number(text)

    def origin(self, lines: list[str]) -> Origin:
        """Where it is written, with a chunk for every run of characters that value and file have in common.

        The value is derived again from the raw lines; where that differs from the parser's value, the chunks
        stop, and later offsets follow from the last chunk.

        Args:
            lines: Of its file, without their ends.
        """
        start, end, text = self.start, self.end, self.text
        if self.style in ("|", ">"):
            chunks = _block(self, lines)
            last = chunks[-1] if chunks else Chunk(0, start.line + 1, start.column + 1)
            return Origin(
                Span(self.file, start.line + 1, start.column + 1, last.line, last.column + 1), chunks
            )
        line, column, end_line, end_column = start.line + 1, start.column + 1, end.line + 1, end.column + 1
        span = Span(self.file, line, column, end_line, end_column)
        quote = 1 if self.style else 0
        if line == end_line and end_column - column == len(text) + 2 * quote:
            return Origin(span, (Chunk(0, line, column + quote),))  # no escape and no line break
        return Origin(span, _inline(self, lines, quote))


class Mapping:
    """Keys and values in the author's order, merged ones last.

    Attributes:
        file: As shown to the author.
        entries: Key as text (NFC) to the key's node and the value.
        flow: Whether it is written with braces.
        start: Of the first key or the opening brace.
        end: Just after it.
        weight: Number of nodes in it and itself, aliases written out.
        depth: Of the lists and mappings in it, itself included.
    """

    __slots__ = ("depth", "end", "entries", "file", "flow", "start", "weight")

    def __init__(self, file: str, start: YamlMark, flow: bool):
        self.file = file
        self.start = start
        self.end = start
        self.flow = flow
        self.entries: dict[str, tuple[Scalar, Node]] = {}
        self.weight = 1
        self.depth = 1

    @property
    def span(self) -> Span:
        """Where it begins, on one line."""
        return _first_line(self)

    def get(self, key: str) -> Node | None:
        """The value of ``key``, or None."""
        found = self.entries.get(key)
        return found[1] if found else None

    def key(self, key: str) -> Scalar | None:
        """The node of the key itself, or None."""
        found = self.entries.get(key)
        return found[0] if found else None

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)


class Sequence:
    """Values in order.

    Attributes:
        file: As shown to the author.
        items: The values.
        flow: Whether it is written with brackets.
        start: Of the first dash or the opening bracket.
        end: Just after it.
        weight: Number of nodes in it and itself, aliases written out.
        depth: Of the lists and mappings in it, itself included.
    """

    __slots__ = ("depth", "end", "file", "flow", "items", "start", "weight")

    def __init__(self, file: str, start: YamlMark, flow: bool):
        self.file = file
        self.start = start
        self.end = start
        self.flow = flow
        self.items: list[Node] = []
        self.weight = 1
        self.depth = 1

    @property
    def span(self) -> Span:
        """Where it begins, on one line."""
        return _first_line(self)


Node: TypeAlias = Scalar | Mapping | Sequence


def moved_scalar(node: Scalar, by: int) -> Scalar:
    """The value after it has moved by some lines."""
    return Scalar(node.file, node.text, node.style, _mark(node.start, by), _mark(node.end, by))


def moved(node: Node, by: int) -> Node:
    """The node after it has moved by some lines."""
    if isinstance(node, Scalar):
        return moved_scalar(node, by)
    made: Mapping | Sequence
    if isinstance(node, Mapping):
        made = Mapping(node.file, _mark(node.start, by), node.flow)
        made.entries = {
            name: (moved_scalar(key, by), moved(value, by)) for name, (key, value) in node.entries.items()
        }
    else:
        made = Sequence(node.file, _mark(node.start, by), node.flow)
        made.items = [moved(item, by) for item in node.items]
    made.end, made.weight, made.depth = _mark(node.end, by), node.weight, node.depth
    return made


def _mark(mark: YamlMark, by: int) -> YamlMark:
    return CellMark(mark.line + by, mark.column, mark.index)


def describe(node: Node) -> str:
    """The value in words for a message."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    text = node.text.replace("\n", " ")
    return f"'{text[:40]}…'" if len(text) > 40 else f"'{text}'"


def span_of(node: Node) -> Span:
    """From the node's start to its end."""
    return Span(node.file, node.start.line + 1, node.start.column + 1, node.end.line + 1, node.end.column + 1)


def _first_line(node: Mapping | Sequence) -> Span:
    if node.flow:
        return span_of(node)
    line, column = node.start.line + 1, node.start.column + 1
    return Span(node.file, line, column, line, column + 1)


def plain(node: Node) -> Any:
    """The node as dicts, lists and values of Python, rebuilt each time, keys as typed."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key: plain(value) for key, (_, value) in node.entries.items()}
    return [plain(item) for item in node.items]


def number(text: str) -> str | int | float:
    """The number that a plain value means, with its spelling if that matters; the text if it is none."""
    if _WHOLE.match(text):
        number = int(text)
        if str(number) == text:
            return number
        whole = Whole(number)
        whole.typed = text
        return whole
    if _DECIMAL.match(text):
        decimal = WrittenDecimal(text)
        decimal.typed = text
        return decimal
    return text


_ESCAPE = re.compile(r"\\(?:x..|u....|U.{8}|.)", re.DOTALL)


def _block(node: Scalar, lines: list[str]) -> tuple[Chunk, ...]:
    """One chunk for each line of a ``|`` or ``>`` block."""
    text, chunks, offset = node.text, [], 0
    indent = None
    for at in range(node.start.line + 1, min(node.end.line + 1, len(lines))):
        raw = lines[at]
        if not raw.strip(" "):
            continue
        own = len(raw) - len(raw.lstrip(" "))
        indent = own if indent is None else indent
        if own < indent:  # the block ended above
            break
        content = raw[indent:]
        # Between two lines of the value is one space or some line breaks; the raw text decides the rest.
        found = _skip_breaks(text, offset, content)
        if found is None:
            break
        chunks.append(Chunk(found, at + 1, indent + 1))
        offset = found + len(content)
    return tuple(chunks)


def _skip_breaks(text: str, offset: int, content: str) -> int | None:
    at = offset
    while at <= len(text):
        if text.startswith(content, at):
            return at
        if at < len(text) and text[at] in " \n":
            at += 1
        else:
            return None
    return None


def _inline(node: Scalar, lines: list[str], quote: int) -> tuple[Chunk, ...]:
    """Chunks of a quoted or plain text that has escapes or runs over lines."""
    chunks: list[Chunk] = []
    text, offset = node.text, 0
    for at in range(node.start.line, node.end.line + 1):
        raw = lines[at] if at < len(lines) else ""
        column = node.start.column + quote if at == node.start.line else len(raw) - len(raw.lstrip(" \t"))
        stop = node.end.column - quote if at == node.end.line else len(raw.rstrip(" \t"))
        if at > node.start.line:  # a folded line break gave one space or, with empty lines, some line breaks
            while offset < len(text) and text[offset] in " \n" and text[offset] != raw[column : column + 1]:
                offset += 1
        offset = _line(raw, column, stop, at + 1, node, offset, chunks)
    return tuple(chunks)


def _line(raw: str, column: int, stop: int, line: int, node: Scalar, offset: int, chunks: list[Chunk]) -> int:
    """Add the chunks of one raw line; returns the offset in the value after it."""
    fresh = True
    while column < stop:
        width, gives = _unit(raw, column, stop, node.style)
        if fresh or width != 1:
            chunks.append(Chunk(offset, line, column + 1))
        fresh = width != 1 or gives != 1
        column += width
        offset += gives
    return offset


def _unit(raw: str, column: int, stop: int, style: str) -> tuple[int, int]:
    """How many raw characters the next unit takes, and how many characters of the value it gives."""
    if style == '"' and raw[column] == "\\":
        match = _ESCAPE.match(raw, column)
        if match is None or match.end() > stop:
            return stop - column, 0  # a backslash at the line's end joins the lines
        return len(match.group()), 1
    if style == "'" and raw.startswith("''", column):
        return 2, 1
    return 1, 1


@dataclass(frozen=True, slots=True)
class CellMark:
    """A place in a table's file, from 0: line and column of the text, or row and column of a sheet.

    Also one in a YAML file after lines above it were added or removed.
    """

    line: int
    column: int
    index: int = 0


class TableCell(Scalar):
    """One cell: a scalar whose characters know where they are written.

    Attributes:
        chunks: Of a text file, where each run of characters is written; empty for sheets.
        odd: What is wrong with the cell, reported where its value is used.
        aside: What the sheet shows and the text lacks, and after ``; `` the cure; reported where the text is
            printed.
    """

    __slots__ = ("aside", "chunks", "odd")

    def __init__(
        self,
        file: str,
        text: str,
        start: YamlMark,
        end: YamlMark,
        chunks: tuple[Chunk, ...] = (),
        odd: str = "",
        aside: str = "",
    ):
        super().__init__(file, text, "", start, end)
        self.chunks = chunks
        self.odd = odd
        self.aside = aside

    def origin(self, lines: list[str]) -> Origin:  # noqa: ARG002
        """Where it is written: the whole cell of a sheet, and each run of characters of a text file."""
        return Origin(span_of(self), self.chunks)

    def holding(self, text: str, style: str = "") -> TableCell:
        """A cell at this place that holds another text."""
        chunks = self.chunks if text == self.text else ()
        made = TableCell(self.file, text, self.start, self.end, chunks, self.odd, self.aside)
        made.style = style
        return made

    def moved(self, by: int) -> TableCell:
        """The cell after its row has moved by some lines."""
        chunks = tuple([Chunk(offset, line + by, column, made) for offset, line, column, made in self.chunks])
        made = TableCell(
            self.file, self.text, _mark(self.start, by), _mark(self.end, by), chunks, self.odd, self.aside
        )
        made.style = self.style
        return made

    def stripped(self) -> TableCell:
        """The cell without white space around its text."""
        text = self.text.strip()
        if text == self.text:
            return self
        lead = len(self.text) - len(self.text.lstrip())
        made = self.holding(text)
        made.chunks = tuple(
            Chunk(max(chunk.offset - lead, 0), chunk.line, chunk.column + max(lead - chunk.offset, 0))
            for at, chunk in enumerate(self.chunks)
            if at + 1 == len(self.chunks) or self.chunks[at + 1].offset > lead
        )
        return made
