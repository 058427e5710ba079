"""How many bytes pictures take in a file: as many as they have themselves."""

import io
import random
from functools import cache
from statistics import NormalDist

import pikepdf
import pytest
from PIL import Image

from pnp.draw import Picture, PictureData
from pnp.pictures import load_picture

from .sample import opened, page, pdf, shaped

GRAIN = bytes(round(NormalDist(128, 3).inv_cdf((byte + 0.5) / 256)) for byte in range(256))
"""Evenly spread bytes as grain of photos: most of it small."""


@cache
def photo(seed: int, width: int = 500, height: int = 400) -> Image.Image:
    """Slow changes with grain."""
    dice = random.Random(seed)
    shade = Image.linear_gradient("L").resize((width, height))
    grains = [
        Image.frombytes("L", (width, height), dice.randbytes(width * height).translate(GRAIN))
        for _ in range(3)
    ]
    return Image.merge("RGB", [Image.blend(shade, grain, 0.5) for grain in grains])


@cache
def png(seed: int, level: int = 6) -> bytes:
    """A photo as a file."""
    buffer = io.BytesIO()
    photo(seed).save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()


def file_of(files: list[bytes]) -> bytes:
    """A PDF with the pictures and some text."""
    pictures = [Picture(picture_of(data), 0, number, 3, 2) for number, data in enumerate(files)]
    return pdf(page(shaped("Žluťoučký kůň", x=0, y=3, size=2), *pictures, width=30))


def picture_of(data: bytes) -> PictureData:
    return load_picture(data, "photo.png")


def images(made: bytes) -> list[pikepdf.Stream]:
    found = opened(made).objects
    return [
        thing for thing in found if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"
    ]


def test_the_rows_of_a_picture_stand_in_the_file_unchanged():
    files = [png(seed, level) for seed, level in ((0, 6), (1, 1), (2, 0))]
    assert [image.read_raw_bytes() for image in images(file_of(files))] == [
        picture_of(data).data for data in files
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_pixels_are_the_same(seed: int):
    image = photo(seed)
    (found,) = images(file_of([png(seed)]))
    assert pikepdf.PdfImage(found).as_pil_image().tobytes() == image.tobytes()
