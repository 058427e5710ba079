"""Sizes of pieces."""

from __future__ import annotations

from pnp.dataclass import dataclass
from pnp.draw import Outline
from pnp.draw.face import Shape
from pnp.units import ZERO, Length


@dataclass(frozen=True, slots=True)
class Size:
    """The trimmed size of a piece.

    Attributes:
        width: Of the box around the shape.
        height: Of the box around the shape.
        radius: Of the corners of a rectangle.
        shape: See ``pnp.draw.Outline``.
    """

    width: Length
    height: Length
    radius: Length = ZERO
    shape: Shape = "rectangle"

    @property
    def outline(self) -> Outline:
        """The shape as the draw list knows it."""
        return Outline(self.shape, self.width.mm, self.height.mm, self.radius.mm)
