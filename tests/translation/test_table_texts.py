"""Translations in columns of tables."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from pnp.cli.i18n import command
from pnp.diagnostics import Diagnostic
from pnp.load import load_game
from pnp.translation import Translations
from tests.load.folder import write
from tests.translation.sample import told

FILES = {
    "game.yaml": "name: G\nlanguages: [en, cs]\n",
    "cards/deck.yaml": "kind: card\nname: Deck\nrows: deck.csv\n",
    "cards/deck.csv": "id,name,name_cs,context\na,Bow,Luk,\nb,Bow,Mašle,ribbon\n",
}


def reported(folder: Path, **files: str) -> list[Diagnostic]:
    write(folder, {**FILES, **files})
    game = load_game(folder, cwd=folder).game
    assert game is not None
    return list(Translations(game).catalogues.diagnostics)


def test_a_table_translates_without_a_po_file(tmp_path: Path) -> None:
    assert reported(tmp_path) == []
    game = load_game(tmp_path, cwd=tmp_path).game
    assert game is not None
    translated = Translations(game).translator("cs").game()
    assert [piece.fields["name"].source for piece in translated.pieces()] == ["Luk", "Mašle"]


def test_update_writes_the_texts_of_tables_into_po_files(tmp_path: Path, monkeypatch) -> None:
    write(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, ["update"])
    assert result.exit_code == 0, result.output
    text = (tmp_path / "locale/cs.po").read_text("utf-8")
    assert 'msgctxt "card.name"\nmsgid "Bow"\nmsgstr "Luk"' in text
    assert "#. cs: from the table cards/deck.csv; change it there" in text
    assert CliRunner().invoke(command, ["update", "--check"]).exit_code == 0


def test_another_translation_of_a_po_file_is_reported_and_not_printed(tmp_path: Path) -> None:
    po = 'msgctxt "card.name"\nmsgid "Bow"\nmsgstr "Kuše"\n'
    assert told(reported(tmp_path, **{"locale/cs.po": po})) == [
        "K412 the table has another translation than locale/cs.po, and is printed"
    ]


def test_rows_that_translate_one_text_in_two_ways_are_reported(tmp_path: Path) -> None:
    table = "id,name,name_cs,name_de\na,Bow,Luk,Bogen\nb,Bow,Mašle,\n"
    assert told(reported(tmp_path, **{"cards/deck.csv": table})) == [
        "K413 'Bow' has 2 translations in 'cs'",
        "K411 the column 'name_de' is in a language that the game does not list: 'de'",
    ]
