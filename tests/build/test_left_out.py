"""Pieces that are left out for their faults, and what names them."""

from pathlib import Path

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.diagnostics import Severity
from tests.cases.made import make, write

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


def test_names_that_nothing_has_are_reported_in_a_valid_game(tmp_path: Path) -> None:
    files = {
        "cards/other.yaml": "kind: card\nlayout: shown\npieces: {b: {name: B}}\n",
        "layouts/shown.xml": SHOWN,
        "rulebook/rules.md": RULES,
    }
    made = make(tmp_path, files)
    assert sorted(made.codes()) == ["L330", "R150", "R153"]


def codes_of_check(folder: Path, files: dict[str, str]) -> list[str]:
    checked = check_workshop(open_workshop(write(folder, files), folder), rulebooks=True)
    return sorted(found.code for found in checked.diagnostics if found.severity > Severity.NOTE)


SOUND = {"cards/deck.yaml": "kind: card\npieces: {a: {name: A}}\n"}
FAULTY = {"cards/other.yaml": "kind: card\npieces: {b: {nme: B}}\n"}


def test_what_is_wrong_in_rules_was_reported_only_when_the_data_had_been_fixed(tmp_path: Path) -> None:
    rules = "---\ntitle: Rules\n---\n\n:::piece deck/z\n\n:::piece other/z\n\nA :no-such-icon: here.\n"
    files = {**SOUND, **FAULTY, "rulebook/rules.md": rules}
    assert codes_of_check(tmp_path / "check", files) == ["A100", "M100", "R150"]
    assert make(tmp_path / "build", files).codes() == ["A100", "M100", "R150"]


def test_what_is_wrong_in_rules_does_not_hide_the_pieces_that_they_name(tmp_path: Path) -> None:
    rules = "---\ntitle: Rules\n---\n\n:::piece deck/z\n\n{{ facts.none }}\n"
    assert codes_of_check(tmp_path, {**SOUND, "rulebook/rules.md": rules}) == ["R150", "X112"]


def test_what_is_wrong_in_a_translation_was_reported_only_when_the_data_had_been_fixed(
    tmp_path: Path,
) -> None:
    game = "name: Test\nlanguage: en\nlanguages: [cs]\n"
    entries = (
        ("game.name", "Test", "Test"),
        ("card.name", "A", "A :heart:"),
        ("card.name", "B", "Bé"),
    )
    texts = "".join(
        f'\nmsgctxt "{key}"\nmsgid "{source}"\nmsgstr "{text}"\n' for key, source, text in entries
    )
    files = {
        "game.yaml": game,
        **SOUND,
        "cards/other.yaml": "kind: card\npieces: {b: {name: B, txt: C}}\n",
        "locale/cs.po": f'msgid ""\nmsgstr "Language: cs\\n"\n{texts}',
    }
    found = codes_of_check(tmp_path, files)
    assert {"K531", "M100"} <= set(found)
    assert "K520" not in found, "the text of the piece that was left out"


@pytest.mark.parametrize("size", ["trot", "70"])
def test_texts_were_out_of_place_on_each_card_of_a_set_whose_size_was_misspelt(
    tmp_path: Path, size: str
) -> None:
    layout = '<face><text inset="70 1 1 1">{{ piece.name }}</text></face>'
    files = {
        "cards/deck.yaml": f"kind: card\nlayout: far\nsize: {size}\npieces: {{a: {{name: A}}, b: {{name: Long words}}}}\n",
        "layouts/far.xml": layout,
    }
    assert make(tmp_path, files).codes() in (["M120"], ["M121"])
