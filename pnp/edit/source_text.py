"""The text of a file with the bytes of each stretch of it, and layouts as such texts."""

from __future__ import annotations

import codecs
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pnp.edit.change import Change
from pnp.load.yaml.node import YamlMark
from pnp.model import FileFault

_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_WIDE = {
    codecs.BOM_UTF32_LE: "utf-32-le", codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be",
}  # fmt: skip
_BREAK = re.compile("\r\n|\r|\n")


class SourceText:
    r"""A file as ``pnp.load`` reads it, and the way back to its bytes.

    Args:
        file: Relative to the game's folder.
        data: Its content.
        encoding: Python's name; UTF-8 when empty.

    Attributes:
        text: In NFC, ``\n`` between lines, without a byte order mark; changes give indexes of its characters.

    Raises:
        FileFault: It is in another encoding.
    """

    def __init__(self, file: str, data: bytes, encoding: str = "") -> None:
        self.file = file
        self.data = data
        mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
        self._start = len(mark)
        self._encoding = _WIDE.get(mark) or encoding or "utf-8"
        try:
            self._raw = data[self._start :].decode(self._encoding)
        except (UnicodeDecodeError, LookupError) as fault:
            message = f"'{file}' is not {self._encoding}"
            raise FileFault(message, "save it as UTF-8, or name its encoding") from fault
        breaks = _BREAK.search(self._raw)
        self.line_break = breaks.group() if breaks else "\n"
        folded = _BREAK.sub("\n", self._raw) if "\r" in self._raw else self._raw
        self.text = unicodedata.normalize("NFC", folded)
        self._plain = self.text == self._raw

    def change(self, start: int, stop: int, text: str) -> Change:
        """Other characters for those from ``start`` to ``stop``.

        Raises:
            FileFault: The encoding of the file has no such characters.
        """
        fresh = unicodedata.normalize("NFC", text).replace("\n", self.line_break)
        try:
            content = fresh.encode(self._encoding)
        except UnicodeEncodeError as fault:
            message = (
                f"'{fresh[fault.start]}' cannot be written in {self._encoding}, the encoding of '{self.file}'"
            )
            raise FileFault(message, "save the file as UTF-8") from fault
        return Change(self.file, self._byte(start), self._byte(stop), content)

    def index(self, line: int, column: int) -> int:
        """Characters before a place; line and column count from 1."""
        return self._starts[line - 1] + column - 1

    def at(self, mark: YamlMark) -> int:
        """Characters before a place, by its line and column: its index may be of another text."""
        ends = mark.line == len(self._starts)  # PyYAML ends the last line of a text without a line break
        return len(self.text) if ends else self._starts[mark.line] + mark.column

    def line_end(self, index: int) -> int:
        """Where the line of a character ends, before its line break."""
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end

    def line_start(self, index: int) -> int:
        """Where the line of a character begins."""
        return self.text.rfind("\n", 0, index) + 1

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @cached_property
    def _raw_starts(self) -> list[int]:
        return [0, *(found.end() for found in _BREAK.finditer(self._raw))]

    def _byte(self, index: int) -> int:
        """Bytes of the file before a character of the text."""
        raw = index if self._plain else self._raw_index(index)
        return self._start + len(self._raw[:raw].encode(self._encoding))

    def _raw_index(self, index: int) -> int:
        line = bisect_right(self._starts, index) - 1
        column, start = index - self._starts[line], self._raw_starts[line]
        stop = self._raw_starts[line + 1] if line + 1 < len(self._raw_starts) else len(self._raw)
        raw = self._raw[start:stop].rstrip("\r\n")
        if unicodedata.is_normalized("NFC", raw):
            return start + column
        whole = unicodedata.normalize("NFC", raw)
        for length in range(column, len(raw) + 1):
            before = unicodedata.normalize("NFC", raw[:length])
            if before == whole[:column] and whole[column:] == unicodedata.normalize("NFC", raw[length:]):
                return start + length
        return start + len(raw)


_TAG = re.compile(r"<([a-z][\w-]*)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"""\s([\w-]+)\s*=\s*("[^"]*"|'[^']*')""")
_SKIPPED = re.compile(r"<!--.*?-->|\{#.*?#\}", re.DOTALL)
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:\s+-?\d+(?:\.\d+)?){0,3}\Z")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DRAWN = (
    "x", "y", "width", "height", "inset", "size", "center", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2",
)  # fmt: skip
"""Attributes that place an element."""


class LayoutFile:
    """A layout at the moment of an edit.

    Args:
        file: Relative to the game's folder.
        data: Its content.

    Raises:
        FileFault: It is no text in UTF-8.
    """

    def __init__(self, file: str, data: bytes) -> None:
        self._source = SourceText(file, data)
        self._text = _SKIPPED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self._source.text)

    def element_at(self, line: int, column: int) -> int:
        """How many tags begin on a line before the one whose name is at a column; both count from 1."""
        start = self._source.index(line, 1)
        tags = _TAG.finditer(self._text, start, self._source.line_end(start))
        return sum(1 for tag in tags if tag.start(1) < start + column - 1)

    def placing(self, line: int, element: int) -> dict[str, str]:
        """The attributes that place an element by literal numbers, each with its value.

        Args:
            line: Of the start of its tag, from 1.
            element: How many tags begin before it on that line.
        """
        return {
            name: value
            for name, (_, value) in self._attributes(line, element).items()
            if _NUMBERS.match(value)
        }

    def computed(self, line: int, element: int) -> dict[str, str]:
        """The attributes that place an element by expressions or percentages, each with its value."""
        attributes = self._attributes(line, element)
        return {name: value for name, (_, value) in attributes.items() if not _NUMBERS.match(value)}

    def set(
        self, line: int, element: int, values: Mapping[str, str], was: Mapping[str, Any] | None = None
    ) -> list[Change]:
        """The changes that give an element other numbers; only numbers that differ are touched.

        Raises:
            FileFault: The tag has no such numbers, or others than the page showed.
        """
        attributes = self._attributes(line, element)
        changes = []
        for name, value in values.items():
            start, old = attributes.get(name, (0, ""))
            if not _NUMBERS.match(old) or (was is not None and was.get(name, old) != old):
                raise FileFault(f"line {line} has no '{name}' that is made of these numbers", "draw it again")
            before, after = list(_NUMBER.finditer(old)), _NUMBER.findall(value)
            if not _NUMBERS.match(value) or len(before) != len(after):
                raise FileFault(f"'{value}' is not as many numbers as '{old}'", "draw it again")
            changes += [
                self._source.change(start + found.start(), start + found.end(), fresh)
                for found, fresh in zip(before, after, strict=True)
                if float(found[0]) != float(fresh)
            ]
        return changes

    def _attributes(self, line: int, element: int) -> dict[str, tuple[int, str]]:
        """The attributes that place an element: where the value begins in the file, and the value."""
        if not 0 < line <= self._text.count("\n") + 1:
            return {}
        start = self._source.index(line, 1)
        tags = list(_TAG.finditer(self._text, start, self._source.line_end(start)))
        if not 0 <= element < len(tags):
            return {}
        end = self._text.find(">", tags[element].end())
        found = _ATTRIBUTE.finditer(self._text, tags[element].end(), end if end >= 0 else len(self._text))
        return {each[1]: (each.start(2) + 1, each[2][1:-1]) for each in found if each[1] in DRAWN}
