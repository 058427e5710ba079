"""Shapes that were sound in an earlier run: pydantic is needed only where a file says something new."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping as MappingABC
from typing import TYPE_CHECKING, Any

from pnp.load.findings import Findings
from pnp.load.kept.value import CannotKeepError, decoded, encoded
from pnp.load.yaml_node import Mapping, plain
from pnp.store import Store

if TYPE_CHECKING:
    from pnp.load.shape import GameFile, PieceEntry, SetFile
    from pnp.load.shape.plain import Plain


class Shapes:
    """Checks mappings of the files of one game against their shapes; see ``pnp.load.shape.checked``.

    All shapes of a game are one entry of the store, by the hash of what they were made of. Faulty ones are not kept.
    """

    def __init__(self, store: Store, key: str) -> None:
        """Read what is kept under ``key``, which must tell the program and the game."""
        self._store = store
        self._key = key
        self._kept = self._read()
        self._used: dict[str, Any] = {}
        self._ready: dict[str, Any] = {}
        self._plain: Plain | None = None

    def game_file(self, node: Mapping, findings: Findings) -> GameFile:
        """The root of ``game.yaml``."""
        shape: GameFile = self._checked("GameFile", node, findings, {"name": "?"})
        return shape

    def set_file(self, node: Mapping, findings: Findings) -> SetFile:
        """The root of a file of pieces."""
        shape: SetFile = self._checked("SetFile", node, findings, {"kind": "card"})
        return shape

    def entry(self, node: Mapping, findings: Findings) -> PieceEntry:
        """The keys of an entry that are no fields."""
        shape: PieceEntry = self._checked("PieceEntry", node, findings)
        return shape

    def keep(self) -> None:
        """Put those of this run into the store, when they are others than before."""
        if self._store.folder is not None and self._used.keys() != self._kept.keys():
            self._store.put(self._key, json.dumps(self._used).encode("ascii"))

    def _checked(
        self, name: str, node: Mapping, findings: Findings, fallback: MappingABC[str, Any] | None = None
    ) -> Any:
        key = "" if self._store.folder is None else _digest(name, node)
        if key in self._ready:
            return self._ready[key]
        if key in self._kept:
            try:
                shape = decoded(self._kept[key])
            except (ValueError, TypeError, AttributeError):
                pass
            else:
                self._used[key] = self._kept[key]
                self._ready[key] = shape
                return shape
        told = findings.told
        shape = self._sound(name, node)
        if shape is None:
            from pnp.load import shape as shapes

            shape = shapes.checked(getattr(shapes, name), node, findings, fallback)
        if key and findings.told == told:
            try:
                self._used[key] = encoded(shape)
            except CannotKeepError:
                return shape
            self._ready[key] = shape
        return shape

    def _sound(self, name: str, node: Mapping) -> Any:
        if self._plain is None:
            from pnp.load.shape.plain import Plain  # not needed where everything is kept

            self._plain = Plain()
        return self._plain.sound(name, node)

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._store.get(self._key) or b"{}")
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}


def _digest(name: str, node: Mapping) -> str:
    """A hash of what the shape is made of; empty when that is of a kind that is not kept."""
    try:
        return hashlib.sha256(json.dumps([name, encoded(plain(node))]).encode("ascii")).hexdigest()
    except (CannotKeepError, RecursionError):
        return ""
