"""Edits come from the page itself, on this machine, as JSON of bounded size; everything else is refused."""

from __future__ import annotations

import json
from http.client import HTTPConnection

import pytest

from pnp.edit.editor import Editor
from pnp.load import load_game, shared_root
from pnp.preview import limits
from pnp.preview.form import edit_answer
from tests.preview.game import write_game
from tests.preview.running import Running, running
from tests.preview.test_guard import guard
from tests.processes import PATIENCE

STEP = {"op": "set", "piece": "ants/worker", "field": "name", "value": "Bee"}
BODY = json.dumps({"steps": [STEP]}).encode()


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    with running(write_game(tmp_path_factory.mktemp("edit"))) as found:
        yield found


def send(preview: Running, body: bytes = BODY, path: str | None = None, **headers: str) -> tuple[int, dict]:
    """Status and JSON of the answer to a POST; headers of the page unless others are given, none for ''."""
    server = preview.server
    usual = {
        "Host": f"127.0.0.1:{server.port}", "Origin": f"http://127.0.0.1:{server.port}",
        "Content-Type": "application/json", "Content-Length": str(len(body)), "Sec-Fetch-Site": "same-origin",
    }  # fmt: skip
    given = usual | {name.replace("_", "-"): value for name, value in headers.items()}
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest("POST", path or f"/{server.token}/edit", skip_host=True, skip_accept_encoding=True)
    for name, value in given.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, json.loads(data) if data.startswith(b"{") else {}


def name(preview: Running) -> str:
    text = (preview.game / "cards/ants.yaml").read_text("utf-8")
    return text.partition("    name: ")[2].partition("\n")[0]


def test_the_page_edits_and_undoes(preview):
    status, answer = send(preview)
    assert (status, answer["written"], answer["undo"], name(preview)) == (200, True, "name of worker", "Bee")
    status, answer = send(preview, b'{"undo": true}')
    assert (status, answer["redo"], name(preview)) == (200, "name of worker", "Worker")


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"Origin": ""}), (403, {"Origin": "null"}), (403, {"Origin": "http://evil.example"}),
        (403, {"Origin": "http://127.0.0.1:1"}), (403, {"Sec_Fetch_Site": "cross-site"}),
        (403, {"Sec_Fetch_Site": "same-site"}), (421, {"Host": "evil.example"}),
        (415, {"Content_Type": "text/plain"}), (415, {"Content_Type": ""}),
        (415, {"Content_Type": "application/x-www-form-urlencoded"}), (411, {"Content_Length": ""}),
        (413, {"Content_Length": str(limits.BODY + 1)}), (413, {"Content_Length": "-1"}),
        (413, {"Content_Length": "1e3"}), (413, {"Transfer_Encoding": "chunked"}),
    ],
)  # fmt: skip
def test_an_edit_from_elsewhere_is_refused(preview, status, headers):
    assert send(preview, **headers)[0] == status
    assert name(preview) == "Worker"


@pytest.mark.parametrize("path", ["/edit", "/wrong/edit", "//edit"])
def test_an_edit_without_the_secret_is_refused(preview, path):
    assert send(preview, path=path)[0] in (404, 429)
    assert name(preview) == "Worker"


@pytest.mark.parametrize("path", ["form", "index.html", "", "look", "edit/", "edit?x"])
def test_nothing_else_takes_a_body(preview, path):
    assert send(preview, path=f"/{preview.server.token}/{path}")[0] == 405


def test_an_edit_from_another_machine_is_refused():
    from pnp.preview.guard import Request

    headers = {
        "host": ["127.0.0.1:8765"], "origin": ["http://127.0.0.1:8765"], "content-type": ["application/json"],
        "content-length": ["2"],
    }  # fmt: skip
    for client, refused in (
        ("192.168.1.7", True),
        ("127.0.0.1", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
    ):
        found = guard().refuse(Request("POST", "/t0ken/edit", headers, client))
        assert (found is not None and found.status == 403) is refused


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"3", b'{"steps": {}}', b'{"steps": []}', b'{"steps": [3]}', b"\xff", b"[" * 100_000,
        b'{"steps": [{"op": "game", "path": ["sets", "0"], "value": "../x.yaml"}]}',
        b'{"steps": [{"op": "game", "path": ["__class__"], "value": "x"}]}',
        b'{"run": "build"}', b'{"run": "i18n update; rm x"}', b'{"run": "i18n new de"}', b'{"run": "i18n new ../x"}',
    ],
)  # fmt: skip
def test_what_is_no_edit_is_answered_with_400(preview, body):
    assert send(preview, body)[0] in (400, 411)
    assert name(preview) == "Worker"
    assert preview.failures == []


def test_a_link_in_the_place_of_a_file_is_not_followed(preview, tmp_path):
    file, aside = preview.game / "cards/ants.yaml", tmp_path / "outside.yaml"
    aside.write_bytes(file.read_bytes())
    kept = file.read_bytes()
    file.unlink()
    file.symlink_to(aside)
    try:
        status, answer = send(preview)
        assert status == 200
        assert "link" in answer["fault"]
        assert aside.read_bytes() == kept
    finally:
        file.unlink()
        file.write_bytes(kept)


def test_two_pages_that_edit_one_value_the_last_one_sees_both(preview):
    assert send(preview, json.dumps({"steps": [STEP | {"was": "Worker"}]}).encode())[1]["written"]
    answer = send(preview, json.dumps({"steps": [STEP | {"was": "Worker", "value": "Wasp"}]}).encode())[1]
    assert answer["stale"] == {"name": "name", "found": "Bee"}
    assert name(preview) == "Bee"
    send(preview, b'{"undo": true}')


def test_a_stretch_that_changed_since_is_not_undone_and_both_versions_are_shown(preview):
    send(preview)
    path = preview.game / "cards/ants.yaml"
    path.write_text(path.read_text("utf-8").replace("Bee", "Bumblebee"), encoding="utf-8")
    clash = send(preview, b'{"undo": true}')[1]["clash"]
    assert clash[0]["file"] == "cards/ants.yaml"
    assert {"-    name: Bumblebee", "+    name: Worker"} <= set(clash[0]["lines"])
    path.write_text(path.read_text("utf-8").replace("Bumblebee", "Bee"), encoding="utf-8")
    send(preview, b'{"undo": true}')
    assert name(preview) == "Worker"


def test_a_shipped_game_is_read_only():
    doom = shared_root() / "data" / "doom"
    editor, before = Editor(doom, doom.parent), (doom / "game.yaml").read_bytes()
    game = load_game(doom, cwd=doom.parent).game
    assert game is not None
    step = {"op": "game", "path": ["name"], "value": "Mine"}
    answer = edit_answer(editor, game, json.dumps({"steps": [step]}).encode())
    assert "ships with pnp" in answer["fault"]
    assert (doom / "game.yaml").read_bytes() == before


@pytest.mark.parametrize("body", [b'{"steps": ' + b"1" * 5000 + b"}", b"[" * 100_000, b"\xff", b"NaN"])
def test_a_body_that_python_cannot_read_is_no_edit(tmp_path, body):
    folder = write_game(tmp_path)
    game = load_game(folder, cwd=tmp_path).game
    assert edit_answer(Editor(folder, tmp_path), game, body) == {"wrong": "this is no edit"}
