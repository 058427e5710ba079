"""Pictures in place of layouts: fronts and backs that are one picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.api import open_game
from tests.load.folder import told

BLUE, RED = (20, 60, 200), (200, 60, 20)
SET = (
    "kind: card\nsize: 40x60mm\nback: art/back.png\npieces:\n"
    "  a: {name: A}\n  b: {name: B, layout: art/front.PNG, back: null}\n"
)


def picture(colour: tuple[int, int, int]) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (400, 600), colour).save(data, "PNG")
    return data.getvalue()


def files(deck: str) -> dict[str, str | bytes]:
    pictures = {"art/back.png": picture(BLUE), "art/front.PNG": picture(RED)}
    return {"game.yaml": "name: A\n", "cards/deck.yaml": deck, **pictures}


@pytest.mark.parametrize(("key", "side", "colour"), [("deck/a", "back", BLUE), ("deck/b", "front", RED)])
def test_a_picture_in_place_of_a_layout_covers_the_face_and_its_bleed(key, side, colour) -> None:
    with open_game(files(SET)) as game:
        assert told(list(game.check().diagnostics)) == []
        drawn = Image.open(io.BytesIO(game.piece(key).png(side, 100, bleed=True))).convert("RGB")
    corners = [drawn.getpixel((x, y)) for x in (1, drawn.width - 2) for y in (1, drawn.height - 2)]
    assert all(max(abs(a - b) for a, b in zip(colour, corner, strict=True)) < 4 for corner in corners)


@pytest.mark.parametrize(
    ("back", "fault", "cure"),
    [
        ("rueck.png", "A210 there is no file 'rueck.png'", "put it there, or take the name out"),
        ("none", "L101 unknown layout 'none'", "write 'back: null' for no back"),
        ("rueck.gif", "L101 unknown layout 'rueck.gif'", "known layouts: "),
    ],
)
def test_a_back_that_is_neither_layout_nor_picture_is_reported_where_it_is_named(back, fault, cure) -> None:
    with open_game(files(SET.replace("art/back.png", back))) as game:
        found = game.check().diagnostics
    assert [each.partition(" ")[2] for each in told(list(found))] == [fault]
    assert found[0].span.line == 3
    assert found[0].help[0].startswith(cure)
