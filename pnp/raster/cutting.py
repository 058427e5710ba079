"""Faces cut out of PDF files again, as faces that hold a picture. Needs pypdfium2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.draw import Face, Outline, Picture
from pnp.geometry import Box
from pnp.pictures import unfiltered_picture
from pnp.raster.pages import PagePictures
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

_DPI = 200
"""Enough for a face that is shown at two thirds of its size."""

_NEAR = 0.02
"""Share that a printed place may differ from its outline: it is enlarged for printers that shrink."""


def cut_out(
    pdf: bytes, places: Mapping[str, tuple[int, Box, int]], outlines: Mapping[str, Outline] | None = None
) -> dict[str, Face]:
    """The faces by the names of their places.

    Args:
        pdf: The whole file.
        places: For each face its page from 0, its box on the page in millimetres, and its clockwise turn in
            degrees.
        outlines: Of faces that most likely are no rectangles; an outline that is not as large as the place is
            not the one that was printed.

    Raises:
        ImportError: pypdfium2 is not installed.
    """
    faces = {}
    with PagePictures(pdf) as pages:
        for name, (page, box, turn) in places.items():
            if page >= len(pages):
                continue  # the file is not the one that the places are of
            width, height = (max(1, round(side / MM_PER_INCH * _DPI)) for side in (box.width, box.height))
            image = _upright(pages.image(page, width, height, crop=box), turn)
            sides = round(box.width, 3), round(box.height, 3)
            upright = sides if turn in (0, 180) else sides[::-1]
            picture = Picture(unfiltered_picture(image), 0.0, 0.0, *upright)
            outline = (outlines or {}).get(name)
            known = outline is not None and _as_large(outline, upright)
            kept = outline if outline and known else Outline("rectangle", *upright)
            faces[name] = Face(kept._replace(width=upright[0], height=upright[1]), 0.0, (picture,))
    return faces


def _as_large(outline: Outline, sides: tuple[float, float]) -> bool:
    return abs(outline.width / sides[0] - 1) < _NEAR and abs(outline.height / sides[1] - 1) < _NEAR


def _upright(image: Image, turn: int) -> Image:
    from PIL.Image import Transpose

    back = {90: Transpose.ROTATE_90, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_270}.get(turn)
    return image if back is None else image.transpose(back)
