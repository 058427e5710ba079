"""A line of a source, and how each of its characters was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pnp.source import Chunk, Span


class Edit(NamedTuple):
    """A stretch of a line's text, from ``start`` to before ``end``, and what replaces it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line.

    Attributes:
        file: As shown to the author.
        number: From 1.
        written: As it is in the file, without its end.
        text: As it is read.
        offsets: Where in ``written`` each character of ``text`` begins, and at last the end of what they
            stand for.
    """

    file: str
    number: int
    written: str
    text: str
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, file: str, number: int, written: str) -> SourceLine:
        """The line before anything in it is read differently from how it is written."""
        return cls(file, number, written, written, tuple(range(len(written) + 1)))

    def edited(self, edits: Iterable[Edit]) -> SourceLine:
        """The line with stretches of its text replaced; edits come in order and do not overlap."""
        parts: list[str] = []
        offsets: list[int] = []
        at = 0
        for edit in edits:
            parts += [self.text[at : edit.start], edit.text]
            offsets += self.offsets[at : edit.start]
            offsets += [self.offsets[edit.start]] * len(edit.text)
            at = edit.end
        parts.append(self.text[at:])
        offsets += self.offsets[at:]
        return SourceLine(self.file, self.number, self.written, "".join(parts), tuple(offsets))

    def span(self, start: int, end: int) -> Span:
        """Places of the characters of ``text`` from ``start`` to before ``end``; at least one column."""
        first, last = self.offsets[start], self.offsets[end]
        return Span(self.file, self.number, first + 1, self.number, max(last, first + 1) + 1)

    def as_written(self, start: int, end: int) -> str:
        """How the characters of ``text`` from ``start`` to before ``end`` are written."""
        return self.written[self.offsets[start] : self.offsets[end]]

    def whole(self) -> Span:
        """The whole line."""
        return self.span(0, len(self.text))

    def chunks(self, start: int, end: int, at: int = 0) -> Iterator[Chunk]:
        """Places of the characters from ``start`` to before ``end`` when they begin at offset ``at``."""
        before: int | None = None
        for index in range(start, end):
            if before is None or self.offsets[index] != before + 1:
                yield Chunk(at + index - start, self.number, self.offsets[index] + 1)
            before = self.offsets[index]
