"""Everything that a face was composed from besides its own piece, recorded while it is composed.

A face depends on its piece, on the layouts that were run, and on what these and the texts have read. All
reads go through a few doors, which note them in a set of names; the cache of faces finds out by these
whether it is still right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FACTS = "facts"
"""A fact of the game, whichever."""
COUNTS = "counts"
"""The running number of the piece, or how many copies there are."""
COUNTED = frozenset({"copies", "number"})
"""Members of a piece whose reads are noted as ``COUNTS``."""
OTHERS = "others"
"""Anything that is not named here: such a face depends on the whole game."""
TOTAL = "total"
"""How many pieces the set of the piece prints."""
UNIQUE = "unique"
"""How many pieces of the set of the piece are printed, copies not counted."""
SHOWN = "shown"
"""The data of another piece that is shown, by name."""
_LAYOUT = "layout "
OF_PIECE = frozenset({COUNTS, TOTAL, UNIQUE})
"""Reads whose value depends on the piece."""

WHOLE_PIECE = "piece"
"""Stands for the piece itself among the names of its members: anything of it may be read."""

_ALWAYS = frozenset({"game", "lang", "players", "terms"})
"""Names of texts for what all faces are taken to depend on."""


def layout_read(name: str) -> str:
    """Stands for running, or looking for, the layout of that name."""
    return f"{_LAYOUT}{name}"


def read_layout(read: str) -> str | None:
    """The name of the layout that a read is of; None for other reads."""
    return read.removeprefix(_LAYOUT) if read.startswith(_LAYOUT) else None


def of_shown(name: str, reads: frozenset[str] = frozenset()) -> frozenset[str]:
    """The reads of what shows a piece.

    Args:
        name: Of the piece: its key, or whatever names it in a layout.
        reads: Of the shown face. Those that depend on the piece get its name after a space.
    """
    return frozenset({f"{SHOWN} {name}", *(f"{read} {name}" if read in OF_PIECE else read for read in reads)})


class NotedScope(dict[str, Any]):
    """The names that a text knows; what is looked up is noted.

    Args:
        names: With their values.
        own: Those of them that are the piece's own.
        reads: Takes what is read besides the piece; grows.
        members: Takes all names that are read, as each may be one of the piece's own; grows.
    """

    def __init__(
        self, names: Mapping[str, Any], own: frozenset[str], reads: set[str], members: set[str]
    ) -> None:
        super().__init__(names)
        self._own = own
        self._reads = reads
        self._members = members

    def __getitem__(self, name: str) -> Any:
        """The value of a name."""
        self._members.add(name)
        if name == WHOLE_PIECE or name in COUNTED:
            self._reads.add(COUNTS)
        elif name not in self._own and name not in _ALWAYS:
            self._reads.add(FACTS if name == "facts" else OTHERS)
        return super().__getitem__(name)
