"""Pieces that are left out for their faults, and what names them."""

from pathlib import Path

import pytest

from tests.cases.made import make

RULES = "---\ntitle: Rules\n---\n\n:::piece deck/a\n\n:::components deck\n"
SHOWN = '<face><face-of piece="deck/a"/></face>'


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ("pieces: {a: {name: A, text: {b: c}}}\n", ["M102"]),
        ("pieces:\n\ta: {name: A}\n", ["Y103"]),
    ],
)
def test_a_piece_that_was_left_out_was_called_unknown_where_rules_and_layouts_show_it(
    tmp_path: Path, pieces: str, told: list[str]
) -> None:
    files = {
        "cards/deck.yaml": "kind: card\n" + pieces,
        "cards/other.yaml": "kind: card\nlayout: shown\npieces: {b: {name: B}}\n",
        "layouts/shown.xml": SHOWN,
        "rulebook/rules.md": RULES,
    }
    made = make(tmp_path, files)
    assert [found.code for found in made.result.diagnostics if found.severity > 1] == told


def test_names_that_nothing_has_are_told_in_a_sound_game(tmp_path: Path) -> None:
    files = {
        "cards/other.yaml": "kind: card\nlayout: shown\npieces: {b: {name: B}}\n",
        "layouts/shown.xml": SHOWN,
        "rulebook/rules.md": RULES,
    }
    made = make(tmp_path, files)
    assert sorted(made.codes()) == ["L330", "R150", "R153"]
