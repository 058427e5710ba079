"""Pictures in printing inks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from pnp.export.cmyk import ProfileFault, Separation

level = st.integers(0, 255)
colour = st.tuples(level, level, level)


def inks_of(rgb, limit=None):
    image, coverage = Separation(limit).inks(Image.new("RGB", (2, 2), rgb))
    return image.getpixel((0, 0)), coverage


@pytest.mark.parametrize(
    ("rgb", "inks"),
    [
        ((255, 255, 255), (0, 0, 0, 0)),
        ((0, 0, 0), (0, 0, 0, 255)),
        ((128, 128, 128), (0, 0, 0, 127)),
        ((255, 0, 0), (0, 255, 255, 0)),
        ((0, 255, 255), (255, 0, 0, 0)),
        ((0, 0, 60), (255, 255, 0, 195)),
    ],
)
def test_black_and_greys_are_black_ink_alone(rgb, inks):
    assert inks_of(rgb)[0] == inks


@settings(deadline=None)
@given(colour)
def test_the_inks_give_the_colour_back(rgb):
    (c, m, y, k), _ = inks_of(rgb)
    back = [(255 - ink) * (255 - k) / 255 for ink in (c, m, y)]
    assert back == pytest.approx(rgb, abs=1.0)
    assert min(c, m, y) == 0


@settings(deadline=None)
@given(colour, st.sampled_from([120, 200, 240, 300]))
def test_no_place_has_more_ink_than_the_limit_and_hue_and_black_stay(rgb, limit):
    free, _ = inks_of(rgb)
    held, coverage = inks_of(rgb, limit)
    assert sum(held) <= limit / 100 * 255 + 1e-6
    assert coverage.most == pytest.approx(sum(held) / 2.55)
    assert held[3] == free[3]
    assert (coverage.lowered == 1.0) == (sum(free) > limit / 100 * 255)
    if coverage.lowered == 0.0:
        assert held == free


def test_the_report_counts_the_share_that_was_lowered():
    image = Image.new("RGB", (10, 10), "white")
    image.paste((0, 0, 60), (0, 0, 10, 3))
    _, coverage = Separation(240).inks(image)
    assert coverage.before == pytest.approx(276.47, abs=0.01)
    assert coverage.lowered == pytest.approx(0.3)
    assert coverage.most <= 240.0
    assert coverage.mean == pytest.approx(coverage.most * 0.3)


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        (b"no profile", "cannot be read"),
        (ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), "for RGB, not for CMYK"),
    ],
)
def test_a_profile_that_cannot_be_used_is_told(profile, words):
    with pytest.raises(ProfileFault, match=words):
        Separation(240, profile)
