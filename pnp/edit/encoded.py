"""The text of a file, and the bytes of each stretch of it."""

from __future__ import annotations

import codecs
import re
import unicodedata
from bisect import bisect_right
from functools import cached_property

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
