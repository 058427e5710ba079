"""Fewer pixels, other colours: pictures made from pictures."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.colour import Colour
from pnp.draw import PictureData
from pnp.pictures.load import derived_key, jpeg_data, picture_data
from pnp.pictures.png_file import png_file

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

_QUALITY = 92  # of JPEG; about where second encodings stop to show
_GAP = 3  # down to so many times the wanted size pixels are averaged in blocks, which is fast; the rest is filtered


def resampled(picture: PictureData, width_px: int, height_px: int) -> PictureData:
    """The picture with as many pixels as asked for, or itself when that would not make it smaller.

    Filtered by Lanczos, the transparent parts by their weight. A JPEG stays one, at a quality where the eye finds no
    loss; its key is made of the key it had and the size, as encoders differ in their last bits.

    Args:
        picture: Grey or RGB.
        width_px: Pixels across.
        height_px: Pixels down.
    """
    width, height = min(width_px, picture.width_px), min(height_px, picture.height_px)
    if width < 1 or height < 1 or (width, height) == (picture.width_px, picture.height_px):
        return picture
    from PIL.Image import Resampling

    image = decoded(picture, (_GAP * width, _GAP * height))
    weighed = {"RGBA": "RGBa", "LA": "La"}.get(image.mode, image.mode)
    small = image.convert(weighed).resize((width, height), Resampling.LANCZOS, reducing_gap=_GAP)
    if picture.jpeg:
        return jpeg_data(small, derived_key(picture.key, width, height), _QUALITY)
    return picture_data(small.convert(image.mode))


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


def decoded(picture: PictureData, least: tuple[int, int] | None = None) -> Image:
    """The pixels, in mode L, LA, RGB or RGBA.

    Args:
        picture: Grey or RGB.
        least: Pixels across and down that are enough; a JPEG may then come out smaller than it is, but not below.
    """
    mode = "L" if picture.mode == "L" else "RGB"
    if picture.jpeg:
        return _opened(picture, picture.data, "JPEG", least).convert(mode)
    image = _opened(picture, png_file(picture), "PNG").convert(mode)
    if picture.alpha is not None:
        alpha = replace(picture, mode="L", data=picture.alpha, bits=8, palette=None)
        image.putalpha(_opened(alpha, png_file(alpha), "PNG"))
    return image


def _opened(picture: PictureData, file: bytes, kind: str, least: tuple[int, int] | None = None) -> Image:
    """A picture file, decoded; black where its data is missing or wrong, as viewers of PDFs show it.

    Files that are passed through have not been decoded before, so this is where such a fault is met first.
    """
    from PIL import Image

    image: ImageFile | None = None
    try:
        image = Image.open(io.BytesIO(file), formats=[kind])
        if least is not None:
            image.draft(picture.mode, least)
        image.load()
    except Exception:  # decoders of foreign bytes raise anything
        if image is None:
            return Image.new("RGB", (picture.width_px, picture.height_px))
        image.tile = []  # nothing more is to be loaded
    return image
