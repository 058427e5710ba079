"""Pictures in place of layouts, and the backs of shuffled sets."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.api import open_game
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import check_workshop, open_workshop
from tests.load.folder import told, write

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


MAIN = {"layouts/card.xml": "<face/>"}
BACKS = {f"layouts/{name}.xml": "<face/>" for name in ("red", "blue")}


def found(folder, head, pieces):
    workshop = open_workshop(
        write(folder, {"cards/deck.yaml": f"kind: card\n{head}\npieces:\n{pieces}", **BACKS}), folder
    )
    return [item for item in check_workshop(workshop).diagnostics if item.code in ("K120", "M102", "M103")]


def test_a_back_that_was_taken_away_from_a_shuffled_deck_is_an_error(tmp_path):
    (fault,) = found(tmp_path, "shuffled: true", "  bow: {name: luk}\n  sword: {name: meč}")
    assert fault.code == "K120"
    assert fault.message == "'deck' is shuffled, and 'deck/bow' has no back"


def test_cards_of_one_pile_with_different_backs_are_an_error(tmp_path):
    pieces = "  bow: {name: luk}\n  sword: {name: meč, back: blue}"
    (fault,) = found(tmp_path, "shuffled: true\nback: red", pieces)
    assert fault.message == "'deck' is shuffled, and its pieces have different backs: 'blue' and 'red'"


@pytest.mark.parametrize(
    "head",
    [
        "back: red\nshuffled: true",
        "shuffled: pile\nback: red\nfields: {pile: term weapon}",
        "shuffled: false",
        "back: red",
    ],
)
def test_what_is_drawn_from_one_back_or_not_at_all_is_fine(tmp_path, head):
    pile = ", pile: bow" if "fields" in head else ""
    other = ", pile: sword, back: blue" if "fields" in head else ""
    pieces = (
        f"  bow: {{name: luk{pile}}}\n  sword: {{name: meč{other}}}\n  none: {{name: nic, copies: 0{pile}}}"
    )
    assert found(tmp_path, head, pieces) == []


@pytest.mark.parametrize(("written", "code"), [("pille", "M102"), ("3", "M103")])
def test_what_no_field_is_called_is_reported(tmp_path, written, code):
    head = f"shuffled: {written}\nback: red\nfields: {{pile: term weapon}}"
    (fault,) = found(tmp_path, head, "  bow: {name: luk, pile: bow}")
    assert fault.code == code
    assert fault.help


@pytest.mark.parametrize(
    ("body", "head", "codes"),
    [
        ("{{ piece.name }}", "shuffled: true", ["K120"]),
        ("Deck", "shuffled: true", []),
        ("{{ piece.pile.name }}", "shuffled: pile", []),
        ("{{ piece.pile.name }}", "shuffled: true", ["K120"]),
        ("{{ piece.name }}", "shuffled: false", []),
    ],
)
def test_a_back_that_shows_which_piece_it_is_was_taken_for_a_common_one(tmp_path, body, head, codes):
    head = f"back: red\n{head}\nfields: {{pile: term weapon}}"
    deck = f"kind: card\n{head}\npieces:\n  a: {{name: luk, pile: bow}}\n  b: {{name: meč, pile: sword}}\n"
    layout = f'<face><text inset="5" style="body">{body}</text></face>'
    folder = write(tmp_path, {"cards/deck.yaml": deck, "layouts/red.xml": layout, **MAIN})
    made = build(open_workshop(folder, folder), BuildOptions(folder / "out", ("cs",)))
    assert [item.code for item in made.diagnostics if item.severity.name == "ERROR"] == codes
