"""Titles and files that say a language, and columns of `rows` that hold translations."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.load import load_game
from pnp.load.table.column import language_columns, language_files, language_title
from tests.load.folder import told, write


@pytest.mark.parametrize(
    ("title", "name", "language"),
    [
        ("name_fr", "name", "fr"),
        ("Name (DE)", "name", "de"),
        ("Card Text [cs]", "card text", "cs"),
        ("name-pt-BR", "name", "pt"),
        ("name_zh_hant", "name", "zh-Hant"),
        ("fr.name", "name", "fr"),
        ("jméno CZ", "jméno", "cs"),
        ("Name (French)", "name", "fr"),
        ("German text", "text", "de"),
        ("Popis česky", "popis", "cs"),
        ("en_us.rules", "rules", "en"),
        ("id id", "id", "id"),
        ("EN_en", "en", "en"),
        ("fr-fr-FR", "fr", "fr"),
        ("Français (français)", "français", "fr"),
        ("english ENGLIſH", "english", "en"),
    ],
)
def test_titles_that_say_a_language(title: str, name: str, language: str) -> None:
    assert language_title(title) == (name, language)


@pytest.mark.parametrize("title", ["name", "x_y", "fr", "cost", "No Name", "back to", "(de)"])
def test_titles_that_say_none(title: str) -> None:
    assert language_title(title) is None


def test_a_column_without_a_language_is_that_of_the_game() -> None:
    assert language_columns(["id", "name", "name_de", "cost_it"], "en") == {
        "name": {"en": "name", "de": "name_de"}
    }
    assert language_columns(["name_fr", "name_de"], "en") == {}


def test_group_id_beside_group_was_taken_for_its_indonesian_translation() -> None:
    assert language_columns(["group", "Group Id", "card_no", "Card"], "en") == {}
    assert language_columns(["name", "name_id", "name_de"], "en") == {
        "name": {"en": "name", "id": "name_id", "de": "name_de"}
    }
    assert language_columns(["name_en", "name_no"], "en") == {"name": {"en": "name_en", "no": "name_no"}}
    assert language_columns(["name", "name (id)"], "en") == {"name": {"en": "name", "id": "name (id)"}}


def test_files_of_languages_by_name_and_by_folder() -> None:
    paths = ["cards_en.csv", "cards_de.csv", "de/a.csv", "en/a.csv", "b.csv", "b.fr.csv", "it/c.csv"]
    assert language_files(paths, "en") == {
        "cards_en.csv": {"de": "cards_de.csv"},
        "en/a.csv": {"de": "de/a.csv"},
        "b.csv": {"fr": "b.fr.csv"},
    }


def texts(folder: Path, content: str, head: str = "") -> tuple[list[tuple[str, str, str]], list[str]]:
    files = {
        "game.yaml": "name: G\nlanguages: [en, cs]\n",
        "cards/deck.yaml": f"kind: card\nfields: {{cost: number?}}\n{head}rows: deck.csv\n",
        "cards/deck.csv": content,
    }
    write(folder, files)
    loaded = load_game(folder, cwd=folder)
    assert loaded.game is not None
    found = [
        (each.language, each.field, each.words.source)
        for made in loaded.game.sets
        for each in made.translations
    ]
    return found, told(loaded.diagnostics)


def test_columns_in_other_languages_hold_translations(tmp_path: Path) -> None:
    found, faults = texts(
        tmp_path, "id,name_en,Name (CZ),text,text_cs,cost\na,Ant,Mravenec,Go.,Jdi.,1\nb,Bee,,,,\n"
    )
    assert found == [("cs", "name", "Mravenec"), ("cs", "text", "Jdi.")]
    assert faults == []


def test_titles_under_columns_may_have_languages_and_null_skips_one(tmp_path: Path) -> None:
    head = "columns: {Karte: name, Karte (FR): null}\n"
    found, faults = texts(tmp_path, "id,Karte,Karte (CS),Karte (FR)\na,Ant,Mravenec,Fourmi\n", head)
    assert found == [("cs", "name", "Mravenec")]
    assert faults == []


def test_columns_of_numbers_are_no_translations(tmp_path: Path) -> None:
    found, faults = texts(tmp_path, "id,name,cost,cost_cs\na,Ant,1,2\n")
    assert found == []
    assert [fault.split()[1] for fault in faults] == ["Y511"]
