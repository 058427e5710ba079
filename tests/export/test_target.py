"""Shops and their numbers."""

import pytest

from pnp.draw import Outline
from pnp.export.pack import TOLERANCE, fit_product
from pnp.export.target import read_target, shipped_targets

SHIPPED = {name: read_target(name, text, name)[0] for name, text in shipped_targets().items()}
GOOD = """\
name = "Shop"
source = "its page"
dpi = 300
colour = "RGB"
files = "images"
bleed = "3mm"
safe = "3mm"
[[product]]
id = "card"
trim = "63x88mm"
pixels = [815, 1110]
"""


def test_the_shops_that_ship_can_be_read():
    assert sorted(SHIPPED) == ["dtc", "mpc", "tgc"]
    assert None not in SHIPPED.values()


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_pixels_trim_and_bleed_of_each_product_agree(name):
    target = SHIPPED[name]
    for product in target.products:
        canvas = target.canvas(product)
        bleeds = [
            (side - trim) / 2
            for side, trim in zip(canvas, (product.width.mm, product.height.mm), strict=True)
        ]
        assert min(bleeds) >= target.bleed.mm - 0.05, product.id
        if product.shape != "hex-flat":  # their pictures are rounded up
            assert max(bleeds) <= target.bleed.mm + 0.05, product.id


def test_the_known_pixel_sizes():
    sizes = {
        (name, product.id): (product.width_px, product.height_px)
        for name, target in SHIPPED.items()
        for product in target.products
    }
    assert sizes["tgc", "PokerDeck"] == (825, 1125)
    assert sizes["mpc", "poker"] == (822, 1122)
    assert sizes["mpc", "tarot"] == (897, 1497)
    assert (SHIPPED["dtc"].order, SHIPPED["dtc"].coverage, SHIPPED["dtc"].colour) == (
        "back-front",
        240,
        "CMYK",
    )
    assert SHIPPED["tgc"].colour == SHIPPED["mpc"].colour == "RGB"


def test_a_file_of_ones_own_can_be_read():
    target, found = read_target("shop", GOOD, "shop.toml")
    assert found == []
    assert target is not None
    assert target.canvas(target.products[0]) == pytest.approx((69.0, 94.0), abs=0.05)
    assert target.products[0].status == "unverified"


@pytest.mark.parametrize(
    ("old", "new", "message", "cure"),
    [
        ("dpi = 300", "dpi = ", "'shop.toml' is no TOML", ""),
        ("dpi = 300", "dpi = 0", "'dpi' is 0, which is not above zero", ""),
        ("dpi = 300", 'dpi = "300"', "'dpi' is '300', which is no whole number", ""),
        ("dpi = 300", "dpi = true", "'dpi' is True, which is no whole number", ""),
        ('colour = "RGB"', 'colour = "RBG"', "unknown colour 'RBG'", "RGB"),
        ('bleed = "3mm"', 'bleed = "3"', "bleed '3' has no unit", ""),
        ('bleed = "3mm"', 'bleed = "-3mm"', "bleed is below zero", ""),
        ('safe = "3mm"', 'saef = "3mm"', "unknown key 'saef'", "did you mean 'safe'?"),
        ('name = "Shop"\n', "", "'name' is missing", ""),
        ('trim = "63x88mm"', 'trim = "63mm"', "'63mm' is not a width and a height", "2.5x3.5in"),
        ('trim = "63x88mm"', 'trim = "63xmm"', "trim", "2.5x3.5in"),
        ("pixels = [815, 1110]", "pixels = [815.0, 1110]", "are not two whole numbers", ""),
        ('[[product]]\nid = "card"\n', '[[product]]\nid = "card"\ncorner = 3\n', "unknown key 'corner'", ""),
    ],
)
def test_a_mistake_in_a_file_is_reported_with_its_cure(old, new, message, cure):
    assert old in GOOD
    target, found = read_target("shop", GOOD.replace(old, new), "shop.toml")
    assert target is None
    assert [item.code for item in found] == ["E400"]
    assert message in found[0].message
    assert cure in " ".join(found[0].help)


def test_a_shop_without_products_is_reported():
    target, found = read_target("shop", GOOD.partition("[[")[0] + "product = []\n", "shop.toml")
    assert target is None
    assert "no products" in found[0].message


def test_a_piece_is_the_product_that_comes_nearest_and_nothing_is_scaled():
    fit = fit_product(Outline("rectangle", 63.0, 88.0, 3.0), SHIPPED["tgc"])
    assert fit is not None
    assert (fit.product.id, fit.turned) == ("PokerDeck", False)
    assert (fit.wider, fit.higher) == pytest.approx((0.5, 0.9))
    face = Outline("rectangle", 63.0, 88.0, 3.0)
    assert fit.bleed(face) == pytest.approx((95.25 - 88.0) / 2)
    assert fit.canvas_width / fit.product.width_px == pytest.approx(25.4 / 300)


def test_a_lying_card_lies_in_its_picture():
    fit = fit_product(Outline("rectangle", 88.0, 63.0, 3.0), SHIPPED["tgc"])
    assert fit is not None
    assert (fit.product.id, fit.turned) == ("PokerDeck", True)
    assert (fit.canvas_width, fit.canvas_height) == pytest.approx((95.25, 69.85))


@pytest.mark.parametrize(
    "outline",
    [
        Outline("rectangle", 63.5 + TOLERANCE + 0.01, 88.9),
        Outline("rectangle", 45.0, 45.0),
        Outline("circle", 63.0, 88.0),
        Outline("hex-pointy", 50.0, 57.7),
    ],
)
def test_what_a_shop_does_not_make_is_not_made_to_fit(outline):
    assert fit_product(outline, SHIPPED["dtc"]) is None


def test_a_pointy_hexagon_is_a_flat_one_turned():
    fit = fit_product(Outline("hex-pointy", 3.25 * 25.4, 3.75 * 25.4), SHIPPED["tgc"])
    assert fit is not None
    assert fit.turned
