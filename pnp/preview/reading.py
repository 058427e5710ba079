"""A game folder as it was read at one moment, and reading it again after a change."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pnp.build import Workshop, open_workshop, reopen_workshop
from pnp.layout import SharedAssets
from pnp.load import EarlierSets, FolderFiles, UserSettings, shown_path

_Stamps: TypeAlias = Mapping[str, tuple[int, int, int]]
OUT = "out"
"""Where output goes unless another folder is asked for."""
_TEXTS = (".yaml", ".yml", ".md", ".xml", ".po", ".csv", ".json")
"""Endings of files that are read each time; all others are assets, which are compared by their stamps."""


@dataclass(frozen=True)
class Reading:
    """A game as its files say at one moment.

    Attributes:
        number: Of the readings so far, from 1.
        workshop: The game with its assets; ``workshop.game`` is None while ``game.yaml`` cannot be read.
        assets: Pictures and layouts, kept from reading to reading.
        assets_key: Stands for the content of the game's own pictures, icons and fonts.
        cwd: Names of files are shown relative to it.
        changed: Paths of files that are new, removed or changed since the reading before.
    """

    number: int
    workshop: Workshop
    assets: SharedAssets
    assets_key: str
    cwd: Path
    changed: frozenset[str]


class Reader:
    """Reads one game folder again and again.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Names of files are shown relative to it.
        user: What the user keeps for all games.
        out: Folder of the output; what lies in it is no part of the game, even when it lies in the game's
            folder.
        unsaved: Content of files as an editor has it, by path; it is read in place of what is on disk, and
            may change between two readings.
    """

    def __init__(
        self,
        folder: Path,
        cwd: Path,
        user: UserSettings | None = None,
        out: Path | None = None,
        unsaved: Mapping[str, bytes] | None = None,
    ) -> None:
        self._folder = folder
        self._cwd = cwd
        self._user = user
        self._unsaved = {} if unsaved is None else unsaved
        self._ignored = f"{shown_path(cwd / (out or OUT), folder)}/"
        self._stamps: _Stamps = {}
        self._last: Reading | None = None
        self._earlier = EarlierSets()

    def read(self) -> Reading | None:
        """The present contents of the folder; None if no file has changed since the last time."""
        # The stamps come first: what is written while the files are read is then seen as a change the next
        # time.
        unsaved = dict(self._unsaved)
        stamps = {
            path: stamp
            for path, stamp in FolderFiles(self._folder, self._cwd, unsaved).stamps().items()
            if not path.startswith(self._ignored)
        }
        if self._last is not None and stamps == self._stamps:
            return None
        changed = {path for path in (*stamps, *self._stamps) if stamps.get(path) != self._stamps.get(path)}
        self._stamps = stamps
        key = _assets_key(stamps)
        last = self._last
        if last is None:
            workshop = open_workshop(
                self._folder, self._cwd, self._user, earlier=self._earlier, unsaved=unsaved
            )
            assets = SharedAssets(workshop.files)
        else:
            workshop = reopen_workshop(last.workshop, self._cwd, changed, self._earlier, unsaved)
            # Its pictures stay valid until an asset is added, removed or changed.
            assets = last.assets if key == last.assets_key else last.assets.renewed(workshop.files, changed)
        self._last = Reading(
            number=last.number + 1 if last else 1,
            workshop=workshop,
            assets=assets,
            assets_key=key,
            cwd=self._cwd,
            changed=frozenset(changed),
        )
        return self._last


def _assets_key(stamps: _Stamps) -> str:
    listed = [(path, stamp) for path, stamp in sorted(stamps.items()) if not path.lower().endswith(_TEXTS)]
    return hashlib.sha256(repr(listed).encode("utf-8", "surrogatepass")).hexdigest()
