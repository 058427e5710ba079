"""Who may ask: the secret in the address, the name that was called, how often and how much.

A page from elsewhere can make a browser ask this server, and with a name that it lets point here (DNS
rebinding) it can even read the answers. So nothing is answered without the secret, under a strange name, or
to the page of another site.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pnp.preview import limits

_TARGET = re.compile(r"/[A-Za-z0-9._~/%&=?+*!,;:@$'()-]*\Z")


_LENGTH = re.compile(r"[0-9]{1,9}\Z")
EDIT = "edit"
"""The only path that something may be sent to."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a client.

    Attributes:
        method: In capitals.
        target: Path and query as sent.
        headers: Every value of each header, by name in small letters.
        client: Address of the other end.
    """

    method: str
    target: str
    headers: Mapping[str, Sequence[str]]
    client: str

    def header(self, name: str) -> str:
        """The header's value; empty without one, values of repeated ones with commas."""
        return ", ".join(self.headers.get(name, ()))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not answered: HTTP status and a word on it that repeats nothing of the request."""

    status: int
    words: str


class Bucket:
    """Counts requests: a number at once, then a number a second.

    Args:
        burst: Number at once.
        rate: Number a second.
        clock: Seconds from any start.
    """

    def __init__(self, burst: float, rate: float, clock: Callable[[], float]) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Whether one more is within the bounds."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Decides which requests are refused.

    Args:
        token: The secret: first part of every path.
        hosts: Names and addresses that the server may be called by.
        port: That it listens on.
        any_address: Whether every IP address is a name of it, too: a name that is made to point here is none.
        clock: Seconds from any start.
    """

    def __init__(
        self,
        token: str,
        hosts: Sequence[str],
        port: int,
        *,
        any_address: bool,
        clock: Callable[[], float],
    ) -> None:
        self._prefix = f"/{token}/".encode()
        self._hosts = frozenset(host.lower() for host in hosts)
        self._port = port
        self._any_address = any_address
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._wrong = Bucket(limits.WRONG_BURST, limits.WRONG_PER_SECOND, clock)
        self._lock = threading.Lock()

    def refuse(self, request: Request) -> Refusal | None:
        """Why the request is refused; None when it may be answered.

        Only requests with the secret count as those of their client: pages of other sites in the same
        browser have the same address.
        """
        for check in (self._size, self._host, self._origin, self._secret):
            refusal = check(request)
            if refusal is not None:
                return refusal
        if not self._in_time(request.client):
            return Refusal(429, "too many requests")
        if request.method == "POST" and self.path(request) == EDIT:
            return _edit(request)
        if request.method not in ("GET", "HEAD"):
            return Refusal(405, "only GET is answered")
        return None

    def path(self, request: Request) -> str:
        """The target of a request that was not refused, without the secret."""
        return request.target[len(self._prefix) :]

    def _in_time(self, client: str) -> bool:
        with self._lock:
            bucket = self._buckets.get(client)
            if bucket is None:
                if len(self._buckets) >= limits.CLIENTS:
                    self._buckets.clear()
                bucket = self._buckets[client] = Bucket(limits.BURST, limits.PER_SECOND, self._clock)
            return bucket.take()

    def _size(self, request: Request) -> Refusal | None:
        if len(request.target) > limits.TARGET:
            return Refusal(414, "the address is too long")
        if (
            sum(len(name) + sum(map(len, values)) for name, values in request.headers.items())
            > limits.HEADERS
        ):
            return Refusal(431, "the headers are too long")
        length = request.header("content-length")
        if request.header("transfer-encoding") or (length not in ("", "0") and request.method != "POST"):
            return Refusal(413, "nothing may be sent here")
        if length and (not _LENGTH.match(length) or int(length) > limits.BODY):
            return Refusal(413, "nothing that long may be sent here")
        return None

    def _host(self, request: Request) -> Refusal | None:
        named = request.headers.get("host", ())
        if len(named) != 1 or not self._ours(named[0]):
            return Refusal(421, "this server is not called by that name")
        return None

    def _ours(self, host: str) -> bool:
        match = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?", host)
        if match is None or int(match[2] or 80) != self._port:
            return False
        name = match[1].strip("[]").lower()
        return name in self._hosts or (self._any_address and _is_address(name))

    def _origin(self, request: Request) -> Refusal | None:
        origins = request.headers.get("origin", ())
        if any(origin != f"http://{request.header('host')}" for origin in origins):
            return Refusal(403, "pages of other sites are not answered")
        site = request.header("sec-fetch-site")
        if site in ("", "same-origin", "none"):
            return None
        if request.header("sec-fetch-mode") == "navigate" and request.header("sec-fetch-dest") == "document":
            return None  # a followed link shows the page, and the other site learns nothing
        return Refusal(403, "pages of other sites are not answered")

    def _secret(self, request: Request) -> Refusal | None:
        start = request.target.encode("utf-8", "replace")[: len(self._prefix)]
        if hmac.compare_digest(start, self._prefix) and _TARGET.match(request.target):
            return None
        with self._lock:
            patient = self._wrong.take()
        if not patient:
            return Refusal(429, "too many requests")
        return Refusal(404, "nothing is here; open the address that pnp preview has printed")


def _edit(request: Request) -> Refusal | None:
    """Why an edit is refused, whose secret was right: it comes from elsewhere, or is no JSON."""
    if not _is_loopback(request.client) or not request.headers.get("origin"):
        return Refusal(403, "edits are taken from the page on this machine only")
    if not request.header("content-length"):
        return Refusal(411, "an edit has a length")
    if request.header("content-type").partition(";")[0].strip().lower() != "application/json":
        return Refusal(415, "an edit is JSON")
    return None


def _is_loopback(client: str) -> bool:
    try:
        address = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
