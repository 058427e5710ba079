"""One cell of a table as a node, so that a row reads like an entry of YAML."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.load.yaml.node import Scalar, YamlMark
from pnp.source import Chunk


@dataclass(frozen=True, slots=True)
class CellMark:
    """A place in a table's file, from 0: line and column of the text, or row and column of a sheet."""

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

    def holding(self, text: str, style: str = "") -> TableCell:
        """A cell at this place that holds another text."""
        chunks = self.chunks if text == self.text else ()
        made = TableCell(self.file, text, self.start, self.end, chunks, self.odd, self.aside)
        made.style = style
        return made

    def moved(self, by: int) -> TableCell:
        """The cell after its row has moved by some lines."""
        start, end = (CellMark(mark.line + by, mark.column, mark.index) for mark in (self.start, self.end))
        chunks = tuple([Chunk(offset, line + by, column, made) for offset, line, column, made in self.chunks])
        made = TableCell(self.file, self.text, start, end, chunks, self.odd, self.aside)
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
