"""Where pictures lie, and how sharp they are there."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import Clip, Group, Picture, PictureData, circle
from pnp.geometry import Box
from pnp.pictures import (
    PictureFault,
    bleed_ratio,
    dpi_at,
    fit_box,
    is_about_picture,
    low_resolution,
    picture_items,
    unusable_picture,
)
from pnp.source import Span

CARD = Box(0, 0, 63, 88)
SPAN = Span("cards/weapons.yaml", 3, 7, 3, 20)


def picture(width, height):
    return PictureData("k", width, height, "RGB", b"")


class TestFit:
    """I10: the ratio is kept unless one asks for the contrary."""

    def test_contain_shows_all(self):
        assert fit_box(500, 500, CARD, "contain") == Box(0, 12.5, 63, 63)
        assert fit_box(500, 500, CARD, "contain", (0.5, 0.0)) == Box(0, 0, 63, 63)

    def test_cover_fills_and_centres(self):
        assert fit_box(500, 500, CARD, "cover") == Box(-12.5, 0, 88, 88)

    def test_stretch_gives_up_the_ratio(self):
        assert fit_box(500, 500, CARD, "stretch") == CARD

    def test_the_focus_stays_in_sight(self):
        assert fit_box(500, 500, CARD, "cover", (0.0, 0.5)).x == 0
        assert fit_box(500, 500, CARD, "cover", (1.0, 0.5)).right == 63
        drawn = fit_box(1000, 500, CARD, "cover", (0.4, 0.5))
        assert drawn.x + 0.4 * drawn.width == pytest.approx(31.5)

    size = st.floats(1, 5000)

    @given(size, size, st.floats(1, 300), st.floats(1, 300), st.floats(0, 1), st.floats(0, 1))
    def test_laws(self, width, height, box_width, box_height, x, y):
        box = Box(5, 7, box_width, box_height)
        cover = fit_box(width, height, box, "cover", (x, y))
        contain = fit_box(width, height, box, "contain", (x, y))
        assert cover.holds(box, slack=1e-6 * max(cover.width, cover.height))
        assert box.holds(contain, slack=1e-6 * max(box_width, box_height))
        for drawn in (cover, contain):
            assert drawn.width / drawn.height == pytest.approx(width / height)


class TestItems:
    def test_what_sticks_out_of_the_box_is_cut(self):
        (group,) = picture_items(picture(500, 500), CARD)
        assert group.clip == Clip((("R", 0, 0, 63, 88),))
        assert group.items == (Picture(picture(500, 500), -12.5, 0, 88, 88),)

    def test_what_fits_needs_no_group(self):
        (item,) = picture_items(picture(630, 880), CARD)
        assert isinstance(item, Picture)

    def test_a_picture_is_cut_to_a_shape(self):
        shape = circle(20, 20, 10)
        (group,) = picture_items(picture(10, 10), Box(10, 10, 20, 20), clip=shape)
        assert isinstance(group, Group)
        assert group.clip == Clip(shape)


class TestResolution:
    """I09."""

    def test_dpi_at_the_drawn_size(self):
        assert dpi_at(picture(744, 1039), CARD, "stretch") == pytest.approx(299.9, abs=0.1)
        assert dpi_at(picture(200, 280), CARD, "cover") == pytest.approx(80.6, abs=0.1)
        assert dpi_at(picture(600, 100), CARD, "stretch") == pytest.approx(28.9, abs=0.1)

    def test_a_soft_picture_is_reported_with_what_it_needs(self):
        found = low_resolution(picture(200, 280), "art/bow.jpg", CARD, "cover", SPAN)
        assert (found.code, found.span) == ("A220", SPAN)
        assert found.message == "'art/bow.jpg' has 80 dpi at its printed size, wanted 300"
        assert "744 × 1042" in found.help[0]

    def test_a_sharp_picture_is_fine(self):
        assert low_resolution(picture(744, 1039), "a", CARD, "cover", SPAN) is None


class TestBleed:
    """M05: art that holds its bleed has the shape of trim plus bleed."""

    def test_the_right_shape(self):
        assert bleed_ratio(picture(815, 1110), "a", CARD, 3, SPAN) is None

    def test_the_shape_of_the_trim_is_reported(self):
        found = bleed_ratio(picture(1000, 1000), "a.png", CARD, 3, SPAN)
        assert found.code == "A221"
        assert "69 × 94 mm" in found.message
        assert "no bleed" in bleed_ratio(picture(630, 880), "a.png", CARD, 3, SPAN).message


def test_a_fault_becomes_a_finding_at_its_place():
    found = unusable_picture(PictureFault("'a.png' is empty"), SPAN, piece="weapons/bow")
    assert (found.code, found.message, found.span) == ("A210", "'a.png' is empty", SPAN)


def test_findings_tell_which_picture_they_are_about():
    found = [
        unusable_picture(PictureFault("'a.png' is empty"), SPAN),
        unusable_picture(PictureFault("there is no file 'a.png'"), SPAN),
        low_resolution(picture(200, 280), "a.png", CARD, "cover", SPAN),
        bleed_ratio(picture(1000, 1000), "a.png", CARD, 3, SPAN),
    ]
    for finding in found:
        assert is_about_picture(finding, "a.png")
        assert not any(is_about_picture(finding, path) for path in ("a.pn", "a", "b/a.png"))
        assert not is_about_picture(replace(finding, code="A100"), "a.png")
