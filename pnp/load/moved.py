"""Parts of a set after lines of its files have moved: the same values at other places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.diagnostics.allowance import Allowance
from pnp.model import Piece, TableTranslation, Text
from pnp.source import Chunk, Origin, Span

_new = tuple.__new__
"""Makes a named tuple in a third of the time; a large set has a hundred thousand places."""


class Moves:
    """Gives what was read from some files the places that it has now.

    Whatever begins in a line moves with that line, so it may be several lines long.

    Args:
        lines: By how many lines what began in a line has moved, for each line from 0, by file.
        entries: Whether only entries move: one that stays where it was then has no place that moves.
    """

    def __init__(self, lines: Mapping[str, Sequence[int]], *, entries: bool) -> None:
        self._lines = lines
        self._entries = entries

    def span(self, span: Span) -> Span:
        """A place."""
        file, line, column, end_line, end_column = span
        lines = self._lines.get(file)
        by = lines[line] if lines is not None else 0
        return _new(Span, (file, line + by, column, end_line + by, end_column)) if by else span

    def origin(self, origin: Origin) -> Origin:
        """The places of a value."""
        before, chunks = origin
        span = self.span(before)
        if span is before:
            return origin
        by = span.line - before.line
        moved = [_new(Chunk, (offset, line + by, column, made)) for offset, line, column, made in chunks]
        return _new(Origin, (span, tuple(moved)))

    def text(self, text: Text) -> Text:
        """A text."""
        origin = self.origin(text.origin)
        return text if origin is text.origin else Text(text.source, origin, text.context, text.language)

    def piece(self, piece: Piece, number: int) -> Piece:
        """A piece, with that running number; the same one if neither changes."""
        span = self.span(piece.span)
        if span is piece.span and self._entries:
            return piece if piece.number == number else replace(piece, number=number)
        fields, origins = dict(piece.fields), {}
        for name, origin in piece.origins.items():
            value = fields.get(name)
            if isinstance(value, Text):
                fields[name] = value = self.text(value)
                origins[name] = value.origin
            else:
                origins[name] = self.origin(origin)
        return replace(piece, span=span, fields=fields, origins=origins, number=number)

    def allowance(self, allowance: Allowance) -> Allowance:
        """An accepted warning."""
        span, places = self.span(allowance.span), tuple(map(self.span, allowance.places))
        return replace(allowance, span=span, places=places)

    def translation(self, translation: TableTranslation) -> TableTranslation:
        """A text of a table in another language."""
        return translation._replace(place=self.span(translation.place), words=self.text(translation.words))
