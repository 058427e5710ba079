"""Sets that are shuffled: a piece must not be recognised from behind."""

import pytest

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import check_workshop, open_workshop
from tests.load.folder import write

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
def test_what_no_field_is_called_is_told(tmp_path, written, code):
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
