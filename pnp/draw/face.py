"""A finished side of one piece."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, Protocol, TypeAlias

from pnp.draw.item import Item
from pnp.draw.path import Path, circle, polygon, rectangle
from pnp.geometry import Box

Shape: TypeAlias = Literal["rectangle", "circle", "hex-pointy", "hex-flat"]


class Outline(NamedTuple):
    """The trimmed shape of a piece, in its own frame: origin at the top-left corner of its box, millimetres.

    Attributes:
        shape: ``hex-pointy`` has a corner on top, ``hex-flat`` an edge.
        width: Of the box around the shape; for ``hex-pointy`` the flat-to-flat size.
        height: Of the box around the shape; for ``hex-flat`` the flat-to-flat size.
        radius: Of the corners of a rectangle.
    """

    shape: Shape
    width: float
    height: float
    radius: float = 0.0

    def path(self, grow: float = 0.0) -> Path:
        """The outline moved outwards by ``grow`` everywhere (a true offset, so a hexagon's rim is even)."""
        box = Box(0.0, 0.0, self.width, self.height).grown(grow)
        if self.shape == "circle":
            return circle(box.centre.x, box.centre.y, box.width / 2)
        if self.shape == "rectangle":
            return rectangle(box, self.radius + grow if self.radius else 0.0)
        return polygon(self.corners(grow))

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
        touch them, at most 0.5 % of the radius outside.
        """
        if self.shape == "rectangle":
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
