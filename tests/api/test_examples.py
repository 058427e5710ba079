"""The web service and the notebook of the documents work."""

import importlib.util
import json
import threading
import urllib.error
import urllib.request
from http.server import HTTPServer
from pathlib import Path

import pytest

from tests.api.test_open_game import FILES, zipped

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def address():
    spec = importlib.util.spec_from_file_location("service", EXAMPLES / "service.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server = HTTPServer(("127.0.0.1", 0), module.Service)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def posted(url, data):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data)) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as fault:
        return fault.code, fault.headers["Content-Type"], fault.read()


def test_the_service_draws_checks_and_builds(address):
    data = zipped()
    assert posted(f"{address}/piece/ants/a.png", data)[2].startswith(b"\x89PNG")
    assert b"<svg" in posted(f"{address}/piece/ants/a.svg", data)[2]
    assert posted(f"{address}/build/ants.pdf", data)[2].startswith(b"%PDF")
    status, kind, found = posted(f"{address}/check", zipped({**FILES, "cards/ants.yaml": "kind: crad\n"}))
    assert (status, kind) == (200, "application/json")
    assert json.loads(found)[0]["code"].startswith("M")


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/piece/ants/z.png", zipped(), 404),
        ("/nothing", zipped(), 404),
        ("/check", b"no zip", 422),
        ("/build/ants.pdf", zipped({"game.yaml": "name: ["}), 422),
    ],
)
def test_the_service_refuses_what_cannot_be_done(address, path, data, status):
    assert posted(address + path, data)[0] == status


def test_the_notebook_runs_from_the_first_cell_to_the_last():
    notebook = json.loads((EXAMPLES / "deck.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            *before, last = "".join(cell["source"]).rstrip().split("\n")
            try:
                value = compile(last, "cell", "eval")
            except SyntaxError:
                exec("\n".join([*before, last]), names)
                continue
            exec("\n".join(before), names)
            shown.append(eval(value, names))
    assert shown[0]._repr_html_().startswith("<table>")
    assert shown[1]._repr_png_().startswith(b"\x89PNG")
    assert shown[2] == pytest.approx(29 / 13)
    assert shown[3] == pytest.approx(27 / 13)
    assert shown[-2] == ["game/en/ants.pdf", "game/en/manifest.json"]
