"""Drawing items of a rule sheet."""

from __future__ import annotations

from pnp.colour import Colour
from pnp.draw import Clip, Face, FaceHashes, Fill, Group, Item, Stroke, rectangle
from pnp.geometry import Box, scale, shift

EDGE = Colour(0x9A, 0x9A, 0xA0)
_EDGE_WIDTH = 0.15


def bar(x: float, y: float, width: float, height: float, colour: Colour) -> Fill:
    """A filled rectangle."""
    return Fill(rectangle(Box(x, y, width, height)), colour)


def small_face(face: Face, x: float, y: float, factor: float, hashes: FaceHashes) -> tuple[Item, ...]:
    """A piece with its top-left corner at (x, y), ``factor`` times its size, with a thin line around it.

    The face itself is a group that is shared between all places where it is drawn at whatever size;
    ``hashes`` name it.
    """
    face_items = Group(
        items=face.items,
        clip=Clip(face.outline.path()),
        shared=f"face {hashes.of(face)}",
        alt=face.label or None,
    )
    placed = scale(factor).then(shift(x, y))
    edge = Stroke(face.outline.path(), EDGE, _EDGE_WIDTH / factor)
    return Group((face_items,), matrix=placed), Group((edge,), matrix=placed)
