"""The server from outside: what it sends, and what it refuses."""

from __future__ import annotations

import io
import re
import socket
import threading
import time
import urllib.request
from contextlib import suppress
from importlib import resources

import pytest
from PIL import Image

from pnp.fonts import FontFault
from pnp.preview import limits
from pnp.preview.server import PreviewServer
from tests.preview.game import edit, write_game
from tests.preview.running import Running, running
from tests.processes import PATIENCE

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    with running(write_game(tmp_path_factory.mktemp("served"))) as found:
        yield found


def until(preview: Running, part: str) -> bytes:
    """A part of the view once it is made."""
    for _ in range(600):
        status, _, body = preview.get(f"part?lang=en&name={part}")
        if status == 200:
            return body
        threading.Event().wait(0.05)
    raise AssertionError(f"{part} is not made")


def test_the_page_and_its_files_are_served_with_strict_headers(preview):
    for path, kind in {
        "": "text/html; charset=utf-8",
        "index.html": "text/html; charset=utf-8",
        "style.css": "text/css; charset=utf-8",
        "app.js": "text/javascript; charset=utf-8",
        "icon.svg": "image/svg+xml",
    }.items():
        status, headers, body = preview.get(path)
        assert (status, headers["content-type"]) == (200, kind)
        assert body
        assert headers["cache-control"] == "no-store"
        assert HEADERS.items() <= headers.items()


def test_refusals_have_the_same_headers(preview):
    status, headers, _ = preview.get("nothing")
    assert status == 404
    assert HEADERS.items() <= headers.items()


def test_it_listens_on_this_machine_only(preview):
    assert preview.server._server.socket.getsockname()[0] == "127.0.0.1"
    assert preview.server.address.startswith("http://127.0.0.1:")


@pytest.mark.parametrize("host", ["::1", "::", "localhost", "0.0.0.0"])
def test_the_address_that_is_printed_is_one_that_answers(preview, tmp_path, host):
    """With the address of IPv6 the one of IPv4 was printed, where nobody listened."""
    try:
        server = PreviewServer(preview.engine, tmp_path, host)
    except OSError:  # a machine without IPv6
        assert ":" in host
        return
    server.start()
    try:
        with urllib.request.urlopen(server.address, timeout=PATIENCE) as answer:
            assert answer.status == 200
    finally:
        server.stop()


def test_the_secret_is_long_new_for_each_server_and_in_no_answer(preview, tmp_path):
    with running(write_game(tmp_path)) as other:
        assert other.server.token != preview.server.token
    assert len(preview.server.token) >= 22
    secret = preview.server.token.encode()
    for path in ("", "app.js", "part?lang=en&name=claims", "nothing"):
        _, headers, body = preview.get(path)
        assert secret not in body
        assert preview.server.token not in str(headers)
    with preview.events("en") as events:
        assert preview.server.token not in str(next(value for name, value in events if name == "whole"))


@pytest.mark.parametrize(
    "path",
    [
        "../", "..%2f", "%2e%2e/%2e%2e/etc/passwd", "....//", "./app.js", "page/app.js", "app.js/", "app.js%00.png",
        "/etc/passwd", "file:///etc/passwd", "game.yaml", "cards/ants.yaml", "art/crumb.png", "__init__.py", "engine.py",
        "pictures/../app.js", "pictures/%2e%2e-100.png", "pictures/abc-100.png", "pictures/abc-99999.png",
        "part?lang=../..&name=claims", "part?lang=en&name=../../secrets", "part?name=__class__&lang=en",
    ],
)  # fmt: skip
def test_no_path_leads_to_a_file(preview, path):
    assert preview.get(path)[0] == 404


@pytest.mark.parametrize(
    "target", ["", "/", "/app.js", "/wrong/app.js", "/../{token}/", "/{token}/../../etc/passwd"]
)
def test_paths_as_they_come_over_the_wire(preview, target):
    line = f"GET {target.format(token=preview.server.token)} HTTP/1.1\r\nHost: 127.0.0.1:{preview.server.port}\r\n\r\n"
    answer = preview.raw(line.encode())
    assert b"root:" not in answer
    assert not answer.startswith(b"HTTP/1.1 200")


def test_a_name_that_points_here_is_refused_over_the_wire(preview):
    line = f"GET /{preview.server.token}/ HTTP/1.1\r\nHost: evil.example:{preview.server.port}\r\n\r\n"
    assert preview.raw(line.encode()).startswith(b"HTTP/1.1 421")
    status, _, _ = preview.get("", Origin="https://evil.example")
    assert status == 403
    old = f"GET /{preview.server.token}/ HTTP/1.0\r\n\r\n"
    assert preview.raw(old.encode()).startswith(b"HTTP/1.1 421")


def test_bodies_are_refused_before_they_are_read(preview):
    head = f"POST /{preview.server.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{preview.server.port}\r\n"
    for more in ("Content-Length: 99999999999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"):
        answer = preview.raw((head + more).encode())
        assert answer.startswith(b"HTTP/1.1 413")
        assert b"Connection: close" in answer
        assert answer.count(b"HTTP/1.1") == 1, "what follows is not taken for another request"


def test_nobody_is_asked_to_send_a_body(preview):
    head = f"GET /{preview.server.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{preview.server.port}\r\n"
    answer = preview.raw(f"{head}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 417")
    assert b"100 Continue" not in answer


def test_no_other_protocol_is_spoken(preview):
    """A request to go over to one gets the page in this one, or nothing."""
    head = f"GET /{preview.server.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{preview.server.port}\r\n"
    for name in ("websocket", "h2c"):
        answer = preview.raw(f"{head}Connection: Upgrade\r\nUpgrade: {name}\r\n\r\n".encode())
        assert b" 101 " not in answer.partition(b"\r\n")[0]
        assert b"Upgrade" not in answer.partition(b"\r\n\r\n")[0]
    assert not preview.raw(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").startswith(b"HTTP/1.1 2")


def test_a_head_of_the_line_opens_none(preview):
    # In a language that nobody else asks for: lines of other tests may still be on their way in or out.
    status, headers, body = preview.get("events?lang=cs", "HEAD")
    assert (status, headers["content-type"], body) == (200, "text/event-stream", b"")
    patience = time.monotonic() + PATIENCE  # the answer is there before its thread has ended
    while "cs" in preview.engine.hub.languages() and time.monotonic() < patience:
        time.sleep(0.01)
    assert "cs" not in preview.engine.hub.languages()


def test_a_page_that_is_gone_before_its_line_is_opened_leaves_none_behind(preview):
    engine = preview.engine
    for _ in range(20):
        engine.close(engine.open("cs"))
    with preview.events("en") as events:  # asked for behind all of them
        assert next(events)[0] in ("desk", "whole")
        assert preview.whole("en")["language"] == "en"
        assert "cs" not in engine.hub.languages()
    assert preview.failures == []


def test_connections_that_say_nothing_or_little_keep_nobody_out(preview):
    flood = [
        socket.create_connection(("127.0.0.1", preview.server.port)) for _ in range(2 * limits.CONNECTIONS)
    ]
    try:
        for number, each in enumerate(flood):
            with suppress(OSError):
                each.sendall(b"GET /" if number % 2 else b"")
        assert preview.get("")[0] == 200
        assert threading.active_count() < 2 * limits.CONNECTIONS
    finally:
        for each in flood:
            each.close()


def test_rubbish_is_answered_or_dropped_and_the_server_lives_on(preview):
    for data in (
        b"\x16\x03\x01\x02\x00",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"A" * 70_000 + b"\r\n\r\n",
        b"\r\n\r\n",
    ):
        answer = preview.raw(data)
        assert b"Traceback" not in answer
        assert b"200 OK" not in answer
    many = "".join(f"X-{number}: a\r\n" for number in range(300))
    answer = preview.raw(f"GET /{preview.server.token}/ HTTP/1.1\r\n{many}\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 431", b"HTTP/1.0 431"))
    assert preview.get("")[0] == 200


def test_pictures_are_those_of_the_pieces_and_may_be_kept(preview):
    piece = preview.whole("en")["pieces"]["ants/worker"]
    while not piece["front"]:
        piece = preview.whole("en")["pieces"]["ants/worker"]
    status, headers, body = preview.get(f"pictures/{piece['front']}-100.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    assert "immutable" in headers["cache-control"]
    with Image.open(io.BytesIO(body)) as picture:
        # 63 × 88 mm with 3 mm of bleed on each side, at 100 dpi
        assert picture.size == (round(69 / 25.4 * 100), round(94 / 25.4 * 100))


def test_an_expression_chooses_pieces_as_on_the_command_line(preview):
    status, _, body = preview.get("where?q=caste%20==%20'worker'")
    assert (status, body) == (200, b'{"pieces": ["ants/scout", "ants/worker"]}')
    fault = preview.get("where?q=castle%20==%201")[2].decode()
    assert "did you mean 'caste'?" in fault
    assert preview.get("where?q=")[0] == 404
    assert preview.get("where?q=" + "1%2B" * 300)[0] == 404
    assert preview.get("where?" + "&".join(f"q={number}" for number in range(50)))[0] == 404


@pytest.mark.parametrize(
    "expression", ["9**9**9**9", "sum(1 for a in cards for b in cards for c in range(99999))", "'a'*10**9"]
)
def test_an_expression_cannot_hold_the_server_up(preview, expression):
    from urllib.parse import quote

    status, _, body = preview.get(f"where?q={quote(expression)}")
    assert status == 200
    assert b"fault" in body


def test_one_client_that_asks_without_end_is_slowed(tmp_path, monkeypatch):
    monkeypatch.setattr("pnp.preview.limits.BURST", 5)
    monkeypatch.setattr("pnp.preview.limits.PER_SECOND", 0.001)
    with running(write_game(tmp_path)) as slow:
        assert [slow.get("dom.js")[0] for _ in range(7)] == [200] * 5 + [429] * 2


def test_parts_are_reported(preview):
    preview.whole("en")
    assert b'"verdict":"ok"' in until(preview, "claims")
    assert b"Carry one crumb home." in until(preview, "fits")
    assert b'"file":"ants.pdf"' in until(preview, "sheets")
    assert b'"file":"rules.pdf"' in until(preview, "books")


def test_the_folder_is_told_to_this_machine_only(preview):
    with preview.events("en") as events:
        assert next(events) == (
            "desk",
            {"root": preview.game.parent.as_posix(), "editor": "vscode"},
        )


def test_a_change_is_reported_with_the_pieces_that_changed_and_nothing_else(tmp_path):
    with running(write_game(tmp_path)) as preview, preview.events("en") as events:
        for name, value in events:
            if name == "change" and "books" in value.get("parts", {}):
                break
        edit(preview.game / "cards/ants.yaml", "Guard the gate.", "Guard the queen.")
        preview.engine.changed()
        changed = next(value for name, value in events if name == "change" and value.get("pieces"))
        assert set(changed["pieces"]) == {"ants/soldier"}
        texts = {field["name"]: field["value"] for field in changed["pieces"]["ants/soldier"]["fields"]}
        assert texts["text"] == "Guard the queen."


def test_a_set_whose_file_is_broken_keeps_its_place_and_name(tmp_path):
    with running(write_game(tmp_path)) as preview, preview.events("en") as events:
        sets = next(value["sets"] for name, value in events if name == "whole" and value["sets"])
        good = (preview.game / "cards/events.yaml").read_text(encoding="utf-8")
        for text in ("kind: [", good):
            (preview.game / "cards/events.yaml").write_text(text, encoding="utf-8")
            preview.engine.changed()
            next(value for name, value in events if name == "change" and "faults" in value)
            now = preview.whole("en")["sets"]
            assert [each["name"] for each in now] == [each["name"] for each in sets]
            assert [each["pieces"] for each in now] == [each["pieces"] for each in sets]


def test_an_unknown_language_shows_the_game_s_own(preview):
    assert preview.whole("xx")["language"] == "en"
    assert preview.whole("cs")["language"] == "cs"


def test_the_page_asks_nobody_else_and_holds_no_code_of_its_own():
    """Nothing in it could be blocked by the policy, or tell another server that the page was opened."""
    for entry in resources.files("pnp.preview").joinpath("page").iterdir():
        text = entry.read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[\w./-]+", text)) - {"http://www.w3.org/2000/svg"}
        assert addresses == set(), entry.name
        if entry.name.endswith(".html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)", text)
            assert not re.search(r"\s(style|on\w+)\s*=", text)
            assert "<style" not in text
        if entry.name.endswith(".js"):
            assert not re.search(
                r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
            )


def test_a_glyph_that_breaks_when_it_is_drawn_is_a_finding(tmp_path, monkeypatch):
    """It was a traceback and a picture that never came."""

    def broken(*_):
        raise FontFault("A310", "'fonts/x.otf' is broken", "get the file again from its maker")

    with running(write_game(tmp_path)) as preview, preview.events("en") as events:
        for name, value in events:
            if name == "change" and "books" in value.get("parts", {}):
                break
        monkeypatch.setattr(preview.engine.pictures, "draw", broken)
        front = preview.whole("en")["pieces"]["ants/worker"]["front"]
        assert preview.get(f"pictures/{front}-100.png")[0] == 404
        faults = next(value["faults"] for name, value in events if name == "change" and "faults" in value)
        assert any("A310" in str(fault) and "fonts/x.otf" in str(fault) for fault in faults)
