"""Numbers in content streams."""

import math
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.draw import circle, rectangle
from pnp.geometry import Box, turn
from pnp.pdf.number import matrix_operands, number, path_operators, places_for


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (-0.00001, "0"),
        (5, "5"),
        (100.0, "100"),
        (12.5, "12.5"),
        (1 / 3, "0.3333"),
        (-0.5, "-0.5"),
        (1e-7, "0"),
        (1e6, "1000000"),
    ],
)
def test_numbers_are_short(value, text):
    assert number(value) == text


@given(st.floats(-1e6, 1e6), st.integers(0, 8))
@example(65536.263671875, 8)
def test_a_number_is_plain_and_as_near_as_its_decimals_allow(value, places):
    text = number(value, places)
    assert re.fullmatch(r"-?\d+(\.\d*[1-9])?", text)
    assert text != "-0"
    # Reading a number of six digits before its point is right to no more than a few of its last bits.
    assert float(text) == pytest.approx(value, abs=0.500001 * 10**-places + abs(value) * 2**-51)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("places", [0, 4])
def test_what_is_no_number_is_refused(value, places):
    with pytest.raises(ValueError, match="cannot be drawn"):
        number(value, places)


def test_a_turn_keeps_eight_decimals():
    assert matrix_operands(turn(30)) == "0.8660254 0.5 -0.5 0.8660254 0 0"


def test_paths_as_operators():
    assert path_operators(rectangle(Box(1, 2, 3.5, 4))) == "1 2 3.5 4 re"
    assert re.fullmatch(r"9 5 m( [\d. ]+ c){4} h", path_operators(circle(5, 5, 4)))


@pytest.mark.parametrize(
    ("extent", "places"), [(0, 4), (512, 4), (63, 4), (10, 4), (1, 5), (0.1, 6), (0.00001, 8)]
)
def test_small_frames_get_more_decimals(extent, places):
    assert places_for(extent) == places
