"""Pictures made from pictures: with fewer pixels, or in other colours."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import TYPE_CHECKING

from pnp.colour import Colour
from pnp.draw import PictureData
from pnp.memo import SizedMemo
from pnp.pictures.limits import MAX_HELD, MAX_PIXELS
from pnp.pictures.load import derived_key, jpeg_data, open_bands, picture_data
from pnp.pictures.passed import png_file
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

_QUALITY = 92  # of JPEG; above it a second encoding hardly shows
_GAP = 3  # pixels are averaged in blocks down to this multiple of the wanted size, which is fast; the rest is filtered


def resampled(picture: PictureData, width_px: int, height_px: int) -> PictureData:
    """The picture with as many pixels as asked for, or itself when that would not make it smaller.

    Filtered by Lanczos, the transparent parts by their weight. A JPEG stays one, at a quality where the eye
    finds no loss; its key is made of the key it had and the size, as encoders differ in their last bits.

    Args:
        picture: Grey or RGB.
        width_px: Pixels across.
        height_px: Pixels down.
    """
    width, height = min(width_px, picture.width_px), min(height_px, picture.height_px)
    if width < 1 or height < 1 or (width, height) == (picture.width_px, picture.height_px):
        return picture
    from PIL.Image import Resampling

    if picture.width_px * picture.height_px > MAX_PIXELS:
        return _map_resampled(picture, width, height)
    image = decoded(picture, (_GAP * width, _GAP * height))
    weighed = _WEIGHED.get(image.mode, image.mode)
    small = image.convert(weighed).resize((width, height), Resampling.LANCZOS, reducing_gap=_GAP)
    if picture.jpeg:
        return jpeg_data(small, derived_key(picture.key, width, height), _QUALITY)
    return picture_data(small.convert(image.mode))


_WEIGHED = {"RGBA": "RGBa", "LA": "La"}
_SUPPORT = 3  # source pixels on each side of one that Lanczos looks at, for each pixel that becomes one
_ROWS = 64


def _map_resampled(picture: PictureData, width: int, height: int) -> PictureData:
    """As ``resampled``, for a picture that does not fit into memory: read and filtered in strips.

    A JPEG can only be read smaller by halves. It stays as it is if a half would be too small, or if it is
    progressive and would have to be held in memory as a whole.
    """
    from PIL import Image
    from PIL.Image import Resampling

    if picture.jpeg:
        fits = picture.width_px >= 2 * width and _held(picture.data) <= MAX_HELD
        image = decoded(picture, (width, height)) if fits else None
        if image is None:
            return picture
        small = image.resize((width, height), Resampling.LANCZOS)
        return jpeg_data(small, derived_key(picture.key, width, height), _QUALITY)
    result: Image.Image | None = None
    for top, strip in _small_strips(picture, width, height):
        result = result or Image.new(strip.mode, (width, height))
        result.paste(strip, (0, top))
    return picture if result is None else picture_data(result)


def _held(file: bytes) -> int:
    """Bytes that a decoder holds for a progressive JPEG: two for each sample of each component; else 0."""
    with _quietly_opened(file, "JPEG") as image:
        if not image.info.get("progressive"):
            return 0
        layers: list[tuple[int, int]] = [(each[1], each[2]) for each in image.layer]  # type: ignore[attr-defined]  # of JPEG files
        whole = max(across for across, _ in layers) * max(down for _, down in layers)
        return 2 * image.width * image.height * sum(across * down for across, down in layers) // whole


def _quietly_opened(file: bytes, kind: str) -> ImageFile:
    """A picture file, not decoded yet; Pillow's warning about many pixels is left to our own limits."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(file), formats=[kind])


def _small_strips(picture: PictureData, width: int, height: int) -> Iterator[tuple[int, Image]]:
    """The picture with fewer pixels in strips, each with its first row."""
    from PIL import Image
    from PIL.Image import Resampling

    factor = picture.height_px / height
    bands = _strips(picture)
    window, first = next(bands), 0  # rows of the picture, and which of them is the first
    for top in range(0, height, _ROWS):
        bottom = min(top + _ROWS, height)
        needed = min(picture.height_px, math.ceil((bottom + _SUPPORT) * factor) + 1)
        while first + window.height < needed:
            band = next(bands)
            drop = max(0, math.floor((top - _SUPPORT) * factor) - 1 - first)
            kept = window.crop((0, drop, window.width, window.height))
            window = Image.new(kept.mode, (kept.width, kept.height + band.height))
            window.paste(kept, (0, 0))
            window.paste(band, (0, kept.height))
            first += drop
        box = (
            0.0,
            top * factor - first,
            float(window.width),
            min(bottom * factor, picture.height_px) - first,
        )
        weighed = window.convert(_WEIGHED.get(window.mode, window.mode))
        small = weighed.resize((width, bottom - top), Resampling.LANCZOS, box)
        yield top, small.convert(window.mode)


def _strips(picture: PictureData) -> Iterator[Image]:
    """The rows of a picture from the top, in mode L, LA, RGB or RGBA."""
    mode = "L" if picture.mode == "L" else "RGB"
    colours = open_bands(png_file(picture), picture.width_px)
    masks: Iterable[Image | None] = repeat(None)
    if picture.alpha is not None:
        alpha = picture._replace(mode="L", data=picture.alpha, bits=8, palette=None)
        masks = open_bands(png_file(alpha), picture.width_px) or masks
    for number, (raw, mask) in enumerate(zip(colours or (), masks, strict=False)):
        band = raw.convert(mode)
        if mask is not None:
            band.putalpha(mask)
        yield band.crop((0, int(number > 0), *band.size))


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
        least: Pixels across and down that are enough; a JPEG may then come out smaller than it is, but not
            below.
    """
    mode = "L" if picture.mode == "L" else "RGB"
    if picture.jpeg:
        return _opened(picture, picture.data, "JPEG", least).convert(mode)
    image = _opened(picture, png_file(picture), "PNG").convert(mode)
    if picture.alpha is not None:
        alpha = picture._replace(mode="L", data=picture.alpha, bits=8, palette=None)
        image.putalpha(_opened(alpha, png_file(alpha), "PNG"))
    return image


def _opened(picture: PictureData, file: bytes, kind: str, least: tuple[int, int] | None = None) -> Image:
    """A picture file, decoded; black where its data is missing or wrong, as viewers of PDFs show it.

    Files that are passed through have not been decoded before, so this is where such a fault is met first.
    """
    from PIL import Image

    image: ImageFile | None = None
    try:
        image = _quietly_opened(file, kind)
        if least is not None:
            image.draft(picture.mode, least)
        image.load()
    except Exception:  # decoders of foreign bytes raise anything
        if image is None:
            return Image.new("RGB", (picture.width_px, picture.height_px))
        image.tile = []  # nothing more is to be loaded
    return image


SLACK = 1.5
"""A picture with more than this times the wanted dpi is downsampled: above 450 dpi for 300, as in other PDF
programs."""

BYTES_AT_HAND = 256 * 1024 * 1024
"""Most bytes of pictures made from pictures that are kept in memory."""


class Sampling:
    """Pictures with no more pixels than they need at their printed size; each is made once.

    Args:
        max_dpi: Pixels per inch that pictures are downsampled to; 0 keeps all pixels.
    """

    def __init__(self, max_dpi: int = 0) -> None:
        self.max_dpi = max_dpi
        self._made: SizedMemo[tuple[str, int, int], PictureData] = SizedMemo(BYTES_AT_HAND, _size)

    def of(self, picture: PictureData, width: float, height: float) -> PictureData:
        """The picture with fewer pixels, or itself if that saves too little or its file would not shrink.

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
            made = resampled(picture, across, down)
            if _size(made) >= _size(picture):  # a drawing of few colours, or a strongly compressed JPEG
                made = picture
            self._made[key] = made
        return made

    def _needed(self, length: float) -> int:
        # Six decimals: lengths come out of a chain of matrices, and a last bit must not make a pixel.
        return max(1, math.ceil(round(length / MM_PER_INCH * self.max_dpi, 6)))


def _size(picture: PictureData) -> int:
    return len(picture.data) + len(picture.alpha or b"")
