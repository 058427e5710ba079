"""Fields that hold edges of tiles, written ``[n, e]`` or ``n e``, and ``[n, se]`` on hexagons."""

from __future__ import annotations

import re
from collections.abc import Sequence as SequenceABC
from operator import or_
from typing import Any

from pnp.draw.face import Shape
from pnp.load.field.kind import EXPRESSION, CountedValue, FieldKind, FieldReader, NewPiece, Schema
from pnp.load.yaml.node import Node, Scalar, Sequence
from pnp.model import SIDES, FieldDeclaration, Sides, Value

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
