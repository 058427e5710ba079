"""Results of an earlier reading, for programs that read one game repeatedly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pnp.load.findings import Findings
from pnp.model import ComponentSet

_Made = TypeVar("_Made")


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
    """The sets of one game by path, what ``game.yaml`` alone says, and texts of other files.

    A set depends on its file and ``game.yaml``, so both must be unchanged. Sets with faults, and sets whose
    rows are in a table, are read again each time.
    """

    def __init__(self) -> None:
        self._game_file = b""
        self._parts: dict[str, Any] = {}
        self._texts: dict[str, tuple[bytes, str]] = {}
        self._sets: dict[str, KeptSet] = {}
        self._seen: set[str] = set()

    def begin(self, game_file: bytes) -> None:
        """A reading begins, of a ``game.yaml`` with this content."""
        if game_file != self._game_file:
            self._sets.clear()
            self._parts.clear()
        self._game_file = game_file
        self._seen.clear()

    def end(self) -> None:
        """A reading ends; sets and texts that it did not have are forgotten."""
        self._sets = {path: kept for path, kept in self._sets.items() if path in self._seen}
        self._texts = {path: kept for path, kept in self._texts.items() if path in self._seen}

    def part(self, name: str, make: Callable[[], _Made], findings: Findings) -> _Made:
        """A part of what ``game.yaml`` says, made by ``make`` of nothing else; kept unless it had a fault."""
        if name in self._parts:
            known: _Made = self._parts[name]
            return known
        noted = findings.noted
        made = make()
        if findings.noted == noted:
            self._parts[name] = made
        return made

    def text(self, path: str, data: bytes) -> str | None:
        """The text of a file that says what it said before; None when it has to be decoded."""
        self._seen.add(path)
        known, text = self._texts.get(path, (b"", None))
        return text if known == data else None

    def keep_text(self, path: str, data: bytes, text: str) -> None:
        """Keep a text without faults for the next reading."""
        self._texts[path] = (data, text)

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
