"""Pages that are open, and the messages that wait for each."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass, field

from pnp.preview import limits
from pnp.preview.live import LivePiece
from pnp.preview.record import JsonRecord


@dataclass(slots=True)
class Sent:
    """Everything that a page knows.

    Attributes:
        version: Number of the last message; 0 before the first.
        heads: All but the pieces, by name.
        pieces: By key, as they were when they were sent, with their records.
        incomplete: Whether there is more to send than the last message held.
    """

    version: int = 0
    heads: JsonRecord = field(default_factory=dict)
    pieces: dict[str, tuple[LivePiece, JsonRecord]] = field(default_factory=dict)
    incomplete: bool = False


class Connection:
    """The way to one page that is open in a browser.

    Args:
        language: BCP 47 tag of what the page asks for.

    Attributes:
        language: Of what it shows; empty while the game cannot be read.
        sent: Everything that the page knows; only the engine's thread looks at it.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.sent = Sent()
        self._waiting: queue.Queue[bytes | None] = queue.Queue(limits.WAITING)
        self._closed = threading.Event()

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed.is_set()

    def send(self, message: bytes) -> None:
        """Put a message at the end; a page with too many waiting messages is cut off, and asks again."""
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            self._closed.set()

    def close(self) -> None:
        """End the line once what waits has been taken."""
        try:
            self._waiting.put_nowait(None)
        except queue.Full:
            self._closed.set()

    def cut(self) -> None:
        """End the line at once: nobody listens any more."""
        self._closed.set()

    def take(self, seconds: float) -> bytes | None:
        """The next message, or None when none has come in that time or the line was closed."""
        if self.closed:
            return None
        try:
            message = self._waiting.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            self._closed.set()
        return message


class Hub:
    """All lines."""

    def __init__(self) -> None:
        self._lines: list[Connection] = []
        self._lock = threading.Lock()

    def add(self, line: Connection) -> None:
        """A page was opened. It may be gone already, before anybody had time to open its line."""
        with self._lock:
            if not line.closed:
                self._lines.append(line)

    def remove(self, line: Connection) -> None:
        """A page was closed."""
        line.close()
        with self._lock:
            if line in self._lines:
                self._lines.remove(line)

    def languages(self) -> list[str]:
        """Languages that are shown somewhere, the one opened last first."""
        with self._lock:
            return list(dict.fromkeys(line.language for line in reversed(self._lines)))

    def lines(self, language: str) -> list[Connection]:
        """Those of pages in this language."""
        with self._lock:
            return [line for line in self._lines if line.language == language]

    def send(self, language: str, message: bytes) -> None:
        """Send to every page in this language."""
        for line in self.lines(language):
            line.send(message)

    def hang_up(self, language: str) -> None:
        """End the lines of pages in this language; they will ask again."""
        for line in self.lines(language):
            self.remove(line)

    def close(self) -> None:
        """End all lines."""
        with self._lock:
            lines, self._lines = self._lines, []
        for line in lines:
            line.close()
