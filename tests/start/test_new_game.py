"""New games print at once, whatever they are begun with."""

from __future__ import annotations

import json
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
    assert new("ants", "--lang", "de,hu").exit_code == 0
    found = faults(tmp_path / "ants", ("de", "hu"))
    assert len(found) == 1
    assert "have no translation in 'hu'" in found[0]


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
def test_slips_are_answered_before_anything_is_written(
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
