"""Changes of the numbers of boxes in a layout file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.edit.change import Change
from pnp.edit.encoded import SourceText
from pnp.model import FileFault

_TAG = re.compile(r"<([a-z][\w-]*)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"""\s([\w-]+)\s*=\s*("[^"]*"|'[^']*')""")
_SKIPPED = re.compile(r"<!--.*?-->|\{#.*?#\}", re.DOTALL)
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:\s+-?\d+(?:\.\d+)?){0,3}\Z")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DRAWN = (
    "x",
    "y",
    "width",
    "height",
    "inset",
    "size",
    "center",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x1",
    "y1",
    "x2",
    "y2",
)
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
