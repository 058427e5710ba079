"""Fields that hold several things: plain texts and numbers, or edges of tiles."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping as MappingABC
from collections.abc import Sequence as SequenceABC
from operator import or_
from typing import Any

from pnp.draw.face import Shape
from pnp.i18n.number import WrittenDecimal
from pnp.load.expression import NoValue, is_expression
from pnp.load.field.kind import (
    EXPRESSION,
    CountedValue,
    FieldKind,
    FieldReader,
    NewPiece,
    UnfitValue,
    is_braced,
)
from pnp.load.shape.shape import Schema
from pnp.load.yaml.node import CellMark, Node, Scalar, Sequence, TableCell, Whole
from pnp.model import SIDES, FieldDeclaration, Sides, Text, Value
from pnp.source import Chunk


class SequenceKind(FieldKind):
    """A list; each member is written out or computed."""

    absent = ()
    several = True

    def is_computed(self, node: Node) -> bool:
        """See ``FieldKind``."""
        return any(map(is_braced, node.items)) if isinstance(node, Sequence) else is_braced(node)

    def compute(self, reader: FieldReader, node: Node, names: MappingABC[str, Any], piece: str) -> Value:
        """See ``FieldKind``; an expression in a list gives one member, or several if its value is a list."""
        if not isinstance(node, Sequence):
            return super().compute(reader, node, names, piece)
        members: list[Any] = []
        for item in node.items:
            if isinstance(item, Scalar) and is_braced(item):
                found = self._computed_member(reader, item, names, piece)
                members += found if isinstance(found, tuple) else (found,)
            else:
                members.append(self._member(reader, item))
        return tuple(members)

    @abstractmethod
    def _member(self, reader: FieldReader, node: Node) -> Any:
        """The value of a member that is written out."""

    def _computed_member(
        self, reader: FieldReader, node: Scalar, names: MappingABC[str, Any], piece: str
    ) -> Value:
        return super().compute(reader, node, names, piece)

    def _cell(self, cell: TableCell) -> Sequence:
        """The parts between semicolons, lines or bars; without any of these, between commas."""
        separator = r"[;\n|]" if re.search(r"[;\n|]", cell.text) else ","
        parts = Sequence(cell.file, cell.start, flow=True)
        parts.end = cell.end
        at = 0
        for part in re.split(separator, cell.text):
            if part.strip():
                parts.items.append(_part(cell, at + len(part) - len(part.lstrip()), part.strip()))
            at += len(part) + 1
        return parts


def _part(cell: TableCell, offset: int, text: str) -> TableCell:
    before = [chunk for chunk in cell.chunks if chunk.offset <= offset]
    if not before:
        return cell.holding(text)
    line, column = before[-1].line, before[-1].column + offset - before[-1].offset
    start, end = CellMark(line - 1, column - 1), CellMark(line - 1, column - 1 + len(text))
    return TableCell(cell.file, text, start, end, (Chunk(0, line, column),))


class ListKind(SequenceKind):
    """A list of plain texts and whole numbers; not translated."""

    name = "list"
    forms = ("list",)
    samples = ("[one, 2]", "[]")
    counted = False
    wanted = "a list of texts and numbers"
    widget = "list"
    schema = (
        {"type": "array", "items": {"type": ["string", "number"]}},
        EXPRESSION,
    )

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> tuple[str | int, ...]:
        if not isinstance(node, Sequence):
            dashed = isinstance(node, Scalar) and not node.style and node.text.startswith("-")
            cure = "put a space after each '-'" if dashed else f"write {reader.field.name}: [one, two]"
            raise reader.wrong(node, "a list", cure)
        return tuple(self._member(reader, item) for item in node.items)

    def _member(self, reader: FieldReader, node: Node) -> str | int:
        if isinstance(node, Scalar):
            value = node.value
            if isinstance(value, Whole | WrittenDecimal | float):
                return node.text  # as typed: +2 keeps its plus
            if isinstance(value, str | int) and not isinstance(value, bool):
                return value
        raise reader.wrong(node, self.wanted, "quote the words that are meant")

    def _computed_member(
        self, reader: FieldReader, node: Scalar, names: MappingABC[str, Any], piece: str
    ) -> Value:
        try:
            if not is_expression(node):
                return (reader.expressions.words(reader.document, node, names, piece),)
            value = reader.expressions.value(reader.document, node, names, piece)
        except NoValue:
            raise UnfitValue from None
        if isinstance(value, str | int | Text):
            value = [value.source if isinstance(value, Text) else value]
        return self.fitted(reader, value, node)

    def count(self, value: tuple[str | int, ...]) -> list[CountedValue]:
        """Its different members."""
        return [CountedValue(words) for words in dict.fromkeys(map(str, value))]

    def first(self, of: NewPiece) -> list[str]:
        """The label of the field."""
        return [of.words]

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        if not isinstance(value, list | tuple):
            return None
        fits = all(isinstance(item, str | int) and not isinstance(item, bool) for item in value)
        return tuple(value) if fits else None


_SQUARE = ("n", "e", "s", "w")
_FLAT = ("n", "ne", "se", "s", "sw", "nw")
_POINTY = ("ne", "e", "se", "sw", "w", "nw")


class SidesKind(FieldKind):
    """Edges of a tile: `[n, e]` or `n e`, of `n`, `e`, `s` and `w`.

    Of a set of hexagons: `[n, se]`, of `n`, `ne`, `se`, `s`, `sw`, `nw` (`hex-flat`) or `ne`, `e`, `se`,
        `sw`, `w`, `nw`
    (`hex-pointy`). Layouts ask `{% if "se" in piece.road %}`, expressions `'se' in t.road`.
    """

    name = "sides"
    forms = ("sides",)
    samples = ("[n, e]", "n", "[]")
    counted = True
    widget = "sides"
    wanted = "sides"
    absent = Sides()

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> Sides:
        items = node.items if isinstance(node, Sequence) else [node]
        held = Sides()
        for item in items:
            text = item.text if isinstance(item, Scalar) else "?"
            more = _sides(text, reader.shape, listed=isinstance(node, Sequence))
            if more is None:
                raise reader.wrong(item, self.wanted, _cure(reader.shape))
            held = Sides(*map(or_, held, more))
        return held

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        return value if isinstance(value, Sides) else None

    def count(self, value: Sides) -> list[CountedValue]:
        """Each side."""
        return [CountedValue(name) for name in value.names()]

    def first(self, of: NewPiece) -> list[str]:
        """The first edge of the shape."""
        return ["ne" if of.shape == "hex-pointy" else "n"]

    def schemas(
        self, field: FieldDeclaration, terms: SequenceABC[str], icons: SequenceABC[str]
    ) -> list[Schema]:
        """See ``FieldKind``."""
        sides: Schema = {"type": "array", "items": {"enum": list(SIDES)}}
        return [sides, {"type": "string", "pattern": r"^[nesw][nesw\s,]*$"}, EXPRESSION]


def _sides(text: str, shape: Shape, *, listed: bool) -> Sides | None:
    """The edges that the words name; None where a tile of that shape has no such edge.

    Args:
        text: One member of a list, or the whole value.
        shape: Of the pieces. Edges of hexagons have one or two letters, all others one.
        listed: Whether it is a member of a list, which is one edge; else letters need no space between them:
            ``ne`` is the upper and the right edge of a square.
    """
    words = [word for word in re.split(r"[\s,]+", text) if word]
    known: tuple[str, ...] = {"hex-flat": _FLAT, "hex-pointy": _POINTY}.get(shape, _SQUARE)
    if known is _SQUARE and not listed:
        words = list("".join(words))
    if not set(words).issubset(known):
        return None
    return Sides(*(side in words for side in SIDES))


def _cure(shape: Shape) -> str:
    """The cure for a faulty value."""
    if shape == "hex-flat":
        return "write [n, se]: a hexagon with an edge on top has n, ne, se, s, sw and nw"
    if shape == "hex-pointy":
        return "write [e, sw]: a hexagon with a corner on top has ne, e, se, sw, w and nw"
    return "write [n, e], from n, e, s and w"
