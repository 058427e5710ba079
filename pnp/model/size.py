"""Sizes of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pnp.draw import Outline
from pnp.draw.face import Shape
from pnp.draw.path import Path, path_data
from pnp.units import ZERO, Length


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
        numbers = {name: int(mm) if mm.is_integer() else mm for name, mm in lengths.items()}
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
