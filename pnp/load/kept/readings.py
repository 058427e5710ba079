"""All that is kept of one game's files."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic
from pnp.load.kept.nodes import kept_nodes
from pnp.load.kept.shapes import Shapes
from pnp.load.yaml_compose import compose
from pnp.load.yaml_node import Node
from pnp.store import OFF, Store
from pnp.store.stamp import stamp

_READING = ("", "load", "load/kept", "load/shape", "model", "impose", "draw", "store")
"""Folders of ``pnp`` whose modules decide what a data file reads as."""


class Readings:
    """What earlier runs read, for one run over one game.

    Args:
        store: Where it is kept; nothing is when it is off.
        game: Tells the game from others, such as its path.
    """

    def __init__(self, store: Store = OFF, game: str = "") -> None:
        self._store = store
        self._stamp = "" if store.folder is None else stamp(_READING)
        self.shapes = Shapes(store, f"shapes {self._stamp} {game}")

    def nodes(self, text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
        """What ``compose`` says of the text of a file."""
        if self._store.folder is None:
            return compose(text, file)
        return kept_nodes(text, file, self._store, self._stamp)

    def keep(self) -> None:
        """The run is over: keep what was new."""
        self.shapes.keep()
