"""All that is kept of files that were read."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic
from pnp.load.kept.nodes import kept_nodes
from pnp.load.yaml_compose import compose
from pnp.load.yaml_node import Node
from pnp.store import OFF, Store
from pnp.store.stamp import stamp

_READING = ("", "load", "load/kept", "store")
"""Folders of ``pnp`` whose modules decide which nodes a text has."""


class Readings:
    """What earlier runs read.

    Args:
        store: Where it is kept; nothing is when it is off.
    """

    def __init__(self, store: Store = OFF) -> None:
        self._store = store
        self._stamp = "" if store.folder is None else stamp(_READING)

    def nodes(self, text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
        """What ``compose`` says of the text of a file."""
        if self._store.folder is None:
            return compose(text, file)
        return kept_nodes(text, file, self._store, self._stamp)
