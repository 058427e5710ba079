"""Each thing that editors ask for, once for each kind of file."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import Client, position, serving
from tests.preview.game import edit, write_game

GAME, ANTS, LAYOUT, RULES, CZECH = (
    "game.yaml",
    "cards/ants.yaml",
    "layouts/ant.xml",
    "rulebook/rules.md",
    "locale/cs.po",
)
PO = '\nmsgctxt "card.text"\nmsgid "Look {{ facts.crumbs }} places ahead."\nmsgstr "Hledej {{ facts.crumbs }} [dělnici](worker)."\n'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = write_game(tmp_path_factory.mktemp("lsp"))
    with (folder / CZECH).open("a", encoding="utf-8") as file:
        file.write(PO)
    with serving(folder) as client:
        client.begin()
        for file in (GAME, ANTS, LAYOUT, RULES, CZECH):
            client.open(file)
        yield client


def uri(client: Client, file: str) -> str:
    return (client.folder / file).as_uri()


def words(client: Client, location: dict[str, Any]) -> str:
    """The text at a place."""
    line = client.texts[location["uri"]][1].split("\n")[location["range"]["start"]["line"]]
    span = location["range"]
    return line[span["start"]["character"] : span["end"]["character"]]


@pytest.mark.parametrize(
    ("file", "at", "offset", "where"),
    [
        (ANTS, "caste: worker", 8, (GAME, "worker")),
        (ANTS, "facts.crumbs", 8, (GAME, "crumbs")),
        (GAME, 'rulebook: "facts.crumbs"', 18, (GAME, "crumbs")),
        (LAYOUT, "piece.caste", 7, (ANTS, "caste")),
        (RULES, "facts.crumbs", 8, (GAME, "crumbs")),
        (CZECH, "](worker)", 3, (GAME, "worker")),
    ],
)
def test_definition(client: Client, file: str, at: str, offset: int, where: tuple[str, str]) -> None:
    found = client.asked("textDocument/definition", **client.place(uri(client, file), at, offset))
    assert [(each["uri"], words(client, each)) for each in found] == [(uri(client, where[0]), where[1])]


def test_references_in_all_kinds_of_files(client: Client) -> None:
    found = client.asked(
        "textDocument/references",
        **client.place(uri(client, GAME), "crumbs: {value"),
        context={"includeDeclaration": True},
    )
    files = sorted({each["uri"].removeprefix(client.folder.as_uri() + "/") for each in found})
    assert files == [ANTS, GAME, CZECH, RULES]
    assert {words(client, each) for each in found} == {"crumbs"}


@pytest.mark.parametrize(
    ("file", "at", "offset", "new", "count"),
    [
        (GAME, "crumbs: {value", 0, "bread", 6),
        (ANTS, "caste: worker", 8, "builder", 4),
        (LAYOUT, "piece.caste", 7, "rank", 5),
        (RULES, "facts.crumbs", 8, "bread", 6),
        (CZECH, "](worker)", 3, "builder", 4),
    ],
)
def test_rename(client: Client, file: str, at: str, offset: int, new: str, count: int) -> None:
    place = client.place(uri(client, file), at, offset)
    prepared = client.asked("textDocument/prepareRename", **place)
    assert prepared["placeholder"] in at
    edit = client.asked("textDocument/rename", **place, newName=new)
    edits = [each for change in edit["documentChanges"] for each in change["edits"]]
    assert len(edits) == count
    assert {each["newText"] for each in edits} == {new}
    assert all(change["textDocument"]["version"] for change in edit["documentChanges"])


def test_rename_of_a_piece_in_a_csv_file(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "cards/events.yaml").write_text(
        "kind: card\nname: Events\nsize: poker\nlayout: event\nfields: {}\nrows: events.csv\n",
        encoding="utf-8",
    )
    (folder / "cards/events.csv").write_text('id;name\n"rain";Rain\nsun;Sun\n', encoding="utf-8")
    rules = folder / "rulebook/rules.md"
    rules.write_text(f"{rules.read_text(encoding='utf-8')}\n:::piece events/rain\n", encoding="utf-8")
    with serving(folder) as client:
        client.begin()
        sheet = client.open("rulebook/rules.md")
        place = client.place(sheet, "events/rain", 8)
        assert client.asked("textDocument/prepareRename", **place)["placeholder"] == "rain"
        edit = client.asked("textDocument/rename", **place, newName="hail")
        changes = {each["textDocument"]["uri"]: each["edits"] for each in edit["documentChanges"]}
        assert changes[(folder / "cards/events.csv").as_uri()] == [
            {
                "range": {"start": {"line": 1, "character": 1}, "end": {"line": 1, "character": 5}},
                "newText": "hail",
            }
        ]
        assert [each["newText"] for each in changes[sheet]] == ["hail"]
        table = client.open("cards/events.csv")
        place = client.place(table, "sun", 1)
        assert client.asked("textDocument/prepareRename", **place)["placeholder"] == "sun"


def test_rename_of_a_layout_moves_its_file(client: Client) -> None:
    place = client.place(uri(client, ANTS), "layout: ant", 9)
    edit = client.asked("textDocument/rename", **place, newName="insect")
    assert edit["documentChanges"][-1] == {
        "kind": "rename",
        "oldUri": uri(client, LAYOUT),
        "newUri": uri(client, "layouts/insect.xml"),
    }


def test_a_name_that_cannot_be_is_refused(client: Client) -> None:
    place = client.place(uri(client, ANTS), "caste: worker", 8)
    answer = client.ask("textDocument/rename", **place, newName="soldier")
    assert "there is a term 'caste.soldier' already" in answer["error"]["message"]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (GAME, ["caste", "worker", "soldier", "crumbs", "enough"]),
        (ANTS, ["ants", "caste", "worker", "soldier", "scout"]),
        (LAYOUT, ["ant"]),
        ("layouts/look.xml", ["look", "frame"]),
        (RULES, ["Ants", "Aim"]),
        (CZECH, ["Guard the gate.", "Look {{ facts.crumbs }} places ahead."]),
    ],
)
def test_outline(client: Client, file: str, expected: list[str]) -> None:
    if file not in (GAME, ANTS, LAYOUT, RULES, CZECH):
        client.open(file)
    found = client.asked("textDocument/documentSymbol", textDocument={"uri": uri(client, file)})

    def flat(listed: list[dict[str, Any]]) -> Iterator[str]:
        for each in listed:
            yield each["name"]
            yield from flat(each.get("children") or [])

    assert list(flat(found)) == expected


@pytest.mark.parametrize(
    ("file", "at", "offset", "expected"),
    [
        (ANTS, "facts.crumbs", 8, "fact **crumbs** = `3`"),
        (ANTS, "{{ facts.crumbs }}", 15, "`facts.crumbs` = `3`"),
        (ANTS, "caste: worker", 8, "| cs | worker |"),
        (ANTS, "size: poker", 1, "**size**: Named size"),
        (GAME, "players:", 1, "Numbers of players"),
        (LAYOUT, "inset=", 1, "**inset**"),
        (LAYOUT, "<text", 2, "**<text>**"),
        (LAYOUT, "piece.caste", 7, "field **caste** of ants: term caste"),
        (RULES, "facts.crumbs", 8, "fact **crumbs**"),
        (CZECH, "](worker)", 3, "term **caste.worker**"),
    ],
)
def test_hover(client: Client, file: str, at: str, offset: int, expected: str) -> None:
    found = client.asked("textDocument/hover", **client.place(uri(client, file), at, offset))
    assert expected in found["contents"]["value"]


def test_hover_over_a_style(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    edit(folder / GAME, "sets: [", "styles: {small: {size: 7pt, extends: body}}\nsets: [")
    edit(folder / LAYOUT, 'font-size="11pt"', 'style="small"')
    small = "style **small**: Barlow Semi Condensed 400, 7pt, left, top"
    places = (
        (GAME, "small: {size", 1, small),
        (LAYOUT, 'style="small"', 8, small),
        (GAME, "body}", 1, "style **body**"),
    )
    with serving(folder) as client:
        client.begin()
        for file, at, offset, expected in places:
            found = client.asked("textDocument/hover", **client.place(client.open(file), at, offset))
            assert expected in found["contents"]["value"]


def test_hover_shows_the_picture_of_a_piece(client: Client) -> None:
    for _ in range(50):
        found = client.asked("textDocument/hover", **client.place(uri(client, ANTS), "  scout:", 3))
        picture = re.search(r"data:image/png;base64,([\w+/=]+)", found["contents"]["value"])
        if picture:
            break
    assert picture is not None
    assert base64.b64decode(picture[1]).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("file", "after", "typed", "expected"),
    [
        (GAME, "players: 2-3\n", "no", {"note", "notice"}),
        (GAME, "  crumbs: {value: 3, source: r 1}\n", "  paws: {val", {"value", "source", "assumed"}),
        (GAME, "sources:", "", set()),
        (ANTS, "kind: card\n", "lab", {"labels"}),
        (ANTS, "    name: Soldier\n", "    caste: ", {"worker", "soldier"}),
        (ANTS, "    name: Soldier\n", "    cop", {"copies", "caste", "text"}),
        (ANTS, "size: poker\n", "back: ", {"ant", "ant-back", "event"}),
        (ANTS, "Guard the gate", " {{ facts.", {"crumbs"}),
        (ANTS, "Guard the gate", " {{ terms.caste.", {"worker", "soldier"}),
        (ANTS, "Guard the gate", " {{ cou", {"count"}),
        (ANTS, "Guard the gate", " {{ facts.crumbs | pl", {"plural"}),
        (ANTS, "Guard the gate", " [w](", {"worker", "soldier"}),
        (ANTS, "Guard the gate", " :fi", {"fire", "fist"}),
        (ANTS, "    copies: 2\n", "    where: caste == '", {"worker", "soldier"}),
        (LAYOUT, "<face>\n", "<", {"rect", "text", "icon", "image"}),
        (LAYOUT, "<face>\n", "<text ", {"inset", "style", "font-size"}),
        (LAYOUT, "<face>\n", '<text style="', {"body"}),
        (LAYOUT, "<face>\n", "{{ piece.", {"caste", "name", "number"}),
        (LAYOUT, "<face>\n", "{{ piece.caste.", {"colour", "icon", "name"}),
        (LAYOUT, "<face>\n", "{{ piece.name | ", {"upper", "join"}),
        (RULES, "## Aim\n\n", ":::", {"components", "piece", "setup"}),
        (RULES, "## Aim\n\n", "Find {{ facts.", {"crumbs"}),
        (RULES, "## Aim\n\n", "A [w](", {"worker"}),
        (CZECH, "Hlídej bránu", " {{ facts.", {"crumbs"}),
        (CZECH, "Hlídej bránu", " [w](", {"soldier"}),
    ],
)
def test_completion(client: Client, file: str, after: str, typed: str, expected: set[str]) -> None:
    name = uri(client, file)
    client.type(name, after, after + typed)
    text = client.texts[name][1]
    place = position(text, text.index(after + typed) + len(after + typed))
    found = client.asked("textDocument/completion", textDocument={"uri": name}, position=place)
    client.type(name, after + typed, after)
    assert expected <= {each["label"] for each in found["items"]}
    if file == GAME and typed == "no":
        assert (
            "never printed"
            in next(each for each in found["items"] if each["label"] == "note")["documentation"]
        )


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "cure"),
    [
        (ANTS, "caste: soldier", "caste: soldir", "M110", "soldier"),
        (GAME, "players: 2-3", "playres: 2-3", "M100", "players"),
        (LAYOUT, "piece.text", "piece.txet", "L111", "text"),
        (RULES, "facts.crumbs", "facts.crumsb", "X112", "crumbs"),
        (CZECH, "Hledej {{ facts.crumbs }}", "Hledej {{ facts.crumsb }}", "K530", "{{ facts.crumbs }}"),
    ],
)
def test_quick_fix(client: Client, file: str, old: str, new: str, code: str, cure: str) -> None:
    name = uri(client, file)
    client.type(name, old, new)
    found = next(each for each in client.until(name, code) if each["code"] == code)
    actions = client.asked(
        "textDocument/codeAction",
        textDocument={"uri": name},
        range=found["range"],
        context={"diagnostics": [found]},
    )
    client.type(name, new, old)
    client.until(name, code, there=False)
    action = next(each for each in actions if each["diagnostics"][0]["code"] == code)
    assert action["title"] == f"write '{cure}'"
    assert action["edit"]["documentChanges"][0]["edits"][0]["newText"] == cure


def test_an_answer_about_an_older_text_is_dropped(client: Client) -> None:
    name = uri(client, ANTS)
    place = client.place(name, "caste: worker", 8)
    number = next(client._numbers)
    ask = {"jsonrpc": "2.0", "id": number, "method": "textDocument/references"}
    client.send({**ask, "params": {**place, "context": {"includeDeclaration": True}}})
    client.type(name, "Guard", "Watch")
    answer = client.answer(number)
    client.type(name, "Watch", "Guard")
    assert "result" in answer or answer["error"]["code"] == -32801
