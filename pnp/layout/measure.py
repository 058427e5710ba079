"""Distances in layouts: millimetres, or a share of the frame around."""

from __future__ import annotations

from typing import NamedTuple

from pnp.geometry import Box


class Measure(NamedTuple):
    """A distance that may depend on the size of the frame: millimetres plus a share of that size."""

    mm: float = 0.0
    share: float = 0.0

    def of(self, whole: float) -> float:
        """Millimetres, where the frame measures ``whole`` millimetres in the direction at hand."""
        return self.mm + self.share * whole


class Insets(NamedTuple):
    """Distances inwards from the edges of the frame, clockwise from the top; None for ``auto``."""

    top: Measure | None
    right: Measure | None
    bottom: Measure | None
    left: Measure | None


class Spot(NamedTuple):
    """A point of the frame."""

    x: Measure
    y: Measure

    def of(self, frame: Box) -> tuple[float, float]:
        """The point, in the coordinates of the frame itself."""
        return frame.x + self.x.of(frame.width), frame.y + self.y.of(frame.height)


NOTHING = Measure()
HALF = Measure(0.0, 0.5)
CENTRE = Spot(HALF, HALF)
