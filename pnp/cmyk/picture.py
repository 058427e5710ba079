"""Raster pictures in the inks of a press."""

from __future__ import annotations

import io
from collections import OrderedDict
from typing import TYPE_CHECKING

from pnp.cmyk.converter import Coverage, InkConverter
from pnp.colour import Colour
from pnp.draw import PictureData
from pnp.pictures.load import derived_key
from pnp.pictures.resample import BYTES_AT_HAND, decoded
from pnp.pictures.rows import RowPacker

if TYPE_CHECKING:
    from PIL.Image import Image

_QUALITY = 92
"""Of JPEG, as for downsampled pictures."""


class InkPictures:
    """Pictures in inks; each is converted once.

    Those used longest ago are dropped when they take more than ``BYTES_AT_HAND``.

    Args:
        converter: Converts them.

    Attributes:
        coverage: How much ink each takes, by its key.
    """

    def __init__(self, converter: InkConverter) -> None:
        self._converter = converter
        self._made: OrderedDict[str, PictureData] = OrderedDict()
        self._room = BYTES_AT_HAND
        self.coverage: dict[str, Coverage] = {}

    def of(self, picture: PictureData) -> PictureData:
        """The picture in inks. Grey pictures are black ink already, and CMYK pictures stay as they are."""
        if picture.mode != "RGB":
            return picture
        made = self._made.get(picture.key)
        if made is None:
            made, self.coverage[picture.key] = self._converted(picture)
            self._made[picture.key] = made
            self._room -= len(made.data)
            while self._room < 0 and len(self._made) > 1:
                self._room += len(self._made.popitem(last=False)[1].data)
        self._made.move_to_end(picture.key)
        return made

    def _converted(self, picture: PictureData) -> tuple[PictureData, Coverage]:
        key = derived_key(picture.key, *picture[1:3]) + self._converter.key
        if picture.palette is not None:
            return self._with_palette(picture._replace(key=key), picture.palette)
        if picture.jpeg:
            inks, coverage = self._converter.picture(decoded(picture))
            return picture._replace(key=key, mode="CMYK", data=_jpeg(inks)), coverage
        from PIL.Image import frombytes

        packer = RowPacker()
        inks, coverage = self._converter.picture(decoded(picture._replace(alpha=None)))
        # Rows of four inks are packed like rows of RGB with opacity, which a PNG file can hold.
        packer.add(frombytes("RGBA", inks.size, inks.tobytes()), overlap=False)
        return picture._replace(key=key, mode="CMYK", data=packer.packed(), bits=8), coverage

    def _with_palette(self, picture: PictureData, palette: bytes) -> tuple[PictureData, Coverage]:
        colours = [Colour(*palette[at : at + 3]) for at in range(0, len(palette), 3)]
        inks = [self._converter.area(colour) for colour in colours]
        most = max(map(sum, inks)) * 100
        written = bytes([round(share * 255) for each in inks for share in each])
        return picture._replace(mode="CMYK", palette=written), Coverage(most, most, most, 0.0)


def _jpeg(image: Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return buffer.getvalue()
