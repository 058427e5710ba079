"""Attribute values: what is read, and that whatever is written is read or refused in words."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.layout.element import ELEMENTS
from pnp.layout.fault import AttributeFault
from pnp.layout.frame import Measure
from pnp.layout.kind import (
    FLAG,
    HALO,
    INSETS,
    MEASURE,
    NO_PAINT,
    PAINT,
    SIZE,
    SPOTS,
    TYPE_SIZE,
    AttributeKind,
    GradientPaint,
    choice,
    number,
    whole,
)
from pnp.units import pt

KINDS = sorted(
    {entry.kind for element in ELEMENTS for entry in element.attributes.values()}, key=lambda kind: kind.name
)
VALUES = st.one_of(
    st.text(max_size=40),
    st.text("0123456789.,-+%mptincdeg() #MLCZabf", max_size=40),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.tuples(st.integers()),
)


def outcome(kind: AttributeKind, value: Any) -> Any:
    try:
        return kind.read(value)
    except AttributeFault as fault:
        return fault.message.rstrip(".") == fault.message or None


@settings(max_examples=2 * settings().max_examples, deadline=None)
@given(value=VALUES)
def test_any_value_is_read_or_refused(value: Any) -> None:
    """By every kind: making a value takes longer than reading it."""
    for kind in KINDS:
        assert outcome(kind, value) is not None, kind.name


@pytest.mark.parametrize(
    ("kind", "written", "read"),
    [
        (MEASURE, "4", Measure(4)),
        (MEASURE, " -0.5 ", Measure(-0.5)),
        (MEASURE, ".5", Measure(0.5)),
        (MEASURE, "2mm", Measure(2)),
        (MEASURE, "1cm", Measure(10)),
        (MEASURE, "72pt", Measure(25.4)),
        (MEASURE, "50%", Measure(0, 0.5)),
        (MEASURE, 7, Measure(7)),
        (INSETS, "1 auto", (Measure(1), None, Measure(1), None)),
        (INSETS, "1 2 3", (Measure(1), Measure(2), Measure(3), Measure(2))),
        (SPOTS, "0,0 10 5", ((Measure(0), Measure(0)), (Measure(10), Measure(5)))),
        (FLAG, "true", True),
        (FLAG, False, False),
        (TYPE_SIZE, "8.5pt", pt(8.5)),
        (PAINT, "none", NO_PAINT),
        (PAINT, "#fff", Colour(255, 255, 255)),
        (choice("a", "b"), " b ", "b"),
        (number(0, 1), "0.5", 0.5),
        (whole(1, 9), 3, 3),
    ],
)
def test_values_that_are_read(kind: AttributeKind, written: Any, read: Any) -> None:
    assert kind.read(written) == read


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (MEASURE, "four"),
        (MEASURE, "4 5"),
        (MEASURE, "4furlongs"),
        (MEASURE, "1e9"),
        (MEASURE, "99999"),
        (MEASURE, True),
        (SIZE, "-1"),
        (INSETS, "1 2 3 4 5"),
        (SPOTS, "0,0 1"),
        (FLAG, "yes"),
        (TYPE_SIZE, "9"),
        (TYPE_SIZE, "9999pt"),
        (PAINT, "linear(90deg, #fff)"),
        (PAINT, "linear(#fff, nothing)"),
        (HALO, "white 1 2"),
        (whole(1, 9), "10"),
        (number(0, 1), "nan"),
    ],
)
def test_values_that_are_refused(kind: AttributeKind, written: Any) -> None:
    with pytest.raises(AttributeFault):
        kind.read(written)


def test_stops_without_a_place_are_spread_between_their_neighbours() -> None:
    paint = PAINT.read("linear(#000, #111 40%, #222, #333, #444 100%)")
    assert isinstance(paint, GradientPaint)
    assert [round(stop.at, 3) for stop in paint.stops] == [0.0, 0.4, 0.6, 0.8, 1.0]
