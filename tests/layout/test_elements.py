"""Every element says all that other parts of pnp ask of it. Where a new one does not, the message says what to write.

Attributes read or refuse in words whatever is written, and ``docs/layouts.md`` says what the code does.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.draw import Picture
from pnp.draw.item import item_box
from pnp.geometry import Box
from pnp.layout import shipped_layouts
from pnp.layout.element import ELEMENTS, Element
from pnp.layout.element.attribute import Placed
from pnp.layout.fault import BOUND_NAMES, AttributeFault
from pnp.layout.frame import Frame, Measure
from pnp.layout.kind import (
    FLAG,
    FRAME_POINTS,
    HALO,
    INSETS,
    MEASURE,
    NO_PAINT,
    PAINT,
    SIZE,
    TYPE_SIZE,
    AttributeKind,
    GradientPaint,
    choice,
    number,
    whole,
)
from pnp.layout.reference import reference, updated
from pnp.layout.template import Templates
from pnp.model import STANDARD_SIZES
from pnp.source import Span
from pnp.units import pt
from tests.layout.game import compose, composer, everything, game, items, term, text
from tests.layout.test_content import SHARP

FACE = Box(0.0, 0.0, 60.0, 80.0)
INSIDE = {
    "face": "{}",
    "tr": "<face><table>{}</table></face>",
    "td": "<face><table><tr>{}</tr></table></face>",
}
"""Where an element may be, if not directly in a face."""


def built(element: type[Element]) -> Element:
    """The element of its sample, without what it holds."""
    written = ElementTree.fromstring(element.sample).attrib
    read = {entry.field: entry for entry in element.attributes.values() if entry.name in written}
    return element(
        span=Span("sample"),
        **{field: entry.kind.read(written[entry.name]) for field, entry in read.items()},
    )


def test_polar_gives_places_on_a_circle() -> None:
    """0 degrees is upwards, 90 to the right, as in gradients."""
    dots = "{% for turn in (0, 90, 225) %}{% set at = polar(10, turn, 30, 40) %}"
    dots += '<circle cx="{{ at.x }}" cy="{{ at.y }}" r="1"/>{% endfor %}'
    boxes = [item_box(item) for item in everything(items(f"<face>{dots}</face>"))]
    middles = [(round(box.x + 1, 3), round(box.y + 1, 3)) for box in boxes if box is not None]
    assert middles == [(30.0, 30.0), (40.0, 40.0), (22.929, 47.071)]


def test_tags_differ() -> None:
    assert len({element.tag for element in ELEMENTS}) == len(ELEMENTS)


@pytest.mark.parametrize("element", ELEMENTS, ids=lambda element: element.tag)
def test_every_element_has_a_sample_that_draws(element: type[Element]) -> None:
    sample = getattr(element, "sample", "")
    assert sample.startswith(f"<{element.tag}"), (
        f"{element.__name__} has no sample: write sample = '<{element.tag} …/>' beside its tag, a line of a layout "
        "that draws it"
    )
    layouts = {
        "main": INSIDE.get(element.tag, "<face>{}</face>").format(sample),
        "plain": "<face><rect fill='#B3202C'/></face>",
    }
    of = game(layouts, [{"id": "own"}, {"id": "bow", "layout": "plain"}])
    composed = composer(of, {"art/bow.png": SHARP}).compose(of.sets[0].pieces[0])
    assert composed.diagnostics == ()
    assert composed.face is not None
    drawn = everything(composed.face.items)
    assert drawn, f"the sample of {element.__name__} draws nothing: does the class define items()?"
    assert all(isinstance(item, Picture) for item in drawn) == (element.tag == "image")


@pytest.mark.parametrize(
    "element",
    [each for each in ELEMENTS if issubclass(each, Placed)],
    ids=lambda element: element.tag,
)
@pytest.mark.parametrize("shape", ["rectangle", "hex-flat", "hex-pointy"])
def test_an_element_that_limits_its_box_takes_as_much_of_a_row(element: type[Placed], shape: str) -> None:
    made = built(element)
    assert isinstance(made, Placed)
    if made.inset is not None:
        return
    box = made.box(Frame(FACE, FACE, shape), slotted=False)  # type: ignore[arg-type]
    width, height = made.own_size(shape)  # type: ignore[arg-type]
    message = f"{element.__name__}.box() gives it a size of its own, so own_size() must give the same one"
    if box.right < FACE.right:
        assert width is not None, message
        assert width.of(FACE.width) == pytest.approx(box.width), message
    if box.bottom < FACE.bottom:
        assert height is not None, message
        assert height.of(FACE.height) == pytest.approx(box.height), message


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
        (FRAME_POINTS, "0,0 10 5", ((Measure(0), Measure(0)), (Measure(10), Measure(5)))),
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
        (FRAME_POINTS, "0,0 1"),
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


PAGE = (Path(__file__).parents[2] / "docs/layouts.md").read_text(encoding="utf-8")


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    assert updated(PAGE) == PAGE, "run: make docs"


def test_every_element_and_attribute_is_described() -> None:
    made = reference()
    for element in ELEMENTS:
        assert f"### `{element.tag}`" in made
        for entry in element.attributes.values():
            assert f"| `{entry.name}` |" in made
            assert entry.doc, (element.tag, entry.name)
        assert (element.__doc__ or "").endswith("."), element.tag


def test_the_bound_names_are_described() -> None:
    for name in BOUND_NAMES:
        assert f"| `{name}` |" in PAGE


def test_every_filter_and_function_is_described() -> None:
    environment = Templates({}, "cs", {}, set()).environment
    section = PAGE.partition("## Filters")[2].partition("## Macros")[0]
    described = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", section))))
    assert {*environment.filters, *environment.globals} <= described


def test_every_macro_is_described() -> None:
    macros = re.findall(r"\{% macro (\w+)\((.*?)\) %\}", shipped_layouts()["pnp/card"].text)
    for name, arguments in macros:
        row = re.search(rf"\| `{name}\((.*?)\)` \|", PAGE)
        assert row is not None, name
        assert row[1].split(", ") == re.findall(
            r"(\w+)(?:=[^,]*)?(?:, |$)", re.sub(r'"[^"]*"', "x", arguments)
        )


def test_the_example_draws() -> None:
    example = re.search(r"```xml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    bow = term("weapon", "bow", "#B3202C", "high-shot")
    lure = term("spell", "lure", None, "magic-swirl")
    fields = {"name": text("Luk"), "text": text("Zabij démona."), "pile": bow, "spells": (lure, lure)}
    composed = compose(example[1], fields, size=STANDARD_SIZES["poker"])
    assert composed.diagnostics == ()
    assert composed.face is not None
