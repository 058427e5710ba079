"""Fetching: which addresses are asked, and what bad servers can do."""

from __future__ import annotations

import ipaddress
import socket
import threading

import pytest

from pnp.pull import FetchFault, fetch, network
from tests.pull.server import dripping, dripping_head, drips, endless, huge, onward, serving, status, table

HERE = ("127.0.0.1", "localhost")


def test_a_table_is_fetched_over_redirects() -> None:
    with serving({"/a": onward("/b?x=1 2"), "/c": table("id\nx\n"), "/b?x=1%202": onward("/c")}) as address:
        with pytest.raises(FetchFault, match="spaces"):
            fetch(f"{address}/a", HERE)
        assert fetch(f"{address}/c", HERE) == b"id\nx\n"
    with serving({"/ä": status(500), "/%C3%A4": onward("c"), "/c": table("id\n")}) as address:
        assert fetch(f"{address}/ä", HERE) == b"id\n"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (onward("/"), "leads on more than 5 times"),
        (onward("file:///etc/passwd"), "no address that is fetched"),
        (onward("http://10.0.0.1/"), "private network"),
        (onward("http://[::1]:1/"), "private network"),
        (onward(""), "does not say where"),
        (status(403), "answers 403 Forbidden"),
        (status(204), "answers 204"),
        (endless, "too large"),
        (huge, "too large"),
        (dripping, "more than 0.3 seconds"),
        (dripping_head, "more than 0.3 seconds"),
    ],
)
def test_bad_servers_end_in_a_fault(answer, message, monkeypatch) -> None:
    monkeypatch.setattr(network, "MAX_FETCHED_BYTES", 1_000_000)
    slow = "seconds" in message
    drips.clear()
    with serving({"/": answer}) as address, pytest.raises(FetchFault, match=message):
        fetch(f"{address}/", HERE, seconds=0.3 if slow else 20)
    assert len(drips) < 1_000


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:a00:1::", "192.0.2.1",
    ],
)  # fmt: skip
def test_addresses_outside_of_the_internet_are_refused(address, monkeypatch) -> None:
    assert not network._is_public(ipaddress.ip_address(address))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (address, 0))])
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it was connected to"))
    with pytest.raises(FetchFault, match="private network"):
        fetch("https://cards.example/a.csv")


def test_the_address_that_was_checked_is_the_one_connected_to(monkeypatch) -> None:
    asked: list[str] = []
    answers = iter(["93.184.216.34", "127.0.0.1"])

    def connect(place, timeout):
        asked.append(place[0])
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (next(answers), 0))])
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(FetchFault, match="does not answer: Connection refused"):
        fetch("https://cards.example/a.csv")
    assert asked == ["93.184.216.34"]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://cards.example/", "without encryption"),
        ("ftp://cards.example/", "no address that is fetched"),
        ("https://user:secret@cards.example/", "password"),
        ("https://cards.example/a b", "spaces"),
        ("https://cards.example/\r\nX: y", "spaces or control"),
        ("https://cards.example:99999/", "no address"),
        ("https:///a", "no address"),
        ("https://" + "a" * 3_000, "too long"),
        ("https://[::1/", "no address"),
        ("cards.csv", "no address"),
    ],
)
def test_only_plain_https_addresses_are_asked(url, message, monkeypatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("93.184.216.34", 0))])
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it was connected to"))
    with pytest.raises(FetchFault, match=message):
        fetch(url)


def test_a_name_that_takes_long_to_look_up_ends_in_time(monkeypatch) -> None:
    given_up = threading.Event()
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *_, **__: [] if given_up.wait(60) else pytest.fail("it waited")
    )
    with pytest.raises(FetchFault, match=r"0\.2 seconds"):
        fetch("https://cards.example/", seconds=0.2)
    given_up.set()


def test_a_server_without_a_certificate_that_is_trusted_is_refused() -> None:
    with serving({"/": table("x")}) as address, pytest.raises(FetchFault, match="cannot be trusted"):
        fetch(address.replace("http:", "https:") + "/", HERE)
