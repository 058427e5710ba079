"""Requests that must not be answered."""

from __future__ import annotations

import pytest

from pnp.preview.guard import Bucket, Guard, Request

TOKEN = "t0ken"
OURS = {"host": ["127.0.0.1:8765"]}


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def guard(*hosts: str, any_address: bool = False, clock: Clock | None = None) -> Guard:
    named = hosts or ("127.0.0.1", "localhost", "::1")
    return Guard(TOKEN, named, 8765, any_address=any_address, clock=clock or Clock())


def asked(target: str = f"/{TOKEN}/", method: str = "GET", **headers: str) -> Request:
    named = {name.replace("_", "-"): [value] for name, value in headers.items()}
    return Request(method, target, OURS | named, "127.0.0.1")


def status(request: Request, by: Guard | None = None) -> int | None:
    refusal = (by or guard()).refuse(request)
    return refusal.status if refusal else None


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765"])
def test_the_names_of_this_machine_are_answered(host):
    assert status(asked(host=host)) is None


@pytest.mark.parametrize(
    "host",
    [
        "", "evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8765@evil.example",
        "localhost.evil.example:8765", "127.0.0.1.nip.io:8765", "0:8765", "192.168.1.9:8765", "[::1]", "a b:8765",
        "127.0.0.1:8765, evil.example", "127.0.0.1:99999999",
    ],
)  # fmt: skip
def test_a_name_that_was_made_to_point_here_is_refused(host):
    assert status(asked(host=host)) == 421


def test_two_names_or_none_are_refused():
    assert status(Request("GET", f"/{TOKEN}/", {}, "127.0.0.1")) == 421
    two = {"host": ["127.0.0.1:8765", "evil.example"]}
    assert status(Request("GET", f"/{TOKEN}/", two, "127.0.0.1")) == 421


def test_in_a_network_addresses_are_answered_and_names_are_not():
    network = guard("127.0.0.1", "workshop", any_address=True)
    for host in ("192.168.1.9:8765", "[fe80::1]:8765", "workshop:8765"):
        assert status(asked(host=host), network) is None, host
    assert status(asked(host="rebind.evil.example:8765"), network) == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8765"},
        {"origin": "http://127.0.0.1:3000"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "image"},
        {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"},
    ],
)
def test_pages_of_other_sites_get_nothing(headers):
    assert status(asked(**headers)) == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://127.0.0.1:8765", "sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
        {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"},
    ],
)
def test_the_page_itself_and_a_link_that_is_followed_are_answered(headers):
    assert status(asked(**headers)) is None


@pytest.mark.parametrize(
    "target",
    [
        "/", "", "/index.html", "/t0ke/", "/t0kenx/", "/T0KEN/", "//t0ken/", "/t0ken", "http://127.0.0.1:8765/t0ken/",
        "/t0ken/\\..\\x", "/t0ken/\x00", "/t0ken/ü", "/t0ken/<script>", "*",
    ],
)  # fmt: skip
def test_without_the_secret_there_is_nothing(target):
    assert status(asked(target)) == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get"])
def test_only_reading_is_answered(method):
    assert status(asked(method=method)) == 405


def test_whatever_is_sent_along_is_refused():
    assert status(asked(content_length="1")) == 413
    assert status(asked(content_length="99999999999")) == 413
    assert status(asked(content_length="-1")) == 413
    assert status(asked(transfer_encoding="chunked")) == 413
    assert status(asked(content_length="0")) is None


def test_long_addresses_and_headers_are_refused():
    assert status(asked(f"/{TOKEN}/" + "a" * 3000)) == 414
    assert status(asked(x_long="a" * 20_000)) == 431


def test_one_client_cannot_ask_without_end_and_may_again_later():
    clock = Clock()
    busy = guard(clock=clock)
    answers = [status(asked(), busy) for _ in range(2000)]
    assert answers[:1500] == [None] * 1500
    assert answers[-1] == 429
    other = Request("GET", f"/{TOKEN}/", OURS, "192.168.1.5")
    assert status(other, busy) is None
    clock.now += 1
    assert status(asked(), busy) is None


def test_guessing_the_secret_is_slow():
    clock = Clock()
    busy = guard(clock=clock)
    answers = [status(asked(f"/guess{number}/"), busy) for number in range(200)]
    assert answers[0] == 404
    assert answers[-1] == 429
    assert status(asked(), busy) is None, "who knows the secret is not held up"


def test_what_is_remembered_of_clients_is_bounded():
    busy = guard()
    for number in range(2000):
        busy.refuse(Request("GET", "/", OURS, f"10.0.{number // 250}.{number % 250}"))
    assert len(busy._buckets) <= 256


def test_a_bucket_fills_again_and_never_over_its_rim():
    clock = Clock()
    bucket = Bucket(2, 1, clock)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 100
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_refusals_repeat_nothing_of_what_was_sent():
    for request in (
        asked("/<script>alert(1)</script>"),
        asked(host="evil.example"),
        asked(origin="https://evil"),
    ):
        refusal = guard().refuse(request)
        assert refusal is not None
        assert "evil" not in refusal.words
        assert "script" not in refusal.words


def test_a_flood_without_the_secret_does_not_hold_up_its_owner_at_the_same_address():
    busy = guard(clock=Clock())
    for number in range(3000):
        asked_wrong = asked(f"/guess{number}/") if number % 2 else asked(origin="http://evil.example")
        assert status(asked_wrong, busy) in (403, 404, 429)
    assert status(asked(), busy) is None
