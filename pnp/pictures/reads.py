"""What gives the bytes of pictures."""

from __future__ import annotations

from typing import Protocol


class Reads(Protocol):
    """What gives the bytes of a file of the game (``pnp.model.Files`` does)."""

    def read(self, path: str) -> bytes:
        """The content of the file at ``path``, relative to the game folder."""
        ...
