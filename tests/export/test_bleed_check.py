"""Whether colour runs into the bleed."""

from functools import partial

import pytest

from pnp.colour import WHITE, Colour
from pnp.draw import Face, Fill, Outline, rectangle
from pnp.export.pack import bleed_is_short, fit_product
from pnp.export.target import read_target, shipped_targets
from pnp.geometry import Box
from pnp.pdf import write_pdf
from pnp.raster.pixels import take
from tests.impose.faces import context

TARGET, _ = read_target("tgc", shipped_targets()["tgc"], "tgc.toml")
WRITE = partial(write_pdf, fonts=context().fonts)


def short(outline, items):
    fit = fit_product(outline, TARGET)
    face = Face(outline, fit.bleed(outline), items)
    (image,) = take([fit.shot(face)], WRITE)
    return bleed_is_short(image, fit.product, TARGET)


@pytest.mark.parametrize(
    "outline",
    [
        Outline("rectangle", 63.0, 88.0, 3.0),
        Outline("rectangle", 88.0, 63.0),
        Outline("circle", 25.4, 25.4),
        Outline("hex-flat", 3.75 * 25.4, 3.25 * 25.4),
        Outline("hex-pointy", 3.25 * 25.4, 3.75 * 25.4),
    ],
)
def test_colour_has_to_run_as_far_as_the_shop_asks(outline):
    def grown(by):
        return (Fill(outline.path(by), Colour(180, 30, 40)),)

    assert short(outline, grown(1.5))
    assert not short(outline, grown(5.0))


def test_white_borders_need_no_bleed():
    outline = Outline("rectangle", 63.0, 88.0, 3.0)
    inner = Fill(rectangle(Box(4.0, 4.0, 55.0, 80.0)), Colour(0, 0, 0))
    assert not short(outline, (Fill(outline.path(), WHITE), inner))


def test_one_edge_without_bleed_is_found():
    outline = Outline("rectangle", 63.0, 88.0)
    assert short(outline, (Fill(rectangle(Box(-5.0, -5.0, 73.0, 88.0 + 5.0 + 1.0)), Colour(0, 0, 0)),))
