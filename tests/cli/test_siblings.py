"""Commands take the options that their siblings take, and what they write says where things come from."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pypdfium2
import pytest

from pnp.diagnostics import extra_cures
from tests.cases.made import write
from tests.cli.call import call

DECK = "kind: card\nsize: poker\npieces: {a: {name: x, copies: 2}, b: {name: y}}\n"


def test_doctor_has_json_and_knows_the_library_for_spreadsheets(tmp_path: Path) -> None:
    found = {each["name"]: each for each in json.loads(call(tmp_path, "doctor", "--format", "json").stdout)}
    assert (found["openpyxl"]["state"], found["watchfiles"]["state"]) == ("ok", "ok")
    assert "writing tables in .xlsx" in found["openpyxl"]["says"]
    assert "openpyxl" in call(tmp_path, "doctor").stdout


def test_cures_for_a_missing_library_work_from_an_index_and_from_a_checkout() -> None:
    assert extra_cures("preview") == (
        "install it with: pip install 'pnp-press[preview]'",
        "where pnp is a checkout, in its folder: pip install -e '.[preview]'",
    )


def test_show_draws_several_pieces(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK})
    made = call(folder, "show", "deck/a", "b", "a", "--dpi", "50")
    assert made.stdout.splitlines() == [
        "out/ants/show/deck-a-front-en.png",
        "out/ants/show/deck-b-front-en.png",
    ]
    assert "no piece 'c'" in call(folder, "show", "a", "c").stderr


def test_the_language_of_the_game_itself_has_no_po_file_and_the_message_says_so(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK})
    assert call(folder, "i18n", "new", "pl").returncode == 0
    made = call(folder, "i18n", "update", "--lang", "en")
    assert made.returncode == 2
    assert "'en' is the game's own language: its texts are in the data" in made.stderr
    assert "take --lang pl or leave --lang out" in made.stderr
    assert "a language by --lang" in call(folder, "i18n", "update", "en").stderr
    assert call(folder, "i18n", "update", "--lang", "pl").returncode == 0


def test_preview_refuses_a_language_that_the_game_does_not_have(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK})
    made = call(folder, "preview", "--lang", "pl")
    assert (made.returncode, "has no texts in 'pl'" in made.stderr) == (2, True)


def test_pieces_of_a_spreadsheet_name_file_sheet_and_cell_apart(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": "kind: card\nrows: deck.xlsx\n"})
    book = openpyxl.Workbook()
    book.active.title = "A b"
    for row in (("id", "name"), ("a", "x")):
        book.active.append(row)
    book.save(folder / "cards/deck.xlsx")
    (deck,) = json.loads(call(folder, "list", "--format", "json").stdout)
    assert deck["pieces"] == [
        {"key": "deck/a", "copies": 1, "file": "cards/deck.xlsx", "line": 2, "sheet": "A b", "cell": "A2"}
    ]


def test_no_box_is_printed_on_the_back_of_another(tmp_path: Path) -> None:
    backed = "kind: card\nsize: tarot\nback: back\npieces: {a: {name: x}}\n"
    sets = {f"cards/{name}.yaml": backed for name in ("one", "three", "two")}
    folder = write(tmp_path / "ants", {**sets, "layouts/back.xml": '<face fill="#FF0000"/>'})
    assert call(folder, "build", "--combined", "--boxes").returncode == 0
    pages = pypdfium2.PdfDocument(folder / "out/ants/ants-en.pdf")
    texts = [page.get_textpage().get_text_bounded() for page in pages]
    nets = [number for number, text in enumerate(texts) if "1 piece" in text]
    assert len(nets) == 3
    assert all(number % 2 == 0 for number in nets)
    assert all(not texts[number + 1] for number in nets[:-1])


def test_a_set_without_room_for_marks_does_not_stop_the_others(tmp_path: Path) -> None:
    tile = "kind: tile\nsize: {}\npieces: {{a: {{name: x}}}}\n"
    folder = write(
        tmp_path / "ants",
        {"cards/big.yaml": tile.format("198x285mm"), "cards/small.yaml": tile.format("50x50mm")},
    )
    made = call(folder, "export", "cut", "--kind", "svg", "--registration", "silhouette")
    assert made.returncode == 1
    assert "E420" in made.stderr
    assert "'big'" in made.stderr or "big" in made.stderr
    assert [path.name for path in sorted((folder / "out/ants/en/cut").iterdir())] == [
        "small-1.svg",
        "small.pdf",
    ]


@pytest.mark.parametrize(("rulebook", "verdict"), [("63.5", "ok"), ("60", "failed")])
def test_claims_see_the_size_of_a_piece_in_millimetres(tmp_path: Path, rulebook: str, verdict: str) -> None:
    claim = f"says: width, data: 'cards[0].size.width', rulebook: '{rulebook}', assumed: true"
    game = f"name: T\nclaims: {{w: {{{claim}}}}}\n"
    folder = write(
        tmp_path / "ants", {"game.yaml": game, "cards/deck.yaml": DECK.replace("poker", "63.5x88mm")}
    )
    checked = json.loads(call(folder, "check", "--format", "json").stdout)
    assert [each["verdict"] for each in checked["claims"]] == [verdict], checked
