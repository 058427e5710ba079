"""How pieces, pages and editions travel between processes."""

from __future__ import annotations

from operator import attrgetter

from pnp.build.maker import ComposedPiece
from pnp.draw import Needs, Outline, PictureData, Plate, PressedFace
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.workers import Packing

PACKING = Packing(
    {Plate: attrgetter("name"), PictureData: attrgetter("key")},
    (ComposedPiece, PieceFaces, PressedFace, Outline, Box, Needs),
)
