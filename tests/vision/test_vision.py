"""Colours as colour-blind players see them: laws of the simulation and of the distance, and whole faces."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.colour import BLACK, WHITE, Colour
from pnp.draw import (
    ColourStop,
    Face,
    Fill,
    GlyphRun,
    Glyphs,
    Gradient,
    Group,
    Halo,
    Outline,
    Page,
    Picture,
    PictureData,
    PlacedFace,
    Stroke,
    rectangle,
)
from pnp.geometry import IDENTITY, Box
from pnp.pictures import decoded, unfiltered_picture
from pnp.units import mm
from pnp.vision import VISIONS, Vision, difference, seen
from pnp.vision.face import Sight

colours = st.builds(Colour, st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
RED, GREEN = Colour.parse("#D32F2F"), Colour.parse("#388E3C")
BOX = rectangle(Box(0.0, 0.0, 10.0, 10.0))


@given(st.integers(0, 255), st.sampled_from(VISIONS))
def test_greys_look_the_same_to_all(grey: int, vision: Vision) -> None:
    shown = seen(Colour(grey, grey, grey), vision)
    assert max(abs(value - grey) for value in (shown.red, shown.green, shown.blue)) <= 1


@given(colours, st.sampled_from(VISIONS))
def test_opacity_stays(colour: Colour, vision: Vision) -> None:
    assert seen(colour.with_alpha(77), vision).alpha == 77


def test_red_and_green_are_confused_without_green_cones_and_not_without_blue_ones() -> None:
    assert difference(RED, GREEN) > 0.25
    assert difference(seen(RED, "deutan"), seen(GREEN, "deutan")) < 0.05
    assert difference(seen(RED, "tritan"), seen(GREEN, "tritan")) > 0.25


def test_the_primaries_come_to_the_published_colours() -> None:
    """sRGB red through the first column of each matrix, encoded: worked out by hand from the tables of the paper."""
    red = Colour(255, 0, 0)
    assert seen(red, "deutan") == Colour(163, 144, 0)  # 0.367322, 0.280085, below 0
    assert seen(red, "protan") == Colour(109, 95, 0)  # 0.152286, 0.114503, below 0
    assert seen(red, "tritan") == Colour(255, 0, 15)  # above 1, below 0, 0.004733


@given(colours, colours)
def test_the_distance_is_one(one: Colour, other: Colour) -> None:
    assert difference(one, one) == 0
    assert difference(one, other) == pytest.approx(difference(other, one))
    assert 0 <= difference(one, other) <= 1.01


def test_black_and_white_are_one_apart() -> None:
    assert difference(BLACK, WHITE) == pytest.approx(1.0, abs=1e-4)


def picture(colour: tuple[int, int, int], *, jpeg: bool = False, mode: str = "RGB") -> PictureData:
    image = Image.new("RGB", (8, 8), colour).convert(mode)
    if jpeg:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=95)
        return PictureData("k", 8, 8, mode, file.getvalue(), jpeg=True)  # type: ignore[arg-type]
    return unfiltered_picture(image)._replace(key="k")


def colours_of(face: Face) -> list[Colour]:
    fill, gradient, stroke, run, group = face.items
    assert isinstance(fill, Fill)
    assert isinstance(gradient, Fill)
    assert isinstance(stroke, Stroke)
    assert isinstance(run, GlyphRun)
    assert isinstance(group, Group)
    assert isinstance(gradient.paint, Gradient)
    assert isinstance(fill.paint, Colour)
    assert isinstance(stroke.paint, Colour)
    assert run.halo is not None
    (inner,) = group.items
    assert isinstance(inner, Fill)
    assert isinstance(inner.paint, Colour)
    return [fill.paint, *(stop.colour for stop in gradient.paint.stops), stroke.paint, run.colour, run.halo.colour, inner.paint]  # fmt: skip


def test_every_colour_of_a_face_is_seen_again_and_its_places_stay() -> None:
    shade = Gradient("linear", 0, 0, 1, 1, 0, (ColourStop(0, RED), ColourStop(1, GREEN)))
    run = GlyphRun(3.0, 1.0, 2.0, (Glyphs.of("f", [1], [1.0], "a", [0]),), RED, halo=Halo(GREEN, 0.2))
    group = Group((Fill(BOX, RED),), shared="icon", alt="a bow")
    face = Face(Outline("rectangle", 10, 10), 1.0, (Fill(BOX, RED), Fill(BOX, shade), Stroke(BOX, GREEN, 0.3), run, group))  # fmt: skip
    shown = Sight("deutan").face(face)
    assert colours_of(shown) == [seen(colour, "deutan") for colour in colours_of(face)]
    assert shown.outline == face.outline
    inner = shown.items[4]
    assert isinstance(inner, Group)
    assert (inner.shared, inner.alt) == ("icon deutan", "a bow")  # equal names must hold equal items


@pytest.mark.parametrize("jpeg", [False, True])
def test_pictures_are_seen_again(jpeg: bool) -> None:
    face = Face(
        Outline("rectangle", 10, 10), 0.0, (Picture(picture((211, 47, 47), jpeg=jpeg), 0, 0, 10, 10),)
    )
    (shown,) = Sight("deutan").face(face).items
    assert isinstance(shown, Picture)
    assert shown.picture.key != "k"
    image = decoded(shown.picture)
    wanted = seen(Colour(211, 47, 47), "deutan")
    for got, want in zip(image.getpixel((4, 4)), (wanted.red, wanted.green, wanted.blue), strict=True):  # type: ignore[arg-type]
        assert abs(got - want) <= 4


def test_grey_pictures_stay_and_alpha_is_kept() -> None:
    grey = picture((90, 90, 90), mode="L")
    face = Face(Outline("rectangle", 10, 10), 0.0, (Picture(grey, 0, 0, 10, 10),))
    assert Sight("tritan").face(face) == face
    clear = PictureData("k", 8, 8, "RGB", picture((1, 2, 3)).data, alpha=b"mask")
    (shown,) = (
        Sight("tritan").face(Face(Outline("rectangle", 10, 10), 0.0, (Picture(clear, 0, 0, 10, 10),))).items
    )
    assert isinstance(shown, Picture)
    assert shown.picture.alpha == b"mask"


def test_a_page_keeps_marks_and_shares_equal_faces() -> None:
    face = Face(Outline("rectangle", 10, 10), 0.0, (Fill(BOX, RED),))
    mark = Stroke(BOX, GREEN, 0.2)
    placed = PlacedFace(face, IDENTITY, Box(0, 0, 10, 10))
    page = Sight("deutan").page(Page(mm(20), mm(20), (placed, placed), (mark,)))
    assert page.items == (mark,)
    assert page.placed[0].face is page.placed[1].face
    assert page.placed[0].face != face
