"""One way of writing sizes, with exact numbers behind it."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

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
