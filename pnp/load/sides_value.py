"""Edges of tiles as authors write them: ``[n, e]``, ``n e``, and ``[n, se]`` where the tile is a hexagon."""

from __future__ import annotations

import re

from pnp.draw.face import Shape
from pnp.model import SIDES, Sides

_SQUARE = ("n", "e", "s", "w")
_FLAT = ("n", "ne", "se", "s", "sw", "nw")
_POINTY = ("ne", "e", "se", "sw", "w", "nw")


def read_sides(text: str, shape: Shape, *, listed: bool) -> Sides | None:
    """The edges that the words name; None where a tile of that shape has no such edge.

    Args:
        text: One member of a list, or the whole value.
        shape: Of the pieces. Edges of hexagons have one or two letters, all others one.
        listed: Whether it is a member of a list, which is one edge; else letters may stand without a space: ``ne`` is
            the upper and the right edge of a square.
    """
    words = [word for word in re.split(r"[\s,]+", text) if word]
    known: tuple[str, ...] = {"hex-flat": _FLAT, "hex-pointy": _POINTY}.get(shape, _SQUARE)
    if known is _SQUARE and not listed:
        words = list("".join(words))
    if not set(words).issubset(known):
        return None
    return Sides(*(side in words for side in SIDES))


def sides_cure(shape: Shape) -> str:
    """What to write."""
    if shape == "hex-flat":
        return "write [n, se]: a hexagon with an edge on top has n, ne, se, s, sw and nw"
    if shape == "hex-pointy":
        return "write [e, sw]: a hexagon with a corner on top has ne, e, se, sw, w and nw"
    return "write [n, e], from n, e, s and w"
