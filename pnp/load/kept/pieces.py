"""Pieces of a part of a file as earlier runs made them: what every run asks of them, and hashes of what they say."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from pnp.model import Piece, Text
from pnp.model.late import LateFields, LateMapping
from pnp.model.said import NotedFields, fields_digest, text_digest
from pnp.source import Span

_ENCODER = json.JSONEncoder(separators=(",", ":"))
_READY = frozenset({str, int, bool, type(None)})
"""Types of values that are kept as they are."""
_DIGEST = 32
"""Hexadecimal digits of a hash."""


class PieceRows(NamedTuple):
    """The pieces of a part, one for each entry.

    Attributes:
        column: In which its entries begin.
        nodes: How many it has.
        rows: A list of plain values for each piece, as ``piece_row`` made them.
    """

    column: int
    nodes: int
    rows: list[list[Any]]

    @property
    def ids(self) -> list[str]:
        """Of the entries, in order."""
        return [row[0] for row in self.rows]

    def coded(self) -> bytes:
        """The rows as bytes."""
        return _ENCODER.encode(self).encode()


def rows_decoded(data: bytes) -> PieceRows | None:
    """What was coded; None for bytes that are none."""
    try:
        column, nodes, rows = json.loads(data.decode("utf-8", "surrogatepass"))
        found = PieceRows(int(column), int(nodes), [list(row) for row in rows])
        return found if all(len(row) == _LENGTH for row in found.rows) else None
    except (ValueError, TypeError, RecursionError):
        return None


def piece_row(piece: Piece, first: int, language: str) -> list[Any]:
    """A piece in plain values, its place counted from the part's first line; what it says is noted with its fields.

    Args:
        piece: Neither repeated nor of a size of its own.
        first: Lines before the part.
        language: Of the game.
    """
    fields = piece.fields
    assert isinstance(fields, NotedFields), "the piece has just been read"
    texts = [value.source for value in fields.values() if type(value) is Text]
    if "{" not in "".join(texts):
        fields.texts = tuple([text_digest(text, language) for text in texts])
    _, line, column, end_line, end_column = piece.span
    return [
        piece.id,
        piece.copies,
        piece.layout,
        piece.back,
        piece.style,
        piece.note,
        line - first,
        column,
        end_line - first,
        end_column,
        {name: value for name, value in fields.items() if type(value) in _READY},
        fields_digest(fields).hex(),
        None if fields.texts is None else b"".join(fields.texts).hex(),
    ]


_LENGTH = 13


class LatePart:
    """The pieces of a part whose fields are read when somebody asks for those of one of them.

    Args:
        model: Gives set, kind and size of all.
        rows: Of the pieces.
        first: Lines before the part.
        printed: Printed pieces before them.
        read: Reads the part again: the same pieces, in the same order.
    """

    def __init__(
        self,
        model: Piece,
        rows: Sequence[list[Any]],
        first: int,
        printed: int,
        read: Callable[[], list[Piece]],
    ) -> None:
        self._read = read
        self._held: list[Piece] | None = None
        file = model.span.file
        numbers = accumulate([row[1] > 0 for row in rows], initial=printed)
        next(numbers)
        self.pieces = [
            Piece(
                model.set_id,
                name,
                model.kind,
                copies,
                LateFields(partial(self._fields, number), ready, bytes.fromhex(digest), _digests(said)),
                layout,
                back,
                style,
                model.size,
                Span(file, line + first, column, end_line + first, end_column),
                LateMapping(partial(self._origins, number)),
                {},
                note,
                running if copies else 0,
            )
            for number, (row, running) in enumerate(zip(rows, numbers, strict=True))
            for (
                name, copies, layout, back, style, note, line, column, end_line, end_column, ready, digest, said,
            ) in (row,)
        ]  # fmt: skip

    def _of(self, number: int) -> Piece:
        if self._held is None:
            self._held = self._read()
        return self._held[number]

    def _fields(self, number: int) -> Any:
        return self._of(number).fields

    def _origins(self, number: int) -> Any:
        return self._of(number).origins


def _digests(said: str | None) -> tuple[bytes, ...] | None:
    if said is None:
        return None
    return tuple([bytes.fromhex(said[at : at + _DIGEST]) for at in range(0, len(said), _DIGEST)])
