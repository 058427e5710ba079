"""Words that can hardly be told from what lies under them."""

from __future__ import annotations

import pytest

from pnp.colour import BLACK, WHITE, Colour
from pnp.draw import (
    Clip,
    ColourStop,
    Face,
    Fill,
    Gradient,
    Group,
    Halo,
    Item,
    Outline,
    Picture,
    PictureData,
    Stroke,
    circle,
    rectangle,
)
from pnp.geometry import Box, scale, shift, turn
from pnp.preflight import contrast
from pnp.preflight.contrast import ContrastChecks, inked
from tests.preflight.test_faces import words

NAVY, GREY = Colour(16, 32, 64), Colour(120, 120, 120)
ALL = rectangle(Box(0.0, 0.0, 63.0, 88.0))
LETTERS = words("Some words", 20.0, 40.0)
PANEL = Fill(rectangle(Box(15.0, 30.0, 40.0, 20.0), 2.0), WHITE)
SHADE = Gradient("linear", 0.0, 0.0, 0.0, 88.0, 0.0, (ColourStop(0.0, WHITE), ColourStop(1.0, BLACK)))
PHOTO = Picture(PictureData("k", 1, 1, "L", b""), 0.0, 0.0, 63.0, 88.0)


@pytest.mark.parametrize(
    ("items", "ground"),
    [
        ((LETTERS,), None),
        ((LETTERS._replace(colour=WHITE),), WHITE),
        ((LETTERS._replace(colour=Colour(250, 240, 140)),), WHITE),
        ((Fill(ALL, NAVY), LETTERS), NAVY),
        ((Fill(ALL, NAVY), LETTERS._replace(colour=WHITE)), None),
        ((Fill(ALL, NAVY), PANEL, LETTERS), None),
        ((PANEL, Fill(ALL, NAVY), LETTERS), NAVY),
        ((LETTERS, Fill(ALL, NAVY)), None),
        ((Fill(circle(22.0, 39.0, 30.0), NAVY), LETTERS), NAVY),
        ((Fill(circle(55.0, 80.0, 8.0), NAVY), LETTERS), None),
        ((Fill((*ALL, *rectangle(Box(10, 30, 45, 20))), NAVY, even_odd=True), LETTERS), None),
        ((Fill(ALL, SHADE), LETTERS), None),
        ((Fill(ALL, SHADE), words("Some words", 20.0, 80.0)), Colour(26, 26, 26)),
        ((Fill(ALL, NAVY), PHOTO, LETTERS), None),
        ((PHOTO, Fill(ALL, NAVY), LETTERS), NAVY),
        ((Fill(ALL, NAVY), LETTERS._replace(halo=Halo(WHITE, 0.5))), None),
        ((Fill(ALL, NAVY), LETTERS._replace(halo=Halo(NAVY, 0.5))), NAVY),
        ((Group((Fill(ALL, BLACK),), opacity=0.2), LETTERS), None),
        ((Group((Fill(ALL, BLACK),), opacity=0.9), LETTERS), Colour(25, 25, 25)),
        ((Fill(ALL, Colour(0, 0, 0, 230)), LETTERS), Colour(25, 25, 25)),
        ((Group((Fill(ALL, NAVY),), clip=Clip(circle(20.0, 40.0, 25.0))), LETTERS), NAVY),
        ((Group((Fill(ALL, NAVY),), clip=Clip(circle(55.0, 80.0, 5.0))), LETTERS), None),
        ((Group((Fill(ALL, NAVY), LETTERS), turn(90).then(shift(70.0, 0.0))),), NAVY),
        ((Group((Fill(ALL, NAVY),), scale(0.1)), LETTERS), None),
        ((Fill(ALL, NAVY), Group((LETTERS,), alt="card", shared="icon x")), None),
        ((Fill(ALL, NAVY), LETTERS._replace(colour=BLACK.with_alpha(60))), None),
        ((Stroke(ALL, NAVY, 0.5), LETTERS), None),
    ],
)
def test_letters_are_compared_with_what_lies_under_them(
    items: tuple[Item, ...], ground: Colour | None
) -> None:
    found = list(ContrastChecks().faint(items))
    assert [each.ground for each in found] == ([] if ground is None else [ground])


def test_two_places_decide_of_letters_that_show(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []
    shown = contrast._shown
    monkeypatch.setattr(contrast, "_shown", lambda *at: looks.append(at) or shown(*at))
    dark = Fill(ALL, Colour(20, 20, 20))
    assert list(ContrastChecks().faint((dark, PANEL, LETTERS))) == []
    assert len(looks) == 2


def test_the_ink_of_a_face_is_what_shows_of_its_surfaces() -> None:
    def of(*items: Item) -> float:
        return round(inked(Face(Outline("rectangle", 60.0, 80.0), 3.0, items)), 2)

    half = rectangle(Box(0.0, 0.0, 30.0, 80.0))
    assert of() == 0.0
    assert of(Fill(ALL, BLACK)) == 1.0
    assert of(Fill(half, BLACK)) == 0.5
    assert of(Fill(ALL, BLACK), Fill(half, WHITE)) == 0.5
    assert of(PHOTO) == 0.5
    assert of(Group((Fill(ALL, BLACK),), opacity=0.4)) == 0.4
