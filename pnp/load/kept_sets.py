"""Sets of an earlier reading, for whoever reads one game again and again."""

from __future__ import annotations

from typing import NamedTuple

from pnp.model import ComponentSet


class KeptSet(NamedTuple):
    """A set without a fault, and what its file said.

    Attributes:
        data: Of the file.
        text: The same as text, for excerpts.
        made: The set.
    """

    data: bytes
    text: str
    made: ComponentSet


class KeptSets:
    """The sets of one game by path. A set is what its file and ``game.yaml`` say, so both have to be as they were.

    Sets with faults, and those whose rows stand in a table, are made anew each time.
    """

    def __init__(self) -> None:
        self._game_file = b""
        self._sets: dict[str, KeptSet] = {}
        self._seen: set[str] = set()

    def begin(self, game_file: bytes) -> None:
        """A reading begins, of a ``game.yaml`` with this content."""
        if game_file != self._game_file:
            self._sets.clear()
        self._game_file = game_file
        self._seen.clear()

    def end(self) -> None:
        """A reading ends; sets that it did not have are forgotten."""
        self._sets = {path: kept for path, kept in self._sets.items() if path in self._seen}

    def get(self, path: str, data: bytes) -> KeptSet | None:
        """The set of a file that says what it said before; None when it has to be made."""
        self._seen.add(path)
        kept = self._sets.get(path)
        return kept if kept is not None and kept.data == data else None

    def keep(self, path: str, kept: KeptSet | None) -> None:
        """Keep a set for the next reading; None when it cannot be used again."""
        if kept is None:
            self._sets.pop(path, None)
        else:
            self._sets[path] = kept
