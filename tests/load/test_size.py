"""One way of writing sizes, with exact numbers behind it."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp import api
from pnp.load.size import SizeError, parse_size
from pnp.model import STANDARD_SIZES, Size, hexagon
from pnp.units import EMU_PER_INCH, EMU_PER_MM, ZERO, Length, mm


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("63x88mm", Size(mm(63), mm(88))),
        ("63mm x 88mm", Size(mm(63), mm(88))),
        ("63 x 88 mm r3mm", Size(mm(63), mm(88), mm(3))),
        ("45×45mm r 2mm", Size(mm(45), mm(45), mm(2))),
        ("2.5x3.5in", Size(Length(EMU_PER_INCH * 5 // 2), Length(EMU_PER_INCH * 7 // 2))),
        ("6.3cm x 88mm", Size(mm(63), mm(88))),
        ("square 40mm r2mm", Size(mm(40), mm(40), mm(2))),
        ("circle 20mm", Size(mm(20), mm(20), shape="circle")),
        ("hex-flat 40mm", Size(Length(1662769), mm(40), shape="hex-flat")),
    ],
)
def test_sizes_are_what_they_say(text: str, size: Size) -> None:
    assert parse_size(text) == size


@given(st.decimals(-1000, 1000, places=9).map("{:f}".format))
@example("0.000125")  # 4.5 EMU
@example("0.000375")  # 13.5 EMU
@example("+.5")
def test_a_length_is_rounded_to_the_nearest_emu_and_halves_to_the_even_one(number: str) -> None:
    assert Length.parse(f"{number}mm") == Length(round(Fraction(number) * EMU_PER_MM))


def test_hexagons_are_measured_from_flat_to_flat() -> None:
    pointy = parse_size("hex-pointy 40mm")
    assert (pointy.width, round(pointy.height.mm, 2)) == (mm(40), 46.19)
    assert hexagon(mm(40), "flat") == Size(pointy.height, pointy.width, shape="hex-flat")


@pytest.mark.parametrize(
    "text",
    [
        "63",
        "63x",
        "x88mm",
        "63x88",
        "-5x88mm",
        "circle",
        "hex 40mm",
        "circle 20mm r1mm",
        "",
        "63x88mm r",
        "2x2mm",
        "9x9m",
        None,
        63,
    ],
)
def test_what_is_no_size_is_refused_with_a_cure(text: object) -> None:
    with pytest.raises(SizeError) as refused:
        parse_size(text)
    assert refused.value.cure
    assert "\n" not in str(refused.value)


@given(st.integers(30, 12_000), st.integers(30, 12_000), st.integers(0, 15))
def test_tenths_of_millimetres_are_exact(width: int, height: int, radius: int) -> None:
    size = parse_size(f"{width / 10}x{height / 10}mm r{radius / 10}mm")
    assert size == Size(Length(width * 3_600), Length(height * 3_600), Length(radius * 3_600))


def test_poker_cards_are_63_by_88() -> None:
    assert STANDARD_SIZES["poker"] == Size(mm(63), mm(88), mm(3))
    assert all(size.radius >= ZERO and size.width.mm >= 40 for size in STANDARD_SIZES.values())


TAB = "M0 8 H12 L16 0 H36 L40 8 H91 V69 H0 Z"


def test_a_free_outline_is_as_large_as_its_path_wherever_it_begins() -> None:
    size = parse_size(f'path "{TAB}"')
    assert (size.shape, size.width, size.height) == ("path", mm(91), mm(69))
    assert parse_size(f"path {TAB}") == parse_size(f"path '{TAB}'") == size
    assert parse_size("path 'm-5 103 h12 l4 -8 h20 l4 8 h51 v61 h-91 z'") == size
    assert parse_size(size.written) == size
    assert size.measures["path"] == "M0 8L12 8L16 0L36 0L40 8L91 8L91 69L0 69Z"
    assert size.back_measures["path"].startswith("M91 8L79 8")  # type: ignore[union-attr]


def test_round_outlines_are_as_large_as_their_curves() -> None:
    size = parse_size("path M0 20 A20 20 0 0 1 40 20 A20 20 0 0 1 0 20 Z")
    assert (size.width.mm, size.height.mm) == (40, 40)


def test_after_a_size_an_outline_lies_in_its_box() -> None:
    size = parse_size('60x40mm path "M5 5 H55 V35 H5 Z"')
    assert (size.width, size.height) == (mm(60), mm(40))
    assert size.outline.ring[0] == (5, 5)


@pytest.mark.parametrize(
    ("written", "message", "cure"),
    [
        ('path "M0 0 H60 V40 H0"', "is open: its ends are 40 mm apart", "Z"),
        ('path "M0 0 L60 40 L60 0 L0 40 Z"', "meets itself at 30 20", "neither crosses nor touches"),
        (
            'path "M0 0 H60 V40 Q"',
            "cannot be read at its end: 'Q' needs 4 numbers",
            "SVG path data in millimetres",
        ),
        ('path "M0 0 H60 V40 nan Z"', "near 'nan Z' (character 14)", "SVG path data"),
        ('path "H60"', "a path begins with M", "M0 8"),
        ('path ""', "has no line", "M0 8"),
        ('path "M0 0 H2 V2 H0 Z"', "is 2 × 2 mm; sides are 3 to 1200 mm", "in millimetres"),
        ('path "M0 0 H6000 V40 H0 Z"', "is 6000 × 40 mm", "in millimetres"),
        ('path "M0 0 H1e300 V40 H0 Z"', "greater than 1,000,000", "in millimetres"),
        ('path "M0 0 H60 V40 H0 Z M5 5 H9 V9 Z"', "has 2 lines", "one closed line"),
        ('path "M0 0 L60 40 L0 0.01 Z"', "encloses next to nothing", "round the piece"),
        ('60x40mm path "M0 0 H63 V40 H0 Z"', "reaches 3 mm beyond the size of 60 × 40 mm", "leave the size"),
        ('circle 60mm path "M0 0 H60 V40 H0 Z"', "'circle 60mm' is no width and height", "91x69mm path"),
        ('path "M' + "0 0 " * 30_000 + 'Z"', "has 120,002 characters", "simplify"),
        (
            'path "M0 0 ' + " ".join(f"L{n % 2 * 9} {n / 50}" for n in range(1500)) + ' H30 V0 Z"',
            "corners",
            "simplify",
        ),
    ],
)
def test_paths_that_are_no_outline_are_refused_with_a_cure(written: str, message: str, cure: str) -> None:
    with pytest.raises(SizeError) as refused:
        parse_size(written)
    assert message in str(refused.value)
    assert cure in refused.value.cure
    assert "\n" not in str(refused.value)


def test_arcs_without_a_radius_are_lines() -> None:
    assert parse_size("path M0 0 H60 A0 0 0 0 1 60 40 H0 Z").outline.ring == (
        (0, 0),
        (60, 0),
        (60, 40),
        (0, 40),
    )


def test_a_key_for_the_shape_leads_to_the_size() -> None:
    files = {
        "game.yaml": "name: S\nlanguage: en\n",
        "cards/a.yaml": "kind: card\nshape: circle\npieces:\n  a: {name: A, shape: hex}\n",
    }
    with api.open_game(files) as game:
        found = [each for each in game.diagnostics if each.code == "M100"]
    assert [each.help[0].partition(":")[0] for each in found] == ["the shape belongs to the size"] * 2


@pytest.mark.parametrize(
    "text", ["xpath" + " " * 300_000 + "!", "path" + " " * 300_000 + "x", "1 " * 40 + "path" * 90_000]
)
def test_long_texts_that_are_no_size_take_one_pass(text: str) -> None:
    with pytest.raises(SizeError):
        parse_size(text)
