"""How pieces, pages and editions travel between processes."""

from __future__ import annotations

from operator import attrgetter

from pnp.build.maker import ComposedPiece
from pnp.draw import Outline, PictureData
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.pdf import Form, PdfFace, PdfResources
from pnp.workers import Packing

PACKING = Packing(
    {Form: attrgetter("name"), PictureData: attrgetter("key")},
    (ComposedPiece, PieceFaces, PdfFace, Outline, Box, PdfResources),
)
