"""Places in the author's files."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of one file.

    Attributes:
        file: The path as it is shown to the author, with forward slashes, relative to where the run was
            started from when the file lies below that folder. A sheet of a spreadsheet ends with ``!``, as in
            ``cards/weapons.xlsx:Sheet1!``; its lines and columns are the rows and columns of cells.
        line: First line, from 1.
        column: First character of the stretch, from 1, in characters.
        end_line: Last line.
        end_column: The column just after the last character.
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1

    def holds(self, other: Span) -> bool:
        """Whether another stretch lies inside of this one and begins after its first character."""
        return (
            self.file == other.file
            and (self.line, self.column) < (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def __str__(self) -> str:
        if self.file.endswith("!"):
            return f"{self.file}{column_letters(self.column)}{self.line}"
        return f"{self.file}:{self.line}:{self.column}"


def span_in(text: str, file: str, start: int, length: int) -> Span:
    """A stretch of the text of a file that lies on one line, by offset and number of characters."""
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return Span(file, line, column, line, column + length)


def path_of(file: str) -> str:
    """The path of a file that a span names: without the sheet, where that is one of a spreadsheet."""
    return file.rpartition(":")[0] if file.endswith("!") else file


def place_record(span: Span) -> dict[str, str | int]:
    """A place for other programs: file, line and column; in a spreadsheet also sheet and cell."""
    record: dict[str, str | int] = {"file": path_of(span.file), "line": span.line, "column": span.column}
    if span.file.endswith("!"):
        sheet = span.file.rpartition(":")[2].removesuffix("!")
        record |= {"sheet": sheet, "cell": f"{column_letters(span.column)}{span.line}"}
    return record


def column_letters(number: int) -> str:
    """The name of a spreadsheet's column, counted from 1: A to Z, then AA, AB and so on."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


class Chunk(NamedTuple):
    """A run of characters of a value, and where it comes from.

    Attributes:
        offset: Of its first character in the value.
        line: In the file, from 1.
        column: In the file, from 1.
        made: Whether the characters were made from what the file has there, so that all of them point at that
            one place. Otherwise they are the file's own, one after the other.
    """

    offset: int
    line: int
    column: int
    made: bool = False


class Origin(NamedTuple):
    """Where a text value was written, so that a fault inside the text can be pointed at.

    Attributes:
        span: The whole value as written in the file, quotes included.
        chunks: In order of offset. Escapes and folded lines start a new chunk. Empty when the value was
            computed.
    """

    span: Span
    chunks: tuple[Chunk, ...] = ()

    def at(self, start: int, length: int = 1) -> Span:
        """The span of ``length`` characters from ``start``, if they are on one line; else the whole value."""
        if not self.chunks:
            return self.span
        index = bisect_right(self.chunks, start, key=lambda chunk: chunk.offset) - 1
        chunk = self.chunks[max(index, 0)]
        column = chunk.column + (0 if chunk.made else start - chunk.offset)
        return Span(self.span.file, chunk.line, column, chunk.line, column + max(length, 1))
