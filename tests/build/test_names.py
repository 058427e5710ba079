"""Files of a build, none of which takes the place of another."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.units import Length
from tests.cases.made import make, words_of

SET = "kind: card\npieces: {{a: {{name: {}}}}}\n"
RULES = "---\ntitle: Help\n---\nAll the rules.\n"


@pytest.mark.parametrize("rules", ["rules", "Rules"])
def test_a_set_was_lost_behind_a_rule_sheet_of_its_name(tmp_path: Path, rules: str) -> None:
    made = make(tmp_path, {"cards/rules.yaml": SET.format("Anvil"), f"rulebook/{rules}.md": RULES})
    assert made.codes() == []
    assert "Anvil" in made.words("rules")
    assert "All the rules" in made.words(f"{rules}-2")


def test_two_rule_sheets_of_one_title_were_one_file_in_another_language(tmp_path: Path) -> None:
    sheets = {"rulebook/a.md": RULES, "rulebook/help.md": RULES.replace("All", "More of")}
    game = {"game.yaml": "name: Test\nlanguages: [en, cs]\n", "cards/deck.yaml": SET.format("Anvil")}
    made = make(tmp_path, {**game, **sheets}, lang="cs")
    folder = made.pdf().parent
    assert sorted(path.name for path in folder.glob("*.pdf")) == ["deck.pdf", "help-2.pdf", "help.pdf"]
    assert "All the rules" in words_of((folder / "help.pdf").read_bytes())
    assert "More of the rules" in words_of((folder / "help-2.pdf").read_bytes())


def test_sets_were_lost_behind_what_is_made_for_them(tmp_path: Path) -> None:
    files = {f"cards/{name}.yaml": SET.format("Anvil") for name in ("boxes", "build-card", "reprint")}
    made = make(tmp_path, files, boxes=Length.parse("0.3mm"), card="pnp build")
    assert "Anvil" in made.words("boxes")
    assert "Anvil" in made.words("build-card")
    assert "1 piece" in made.words("boxes-2")
    assert "pnp build" in made.words("build-card-2")
    # `pnp reprint` writes a file of that name
    assert "Anvil" in made.words("reprint-2")


def test_sets_that_differ_in_capitals_alone_are_two_files_on_any_disk(tmp_path: Path) -> None:
    made = make(tmp_path, {"cards/Deck.yaml": SET.format("Anvil"), "cards/deck.yaml": SET.format("Bell")})
    assert ["Anvil" in made.words("Deck"), "Bell" in made.words("deck-2")] == [True, True]


def test_no_file_has_a_name_that_windows_keeps_for_devices(tmp_path: Path) -> None:
    made = make(tmp_path, {"cards/Con.yaml": SET.format("Anvil"), "cards/nul.yaml": SET.format("Bell")})
    assert sorted(path.name for path in made.pdf("Con-2").parent.glob("*.pdf")) == ["Con-2.pdf", "nul-2.pdf"]
