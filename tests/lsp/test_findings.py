"""Findings of files as they are in an editor, and garbage on the wire."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.lsp.document import EditorText
from tests.lsp.client import Client, framed, serving
from tests.preview.game import write_game

ANTS = "cards/ants.yaml"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(write_game(tmp_path)) as client:
        client.begin()
        yield client


def test_a_fault_is_shown_while_it_is_typed_and_goes_when_it_is_undone(client: Client) -> None:
    uri = client.open(ANTS)
    client.type(uri, "caste: worker\n    name: Scout", "caste: wroker\n    name: Scout")
    found = client.until(uri, "M110")
    fault = next(item for item in found if item["code"] == "M110")
    assert fault["message"] == "unknown caste 'wroker'\ndid you mean 'worker'?"
    assert fault["range"] == {"start": {"line": 18, "character": 11}, "end": {"line": 18, "character": 17}}
    assert fault["severity"] == 1
    assert "wroker" not in (client.folder / ANTS).read_text(encoding="utf-8")
    client.type(uri, "wroker", "worker")
    client.until(uri, "M110", there=False)


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("game.yaml", "players: 2-3", "playres: 2-3", "M100"),
        ("layouts/ant.xml", "piece.name }}", "piece.nmae }}", "L111"),
        ("rulebook/rules.md", "facts.crumbs", "facts.crmbs", "X112"),
        ("locale/cs.po", "Hlídej bránu.", "Hlídej {{ facts.crmbs }}.", "K530"),
    ],
)
def test_every_kind_of_file_shows_its_faults(
    client: Client, file: str, old: str, new: str, code: str
) -> None:
    uri = client.open(file)
    client.type(uri, old, new)
    client.until(uri, code)


OF_MESSAGES = {"asyncio", "_asyncio", "concurrent", "threading", "pygls", "lsprotocol", "pnp.lsp.document"}


def test_a_message_that_is_dealt_with_leaves_nothing_in_memory(client: Client) -> None:
    uri = client.open(ANTS)

    def kept_after(edits: int) -> int:
        for _ in range(edits):
            client.type(uri, "name: Scout", "name: Scouts")
            client.type(uri, "name: Scouts", "name: Scout")
        client.asked("textDocument/documentSymbol", textDocument={"uri": uri})
        gc.collect()
        modules = (str(type(each).__module__) for each in gc.get_objects())
        return sum(module in OF_MESSAGES or module.split(".")[0] in OF_MESSAGES for module in modules)

    first = kept_after(5)
    assert kept_after(40) - first < 40, "80 edits"


def test_columns_count_utf_16(client: Client) -> None:
    uri = client.open(ANTS)
    client.type(uri, "Carry one crumb home.", "🐜🐜 {{ facts.crmbs }}")
    found = client.until(uri, "X112")
    place = next(item["range"]["start"] for item in found if item["code"] == "X112")
    assert place == {"line": 10, "character": len("    text: 🐜🐜 {{ facts.".encode("utf-16-le")) // 2}


def test_a_closed_file_counts_as_it_is_on_disk(client: Client) -> None:
    other = client.open("game.yaml")
    uri = client.open(ANTS)
    client.type(uri, "caste: soldier", "caste: soldir")
    client.until(uri, "M110")
    client.notify("textDocument/didClose", textDocument={"uri": uri})
    client.until(uri, "M110", there=False)
    client.notify("textDocument/didClose", textDocument={"uri": other})


def test_garbage_is_answered_and_the_server_lives(client: Client) -> None:
    for garbage, code in (
        (framed(b"{"), -32700),
        (framed(b"[]"), -32600),
        (framed(b"42"), -32600),
        (framed(b"\xff\xfe"), -32700),
        (framed(b'{"method": 7}'), -32600),
        (b"GET / HTTP/1.1\r\n\r\n", -32700),
        (framed(b"[" * 100_000), -32700),
    ):
        client.send_bytes(garbage)
        assert client.refusal()["code"] == code, garbage[:40]
    assert client.ask("textDocument/hover", textDocument=5)["error"]["code"] == -32602
    assert client.ask("no/such", a=1)["error"]["code"] == -32601
    client.notify(
        "textDocument/didChange", textDocument={"uri": "file:///no", "version": 3}, contentChanges=[]
    )
    client.notify("textDocument/didOpen", textDocument=None)
    uri = client.open(ANTS)
    client.type(uri, "caste: soldier", "caste: soldir")
    client.until(uri, "M110")


def test_of_many_findings_of_a_file_the_first_thousand_are_sent(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    (client.folder / "cards/events.yaml").write_text(
        "kind: card\npieces: {}\n" + "size: poker\n" * 1_200, encoding="utf-8"
    )
    made = []
    counted = EditorText.__init__
    monkeypatch.setattr(
        EditorText, "__init__", lambda self, *asked: (made.append(asked[0]), counted(self, *asked))[1]
    )
    client.open("game.yaml")
    uri = (client.folder / "cards/events.yaml").as_uri()
    found = client.until(uri, "Y201")
    assert len(found) == 1_001
    assert found[-1]["message"].startswith("200 more findings")
    assert len(made) < 20  # the text of a file that is not open is looked at once
