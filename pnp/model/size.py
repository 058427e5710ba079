"""Sizes of pieces, and those that every game has without defining them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from pnp.draw import Outline
from pnp.draw.face import Shape
from pnp.draw.path import Path, path_data
from pnp.units import ZERO, Length, mm


@dataclass(frozen=True)
class Size:
    """The trimmed size of a piece.

    Attributes:
        width: Of the box around the shape.
        height: Of the box around the shape.
        radius: Of the corners of a rectangle.
        shape: See ``pnp.draw.Outline``.
        line: Of the shape ``path``, in millimetres from the upper left corner of the box.
    """

    width: Length
    height: Length
    radius: Length = ZERO
    shape: Shape = "rectangle"
    line: Path = ()

    @cached_property
    def outline(self) -> Outline:
        """The shape as the draw list knows it."""
        return Outline(self.shape, self.width.mm, self.height.mm, self.radius.mm, self.line)

    @cached_property
    def measures(self) -> Mapping[str, float | str]:
        """The measures as layouts know them, in millimetres; 63 for 63.0, as people write it."""
        return self._measures(self.outline)

    @cached_property
    def back_measures(self) -> Mapping[str, float | str]:
        """The measures as layouts of backs know them."""
        return self._measures(self.outline.mirrored())

    def _measures(self, outline: Outline) -> Mapping[str, float | str]:
        lengths = {"width": self.width.mm, "height": self.height.mm, "radius": self.radius.mm}
        numbers = {name: int(length) if length.is_integer() else length for name, length in lengths.items()}
        return {**numbers, "shape": self.shape, "path": path_data(outline.path())}

    @property
    def written(self) -> str:
        """The size as data files have it: ``63x88mm r3mm``, ``circle 20mm``, ``path "M…Z"``."""
        if self.shape == "circle":
            return f"circle {self.width.mm:g}mm"
        if self.shape == "path":
            return f'path "{path_data(self.line)}"'
        if self.shape != "rectangle":
            flat = self.width if self.shape == "hex-pointy" else self.height
            return f"{self.shape} {flat.mm:g}mm"
        corner = f" r{self.radius.mm:g}mm" if self.radius.emu else ""
        return f"{self.width.mm:g}x{self.height.mm:g}mm{corner}"


@dataclass(frozen=True, slots=True)
class Panels:
    """Into how many equal parts a board folds, across and down."""

    columns: int
    rows: int

    @property
    def count(self) -> int:
        """How many panels there are."""
        return self.columns * self.rows


ONE_PANEL = Panels(1, 1)
"""The panels of a board that does not fold."""

_SQRT3 = 3**0.5


def hexagon(flat_to_flat: Length, top: str) -> Size:
    """A regular hexagon by its flat-to-flat size.

    Args:
        flat_to_flat: Distance of opposite edges; the corners lie 2/√3 as far apart.
        top: ``pointy`` for a corner on top, ``flat`` for an edge on top.
    """
    corners = Length(round(flat_to_flat.emu * 2 / _SQRT3))
    if top == "pointy":
        return Size(flat_to_flat, corners, shape="hex-pointy")
    return Size(corners, flat_to_flat, shape="hex-flat")


def _card(width: float, height: float, radius: float = 3.0) -> Size:
    return Size(mm(width), mm(height), mm(radius))


# The metric sizes are those that sleeves are sold for in Europe (poker and bridge as the hobby rounds them;
# the inch sizes are 2.5 x 3.5 and 2.25 x 3.5); domino is the 1.75 x 3.5 inch card of print-on-demand shops;
# business cards by ISO 7810 ID-1 rounded to 85 x 55 as European printers do; A1 to A6 by ISO 216. A corner
# radius of 3 mm is that of 1/8 inch corner punches, rounded.
STANDARD_SIZES: Mapping[str, Size] = MappingProxyType(
    {
        "poker": _card(63, 88),
        "bridge": _card(57, 88),
        "american": _card(56, 87),
        "euro": _card(59, 92),
        "mini-american": _card(41, 63),
        "mini-european": _card(44, 68),
        "tarot": _card(70, 120),
        "square": _card(70, 70),
        "mini-square": _card(50, 50),
        "domino": Size(Length.parse("1.75in"), Length.parse("3.5in"), mm(3)),
        "business": _card(85, 55, 0),
        "a6": _card(105, 148, 0),
        "a5": _card(148, 210, 0),
        "a4": _card(210, 297, 0),
        "a3": _card(297, 420, 0),
        "a2": _card(420, 594, 0),
        "a1": _card(594, 841, 0),
    }
)
"""Named sizes of cards and boards, upright unless the name says otherwise."""
