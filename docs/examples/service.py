"""A small web service that draws pieces of the games that visitors upload.

    python docs/examples/service.py 8000
    curl --data-binary @ants.zip http://127.0.0.1:8000/check
    curl --data-binary @ants.zip http://127.0.0.1:8000/piece/ants/a.png > a.png

It is an example: one request at a time, ZIP files of at most 20 MB, 30 seconds for each build.
"""

from __future__ import annotations

import json
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer

from pnp import api

MOST_BYTES = 20_000_000
SECONDS = 30.0


class Service(BaseHTTPRequestHandler):
    """Answers a ZIP file of a game with its findings, a picture of a piece, or a PDF."""

    def do_POST(self) -> None:
        """Open the game that was sent, and answer."""
        size = int(self.headers.get("Content-Length") or 0)
        if size > MOST_BYTES:
            self.answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "text/plain", b"at most 20 MB")
            return
        try:
            with api.open_game(self.rfile.read(size)) as game:
                self.answer(HTTPStatus.OK, *result(game, self.path))
        except api.UnknownNameError as fault:
            self.answer(HTTPStatus.NOT_FOUND, "text/plain", str(fault).encode())
        except api.CancelledError as fault:
            self.answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", str(fault).encode())
        except api.PnpError as fault:
            self.answer(HTTPStatus.UNPROCESSABLE_ENTITY, "text/plain", str(fault).encode())

    def answer(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        """Send a status and content of a type."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


def result(game: api.OpenGame, path: str) -> tuple[str, bytes]:
    """Type and content of the answer to ``/check``, ``/piece/SET/PIECE.png`` or ``/build/SET.pdf``."""
    verb, _, name = path.strip("/").partition("/")
    stem, _, ending = name.rpartition(".")
    if verb == "check":
        found = [{"code": each.code, "message": each.message} for each in game.check().diagnostics]
        return "application/json", json.dumps(found).encode()
    if verb == "piece" and ending == "png":
        return "image/png", game.piece(stem).png(dpi=150)
    if verb == "piece" and ending == "svg":
        return "image/svg+xml", game.piece(stem).svg().encode()
    if verb == "build" and ending == "pdf":
        built = game.build(only=[stem], time_limit=SECONDS)
        pdfs = [content for path, content in built.files.items() if path.endswith(".pdf")]
        if pdfs:
            return "application/pdf", pdfs[0]
        raise api.BrokenGameError(built.diagnostics)
    raise api.UnknownNameError(f"there is nothing at '{path}'")


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Service).serve_forever()
