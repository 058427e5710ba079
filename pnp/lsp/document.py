"""Texts as an editor has them, and places in them.

An editor counts lines and columns from 0, columns in units of an encoding that it agrees on with the server.
A ``Span`` counts from 1, in characters of the text as pnp reads it: in Unicode's form NFC and without a byte
order mark.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from pnp.source import Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
"""A line with its end; other characters that end lines for Python are part of a line here."""
_MARK = "\ufeff"

Units = Literal["utf-8", "utf-16", "utf-32"]
"""The units in which an editor counts columns."""


class TextPoint(NamedTuple):
    """A place in an editor: line and column from 0, the column in units."""

    line: int
    column: int


class EditorChange(NamedTuple):
    """Other text for a stretch; without a start for all of the document."""

    start: TextPoint | None
    stop: TextPoint | None
    text: str


@dataclass(frozen=True)
class EditorText:
    """One version of a text.

    Attributes:
        uri: As the editor writes it.
        version: By the editor's count.
        text: As it is in the editor.
        units: Of columns.
    """

    uri: str
    version: int
    text: str
    units: Units = field(default="utf-16", compare=False)

    @cached_property
    def _lines(self) -> list[str]:
        """Lines with their ends; the last one has none."""
        lines = _LINE.findall(self.text)
        return lines if lines and not lines[-1].endswith(("\r", "\n")) else [*lines, ""]

    @cached_property
    def content(self) -> bytes:
        """As a file would hold it."""
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def read_lines(self) -> list[str]:
        """The lines as pnp reads them, without their ends; columns of spans count their characters."""
        text = unicodedata.normalize("NFC", self.text.removeprefix(_MARK))
        return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def edited(self, version: int, edits: list[EditorChange]) -> EditorText:
        """The next version, after edits one by one: each counts places in the result of the one before."""
        document = self
        for edit in edits:
            text = edit.text
            if edit.start is not None and edit.stop is not None:
                start, stop = document._offset(edit.start), document._offset(edit.stop)
                text = document.text[:start] + text + document.text[max(start, stop) :]
            document = EditorText(self.uri, version, text, self.units)
        return document if edits else EditorText(self.uri, version, self.text, self.units)

    def place(self, point: TextPoint) -> tuple[int, int]:
        """Line and column from 1, as a span counts them; the nearest place where the text has none."""
        number = min(max(point.line, 0), len(self._lines) - 1)
        line = self._bare(number)
        before = line[: _characters(line, point.column, self.units)]
        return number + 1, len(unicodedata.normalize("NFC", before).removeprefix(_MARK)) + 1

    def point(self, line: int, column: int) -> TextPoint:
        """The editor's place of a line and column of a span; the nearest one where the text has none."""
        number = min(max(line - 1, 0), len(self._lines) - 1)
        if line - 1 > number:
            return TextPoint(number, _units(self._bare(number), self.units))
        raw = self._bare(number)
        start = 1 if number == 0 and raw.startswith(_MARK) else 0
        before = raw[: start + _typed(raw[start:], column - 1)]
        return TextPoint(number, _units(before, self.units))

    def stretch(self, span: Span) -> tuple[TextPoint, TextPoint]:
        """Start and end of a span; a span that has no end ends where it begins."""
        start = self.point(span.line, span.column)
        return start, max(start, self.point(span.end_line, span.end_column))

    def _offset(self, point: TextPoint) -> int:
        """Characters before a place of the editor."""
        if point.line >= len(self._lines):
            return len(self.text)
        number = max(point.line, 0)
        line = self._bare(number)
        return self._starts[number] + _characters(line, point.column, self.units)

    @cached_property
    def _starts(self) -> list[int]:
        """Characters before each line."""
        starts, at = [], 0
        for line in self._lines:
            starts.append(at)
            at += len(line)
        return starts

    def _bare(self, number: int) -> str:
        return self._lines[number].rstrip("\r\n")


def _units(text: str, units: Units) -> int:
    """The length in units."""
    if units == "utf-32":
        return len(text)
    if units == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(1 for character in text if character > "\uffff")


def _characters(line: str, column: int, units: Units) -> int:
    """Characters before a column in units; one that begins before it and ends after it counts."""
    if units == "utf-32" or line.isascii():
        return min(max(column, 0), len(line))
    at = 0
    for number, character in enumerate(line):
        if at >= column:
            return number
        at += _units(character, units)
    return len(line)


def _typed(line: str, read: int) -> int:
    """Characters of a line as it was typed before as many characters of the line as it is read."""
    if line.isascii() or unicodedata.is_normalized("NFC", line):
        return min(max(read, 0), len(line))
    for number in range(len(line) + 1):
        begun = number == len(line) or not unicodedata.combining(line[number])
        if begun and len(unicodedata.normalize("NFC", line[:number])) >= read:
            return number
    return len(line)
