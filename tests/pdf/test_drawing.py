"""What a page looks like, as letters."""

import io
import zlib

import pytest
from PIL import Image

from pnp.colour import Colour
from pnp.draw import (
    Clip,
    ColourStop,
    Face,
    Fill,
    Gradient,
    Group,
    Outline,
    Picture,
    PictureData,
    Stroke,
    circle,
    polygon,
    rectangle,
)
from pnp.geometry import Box, Matrix, scale, shift, turn

from .sample import BLACK, BLUE, GREEN, RED, WHITE, face, letters, opened, page, pdf, pixels, put, square


def shown(*items, **details):
    return letters(pdf(page(*items, **details)))


def test_the_origin_is_the_top_left_corner_and_y_grows_downwards():
    assert shown(square(1, 0, 2, 1, RED), square(0, 4, 1, 2, BLUE), width=4) == [
        ".RR.",
        "....",
        "....",
        "....",
        "B...",
        "B...",
    ]


def test_later_items_cover_earlier_ones():
    assert shown(square(0, 0, 4, 2, RED), square(1, 0, 2, 2, BLUE), width=4, height=2) == ["RBBR", "RBBR"]


def test_items_under_a_face_and_over_it():
    one = face(square(0, 0, 3, 1, RED))
    made = page(square(2, 0, 1, 1, BLUE), width=6, height=1, placed=[put(one, shift(1, 0))])
    made = type(made)(made.width, made.height, made.placed, made.items, under=(square(0, 0, 6, 1, GREEN),))
    assert letters(pdf(made)) == ["GRBRGG"]


def test_a_hole_is_a_hole_only_by_the_even_odd_rule():
    ring = (*rectangle(Box(0, 0, 5, 5)), *rectangle(Box(1, 1, 3, 3)))
    assert shown(Fill(ring, RED, even_odd=True), width=5, height=3) == ["RRRRR", "R...R", "R...R"]
    assert shown(Fill(ring, RED), width=5, height=3) == ["RRRRR"] * 3


def test_a_stroke_lies_to_both_sides_of_its_path():
    line = Stroke(polygon([(0, 2), (6, 2)], closed=False), RED, 2)
    assert shown(line, width=6, height=4) == ["......", "RRRRRR", "RRRRRR", "......"]


def test_dashes_and_caps_end_with_their_stroke():
    dashed = Stroke(polygon([(0, 0.5), (8, 0.5)], closed=False), RED, 1, dash=(2, 1))
    square_ended = Stroke(polygon([(2, 2), (5, 2)], closed=False), BLUE, 1.9, cap="square")
    plain = Stroke(polygon([(2, 3.5), (5, 3.5)], closed=False), BLACK, 1)
    assert shown(dashed, square_ended, plain, height=4) == [
        "RR.RR.RR",
        ".BBBBB..",
        ".BBBBB..",
        "..KKK...",
    ]


def test_dashes_do_not_leak_into_a_shared_group():
    line = Stroke(polygon([(0, 0.5), (8, 0.5)], closed=False), BLACK, 1)
    dashed = Stroke(polygon([(0, 1.5), (8, 1.5)], closed=False), RED, 1, dash=(1, 1))
    assert shown(dashed, Group((line,), shared="line"), height=2) == ["KKKKKKKK", "R.R.R.R."]


def test_a_dash_of_nothing_is_a_solid_line():
    line = Stroke(polygon([(0, 0.5), (4, 0.5)], closed=False), RED, 1, dash=(0, 0))
    made = pdf(page(line, width=4, height=1))
    assert letters(made) == ["RRRR"]
    assert b"[0 0]" not in opened(made).pages[0].Contents.read_bytes()  # not allowed by ISO 32000-1 §8.4.3.6


def test_a_line_without_width_and_items_without_opacity_are_not_drawn():
    assert shown(
        Stroke(polygon([(0, 1), (4, 1)], closed=False), RED, 0),
        square(0, 0, 1, 1, Colour(255, 0, 0, 0)),
        Group((square(0, 0, 4, 2, RED),), opacity=0),
        Group((square(0, 0, 4, 2, RED),), clip=Clip(())),
        Fill((), RED),
        width=4,
        height=2,
    ) == ["....", "...."]


def test_a_clip_ends_with_its_group():
    clipped = Group((square(0, 0, 6, 2, RED),), clip=Clip(rectangle(Box(1, 0, 2, 2))))
    assert shown(clipped, square(4, 1, 1, 1, BLUE), width=6, height=2) == [".RR...", ".RR.B."]


def test_an_even_odd_clip_leaves_its_hole_out():
    ring = (*rectangle(Box(0, 0, 5, 3)), *rectangle(Box(1, 1, 3, 1)))
    clipped = Group((square(0, 0, 5, 3, RED),), clip=Clip(ring, even_odd=True))
    assert shown(clipped, width=5, height=3) == ["RRRRR", "R...R", "RRRRR"]


def test_a_quarter_turn_goes_clockwise():
    flag = (square(0, 0, 3, 1, RED), square(0, 1, 1, 1, BLUE))
    assert shown(Group(flag, turn(90).then(shift(2, 0))), width=3, height=3) == ["BR.", ".R.", ".R."]


def test_groups_in_groups_multiply():
    inner = Group((square(0, 0, 0.01, 0.01, RED),), scale(100))
    assert shown(Group((inner,), scale(2).then(shift(1, 0))), width=4, height=3) == [".RR.", ".RR.", "...."]


def test_small_frames_keep_their_accuracy_when_they_are_enlarged():
    tiny = Group((square(0.00301, 0, 0.00299, 0.002, RED),), scale(1000), shared="tiny")
    assert shown(tiny, width=8, height=2) == ["...RRR..", "...RRR.."]


def test_a_group_fades_as_one_picture():
    group = Group((square(0, 0, 2, 1, RED), square(1, 0, 2, 1, BLUE)), opacity=0.5)
    faded = pixels(pdf(page(group, width=4, height=1)))
    assert [tuple(round(channel / 8) for channel in faded[x, 0]) for x in range(4)] == [
        (32, 16, 16),
        (16, 16, 32),
        (16, 16, 32),
        (32, 32, 32),
    ]


def test_a_shared_group_may_be_drawn_whole_and_faded():
    group = (square(0, 0, 1, 1, BLACK),)
    found = pixels(
        pdf(
            page(
                Group(group, shared="dot"),
                Group(group, shift(1, 0), opacity=0.4, shared="dot"),
                Group(group, shift(2, 0), shared="dot"),
                width=4,
                height=1,
            )
        )
    )
    assert [found[x, 0][0] for x in range(4)] == [0, 153, 0, 255]


def test_opacity_of_a_colour_counts_inside_of_a_faded_group():
    half = Colour(0, 0, 0, 128)
    found = pixels(pdf(page(Group((square(0, 0, 1, 1, half),), opacity=0.5), width=2, height=1)))
    assert abs(found[0, 0][0] - 191) <= 1


def test_opacity_does_not_leak_into_what_follows():
    found = pixels(pdf(page(square(0, 0, 1, 1, Colour(0, 0, 0, 51)), square(1, 0, 1, 1, BLACK), width=2)))
    assert found[0, 0] == (204, 204, 204)
    assert found[1, 0] == (0, 0, 0)


LINE = Gradient("linear", 2, 0, 6, 0, 0, (ColourStop(0, RED), ColourStop(1, BLUE)))


def test_a_gradient_is_half_way_in_the_middle_and_goes_on_beyond_its_ends():
    made = pdf(page(Fill(rectangle(Box(0, 0, 8, 2)), LINE)))
    assert letters(made)[0] == "RR????BB"
    found = pixels(made)
    left, right = found[3, 0], found[4, 0]
    assert abs(left[0] - 157) <= 12
    assert abs(right[0] - 93) <= 12


def test_a_gradient_has_its_colours_at_its_stops_and_hard_edges_where_two_meet():
    stops = (
        ColourStop(0.25, RED),
        ColourStop(0.5, RED),
        ColourStop(0.5, GREEN),
        ColourStop(0.75, GREEN),
        ColourStop(0.75, BLUE),
    )
    fill = Fill(rectangle(Box(0, 0, 8, 1)), Gradient("linear", 0, 0, 8, 0, 0, stops))
    assert shown(fill, height=1) == ["RRRRGGBB"]


def test_a_hard_edge_at_the_start_keeps_the_first_colour_before_it():
    stops = (ColourStop(0, RED), ColourStop(0, BLUE), ColourStop(0, GREEN), ColourStop(1, GREEN))
    fill = Fill(rectangle(Box(0, 0, 8, 1)), Gradient("linear", 2, 0, 6, 0, 0, stops))
    assert shown(fill, height=1) == ["RRGGGGGG"]


def test_a_gradient_of_a_single_place_is_its_last_colour():
    stops = (ColourStop(0, RED), ColourStop(1, BLUE))
    assert shown(
        Fill(rectangle(Box(0, 0, 2, 1)), Gradient("linear", 1, 1, 1, 1, 0, stops)),
        Fill(rectangle(Box(2, 0, 2, 1)), Gradient("radial", 1, 1, 0, 0, 0, stops)),
        Fill(rectangle(Box(4, 0, 2, 1)), Gradient("linear", 0, 0, 9, 0, 0, (ColourStop(0.4, GREEN),))),
        height=1,
    ) == ["BBBBGG.."]


def test_a_radial_gradient_spreads_from_its_centre():
    rings = Gradient(
        "radial",
        3.5,
        3.5,
        0,
        0,
        3,
        (ColourStop(0, RED), ColourStop(0.5, RED), ColourStop(0.5, BLUE), ColourStop(1, BLUE)),
    )
    assert shown(Fill(rectangle(Box(0, 0, 7, 7)), rings), width=7, height=7)[3] == "BBRRRBB"


def test_a_gradient_fades_where_its_stops_do():
    fade = Gradient("linear", 0, 0, 8, 0, 0, (ColourStop(0, BLACK), ColourStop(1, Colour(0, 0, 0, 0))))
    found = pixels(pdf(page(Fill(rectangle(Box(0, 0, 8, 1)), fade), square(0, 2, 8, 1, BLACK))))
    greys = [found[x, 0][0] for x in range(8)]
    assert greys == sorted(greys)
    assert abs(greys[0] - 16) <= 6
    assert abs(greys[7] - 239) <= 6
    assert [found[x, 2] for x in range(8)] == [(0, 0, 0)] * 8


def test_an_evenly_faded_gradient():
    half = Gradient(
        "linear", 0, 0, 8, 0, 0, (ColourStop(0, Colour(0, 0, 0, 51)), ColourStop(1, Colour(0, 0, 1, 51)))
    )
    assert pixels(pdf(page(Fill(rectangle(Box(0, 0, 8, 1)), half), height=1)))[4, 0][:2] == (204, 204)


@pytest.mark.parametrize(
    "stops",
    [(ColourStop(0, RED), ColourStop(1, BLUE)), (ColourStop(0, RED), ColourStop(1, Colour(0, 0, 255, 254)))],
)
def test_a_stroked_gradient_follows_the_group_the_face_and_the_page(stops):
    line = Stroke(polygon([(0, 1), (4, 1)], closed=False), Gradient("linear", 0, 0, 4, 0, 0, stops), 2)
    one = face(Group((line,), scale(0.5).then(shift(1, 1))))
    found = pixels(pdf(page(placed=[put(one, shift(3, 2))])))
    assert [found[x, 3] for x in (3, 6)] == [(255, 255, 255)] * 2
    assert found[4, 3][0] > 160 > 100 > found[4, 3][2]
    assert found[5, 3][2] > 160 > 100 > found[5, 3][0]


def rows(*lines: str) -> bytes:
    named = {"R": RED, "G": GREEN, "B": BLUE, "K": BLACK, ".": WHITE}
    drawn = [[named[letter] for letter in line] for line in lines]
    return packed(*(bytes(channel for c in line for channel in (c.red, c.green, c.blue)) for line in drawn))


def packed(*lines: bytes) -> bytes:
    return zlib.compress(b"".join(b"\0" + line for line in lines))


PICTURE = PictureData("ab" * 32, 3, 2, "RGB", rows("RGB", "K.K"))


def test_a_picture_is_neither_mirrored_nor_upside_down():
    assert shown(Picture(PICTURE, 1, 1, 6, 4)) == [
        "........",
        ".RRGGBB.",
        ".RRGGBB.",
        ".KK..KK.",
        ".KK..KK.",
        "........",
    ]


def test_a_picture_turns_with_its_group():
    turned = Group((Picture(PICTURE, 0, 0, 3, 2),), turn(90).then(shift(2, 0)))
    assert shown(turned, width=2, height=3) == ["KR", ".G", "KB"]


def test_a_transparent_picture_shows_the_ground_and_not_black():
    clear = PictureData("cd" * 32, 2, 1, "RGB", rows("KK"), alpha=packed(bytes([0, 255])))
    assert shown(square(0, 0, 4, 1, GREEN), Picture(clear, 0, 0, 4, 1), width=4, height=1) == ["GGKK"]


def test_a_picture_fades():
    assert pixels(pdf(page(Picture(PICTURE, 0, 0, 3, 2, opacity=0.2), width=3, height=2)))[0, 1] == (
        204,
        204,
        204,
    )


def test_a_grey_picture():
    grey = PictureData("ef" * 32, 3, 1, "L", packed(bytes([0, 128, 255])))
    found = pixels(pdf(page(Picture(grey, 0, 0, 3, 1), width=3, height=1)))
    assert [found[x, 0][0] for x in range(3)] == [0, 128, 255]


def test_a_grey_picture_of_two_bits():
    grey = PictureData("10" * 32, 3, 1, "L", packed(bytes([0b00011100])), bits=2)
    found = pixels(pdf(page(Picture(grey, 0, 0, 3, 1), width=3, height=1)))
    assert [found[x, 0][0] for x in range(3)] == [0, 85, 255]


def test_a_picture_with_a_palette():
    palette = bytes([255, 255, 255, 255, 0, 0, 0, 0, 255, 0, 0, 0])
    few = PictureData("11" * 32, 4, 1, "RGB", packed(bytes([0b00011011])), bits=2, palette=palette)
    assert shown(Picture(few, 0, 0, 4, 1), width=4, height=1) == [".RBK"]


def test_rows_are_filtered_each_in_its_own_way():
    up = zlib.compress(b"\0" + bytes([255, 0, 0] * 2) + b"\2" + bytes([1, 0, 255, 0, 0, 0]))
    made = PictureData("12" * 32, 2, 2, "RGB", up)
    assert shown(Picture(made, 0, 0, 2, 2), width=2, height=2) == ["RR", "BR"]


def test_inks_of_a_cmyk_picture():
    inks = PictureData("01" * 32, 2, 1, "CMYK", packed(bytes([0, 0, 255, 0, 0, 0, 0, 255])))
    found = pixels(pdf(page(Picture(inks, 0, 0, 2, 1), width=2, height=1)))
    assert found[0, 0][0] > 200
    assert found[0, 0][2] < 60
    assert max(found[1, 0]) < 60


def jpeg(mode: str, colour: tuple[int, ...]) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (16, 16), colour).save(buffer, "JPEG", quality=95)
    return buffer.getvalue()


def test_a_jpeg_file_passes_through():
    data = jpeg("RGB", (255, 0, 0))
    made = pdf(
        page(Picture(PictureData("02" * 32, 16, 16, "RGB", data, jpeg=True), 0, 0, 2, 1), width=2, height=1)
    )
    assert data in made
    assert letters(made) == ["RR"]


def test_a_cmyk_jpeg_of_adobe_is_not_a_negative():
    data = jpeg("CMYK", (0, 0, 255, 0))
    assert b"Adobe" in data
    made = pdf(
        page(Picture(PictureData("03" * 32, 16, 16, "CMYK", data, jpeg=True), 0, 0, 2, 1), width=2, height=1)
    )
    found = pixels(made)[0, 0]
    assert found[0] > 200
    assert found[2] < 60


def test_a_face_shows_as_much_of_its_bleed_as_its_place_allows():
    one = face(square(-2, -2, 8, 8, RED), width=4, height=2, bleed=2)
    assert letters(pdf(page(placed=[put(one, shift(2, 2), Box(-1, 0, 6, 3))]))) == [
        "........",
        "........",
        ".RRRRRR.",
        ".RRRRRR.",
        ".RRRRRR.",
        "........",
    ]


def test_nothing_of_a_face_reaches_beyond_its_bleed():
    one = face(square(-5, -5, 20, 20, RED), width=2, height=1, bleed=1)
    assert letters(pdf(page(placed=[put(one, shift(3, 2), Box(-9, -9, 30, 30))]))) == [
        "........",
        "..RRRR..",
        "..RRRR..",
        "..RRRR..",
        "........",
        "........",
    ]


def test_a_round_face_bleeds_in_the_round():
    one = Face(Outline("circle", 6, 6), 1, (square(-2, -2, 12, 12, RED),))
    found = letters(pdf(page(width=10, height=10, placed=[put(one, shift(2, 2), Box(-1, -1, 8, 8))])))
    assert found[1] == "...RRRR..."
    assert found[5] == ".RRRRRRRR."
    assert found[0] == found[9] == ".........."


def test_a_hexagon_bleeds_evenly_around_its_edges():
    one = Face(Outline("hex-pointy", 6, 6 * 2 / 3**0.5), 1, (square(-5, -5, 30, 30, RED),))
    found = letters(pdf(page(width=10, height=12, placed=[put(one, shift(2, 2), Box(-5, -5, 30, 30))])))
    assert found[5] == ".RRRRRRRR."
    assert found[1] == "....RR...."
    assert found[0] == ".........."


def test_a_face_that_is_turned_on_the_sheet():
    one = face(square(0, 0, 3, 1, RED), square(0, 1, 1, 1, BLUE), width=3, height=2)
    assert letters(pdf(page(width=2, height=3, placed=[put(one, Matrix(0, 1, -1, 0, 2, 0))]))) == [
        "BR",
        ".R",
        ".R",
    ]


def test_a_circle_is_round():
    found = letters(pdf(page(Fill(circle(4, 4, 4), RED), height=8)))
    assert found[0] == "..RRRR.."
    assert found == found[::-1] == [row[::-1] for row in found]
