"""A preview that runs in this process, for tests that speak to it over a socket or with a browser."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from pnp.edit.editor import Editor
from pnp.preview.engine import Engine
from pnp.preview.reading import changes
from pnp.preview.server import EDITORS, PreviewServer
from pnp.preview.session import Session
from tests.processes import PATIENCE


@dataclass
class Running:
    """A preview of a game.

    Attributes:
        game: Its folder.
        server: Where it is reached.
        engine: That answers.
        failures: Tracebacks of faults of our own.
    """

    game: Path
    server: PreviewServer
    engine: Engine
    failures: list[str]

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers by small name, and body; ``path`` comes behind the secret."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        connection.request(method, f"/{self.server.token}/{path}", headers=headers)
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def raw(self, data: bytes) -> bytes:
        """Everything that comes back for some bytes."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
        return b"".join(parts)

    @contextmanager
    def events(self, language: str = "") -> Iterator[Iterator[tuple[str, Any]]]:
        """What the server tells, event by event: name and value."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        connection.request("GET", f"/{self.server.token}/events?lang={language}")
        answer = connection.getresponse()

        def read() -> Iterator[tuple[str, Any]]:
            name = ""
            for line in answer:
                if line.startswith(b"event: "):
                    name = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    yield name, json.loads(line[6:])

        try:
            yield read()
        finally:
            connection.close()

    def whole(self, language: str = "") -> dict[str, Any]:
        """What a page is told first."""
        with self.events(language) as events:
            return next(value for name, value in events if name == "whole")


def finished(game: Path) -> Session:
    """A session in which the English edition is ready."""
    session = Session(game, game.parent)
    session.watch(["en"])
    session.finish()
    assert [item.message for item in session.faults("en") if item.severity] == []
    return session


@contextmanager
def running(game: Path, *, watched: bool = False, editor: str = EDITORS[0]) -> Iterator[Running]:
    """A preview of the game in ``game``; with ``watched`` it follows the folder by itself."""
    failures: list[str] = []
    engine = Engine(Session(game, game.parent), failures.append, editor=Editor(game, game.parent))
    engine.start()
    server = PreviewServer(engine, game.parent, editor=editor)
    server.start()
    stop = threading.Event()

    def follow() -> None:
        for _ in changes(game, stop):
            engine.changed()

    thread = threading.Thread(target=follow, daemon=True)
    if watched:
        thread.start()
    try:
        yield Running(game, server, engine, failures)
    finally:
        stop.set()
        if watched:
            thread.join(10)
        server.stop()
        engine.stop()
    assert not thread.is_alive()
    assert failures == []
