"""New games print at once, whatever they are begun with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import check_workshop, open_workshop
from pnp.cli.main import pnp
from pnp.diagnostics import Severity
from pnp.start import TEMPLATES

New = Callable[..., Result]
WORDS = Path(__file__).parents[2] / "pnp/start/words"


def typed_values(text: str) -> list[str]:
    return re.findall(r"\{\{.*?\}\}", text)


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> New:
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(pnp, ["new", *arguments])


def faults(folder: Path, languages: tuple[str, ...]) -> list[str]:
    workshop = open_workshop(folder, folder)
    result = build(workshop, BuildOptions(folder / "out", languages))
    assert result.files
    return [item.message for item in result.diagnostics if item.severity > Severity.NOTE]


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_prints_without_a_fault(new: New, tmp_path: Path, template: str) -> None:
    assert new("ants", "--template", template).exit_code == 0
    assert faults(tmp_path / "ants", ("en",)) == []


@pytest.mark.parametrize("language", ["cs", "de", "es", "fr", "hu", "it", "pl", "ru", "sk", "uk", "de-AT"])
def test_a_new_game_speaks_the_language_that_it_was_asked_for(
    new: New, tmp_path: Path, language: str
) -> None:
    templates = TEMPLATES if len(language) == 2 else ["cards"]
    result = new("Bienen", "--template", ",".join(templates), "--lang", f"{language},en")
    assert result.exit_code == 0, result.output
    assert "sample texts" not in result.output
    folder = tmp_path / "bienen"
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    texts = {piece.fields["text"].source for piece in workshop.game.pieces() if piece.set_id == "actions"}
    own = json.loads((WORDS / f"{language[:2]}.json").read_text(encoding="utf-8"))
    assert texts == {own["harvest_text"], own["journey_text"], own["trade_text"]}
    assert faults(folder, (language,)) == []  # its English is that of the test above


def test_sample_texts_are_not_what_another_language_has() -> None:
    read = {each.stem: json.loads(each.read_text(encoding="utf-8")) for each in WORDS.glob("*.json")}
    english = read.pop("en")
    for language, words in read.items():
        assert words.keys() == english.keys(), language
        for key in words:
            if key.endswith("_text"):
                assert words[key] != english[key], (language, key)
                assert typed_values(words[key]) == typed_values(english[key]), (language, key)


def test_a_language_without_sample_texts_says_that_they_are_english(new: New) -> None:
    result = new("bin", "--lang", "sv,fi,cs")
    assert result.exit_code == 0
    assert "The sample texts are in English, for lack of any in 'sv'" in result.output
    assert "There are no sample texts in fi: locale/fi.po waits for yours." in result.output
    assert "Sheets have English labels in sv, fi" in result.output


def test_a_game_called_like_a_device_of_windows_could_not_be_printed(new: New, tmp_path: Path) -> None:
    assert new("CON").exit_code == 0
    assert faults(tmp_path / "con-game", ("en",)) == []


def test_twenty_hexes_thirty_cards_and_twelve_tokens_in_two_languages(new: New, tmp_path: Path) -> None:
    result = new(
        "Mravenčí: Les #1",
        "--template",
        "hex,cards",
        "--template",
        "tokens",
        "--lang",
        "cs,fr",
        "--size",
        "cards=tarot",
    )
    assert result.exit_code == 0, result.output
    assert "cd mravenci-les-1 && pnp build --lang all" in result.output
    folder = tmp_path / "mravenci-les-1"
    game = open_workshop(folder, folder).game
    assert game is not None
    assert game.name.source == "Mravenčí: Les #1"
    assert {each.id: sum(piece.copies for piece in each.pieces) for each in game.sets} == {
        "actions": 30,
        "map": 20,
        "goods": 12,
    }
    assert faults(folder, ("cs", "fr")) == []
    assert all(result.verdict == "ok" for result in check_workshop(open_workshop(folder, folder)).claims)


def test_sizes_of_several_templates_are_parted_by_commas_as_templates_and_languages_are(
    new: New, tmp_path: Path
) -> None:
    sizes = "cards=tarot,hex=hex-flat 60mm, tokens=circle 22mm"
    assert new("ants", "--template", "hex,cards,tokens", "--size", sizes).exit_code == 0
    game = open_workshop(tmp_path / "ants", tmp_path / "ants").game
    assert game is not None
    assert {each.id: each.size.written for each in game.sets} == {
        "actions": "70x120mm r3mm",
        "map": "hex-flat 60mm",
        "goods": "circle 22mm",
    }


def test_other_languages_begin_with_english_texts_and_an_empty_translation(new: New, tmp_path: Path) -> None:
    assert new("ants", "--lang", "sv,fi").exit_code == 0
    found = faults(tmp_path / "ants", ("sv", "fi"))
    assert len(found) == 1
    assert "have no translation in 'fi'" in found[0]


def test_editors_find_the_schemas_with_the_games_own_terms(new: New, tmp_path: Path) -> None:
    new("ants", "--template", "cards,tokens,tiles,hex")
    folder = tmp_path / "ants"
    for path in folder.glob("**/*.yaml"):
        line = path.read_text(encoding="utf-8").splitlines()[0]
        assert line.startswith("# yaml-language-server: $schema=")
        assert (path.parent / line.partition("=")[2]).is_file()
    schema = json.loads((folder / ".pnp/schema/set.json").read_text(encoding="utf-8"))
    assert {"enum": ["forest", "hills", "field", "lake"]} in schema["$defs"]["PieceEntry"]["properties"][
        "land"
    ]["anyOf"]
    settings = json.loads((folder / ".vscode/settings.json").read_text(encoding="utf-8"))
    assert all((folder / path).is_file() for path in settings["yaml.schemas"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ants", "--template", "crads"], "there is no template 'crads'; did you mean 'cards'?"),
        (["ants", "--lang", "cz"], "did you mean 'cs'?"),
        (["ants", "--size", "pokr"], "did you mean 'poker'?"),
        (["ants", "--size", "hex=30mm"], "the game has no 'hex'; it has cards"),
        (["full"], "'full' already exists and is not empty"),
    ],
)
def test_mistakes_are_answered_before_anything_is_written(
    new: New, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").write_text("mine", encoding="utf-8")
    result = new(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full"]


def test_files_are_utf8_with_a_line_end_and_no_tabs(new: New, tmp_path: Path) -> None:
    new("ants", "--template", "cards,tokens,tiles,hex", "--lang", "pl")
    for path in (tmp_path / "ants").rglob("*.*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert text.endswith("\n")
            assert "\t" not in text
            assert "${" not in text


@pytest.mark.parametrize(
    ("typed", "printed"),
    [("ants", "Ants"), ("river-port", "River port"), ("iOS", "iOS"), ("Ant Hill", "Ant Hill")],
)
def test_the_name_of_a_folder_is_not_printed_as_it_stands(
    tmp_path: Path, new: New, typed: str, printed: str
) -> None:
    assert new(typed).exit_code == 0
    (folder,) = tmp_path.iterdir()
    game = open_workshop(folder, folder).game
    assert game is not None
    assert game.name.source == printed
