"""The open connections, so that idle ones can be closed to make room."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


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
