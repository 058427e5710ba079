"""Faces as pictures of an exact number of pixels."""

from functools import partial

import pytest

from pnp.colour import BLACK, Colour
from pnp.draw import Face, Fill, Group, Outline, Stroke, rectangle
from pnp.geometry import Box, scale
from pnp.pdf import write_pdf
from pnp.raster.pixels import Shot, has_hairlines, take, trim_shot
from tests.impose.faces import context

RED, BLUE = Colour(255, 0, 0), Colour(0, 0, 255)
WRITE = partial(write_pdf, fonts=context().fonts)


def card(width=63.0, height=88.0, radius=3.0, bleed=3.0, shape="rectangle"):
    outline = Outline(shape, width, height, radius)
    whole = Box(0.0, 0.0, width, height)
    stripe = Fill(rectangle(Box(0.0, 0.0, width, 10.0)), BLUE)
    return Face(outline, bleed, (Fill(rectangle(whole.grown(bleed)), RED), stripe))


@pytest.mark.parametrize(
    ("dpi", "bleed", "size"),
    [(300, 0.0, (744, 1039)), (300, 3.0, (815, 1110)), (72, 0.0, (179, 249)), (600, 3.175, (1638, 2229))],
)
def test_a_picture_has_the_pixels_that_come_nearest(dpi, bleed, size):
    (image,) = take([trim_shot(card(bleed=4.0), dpi, bleed=bleed)], WRITE)
    assert (image.size, image.mode) == (size, "RGB")
    assert image.getpixel((0, size[1] - 1)) == image.getpixel((size[0] - 1, size[1] - 1)) == (255, 0, 0)


def test_what_lies_outside_round_corners_is_transparent_and_nothing_else():
    (image,) = take([trim_shot(card(), 300, cut_out=True)], WRITE)
    alpha = image.getchannel("A")
    assert image.mode == "RGBA"
    assert [alpha.getpixel(at) for at in ((0, 0), (743, 0), (0, 1038), (743, 1038))] == [0, 0, 0, 0]
    assert [alpha.getpixel(at) for at in ((372, 0), (0, 500), (743, 500), (372, 1038))] == [255] * 4
    missing = sum(alpha.histogram()[:128]) / 300**2 * 25.4**2
    assert missing == pytest.approx((4 - 3.14159) * 3.0**2, rel=0.05)  # four corners of 3 mm


def test_a_round_piece_is_a_disc():
    (image,) = take([trim_shot(card(20.0, 20.0, 0.0, shape="circle"), 254, cut_out=True)], WRITE)
    covered = sum(image.getchannel("A").histogram()[128:])
    assert image.size == (200, 200)
    assert covered == pytest.approx(3.14159 * 100**2, rel=0.005)


def test_a_box_larger_than_the_bleed_shows_bare_paper():
    shot = Shot(card(bleed=1.0), Box(-5.0, -5.0, 73.0, 98.0), 730, 980)
    (image,) = take([shot], WRITE)
    assert image.getpixel((20, 500)) == (255, 255, 255)
    assert image.getpixel((45, 500)) == (255, 0, 0)


def test_a_turned_picture_is_turned_clockwise():
    shot = Shot(card(), Box(0.0, 0.0, 63.0, 88.0), 63, 88, turned=True)
    (image,) = take([shot], WRITE)
    assert image.size == (88, 63)
    assert image.getpixel((85, 30)) == (0, 0, 255)  # the upper edge has come to the right
    assert image.getpixel((40, 30)) == (255, 0, 0)


def test_pictures_come_in_order_whatever_the_batch():
    faces = [card(width=10.0 + number, height=10.0) for number in range(60)]
    sizes = [image.size for image in take([trim_shot(face, 25.4) for face in faces], WRITE)]
    assert sizes == [(10 + number, 10) for number in range(60)]


@pytest.mark.parametrize("cut_out", [False, True])
def test_a_hairline_thinner_than_a_pixel_is_grey_as_in_the_pdf(cut_out: bool):
    """V11: it was a line of one pixel, black from end to end."""
    line = Stroke((("M", 1.0, 4.51), ("L", 9.0, 4.51)), BLACK, 0.05)
    slanted = Stroke((("M", 1.0, 1.0), ("L", 9.0, 3.3)), BLACK, 0.05)
    face = Face(Outline("rectangle", 10.0, 10.0), 0.0, (Group((line, slanted), scale(0.8)),))
    (image,) = take([trim_shot(face, 254, cut_out=cut_out)], WRITE)  # ten pixels a millimetre
    grey = image.getchannel("A").point(lambda alpha: 255 - alpha) if cut_out else image.convert("L")
    column = [grey.getpixel((50, y)) for y in range(100)]
    assert min(column) > 100
    ink = sum(255 - value for value in column) / 255
    assert ink == pytest.approx(2 * 0.4, rel=0.3)


def test_strokes_of_a_pixel_are_drawn_at_once():
    line = Stroke((("M", 1.0, 4.51), ("L", 9.0, 4.51)), BLACK, 0.2)
    assert not has_hairlines((Group((line,), scale(0.6)),), 10.0)
    assert has_hairlines((Group((line,), scale(0.4)),), 10.0)
