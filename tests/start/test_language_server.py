"""The schemas in the hands of the real yaml-language-server (npm)."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pnp.cli.main import pnp

SERVER = shutil.which("yaml-language-server")
pytestmark = pytest.mark.system


class Server:
    """Speaks the Language Server Protocol 3.17 with one server."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [SERVER or "", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._number = 0
        self.root = root
        capabilities = {
            "workspace": {"configuration": False},
            "textDocument": {"hover": {}, "completion": {}},
        }
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": capabilities})
        self._send({"method": "initialized", "params": {}})

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The result of a request."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return next(m["result"] for m in self._messages() if m.get("id") == self._number and "result" in m)

    def open(self, path: str, text: str) -> tuple[str, list[str]]:
        """Address of a file with this text, and the faults that are underlined in it."""
        uri = (self.root / path).as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        found = next(
            m["params"]["diagnostics"]
            for m in self._messages()
            if m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri
        )
        return uri, [item["message"] for item in found]

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _messages(self) -> Iterator[dict[str, Any]]:
        """What the server says; its own requests are answered with nothing."""
        stream = self._process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            yield message


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("editor")
    assert CliRunner().invoke(pnp, ["new", "ants", "--into", str(folder)]).exit_code == 0
    made = Server(folder / "ants")
    yield made
    made.close()


def deck(server: Server) -> str:
    return (server.root / "cards/actions.yaml").read_text(encoding="utf-8")


def test_a_new_game_has_nothing_underlined(server: Server) -> None:
    assert server.open("game.yaml", (server.root / "game.yaml").read_text(encoding="utf-8"))[1] == []
    assert server.open("cards/actions.yaml", deck(server))[1] == []


def test_mistakes_are_underlined(server: Server) -> None:
    slips = deck(server).replace("sign: two-coins", "sign: two-coinz, land: froest, lnad: lake")
    found = server.open("cards/slips.yaml", slips)[1]
    assert len(found) == 3
    assert any("lnad" in message for message in found)


def test_terms_and_keys_are_completed_and_explained(server: Server) -> None:
    lines = (deck(server) + "\n  extra:\n    land: \n    ").split("\n")
    uri, _ = server.open("cards/more.yaml", "\n".join(lines))

    def at(line: int, column: int) -> dict[str, Any]:
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}

    def offered(line: int, column: int) -> set[str]:
        return {item["label"] for item in server.ask("textDocument/completion", at(line, column))["items"]}

    assert {"forest", "hills", "field", "lake"} <= offered(len(lines) - 2, 10)
    assert {"sign", "cost", "copies"} <= offered(len(lines) - 1, 4)
    total = next(number for number, line in enumerate(lines) if line.startswith("total:"))
    assert "all copies counted" in json.dumps(server.ask("textDocument/hover", at(total, 2)))
