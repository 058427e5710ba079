"""A client of the language server: it speaks the protocol over the two pipes of a process, or of a thread."""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from pnp.lsp.server import Server
from tests.processes import PATIENCE


class Client:
    """An editor with the files of one game open."""

    def __init__(self, folder: Path, to: BinaryIO, came: BinaryIO) -> None:
        self.folder = folder
        self._to = to
        self._came = came
        self._numbers = iter(range(1, 1_000_000))
        self._arrived: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._answers: dict[Any, dict[str, Any]] = {}
        self.findings: dict[str, list[dict[str, Any]]] = {}
        self.notes: list[dict[str, Any]] = []
        self.texts: dict[str, tuple[int, str]] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: object) -> None:
        self.send_bytes(framed(json.dumps(message).encode()))

    def send_bytes(self, data: bytes) -> None:
        self._to.write(data)
        self._to.flush()

    def notify(self, method: str, **params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The whole answer."""
        number = next(self._numbers)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return self.answer(number)

    def asked(self, method: str, **params: Any) -> Any:
        """The result."""
        answer = self.ask(method, **params)
        assert "error" not in answer, answer
        return answer["result"]

    def answer(self, number: Any) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while number not in self._answers:
            self._take(end)
        return self._answers.pop(number)

    def begin(self, capabilities: Mapping[str, Any] | None = None) -> dict[str, Any]:
        started = self.asked(
            "initialize", processId=None, rootUri=self.folder.as_uri(), capabilities=dict(capabilities or {})
        )
        self.notify("initialized")
        return started  # type: ignore[no-any-return]

    def open(self, file: str, text: str | None = None) -> str:
        """Open a file as it is on disk, or with a text; its URI."""
        uri = (self.folder / file).as_uri()
        text = (self.folder / file).read_text(encoding="utf-8") if text is None else text
        self.texts[uri] = (1, text)
        self.notify(
            "textDocument/didOpen",
            textDocument={"uri": uri, "languageId": "yaml", "version": 1, "text": text},
        )
        return uri

    def type(self, uri: str, old: str, new: str) -> None:
        """Replace words of an open file, as typing does: by place."""
        version, text = self.texts[uri]
        start = text.index(old)
        self.texts[uri] = (version + 1, text.replace(old, new, 1))
        span = {"start": position(text, start), "end": position(text, start + len(old))}
        self.notify(
            "textDocument/didChange",
            textDocument={"uri": uri, "version": version + 1},
            contentChanges=[{"range": span, "text": new}],
        )

    def place(self, uri: str, words: str, offset: int = 0) -> dict[str, Any]:
        """Where words of an open file begin, as parameters of a question."""
        text = self.texts[uri][1]
        return {
            "textDocument": {"uri": uri},
            "position": position(text, text.index(words) + offset),
        }

    def until(self, uri: str, code: str, *, there: bool = True) -> list[dict[str, Any]]:
        """The findings of a file once one of this code is there, or no longer there."""
        end = time.monotonic() + PATIENCE
        while any(item["code"] == code for item in self.findings.get(uri, ())) is not there:
            self._take(end)
        return self.findings.get(uri, [])

    def refusal(self) -> dict[str, Any]:
        """The next answer to something that is no message."""
        return self.answer(None)["error"]  # type: ignore[no-any-return]

    def _take(self, end: float) -> None:
        try:
            message = self._arrived.get(timeout=max(0.01, end - time.monotonic()))
        except queue.Empty:
            raise AssertionError(f"nothing came; findings so far: {self.findings}") from None
        assert message is not None, "the server has left"
        if "method" in message:
            if message["method"] == "textDocument/publishDiagnostics":
                self.findings[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.notes.append(message)
            if "id" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        else:
            self._answers[message["id"]] = message

    def _read(self) -> None:
        while True:
            length = 0
            while (line := self._came.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                self._arrived.put(None)
                return
            self._arrived.put(json.loads(self._came.read(length)))


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def position(text: str, offset: int) -> dict[str, int]:
    """A place as editors count: lines from 0, columns in UTF-16."""
    before = text[:offset]
    start = before.rfind("\n") + 1
    column = len(before[start:].encode("utf-16-le")) // 2
    return {"line": before.count("\n"), "character": column}


@contextmanager
def serving(folder: Path) -> Iterator[Client]:
    """A client of a server in a thread of this process, whose own failures fail the test."""
    faults: list[str] = []
    to_server, to_client = os.pipe(), os.pipe()
    with (
        os.fdopen(to_server[0], "rb") as server_in,
        os.fdopen(to_server[1], "wb") as client_out,
        os.fdopen(to_client[0], "rb") as client_in,
        os.fdopen(to_client[1], "wb") as server_out,
    ):
        server = Server(None, faults.append)
        thread = threading.Thread(target=server.serve, args=(server_in, server_out), daemon=True)
        thread.start()
        try:
            yield Client(folder, client_out, client_in)
        finally:
            client_out.close()
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server has not ended"
    assert not faults, faults[0]
