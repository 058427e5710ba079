"""The files that pnp made, recorded in the user's cache folder: the only proof that allows removing one.

What lies beside a game proves nothing: the author of the game may have written it.
"""

from __future__ import annotations

import os
from pathlib import Path

from pnp.disk import Folder
from pnp.store.store import Store


class Made:
    """Files by their places, each with the hash that it had when pnp wrote it.

    Args:
        store: In a folder of the user's, outside of every game; one that keeps nothing lets nothing be
            removed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def journals(self) -> Path | None:
        """Folder for journals of what is being written; None where nothing is remembered."""
        return self._store.folder

    def add(self, folder: Path, name: str, sha256: str) -> None:
        """Remember that pnp wrote a file ``name`` in the folder."""
        self._store.put(_key(str(folder), name), sha256.encode())

    def remove(self, folder: Folder, name: str) -> bool:
        """Remove a file that pnp made and nobody has changed since; whether it was removed."""
        known = self._store.get(_key(folder.path, name))
        if known is None or folder.sha256(name).encode() != known:
            return False
        folder.remove(name)
        return True


def _key(folder: str, name: str) -> str:
    return f"{os.path.realpath(folder)}/{name}"
