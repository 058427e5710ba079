"""Fetching of one file over HTTPS: the only module of pnp that opens connections to others.

An address is checked after its name was looked up, and that very address is connected to, so that a name
cannot lead elsewhere meanwhile. Each redirect is checked the same way.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Collection
from typing import NamedTuple, TypeAlias
from urllib.parse import quote, urljoin, urlsplit

from pnp import __version__
from pnp.pull.limits import MAX_ADDRESS, MAX_FETCHED_BYTES, MAX_REDIRECTS, MAX_SECONDS

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_CHUNK = 65_536
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")


class FetchFault(Exception):
    """A file that was not fetched.

    Attributes:
        cure: What to do about it.
    """

    def __init__(self, message: str, cure: str) -> None:
        super().__init__(message)
        self.cure = cure


class _Target(NamedTuple):
    """A checked address: the parts of its URL, and the one address to connect to."""

    secure: bool
    host: str
    port: int
    path: str
    address: str


class _Deadline:
    """The moment by which everything must be done. Closes the connection that is open then."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until then.

        Raises:
            FetchFault: It has passed.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.fault()
        return left

    def fault(self) -> FetchFault:
        """The fault of a server that is too slow."""
        return FetchFault(f"the answer takes more than {self._seconds:g} seconds", "try again later")


def fetch(
    url: str,
    allowed: Collection[str] = (),
    seconds: float = MAX_SECONDS,
    trust: ssl.SSLContext | None = None,
) -> bytes:
    """The content of the file at an address.

    Args:
        url: Begins with ``https://``; ``http://`` is accepted only where it leads to this machine.
        allowed: Hosts that may be on this machine or in a private network, as they are named in the address.
        seconds: That it may take in all.
        trust: Certificates to trust; those of the system when None.

    Raises:
        FetchFault: It is not fetched, with the reason.
    """
    deadline = _Deadline(seconds)
    context = trust or ssl.create_default_context()
    for _ in range(MAX_REDIRECTS + 1):
        target = _checked(url, allowed, deadline)
        found = _get(target, context, deadline)
        if isinstance(found, bytes):
            return found
        url = urljoin(url, found)
    raise FetchFault(f"the address leads on more than {MAX_REDIRECTS} times", "name the last address itself")


def _checked(url: str, allowed: Collection[str], deadline: _Deadline) -> _Target:
    if len(url) > MAX_ADDRESS or _UNSAFE.search(url):
        raise FetchFault("the address is too long, or has spaces or control characters", "copy it again")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except ValueError:  # UnicodeError is one
        raise FetchFault(f"'{url}' is no address", "write https://host/path") from None
    if parts.scheme not in ("https", "http") or not host:
        raise FetchFault(f"'{url}' is no address that is fetched", "write https://host/path")
    if parts.username is not None or parts.password is not None:
        raise FetchFault("the address has a name or password in it", "publish the sheet for everyone instead")
    secure = parts.scheme == "https"
    own = host.casefold() in {each.casefold() for each in allowed}
    address = _permitted(_looked_up(host, port or (443 if secure else 80), deadline), host, own)
    if not secure and not address.is_loopback:
        raise FetchFault(f"'{host}' is asked without encryption", "write https://")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._") + (
        "?" + quote(parts.query, safe="/?%:@!$&'()*+,;=~-._") if parts.query else ""
    )
    return _Target(secure, host, port or (443 if secure else 80), path, str(address))


def _looked_up(host: str, port: int, deadline: _Deadline) -> list[_Address]:
    """The addresses of a host. The system may take long to look it up, so a thread waits for it."""
    found: list[_Address] = []
    problem: list[str] = []

    def look() -> None:
        try:
            for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                found.append(ipaddress.ip_address(str(place[0]).partition("%")[0]))
        except (OSError, ValueError) as fault:
            problem.append(str(getattr(fault, "strerror", "") or fault))

    worker = threading.Thread(target=look, daemon=True)
    worker.start()
    worker.join(deadline.left())
    if worker.is_alive():
        raise deadline.fault()
    if problem or not found:
        reason = problem[0] if problem else "no address"
        raise FetchFault(f"'{host}' is not found: {reason}", "check the address and the connection")
    return found


def _permitted(addresses: list[_Address], host: str, own: bool) -> _Address:
    """The first address that may be connected to.

    Raises:
        FetchFault: All are private.
    """
    for address in addresses:
        if own or _is_public(address):
            return address
    message = f"'{host}' is on this machine or in a private network ({addresses[0]})"
    raise FetchFault(message, f"if that is meant: pnp pull --allow {host}")


def _is_public(address: _Address) -> bool:
    """Whether an address, and the one that it may stand for, belongs to the internet."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None and not _is_public(inner):
            return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    )


class _Connection(http.client.HTTPConnection):
    """A connection to one address, under the name of its host."""

    def __init__(self, target: _Target, context: ssl.SSLContext, deadline: _Deadline) -> None:
        super().__init__(target.host, target.port)
        self._target = target
        self._context = context
        self._deadline = deadline
        self.opened: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the address that was checked."""
        target, deadline = self._target, self._deadline
        self.opened = socket.create_connection((target.address, target.port), timeout=deadline.left())
        if target.secure:
            self.opened.settimeout(deadline.left())
            self.opened = self._context.wrap_socket(self.opened, server_hostname=target.host)
        self.sock = self.opened

    def break_off(self) -> None:
        """End a connection from another thread, so that a thread that reads from it goes on."""
        if self.opened is not None:
            try:
                self.opened.shutdown(socket.SHUT_RDWR)
            except OSError:
                return  # it has ended by itself


def _get(target: _Target, context: ssl.SSLContext, deadline: _Deadline) -> bytes | str:
    """The content of the file, or the address that the server sends us to."""
    connection = _Connection(target, context, deadline)
    clock = threading.Timer(deadline.left(), connection.break_off)  # even if bytes come one by one
    clock.daemon = True
    clock.start()
    try:
        connection.request(
            "GET", target.path, headers={"User-Agent": f"pnp/{__version__}", "Accept-Encoding": "identity"}
        )
        response = connection.getresponse()
        if response.status in _REDIRECTS:
            onward = response.getheader("Location")
            if not onward:
                raise FetchFault("the server sends us on and does not say where", "name the last address")
            return onward
        if response.status != http.client.OK:
            raise _refused(target.host, response.status)
        return _content(response, deadline)
    except ssl.SSLError as fault:
        reason = getattr(fault, "verify_message", "") or fault.reason or "no encryption"
        raise FetchFault(f"'{target.host}' cannot be trusted: {reason}", "check the address") from None
    except (OSError, http.client.HTTPException) as fault:
        deadline.left()  # the clock ended the connection
        reason = getattr(fault, "strerror", "") or str(fault) or type(fault).__name__
        message = f"'{target.host}' does not answer: {reason}"
        raise FetchFault(message, "check the address and the connection") from None
    finally:
        clock.cancel()
        connection.close()


def _content(response: http.client.HTTPResponse, deadline: _Deadline) -> bytes:
    stated = response.getheader("Content-Length", "")
    parts, size = [], int(stated) if stated.isdecimal() and len(stated) < 20 else 0
    most = f"at most {MAX_FETCHED_BYTES:,} bytes are fetched"
    if size > MAX_FETCHED_BYTES:
        raise FetchFault("the file is too large", most)
    size = 0
    while chunk := response.read(_CHUNK):
        parts.append(chunk)
        size += len(chunk)
        deadline.left()
        if size > MAX_FETCHED_BYTES:
            raise FetchFault("the file is too large", most)
    deadline.left()
    if stated.isdecimal() and size != int(stated):
        raise FetchFault("the file ends too early", "try again")
    if (response.getheader("Content-Encoding") or "identity").lower() != "identity":
        raise FetchFault("the file comes packed, though it was not asked for so", "name another address")
    return b"".join(parts)


def _refused(host: str, status: int) -> FetchFault:
    reason = http.client.responses.get(status, "")
    cure = "check the address"
    if status in (401, 403, 404, 410):
        cure = "check the address, and whether the sheet is published for everyone who has the link"
    return FetchFault(f"'{host}' answers {status} {reason}".rstrip(), cure)
