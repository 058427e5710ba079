"""Whole faces as they are seen without one kind of cone."""

from __future__ import annotations

import hashlib

from pnp.colour import Colour
from pnp.draw import Face, Page, PictureData, with_items
from pnp.draw.item import Recolouring
from pnp.pictures import decoded, picture_data
from pnp.vision import Vision, encoded, linear, seen, simulated

_LUT = 33  # points along each edge of the cube that pictures are looked up in


class Sight:
    """Faces and pages in colours as seen without one kind of cone: fills, lines, letters and pictures.

    What recurs is done once and remembered.
    """

    def __init__(self, vision: Vision) -> None:
        self._vision: Vision = vision
        self._faces: dict[int, tuple[Face, Face]] = {}
        self._pictures: dict[str, PictureData] = {}
        self._change = Recolouring(vision, self._seen, self._picture)

    def page(self, page: Page) -> Page:
        """The page with its faces as they are seen; marks, ruler and footer stay as they are."""
        return page._replace(
            placed=tuple(placed._replace(face=self.face(with_items(placed.face))) for placed in page.placed),
        )

    def face(self, face: Face) -> Face:
        """The face as it is seen."""
        known = self._faces.get(id(face))
        if known is None:
            known = self._faces[id(face)] = (face, face._replace(items=self._change.items(face.items)))
        return known[1]

    def _seen(self, colour: Colour) -> Colour:
        return seen(colour, self._vision)

    def _picture(self, picture: PictureData) -> PictureData:
        if picture.key not in self._pictures:
            # Greys look the same to all.
            self._pictures[picture.key] = (
                picture if picture.mode == "L" else _recoloured(picture, self._vision)
            )
        return self._pictures[picture.key]


def _recoloured(picture: PictureData, vision: Vision) -> PictureData:
    from PIL import ImageFilter

    def look_up(red: float, green: float, blue: float) -> tuple[float, float, float]:
        light = simulated((linear(red), linear(green), linear(blue)), vision)
        return encoded(light[0]), encoded(light[1]), encoded(light[2])

    image = (
        decoded(picture._replace(alpha=None))
        .convert("RGB")
        .filter(ImageFilter.Color3DLUT.generate(_LUT, look_up))
    )
    key = hashlib.sha256(f"{picture.key} {vision}".encode()).hexdigest()
    return picture_data(image)._replace(key=key, alpha=picture.alpha)
