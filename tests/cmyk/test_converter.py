"""Colours and pictures in printing inks."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from pnp.cmyk import ProfileFault, read_profile, shipped_profile
from pnp.cmyk.converter import InkConverter
from pnp.cmyk.limits import MOST_PROFILE_BYTES
from pnp.colour import BLACK, WHITE, Colour

level = st.integers(0, 255)
colour = st.tuples(level, level, level)


def inks_of(rgb, limit=None):
    image, coverage = InkConverter(None, limit).picture(Image.new("RGB", (2, 2), rgb))
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
    _, coverage = InkConverter(None, 240).picture(image)
    assert coverage.before == pytest.approx(276.47, abs=0.01)
    assert coverage.lowered == pytest.approx(0.3)
    assert coverage.most <= 240.0
    assert coverage.mean == pytest.approx(coverage.most * 0.3)


def header(space: bytes = b"CMYK", device: bytes = b"prtr") -> bytes:
    return bytes(12) + device + space + bytes(16) + b"acsp" + bytes(200)


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        (b"no profile", "no ICC profile"),
        (ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), "for RGB, not for CMYK"),
        (header(device=b"mntr"), "not one of a press"),
        (header(), "cannot be read"),
        (shipped_profile().data[:2000], "cannot be read"),
        (shipped_profile().data.replace(b"A2B", b"XXX"), "cannot be read"),  # inks have no look
        (bytes(MOST_PROFILE_BYTES + 1), "more than 16 MB"),
    ],
)
def test_a_profile_that_cannot_be_used_is_reported(profile, words):
    with pytest.raises(ProfileFault, match=words):
        read_profile(profile)


def press(**options):
    return InkConverter(shipped_profile(), **options)


def by_hand(*colours):
    """The colours by LittleCMS: relative colorimetric, with black point compensation."""
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    profile = ImageCms.getOpenProfile(io.BytesIO(shipped_profile().data))
    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    return ImageCms.profileToProfile(
        image,
        ImageCms.createProfile("sRGB"),
        profile,
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        "CMYK",
        flags=flags,
    )


def lab_of(image):
    profile = ImageCms.getOpenProfile(io.BytesIO(shipped_profile().data))
    lab = ImageCms.createProfile("LAB")
    seen = ImageCms.profileToProfile(image, profile, lab, ImageCms.Intent.ABSOLUTE_COLORIMETRIC, "LAB")
    flat = seen.tobytes()
    signed = [value - 256 if value > 127 else value for value in flat]
    return [(flat[at] / 2.55, signed[at + 1], signed[at + 2]) for at in range(0, len(flat), 3)]


def test_colours_differ_by_less_than_one_from_littlecms_by_hand():
    levels = (16, 80, 144, 208)
    colours = [(red, green, blue) for red in levels for green in levels for blue in levels]
    ours = Image.new("CMYK", (len(colours), 1))
    converter = press()
    ours.putdata([tuple(round(ink * 255) for ink in converter.area(Colour(*each))) for each in colours])
    pairs = zip(lab_of(ours), lab_of(by_hand(*colours)), strict=True)
    far = [sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 for one, other in pairs]
    assert sum(far) / len(far) < 0.5
    assert max(far) <= 3**0.5  # a step of the scale on each axis: LAB has eight bits
    assert sorted(far)[len(far) * 9 // 10] <= 1.0


def test_black_is_black_ink_alone_unless_a_rich_one_is_asked_for():
    assert press().area(BLACK) == (0, 0, 0, 1)
    assert press(rich_black=(0.6, 0.4, 0.4, 1.0)).area(BLACK) == (0.6, 0.4, 0.4, 1.0)
    assert press().area(WHITE) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "black", "over"),
    [("#241F1B", 1.0, True), ("#14181C", 1.0, True), ("#000", 1.0, True), ("#4A4038", 0.875, True)],
)
def test_dark_type_that_is_nearly_neutral_is_black_alone_and_overprints(text, black, over):
    colour = press().type(Colour.parse(text))
    assert colour.inks[:3] == (0, 0, 0)
    assert colour.inks[3] == pytest.approx(black, abs=0.01)
    assert colour.overprint == over


def test_grey_type_is_a_tint_of_black_that_covers_what_is_below():
    colour = press().type(Colour(140, 140, 140))
    assert colour.inks[:3] == (0, 0, 0)
    assert 0.5 < colour.inks[3] < 0.65
    assert not colour.overprint


@pytest.mark.parametrize("text", ["#1A2440", "#B3202C", "#FFFFFF", "#24190Ccc"])
def test_coloured_and_transparent_type_does_not_overprint(text):
    assert not press().type(Colour.parse(text)).overprint


def test_own_inks_are_kept_and_held_to_a_limit():
    own = Colour.parse("cmyk(100 90 80 100)")
    assert press().area(own) == (1.0, 0.9, 0.8, 1.0)
    held = press(limit=300.0).area(own)
    assert sum(held) <= 3.0
    assert held[3] == 1.0


def test_the_shipped_profile_takes_three_hundred_percent():
    measured = InkConverter(shipped_profile()._replace(most=None)).allowed
    assert 295 < measured <= 300 == press().allowed


@pytest.mark.parametrize(("name", "condition"), [("fogra39", "FOGRA39"), ("gracol", "CGATS TR 006")])
def test_profiles_that_ship_are_of_presses_and_keep_their_limit(name, condition):
    profile = shipped_profile(name)
    assert read_profile(profile.data) == profile
    assert profile.condition == condition
    converter = InkConverter(profile)
    colours = [
        Colour(red, green, blue) for red in (0, 90, 255) for green in (0, 90, 255) for blue in (0, 255)
    ]
    assert all(sum(converter.area(colour)) <= 3.001 for colour in colours)
    for colour in (Colour(120, 90, 80), Colour(200, 180, 90), Colour(90, 120, 140)):
        look = converter.look(converter.area(colour))
        assert (
            max(abs(look.red - colour.red), abs(look.green - colour.green), abs(look.blue - colour.blue)) < 8
        )
