"""Pages as PNG pictures."""

import io
from importlib.machinery import ModuleSpec

import pytest
from PIL import Image

from pnp.diagnostics import Severity
from pnp.geometry import Box
from pnp.raster.pixels import PagePictures, missing_renderer
from tests.pdf.sample import BLUE, RED, page, pdf, square

CARD = pdf(
    page(square(10, 20, 63, 88, RED), square(10, 20, 63, 1, BLUE), width=210, height=297),
    page(width=50, height=20),
)


def png_of(number: int, dpi: float) -> bytes:
    with PagePictures(CARD) as pictures:
        return pictures.png(number, dpi)


def drawn(*size: int, **how) -> Image.Image:
    with PagePictures(CARD) as pictures:
        return pictures.image(0, *size, **how)


def image(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(("dpi", "size"), [(72, (595, 842)), (150, (1240, 1754)), (25.4, (210, 297))])
def test_a_page_has_the_pixels_that_come_nearest(dpi, size):
    made = image(png_of(0, dpi))
    assert made.size == size
    assert made.mode == "RGB"
    assert made.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_a_crop_shows_exactly_that_part():
    made = drawn(744, 1039, crop=Box(10, 20, 63, 88))
    assert made.getpixel((0, 0)) == made.getpixel((743, 0)) == (0, 0, 255)
    assert made.getpixel((0, 1038)) == made.getpixel((743, 1038)) == (255, 0, 0)
    assert made.getpixel((300, 500)) == (255, 0, 0)


def test_bare_paper_is_white_or_transparent():
    assert image(png_of(0, 25.4)).getpixel((1, 1)) == (255, 255, 255)
    clear = drawn(210, 297, transparent=True)
    assert clear.getpixel((1, 1))[3] == 0
    assert clear.getpixel((30, 60)) == (255, 0, 0, 255)


def test_several_pages_of_one_file():
    with PagePictures(CARD) as pictures:
        assert len(pictures) == 2
        assert pictures.size(1) == pytest.approx((50, 20), abs=0.001)
        first = pictures.png(0, 50)
        assert image(first).size == (413, 585)
        pictures.image(0, 124, 173, crop=Box(10, 20, 63, 88))
        assert pictures.png(0, 50) == first
        assert image(pictures.png(1, 50)).size == (98, 39)


def test_same_page_same_bytes():
    assert png_of(0, 60) == png_of(0, 60)


@pytest.mark.parametrize("number", [-1, 2])
def test_a_page_that_is_not_there(number):
    with pytest.raises(IndexError, match="of 2"):
        png_of(number, 72)


@pytest.mark.parametrize("size", [(0, 10), (10, 0), (-10, -10), (30_000, 30_000)])
def test_a_picture_of_no_or_endless_pixels_is_refused(size):
    with pytest.raises(ValueError, match="cannot be made"):
        drawn(*size)


def test_a_missing_library_is_reported_with_its_cure(monkeypatch):
    monkeypatch.setattr("pnp.diagnostics.diagnostic.find_spec", lambda name: None)
    found = missing_renderer()
    assert found is not None
    assert (found.code, found.severity) == ("E310", Severity.ERROR)
    assert "pnp-press[preview]" in found.help[0]
    monkeypatch.setattr("pnp.diagnostics.diagnostic.find_spec", lambda name: ModuleSpec(name, None))
    assert missing_renderer() is None
