"""All that is kept of files that were read."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic
from pnp.load.yaml_compose import compose
from pnp.load.yaml_node import Node
from pnp.store import OFF, Store
from pnp.store.stamp import stamp

if TYPE_CHECKING:  # what keeps nodes is imported where there is a cache
    from pnp.load.kept.nodes import PartReader

_READING = ("", "load", "load/kept", "store")
"""Folders of ``pnp`` whose modules decide which nodes a text has."""


_RESOLVING = (
    *_READING, "load/shape", "load/table", "model", "rules", "i18n", "markup", "diagnostics", "draw",
)  # fmt: skip
"""Folders whose modules decide which pieces nodes come to, and what is kept of these."""


class Readings:
    """What earlier runs read.

    Args:
        store: Where it is kept; nothing is when it is off.

    Attributes:
        store: As given.
    """

    def __init__(self, store: Store = OFF) -> None:
        self.store = store
        self._stamp = "" if store.folder is None else stamp(_READING)

    def parts(self, file: str) -> PartReader | None:
        """Reads the parts of a file; None where nothing is kept."""
        if self.store.folder is None:
            return None
        from pnp.load.kept.nodes import PartReader

        return PartReader(file, self.store, self._stamp)

    @cached_property
    def stamp_of_pieces(self) -> str:
        """Tells the program that makes pieces of nodes."""
        return stamp(_RESOLVING)

    def nodes(self, text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
        """What ``compose`` says of the text of a file."""
        if self.store.folder is None:
            return compose(text, file)
        from pnp.load.kept.nodes import kept_nodes

        return kept_nodes(text, file, self.store, self._stamp)
