"""A finished side of one piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, Self, TypeAlias

from pnp.draw.item import Item
from pnp.draw.path import Path, circle, mapped_path, polygon, rectangle
from pnp.draw.ring import Ring, area, box_of, corners_of, moved_ring, ring_path
from pnp.geometry import Box, Matrix, scale, shift, turn

if TYPE_CHECKING:
    from pnp.draw.parts import FaceParts

PlainShape: TypeAlias = Literal["rectangle", "circle", "hex-pointy", "hex-flat"]
Shape: TypeAlias = PlainShape | Literal["path"]


class Outline(NamedTuple):
    """The trimmed shape of a piece, in its own frame: origin at the top-left corner of its box, millimetres.

    Attributes:
        shape: ``hex-pointy`` has a corner on top, ``hex-flat`` an edge.
        width: Of the box around the shape; for ``hex-pointy`` the flat-to-flat size.
        height: Of the box around the shape; for ``hex-flat`` the flat-to-flat size.
        radius: Of the corners of a rectangle.
        line: Of the shape ``path``: M, L and C segments and a Z, one closed line without crossings.
    """

    shape: Shape
    width: float
    height: float
    radius: float = 0.0
    line: Path = ()

    def path(self, grow: float = 0.0) -> Path:
        """The outline moved outwards by ``grow`` everywhere (a true offset, so a hexagon's rim is even)."""
        box = Box(0.0, 0.0, self.width, self.height).grown(grow)
        if self.shape == "circle":
            return circle(box.centre.x, box.centre.y, box.width / 2)
        if self.shape == "rectangle":
            return rectangle(box, self.radius + grow if self.radius else 0.0)
        if self.shape == "path":
            return ring_path(_moved(self.line, grow)) if grow else self.line
        return polygon(self.corners(grow))

    def box(self, grow: float = 0.0) -> Box:
        """The smallest box around the outline moved outwards by ``grow``."""
        if self.shape in ("rectangle", "circle", "path"):
            return Box(0.0, 0.0, self.width, self.height).grown(grow)
        return box_of(self.corners(grow))

    @property
    def ring(self) -> Ring:
        """The corners of the shape ``path``, curves as many short lines."""
        return _ring(self.line)

    @property
    def cell(self) -> Outline:
        """The outline as far as it decides places on sheets: without its line, which has a box of its own."""
        return self._replace(line=()) if self.line else self

    def mirrored(self) -> Outline:
        """The outline as the back of a piece has it: left and right change places."""
        if self.shape != "path":
            return self
        return self._replace(line=mapped_path(self.line, Matrix(a=-1.0, e=self.width)))

    def scaled(self, share: float) -> Outline:
        """The outline enlarged by a factor."""
        width, height, radius = (share * each for each in (self.width, self.height, self.radius))
        return Outline(self.shape, width, height, radius, mapped_path(self.line, scale(share)))

    def corners(self, grow: float = 0.0) -> list[tuple[float, float]]:
        """The six corners of a hexagon moved outwards by ``grow``, clockwise from the top or top left.

        Offsetting a regular hexagon by g lengthens its flat-to-flat size by 2g and its corner radius by
        2g/√3.
        """
        cx, cy = self.width / 2, self.height / 2
        flat = (self.width if self.shape == "hex-pointy" else self.height) / 2 + grow
        corner = flat * 2 / 3**0.5
        if self.shape == "hex-pointy":
            return [
                (cx, cy - corner),
                (cx + flat, cy - corner / 2),
                (cx + flat, cy + corner / 2),
                (cx, cy + corner),
                (cx - flat, cy + corner / 2),
                (cx - flat, cy - corner / 2),
            ]
        return [
            (cx - corner / 2, cy - flat),
            (cx + corner / 2, cy - flat),
            (cx + corner, cy),
            (cx + corner / 2, cy + flat),
            (cx - corner / 2, cy + flat),
            (cx - corner, cy),
        ]

    def hull(self, grow: float = 0.0) -> list[tuple[float, float]]:
        """Corners of a convex polygon around the outline moved outwards by ``grow``, clockwise.

        Rectangles and hexagons are given exactly (round corners as square ones), circles by 32 sides that
        touch them, at most 0.5 % of the radius outside; the shape ``path`` by its box.
        """
        if self.shape in ("rectangle", "path"):
            box = Box(0.0, 0.0, self.width, self.height).grown(grow)
            return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
        if self.shape == "circle":
            outer = (self.width / 2 + grow) / math.cos(math.pi / _SIDES)
            angles = (2 * math.pi * side / _SIDES for side in range(_SIDES))
            return [
                (self.width / 2 + outer * math.cos(angle), self.height / 2 + outer * math.sin(angle))
                for angle in angles
            ]
        return self.corners(grow)


_SIDES = 32
"""Corners of the polygon around a circle."""


@lru_cache(maxsize=64)
def _ring(line: Path) -> Ring:
    corners = corners_of(line)
    return tuple(corners if area(corners) > 0 else reversed(corners))


@lru_cache(maxsize=64)
def _moved(line: Path, grow: float) -> tuple[Ring, ...]:
    """The rings beside a line; all placements of a piece ask for the same ones, which take 5 to 50 ms."""
    return tuple(moved_ring(_ring(line), grow))


class Face(NamedTuple):
    """One finished side of a piece at its trim size.

    Attributes:
        outline: The trim. The frame of ``items`` has its origin at the top-left corner of the outline's box.
        bleed: How far items may reach beyond the trim, in millimetres; beyond that nothing is drawn.
        items: Back to front.
        label: What the face shows, in words (the piece's name), for outlines and alternative texts.
        language: BCP 47 tag of its texts.
    """

    outline: Outline
    bleed: float
    items: tuple[Item, ...]
    label: str = ""
    language: str = "en"

    @property
    def width(self) -> float:
        """Trim width in millimetres."""
        return self.outline.width

    @property
    def height(self) -> float:
        """Trim height in millimetres."""
        return self.outline.height


class FinishedFace(Protocol):
    """A face whose items have been turned into the drawing of one kind of file (``pnp.pdf.PdfFace``)."""

    @property
    def outline(self) -> Outline:
        """The trim."""
        ...

    @property
    def bleed(self) -> float:
        """How far the drawing may reach beyond the trim, in millimetres."""
        ...

    @property
    def digest(self) -> str:
        """The face hash (``FaceHashes``)."""
        ...

    @property
    def icons(self) -> frozenset[str]:
        """Names of the icons on it."""
        ...

    @property
    def parts(self) -> FaceParts | None:
        """Its places, if words of a rule sheet may point at them."""
        ...

    @property
    def label(self) -> str:
        """A description of the face, in words."""
        ...

    @property
    def language(self) -> str:
        """BCP 47 tag of its texts."""
        ...

    @property
    def width(self) -> float:
        """Trim width in millimetres."""
        ...

    @property
    def height(self) -> float:
        """Trim height in millimetres."""
        ...

    def _replace(self, *, label: str) -> Self:
        """The same with another label."""
        ...


AnyFace: TypeAlias = Face | FinishedFace
"""A face that can be placed, with items or without."""


def with_items(face: AnyFace) -> Face:
    """The face, for callers that look at its items or change them.

    Raises:
        TypeError: It has no items; callers that need them have to ask for faces that are not drawn yet.
    """
    if not isinstance(face, Face):
        raise TypeError(f"'{face.label}' has no items any more: it is drawn")
    return face


_STEP = 13.0  # degrees from one card of a hand to the next, at most
_SHOWN = 0.42  # share of a card that the next one leaves in sight
_NEAREST, _FARTHEST = 1.1, 8.0  # heights of a card from the middle of a card to the pivot of the hand


class ShownPiece(NamedTuple):
    """A piece of a picture, and the map from its frame to the picture's, in millimetres."""

    face: AnyFace
    matrix: Matrix

    @property
    def box(self) -> Box:
        """Around the piece in the frame of the picture."""
        return self.matrix.apply_box(Box(0.0, 0.0, self.face.width, self.face.height))


def fan(faces: Sequence[AnyFace], angle: float) -> list[ShownPiece]:
    """The faces as a hand of cards, the leftmost at the bottom, spread by ``angle`` degrees.

    Each card lies on a circle about one pivot below all of them, so that the next leaves less than half of
    it in sight.
    """
    if not faces:
        return []
    width, height = max(face.width for face in faces), max(face.height for face in faces)
    step = min(_STEP, angle / max(1, len(faces) - 1))
    radius = _SHOWN * width / math.radians(step) if step > 0 else math.inf
    radius = min(max(radius, _NEAREST * height), _FARTHEST * height)
    found = []
    for number, face in enumerate(faces):
        own = step * (number - (len(faces) - 1) / 2)
        upright = shift(-face.width / 2, -radius - face.height + height / 2)
        found.append(ShownPiece(face, upright.then(turn(own))))
    return found
