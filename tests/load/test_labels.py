"""What fields are called on paper, as a set says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.load import load_game
from tests.load.folder import load, told, write

DECK = """
kind: card
fields: {cost: number, hit-points: number?, side_kick: text?, motto: text?}
labels: {cost: Cena, motto: null, name: Jméno}
pieces: {a: {cost: 1}}
"""


def labels(folder: Path, deck: str = DECK) -> dict[str, str]:
    game = load(folder, {"cards/deck.yaml": deck}).game
    assert game is not None
    return {name: label.source for name, label in game.sets[0].member("labels").items()}


def test_a_field_without_a_label_is_called_by_its_name_in_words(tmp_path: Path) -> None:
    assert labels(tmp_path) == {
        "name": "Jméno",
        "text": "text",
        "art": "art",
        "cost": "Cena",
        "hit-points": "hit points",
        "side_kick": "side kick",
        "motto": "",
    }


def test_a_label_for_no_field_is_reported_with_the_field_that_was_meant(tmp_path: Path) -> None:
    (fault,) = load(tmp_path, {"cards/deck.yaml": DECK.replace("cost: Cena", "costs: Cena")}).diagnostics
    assert told([fault]) == ["cards/deck.yaml:3:10 M100 unknown field 'costs'"]
    assert fault.help == ("did you mean 'cost'?", "a field of your own is declared under 'fields'")


def test_a_label_of_a_field_that_is_wrongly_declared_is_not_blamed(tmp_path: Path) -> None:
    found = load(tmp_path, {"cards/deck.yaml": DECK.replace("cost: number", "cost: numbr")}).diagnostics
    assert [fault.code for fault in found] == ["M115"]


def test_a_label_is_text_as_it_was_typed(tmp_path: Path) -> None:
    assert labels(tmp_path, DECK.replace("Cena", "007"))["cost"] == "007"
    found = load(tmp_path, {"cards/deck.yaml": DECK.replace("Cena", "[a]")}).diagnostics
    assert told(found) == ["cards/deck.yaml:3:16 M102 expected text, found a list"]


@pytest.mark.parametrize(
    ("old", "new", "fault", "cure"),
    [
        (
            "cost: number",
            "cost: {kind: number, label: Cena}",
            "cards/deck.yaml:2:16 M102 expected the kind of a field, found a mapping",
            "write its kind alone, such as 'number 1..9'; its name on paper goes under 'labels'",
        ),
        (
            "cost: Cena",
            "cost: {cs: Cena, fr: Coût}",
            "cards/deck.yaml:3:16 M102 expected one text, found a mapping",
            "write it in the game's own language; translations go into locale/*.po",
        ),
    ],
)
def test_a_label_in_the_wrong_place_or_form_comes_with_the_right_one(
    tmp_path: Path, old: str, new: str, fault: str, cure: str
) -> None:
    found = load(tmp_path, {"cards/deck.yaml": DECK.replace(old, new)}).diagnostics
    assert told(found)[0] == fault
    assert found[0].help == (cure,)


def test_labels_of_a_table_stand_in_its_yaml(tmp_path: Path) -> None:
    head = "kind: card\nfields: {cost: number}\nlabels: {cost: Cena}\nrows: deck.csv\n"
    write(tmp_path, {"cards/deck.yaml": head, "cards/deck.csv": "name,cost\nLuk,3\n"})
    game = load_game(tmp_path, cwd=tmp_path).game
    assert game is not None
    assert game.sets[0].label("cost").source == "Cena"
