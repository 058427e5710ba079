"""Fewer pixels, other colours: pictures made from pictures."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Literal

from pnp.colour import Colour
from pnp.draw import PictureData
from pnp.pictures.load import derived_key, image_bytes, picture_data

if TYPE_CHECKING:
    from PIL.Image import Image

_QUALITY = 92  # of JPEG; about where second encodings stop to show


def resampled(picture: PictureData, width_px: int, height_px: int) -> PictureData:
    """The picture with as many pixels as asked for, or itself when that would not make it smaller.

    Filtered by Lanczos, the transparent parts by their weight. A JPEG stays one, at a quality where the eye finds no
    loss; its key is made of the key it had and the size, as encoders differ in their last bits.
    """
    width, height = min(width_px, picture.width_px), min(height_px, picture.height_px)
    if width < 1 or height < 1 or (width, height) == (picture.width_px, picture.height_px):
        return picture
    from PIL.Image import Resampling

    image = decoded(picture)
    if picture.jpeg:
        small = image.resize((width, height), Resampling.LANCZOS)
        return _jpeg(small, derived_key(picture.key, width, height), picture.mode)
    weighed = {"RGBA": "RGBa", "LA": "La"}.get(image.mode)
    if weighed is None:
        return picture_data(image.resize((width, height), Resampling.LANCZOS))
    return picture_data(
        image.convert(weighed).resize((width, height), Resampling.LANCZOS).convert(image.mode)
    )


def _jpeg(image: Image, key: str, mode: Literal["L", "RGB", "CMYK"]) -> PictureData:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return PictureData(key, image.width, image.height, mode, buffer.getvalue(), jpeg=True)


def tinted(picture: PictureData, colour: Colour) -> PictureData:
    """The picture in shades of one colour: black stays black, white becomes the colour, alpha stays."""
    from PIL import Image

    image = decoded(picture)
    grey = image.convert("L")
    channels = [
        grey.point([round(level * part / 255) for level in range(256)])
        for part in (colour.red, colour.green, colour.blue)
    ]
    result = Image.merge("RGB", channels)
    if image.mode in ("LA", "RGBA"):
        result.putalpha(image.getchannel("A"))
    return picture_data(result)


def decoded(picture: PictureData) -> Image:
    """The pixels, in mode L, LA, RGB or RGBA."""
    from PIL import Image

    size = (picture.width_px, picture.height_px)
    if picture.jpeg:
        with Image.open(io.BytesIO(picture.data), formats=["JPEG"]) as jpeg:
            return jpeg.convert("L" if picture.mode == "L" else "RGB")
    image = Image.frombytes(picture.mode, size, image_bytes(picture.data))
    if picture.alpha is not None:
        image.putalpha(Image.frombytes("L", size, image_bytes(picture.alpha)))
    return image
