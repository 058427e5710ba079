"""No more pixels in a file than its paper can show."""

from __future__ import annotations

import math
from collections import OrderedDict

from pnp.draw import PictureData
from pnp.units import MM_PER_INCH

SLACK = 1.5
"""How far a picture may be above the wanted dpi, in each direction, before it is worth a loss: 450 dpi for 300, as in
the settings for printing that PDF programs come with."""

BYTES_AT_HAND = 256 * 1024 * 1024
"""Of pictures that were brought down and may be asked for again."""


class Sampling:
    """Pictures with as many pixels as they need at the size that they are printed at; each is made once.

    What was asked for longest ago is forgotten when they take much room: whoever watches a game meets new ones all evening.

    Args:
        max_dpi: Pixels to the inch that pictures are brought down to; 0 keeps all pixels.
    """

    def __init__(self, max_dpi: int = 0) -> None:
        self.max_dpi = max_dpi
        self._made: OrderedDict[tuple[str, int, int], PictureData] = OrderedDict()
        self._room = BYTES_AT_HAND

    def of(self, picture: PictureData, width: float, height: float) -> PictureData:
        """The picture with fewer pixels, or itself where that saves too little or its file would not get smaller.

        Args:
            picture: Any; CMYK is left as it is.
            width: The largest at which the whole picture is printed, in millimetres.
            height: Likewise.
        """
        if not self.max_dpi or picture.mode == "CMYK":
            return picture
        across = min(picture.width_px, self._needed(width))
        down = min(picture.height_px, self._needed(height))
        if picture.width_px * picture.height_px <= SLACK**2 * across * down:
            return picture
        key = (picture.key, across, down)
        made = self._made.get(key)
        if made is None:
            from pnp.pictures.resample import resampled

            made = resampled(picture, across, down)
            if _size(made) >= _size(picture):  # a drawing of few colours, or a JPEG that was pressed hard
                made = picture
            self._keep(key, made)
        self._made.move_to_end(key)
        return made

    def _keep(self, key: tuple[str, int, int], made: PictureData) -> None:
        self._made[key] = made
        self._room -= _size(made)
        while self._room < 0 and len(self._made) > 1:
            _, oldest = self._made.popitem(last=False)
            self._room += _size(oldest)

    def _needed(self, length: float) -> int:
        # Six decimals: lengths come out of a chain of matrices, and a last bit must not make a pixel.
        return max(1, math.ceil(round(length / MM_PER_INCH * self.max_dpi, 6)))


def _size(picture: PictureData) -> int:
    return len(picture.data) + len(picture.alpha or b"")
