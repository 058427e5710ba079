"""A server on this machine that answers as a test says."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler], None]


def table(text: str | bytes, kind: str = "text/csv") -> Answer:
    """A file with its length."""
    data = text.encode() if isinstance(text, str) else text

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)

    return answer


def onward(place: str) -> Answer:
    """A redirect."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(302)
        request.send_header("Location", place)
        request.end_headers()

    return answer


def huge(request: BaseHTTPRequestHandler) -> None:
    """A file that says to have ten terabytes."""
    request.send_response(200)
    request.send_header("Content-Length", "9999999999999")
    request.end_headers()


def status(number: int) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(number)
        request.end_headers()

    return answer


def endless(request: BaseHTTPRequestHandler) -> None:
    """Bytes without a length and without an end."""
    request.send_response(200)
    request.end_headers()
    try:
        while True:
            request.wfile.write(b"a,b\n" * 100_000)
    except OSError:
        return


drips: list[str] = []
"""What the next two have sent since it was emptied last; they end after forty seconds."""


def dripping(request: BaseHTTPRequestHandler) -> None:
    """A byte now and then, so that no single wait is long."""
    request.send_response(200)
    request.end_headers()
    try:
        for _ in range(2_000):
            drips.append("a")
            request.wfile.write(b"a")
            request.wfile.flush()
            time.sleep(0.02)
    except OSError:
        return


def dripping_head(request: BaseHTTPRequestHandler) -> None:
    """A line of the head that does not end."""
    try:
        for _ in range(2_000):
            drips.append("H")
            request.wfile.write(b"H")
            request.wfile.flush()
            time.sleep(0.02)
    except OSError:
        return


@contextmanager
def serving(answers: dict[str, Answer], secure: ssl.SSLContext | None = None) -> Iterator[str]:
    """The address of a server with these answers by path; with a certificate when one is given."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answers.get(self.path, status(404))(self)

        def log_message(self, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if secure is not None:
        server.socket = secure.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"{'https' if secure else 'http'}://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
