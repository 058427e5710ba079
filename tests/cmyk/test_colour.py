"""Colours with printing inks of their own, as they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour import WHITE, Colour, ColourError, PressColour
from pnp.draw import Face, Fill, GlyphRun, Outline, face_hash, rectangle
from pnp.geometry import Box


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("cmyk(0 100 100 0)", PressColour(255, 0, 0, 255, (0, 1, 1, 0))),
        ("cmyk(0, 50%, 0, 10)", PressColour(230, 115, 230, 255, (0, 0.5, 0, 0.1))),
        ("#B3202C cmyk(0 100 90 10)", PressColour(179, 32, 44, 255, (0, 1, 0.9, 0.1))),
        ("black cmyk(60 40 40 100)", PressColour(0, 0, 0, 255, (0.6, 0.4, 0.4, 1))),
        ("#8A7042 spot(PANTONE 871 C)", PressColour(138, 112, 66, 255, None, "PANTONE 871 C")),
        ("spot(cutcontour)", PressColour(236, 0, 140, 255, (0, 1, 0, 0), "CutContour", overprint=True)),
    ],
)
def test_a_colour_may_say_its_inks_and_its_spot(text, colour):
    assert Colour.parse(text) == colour


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cmyk(0 120 0 0)", "above 100 percent"),
        ("cmyk(0 0 0)", "four inks"),
        ("cmyk(-1 0 0 0)", "four inks"),
        ("spot(Foyl)", "write 'Foil'"),
        ("spot(Gold leaf)", "the known ones are CutContour"),
        ("#123456 spot(All)", "no usable spot name"),
        ("#123456 spot(a/b)", "no usable spot name"),
        ("rgb(1, 2, 3)", "is not a colour"),
        ("blau cmyk(0 0 0 0)", "is not a colour"),
    ],
)
def test_a_wrong_one_is_reported_with_a_cure(text, words):
    with pytest.raises(ColourError, match=words.replace("(", "[(]")):
        Colour.parse(text)


share = st.integers(0, 100).map(lambda percent: percent / 100)


@given(st.tuples(share, share, share, share), st.sampled_from(["", "Gold 1"]))
def test_a_colour_is_read_back_from_its_words(inks, spot):
    colour = PressColour(1, 2, 3, 255, inks, spot)
    assert Colour.parse(str(colour)) == colour


def test_inks_are_mixed_with_white_paper():
    assert Colour.parse("cmyk(0 100 0 0)").mixed(WHITE, 0.5) == PressColour(
        255, 128, 255, 255, (0, 0.5, 0, 0)
    )


def test_faces_with_other_inks_are_other_faces():
    def hash_of(colour):
        return face_hash(Face(Outline("rectangle", 9, 9), 0, (Fill(rectangle(Box(0, 0, 1, 1)), colour),)))

    colours = [Colour(255, 0, 0), Colour.parse("cmyk(0 100 100 0)"), Colour.parse("#F00 cmyk(0 99 99 0)")]
    assert len({hash_of(each) for each in colours}) == 3
    runs = [Face(Outline("rectangle", 9, 9), 0, (GlyphRun(3, 1, 1, (), each),)) for each in colours]
    assert len({face_hash(each) for each in runs}) == 3
