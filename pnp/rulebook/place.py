"""Drawing items of a rule sheet."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.colour import Colour
from pnp.draw import WHOLE_FACE, AnyFace, Clip, Face, FaceHashes, Fill, Group, Item, Stroke, rectangle
from pnp.geometry import Box, Matrix, scale, shift
from pnp.rulebook.desk import Desk

EDGE = Colour(0x9A, 0x9A, 0xA0)
_EDGE_WIDTH = 0.15


def bar(x: float, y: float, width: float, height: float, colour: Colour) -> Fill:
    """A filled rectangle."""
    return Fill(rectangle(Box(x, y, width, height)), colour)


def small_face(
    face: AnyFace, x: float, y: float, factor: float, hashes: FaceHashes, alt: str | None = None
) -> tuple[Item, ...]:
    """A piece with its top-left corner at (x, y), ``factor`` times its size, with a thin line around it.

    The face itself is a group that is shared between all places where it is drawn at whatever size;
    ``hashes`` name it. ``alt`` is what it shows, where its place is no figure.
    """
    return placed_face(face, scale(factor).then(shift(x, y)), hashes, alt)


def placed_face(
    face: AnyFace, matrix: Matrix, hashes: FaceHashes, alt: str | None = None
) -> tuple[Item, ...]:
    """A piece as ``small_face`` where ``matrix`` takes it to."""
    edge = Stroke(face.outline.path(), EDGE, _EDGE_WIDTH / matrix.scale)
    return Group((bare_face(face, hashes, alt),), matrix=matrix), Group((edge,), matrix=matrix)


def bare_face(face: AnyFace, hashes: FaceHashes, alt: str | None = None) -> Group:
    """A piece in its own size, without a line around it, shared as that of ``small_face``."""
    clip, shared = Clip(face.outline.path()), WHOLE_FACE + hashes.of(face)
    if isinstance(face, Face):
        return Group(face.items, clip=clip, shared=shared, alt=alt)
    return Group((), clip=clip, shared=shared, alt=alt, drawn=face)


def face_figure(
    desk: Desk, face: AnyFace, x: float, y: float, factor: float, over: Iterable[Item] = ()
) -> Group:
    """A piece as ``small_face`` that is a figure of the sheet, with what is drawn ``over`` it."""
    box = Box(x, y, face.width * factor, face.height * factor)
    items = (*small_face(face, x, y, factor, desk.hashes), *over)
    return Group(items, tag=desk.tag("Figure", face.label, box)._replace(copied=face.label))
