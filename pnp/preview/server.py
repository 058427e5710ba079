"""The server: HTTP by the standard library, a thread for each connection, strict about what comes in."""

from __future__ import annotations

import json
import secrets
import socket
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from pnp.preview import limits
from pnp.preview.engine import Engine
from pnp.preview.guard import Guard, Refusal, Request
from pnp.preview.hub import Connection
from pnp.preview.site import Answer, Site


class Doors:
    """A bounded number of open connections; when there is no room, the oldest stranger goes.

    A stranger is a connection that has not yet made a request that may be answered. A client that opens many
    and sends nothing, or one letter at a time, pushes out only others like it, because a page sends its first
    request at once.

    Args:
        most: Connections that are open at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._strangers: dict[socket.socket, None] = {}
        self._guests: set[socket.socket] = set()
        self._lock = threading.Lock()

    def enter(self, connection: socket.socket) -> bool:
        """A connection was made; False when there is no room for it."""
        with self._lock:
            if len(self._strangers) + len(self._guests) >= self._most:
                oldest = next(iter(self._strangers), None)
                if oldest is None:
                    return False
                del self._strangers[oldest]
                _hang_up(oldest)
            self._strangers[connection] = None
            return True

    def welcome(self, connection: socket.socket) -> None:
        """Something was asked on it that may be answered."""
        with self._lock:
            if connection in self._strangers:
                del self._strangers[connection]
                self._guests.add(connection)

    def leave(self, connection: socket.socket) -> None:
        """It was closed."""
        with self._lock:
            self._strangers.pop(connection, None)
            self._guests.discard(connection)


def _hang_up(connection: socket.socket) -> None:
    """End it from both sides, which wakes the thread that waits for it."""
    with suppress(OSError):  # it may have ended by itself
        connection.shutdown(socket.SHUT_RDWR)


LOOPBACK = "127.0.0.1"
_LOCAL = ("127.0.0.1", "localhost", "::1")
_ANY = ("0.0.0.0", "::")
_BEAT_SECONDS = 10.0
"""Between signs of life on a line without news."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
}


EDITORS = ("vscode", "zed", "none")
"""Editors by the scheme of their addresses, the usual one first; ``none`` takes no addresses."""


class PreviewServer:
    """Serves one engine.

    Args:
        engine: Was started.
        root: Names of files in findings are relative to it; sent only to browsers on this machine, for links
            to lines.
        host: Address to listen on; the loopback unless others may look, too.
        port: 0 for any that is free.
        editor: That links to lines open: one of ``EDITORS``.

    Attributes:
        port: That it listens on.
        token: The secret in the address; new for each server, kept nowhere else.

    Raises:
        OSError: It cannot listen there.
    """

    def __init__(
        self, engine: Engine, root: Path, host: str = LOOPBACK, port: int = 0, editor: str = EDITORS[0]
    ) -> None:
        self.token = secrets.token_urlsafe(16)
        self._server = _Server((host, port), _Handler)
        self.port: int = self._server.server_address[1]
        self._host = host
        self._server.engine = engine
        self._server.site = Site(engine)
        self._server.root = root.resolve().as_posix()
        self._server.editor = editor
        self._server.guard = Guard(
            self.token,
            (*_LOCAL, *(() if host in _ANY else (host,)), *_own_names(host)),
            self.port,
            any_address=host in _ANY,
            clock=time.monotonic,
        )
        self._thread = threading.Thread(target=self._server.serve_forever, name="server", daemon=True)

    @property
    def address(self) -> str:
        """The address to open on this machine."""
        if self._host not in (*_ANY, *_LOCAL):
            return self.address_at(self._host)
        return self.address_at("::1" if ":" in self._host else LOOPBACK)

    def address_at(self, host: str) -> str:
        """The address by which others reach this machine at ``host``."""
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/{self.token}/"

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()


def _own_names(host: str) -> tuple[str, ...]:
    """Names by which other machines may call this one; none as long as it can be reached from here only."""
    if host in _LOCAL:
        return ()
    name = socket.gethostname()
    return (name, f"{name}.local")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    engine: Engine
    site: Site
    guard: Guard
    root: str
    editor: str

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        self.doors = Doors(limits.CONNECTIONS)
        super().__init__(address, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread, as long as there are not too many."""
        if self.doors.enter(request):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, then let another one in."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.doors.leave(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores broken connections."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "pnp"
    sys_version = ""
    timeout = limits.IDLE_SECONDS
    disable_nagle_algorithm = True

    server: _Server

    def do_GET(self) -> None:
        request = self._request()
        refusal = self.server.guard.refuse(request)
        if refusal is not None:
            self._refuse(refusal)
            return
        self.server.doors.welcome(self.connection)
        if request.method == "POST":
            body = self.rfile.read(int(request.header("content-length")))
            self._send(self.server.site.edit(body))
            return
        answer = self.server.site.answer(self.server.guard.path(request))
        if isinstance(answer, Connection):
            self._stream(answer)
        else:
            self._send(answer)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_CONNECT = do_TRACE = do_GET  # noqa: N815

    def handle_expect_100(self) -> bool:
        """Nobody is asked to send a body."""
        self._refuse(Refusal(417, "nothing may be sent here"))
        return False

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answers requests that the library refuses, without repeating their content."""
        del message, explain
        self._refuse(Refusal(code, HTTPStatus(code).phrase.lower()))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is http.server's
        """Nothing is logged: addresses hold the secret."""

    def _request(self) -> Request:
        headers: dict[str, list[str]] = {}
        for name, value in self.headers.items():
            headers.setdefault(name.lower(), []).append(value)
        return Request(self.command, self.path, headers, self.client_address[0])

    def _refuse(self, refusal: Refusal) -> None:
        self.close_connection = True
        self._send(Answer(refusal.status, f"{refusal.words}\n".encode(), headers={"Connection": "close"}))

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        headers = {"Cache-Control": "no-store", **_HEADERS, **answer.headers}
        if answer.status != HTTPStatus.NO_CONTENT:
            headers |= {"Content-Type": answer.type, "Content-Length": str(len(answer.body))}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _stream(self, line: Connection) -> None:
        """Send what comes along the line until one end hangs up."""
        self.close_connection = True
        try:
            headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", **_HEADERS}
            self.send_response(HTTPStatus.OK)
            for name, value in (*headers.items(), ("Connection", "close")):
                self.send_header(name, value)
            self.end_headers()
            if self.command == "HEAD":
                return
            self.wfile.write(b"retry: 400\n\n" + self._desk())
            while not line.closed:
                self.wfile.write(line.take(_BEAT_SECONDS) or b": still here\n\n")
        except OSError:
            pass
        finally:
            self.server.engine.close(line)

    def _desk(self) -> bytes:
        """Where the files are, for a browser on the same machine."""
        root = self.server.root if self.client_address[0] in ("127.0.0.1", "::1") else ""
        return f"event: desk\ndata: {json.dumps({'root': root, 'editor': self.server.editor})}\n\n".encode()
