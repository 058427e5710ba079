"""Findings as servers and other programs read them."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pnp.cli.place import from_repository
from pnp.diagnostics import Diagnostic, error, note, warning
from pnp.diagnostics.machine import as_json, github, junit, sarif
from pnp.source import Span
from tests.cli.call import call

FILE = "cards/weapons.yaml"
SPAN = Span(FILE, 3, 13, 3, 18)
CELL = Span("cards/deck.xlsx:List 1!", 5, 28, 5, 29)
SOURCES = {FILE: "pieces:\n  bow:\n    weapon: swrod\n", "game.yaml": "name: Doom\n"}
UNKNOWN = error("M110", "unknown weapon 'swrod'", SPAN, "did you mean 'sword'?", piece="weapons/bow")


def test_json_and_github_say_the_same():
    found = [error("M110", "50 % of it\nbroken", SPAN, ("one", "two"))]
    record = json.loads(as_json(found))[0]
    assert (record["code"], record["span"]["line"], record["help"]) == ("M110", 3, ["one", "two"])
    assert (
        github(found)
        == "::error file=cards/weapons.yaml,line=3,col=13::M110 50 %25 of it%0Abroken; one; two\n"
    )


def test_a_comma_or_a_colon_in_a_path_does_not_end_a_property_of_github():
    found = [error("M110", "x", Span("a,b: c/d.yaml", 3), "y")]
    assert github(found).startswith("::error file=a%2Cb%3A c/d.yaml,line=3,")


def results(found: list[Diagnostic]) -> list[dict]:
    log = json.loads(sarif(found, "1.2", "ants/game.yaml"))
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in log["runs"][0]["results"])
    return log["runs"][0]["results"]


def test_sarif_has_level_place_and_cure():
    (result,) = results([UNKNOWN])
    assert (result["ruleId"], result["level"]) == ("M110", "error")
    assert result["message"]["text"] == "unknown weapon 'swrod' (weapons/bow)\ndid you mean 'sword'?"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": FILE},
        "region": {"startLine": 3, "startColumn": 13, "endLine": 3, "endColumn": 18},
    }


def test_sarif_has_the_page_of_each_code_once():
    log = json.loads(sarif([UNKNOWN, UNKNOWN, warning("K536", "same", SPAN, "look")], "1.2", "game.yaml"))
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["K536", "M110"]
    assert rules[1]["name"] == "UnknownTerm"
    assert rules[1]["help"]["markdown"].startswith("# M110 unknown-term\n")


def test_sarif_shows_findings_without_a_place_in_the_file_of_the_game():
    (result,) = results([error("E110", "no room", None, "make room")])
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "ants/game.yaml"}


def test_sarif_names_the_cell_of_a_spreadsheet_and_no_line():
    (result,) = results([error("M102", "no number", CELL, "write one")])
    assert result["locations"] == [
        {
            "physicalLocation": {"artifactLocation": {"uri": "cards/deck.xlsx"}},
            "logicalLocations": [{"fullyQualifiedName": "List 1!AB5"}],
        }
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a,b: ř/c d.yaml", "a%2Cb%3A%20%C5%99/c%20d.yaml"),
        ("/else where/c#1.yaml", "file:///else%20where/c%231.yaml"),
        ("bad\udcff.yaml", "bad%FF.yaml"),
    ],
)
def test_sarif_writes_paths_as_uris(path, uri):
    (result,) = results([error("M110", "x", Span(path), "y")])
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_sarif_names_other_places_that_matter():
    other = Span("game.yaml", 7, 1, 7, 5)
    (result,) = results([error("M110", "x", SPAN, "y", related=[(other, "declared here")])])
    (related,) = result["relatedLocations"]
    assert related["message"] == {"text": "declared here"}
    assert related["physicalLocation"]["region"]["startLine"] == 7


def test_junit_has_a_failure_for_each_error_and_a_test_for_each_clean_file():
    warned = warning("K220", "a space too many", Span("game.yaml", 1, 1, 1, 5), "remove it")
    found = [UNKNOWN, warned, note("K150", "assumed", SPAN, "")]
    root = ElementTree.fromstring(junit(found, SOURCES, [("claims", "D-1 Two")]))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures")) == ("4", "1")
    cases = [(case.get("classname"), case.get("name")) for case in suite]
    assert cases == [
        ("game.yaml", "no errors"),
        ("claims", "D-1 Two"),
        (FILE, "cards/weapons.yaml:3:13: error[M110]: unknown weapon 'swrod' (weapons/bow)"),
        ("game.yaml", "game.yaml:1:1: warning[K220]: a space too many"),
    ]
    failure = suite[2].find("failure")
    assert (failure.get("type"), failure.get("message")) == ("M110", "unknown weapon 'swrod'")
    assert "    weapon: swrod\n" in failure.text
    assert "help: did you mean 'sword'?" in failure.text
    assert "help: remove it" in suite[3].find("system-out").text


def test_junit_can_be_read_whatever_characters_a_game_has():
    text = "".join(map(chr, range(0x20))) + "<&\"'\x7f\x9b\ud800\ufffe\uffff\U0001f9df"
    bad = error("M110", text, Span(text, 1, 1, 1, 2), text)
    for form in (junit([bad], {text: text}, [(text, text)]), junit([bad], {})):
        assert form.isascii()
        (suite,) = ElementTree.fromstring(form)
        assert "\U0001f9df" in suite[-1].find("failure").text


def test_paths_start_at_the_root_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game = tmp_path / "repository/games/ants"
    game.mkdir(parents=True)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    monkeypatch.delenv("CI_PROJECT_DIR", raising=False)
    assert from_repository(game)("cards/a.yaml") == "cards/a.yaml"
    (tmp_path / "repository/.git").mkdir()
    placed = from_repository(game)
    assert placed("cards/a.yaml") == "games/ants/cards/a.yaml"
    assert placed("../b.yaml") == "games/b.yaml"
    assert placed("../../../c.yaml") == (tmp_path / "c.yaml").as_posix()
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "repository/games"))
    assert from_repository(game)("cards/a.yaml") == "ants/cards/a.yaml"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "another"))
    assert from_repository(game)("cards/a.yaml") == "games/ants/cards/a.yaml"


@pytest.fixture(scope="module")
def ants(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a game in a folder, and an error in it."""
    folder = tmp_path_factory.mktemp("repository")
    (folder / ".git").mkdir()
    game = folder / "ants"
    (game / "cards").mkdir(parents=True)
    (game / "game.yaml").write_text("id: ants\nname: Ants\nlanguage: en\nplayers: 2\n", encoding="utf-8")
    (game / "cards/a.yaml").write_text(
        "kind: card\nname: Ants\npieces:\n  one: {name: A, copeis: 2}\n", encoding="utf-8"
    )
    return game


@pytest.mark.parametrize("command", ["check", "build"])
def test_commands_report_in_every_form_from_the_root(ants: Path, command: str):
    ended = {form: call(ants, command, "--format", form) for form in ("github", "sarif", "junit")}
    assert {each.returncode for each in ended.values()} == {1}
    assert ended["github"].stdout.startswith("::error file=ants/cards/a.yaml,line=4,col=18::M100 ")
    (result,) = json.loads(ended["sarif"].stdout)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "ants/cards/a.yaml"
    (suite,) = ElementTree.fromstring(ended["junit"].stdout)
    assert [case.get("file") for case in suite if case.find("failure") is not None] == ["ants/cards/a.yaml"]
