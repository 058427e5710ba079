"""Every element says all that other parts of pnp ask of it. Where a new one does not, the message says what to write."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pnp.draw import Picture
from pnp.draw.item import item_box
from pnp.geometry import Box
from pnp.layout.element import ELEMENTS, Element
from pnp.layout.element.attribute import Placed
from pnp.layout.frame import Frame
from pnp.source import Span
from tests.layout.game import composer, everything, game, items
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
