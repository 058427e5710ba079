"""Clipped texts, faces that are held the other way round, the distance of a lattice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pnp.draw import GlyphRun, Group, Stroke, item_box
from pnp.geometry import IDENTITY, Matrix
from pnp.model import Size
from pnp.units import mm
from tests.layout.game import compose

LYING = Size(mm(88), mm(63))


def codes(body: str) -> list[str]:
    return [finding.code for finding in compose(body, {}).diagnostics]


@pytest.mark.parametrize(
    "inside",
    [
        '<text x="0" y="0" width="40">%s</text>' % ("one two three four five six seven " * 9),
        '<text x="0" y="0" width="40" height="30">%s</text>' % ("one two three four five six seven " * 5),
        '<text x="0" y="-2" width="40">above</text>',
        '<text x="35" y="1" width="30">sideways and far</text>',
        '<g transform="rotate(90 0 5)"><text x="0" y="0" width="40">turned out of it</text></g>',
    ],
)
def test_a_text_that_a_clip_cuts_in_mid_line_is_reported(inside: str) -> None:
    assert codes(f'<face><g x="5" y="5" width="40" height="10" clip="box">{inside}</g></face>') == ["T100"]


def test_a_text_inside_its_clip_and_a_picture_that_is_cut_are_fine() -> None:
    inside = (
        '<text x="1" y="1" width="38">short</text><rect x="-9" y="-9" width="90" height="90" fill="#FF0000"/>'
    )
    assert codes(f'<face><g x="5" y="5" width="40" height="10" clip="box">{inside}</g></face>') == []


def runs(items: object, matrix: Matrix = IDENTITY) -> list[tuple[float, float]]:
    found = []
    for item in items:  # type: ignore[attr-defined]
        if isinstance(item, Group):
            found += runs(item.items, item.matrix.then(matrix))
        elif isinstance(item, GlyphRun):
            found.append(matrix.apply(item.x, item.y))
    return found


def test_a_portrait_face_of_a_landscape_card_is_turned_clockwise_and_fills_it() -> None:
    body = '<face orientation="portrait" fill="#FF0000"><text x="0" y="0" width="63" height="10">top</text></face>'
    composed = compose(body, {}, size=LYING)
    assert composed.diagnostics == ()
    assert composed.face is not None
    (group,) = composed.face.items
    assert isinstance(group, Group)
    ground = item_box(group.items[0])
    assert ground is not None
    assert tuple(group.matrix.apply_box(ground)) == pytest.approx((-3, -3, 94, 69))
    ((x, y),) = runs(composed.face.items)
    assert x > 80  # the top of the portrait is at the right edge
    assert y == pytest.approx(0, abs=0.5)


@pytest.mark.parametrize("head", ["<face>", '<face orientation="landscape">'])
def test_a_face_that_is_held_like_its_card_is_not_turned(head: str) -> None:
    composed = compose(head + '<text x="2" y="3" width="50" height="10">top</text></face>', {}, size=LYING)
    assert composed.face is not None
    ((x, y),) = runs(composed.face.items)
    assert (x, y < 12) == (pytest.approx(2, abs=0.5), True)


@pytest.mark.parametrize("distance", [1, 2, 3.5, 7, 8, 20])
def test_the_lines_of_a_lattice_are_as_far_apart_as_it_says_and_cover_the_back(distance: float) -> None:
    body = (
        '{% from "pnp/card.xml" import lattice %}<face>{{ lattice("#FF0000", "#0000FF", '
        + f"{distance}) }}}}</face>"
    )
    composed = compose(body, {})
    assert composed.diagnostics == ()
    assert composed.face is not None
    across: set[float] = set()

    def collect(items: object, matrix: Matrix) -> None:
        for item in items:  # type: ignore[attr-defined]
            if isinstance(item, Group):
                collect(item.items, item.matrix.then(matrix))
            elif isinstance(item, Stroke):
                for segment in item.path:
                    point = matrix.apply(*segment[1:3])
                    across.add(round((point.x - 30) * 0.5**0.5 + (point.y - 40) * 0.5**0.5, 3))

    collect(composed.face.items, IDENTITY)
    lines = sorted(value for value in across if abs(value) < 50.5)
    gaps = {round(after - before, 2) for before, after in pairwise(lines)}
    assert gaps == {distance}
    assert max(across) > 50
