"""PNG pictures that earlier runs proved sound, in the user's cache folder: their rows need not be unpacked again."""

from __future__ import annotations

import sys
from pathlib import Path

from pnp import __version__
from pnp.store import Store

_KEY_BYTES = 32
_MOST = 20_000
"""Pictures that are remembered for a game: as many as it can have files."""


class Proved:
    """Keys of pictures whose rows unpack to what they should; a key stands for all that this depends on.

    Args:
        store: Where they are kept.
        game: Folder of the game that they belong to.
    """

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        info = Path(__file__).with_name("png_file.py").stat()
        # Of another program, or of one under work, nothing is believed: it may have proved less.
        self._entry = f"pictures 1 {__version__} {sys.version} {info.st_size} {info.st_mtime_ns} {game}"
        kept = store.get(self._entry) or b""
        self._known = frozenset(
            kept[at : at + _KEY_BYTES] for at in range(0, len(kept) - _KEY_BYTES + 1, _KEY_BYTES)
        )
        self._seen: set[bytes] = set()
        self._told: set[bytes] = set()

    @property
    def before(self) -> bool:
        """Whether earlier runs proved any."""
        return bool(self._known)

    def knows(self, key: str) -> bool:
        """Whether the picture with this key was proved sound."""
        known = bytes.fromhex(key)
        return known in self._known or known in self._told

    def believe(self, key: str) -> None:
        """Know that another process of this run has proved the picture with this key."""
        self._told.add(bytes.fromhex(key))

    def add(self, key: str) -> None:
        """Remember a picture that is sound."""
        self._seen.add(bytes.fromhex(key))

    def save(self) -> None:
        """Keep what is new; when there are too many, those of this run alone."""
        if self._seen <= self._known:
            return
        every = self._seen | self._known
        self._store.put(self._entry, b"".join(sorted(every if len(every) <= _MOST else self._seen)))
        self._known = frozenset(every)
