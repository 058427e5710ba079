"""Nodes of YAML files from the cache."""

from __future__ import annotations

import hashlib
from contextlib import suppress

from pnp.diagnostics import Diagnostic
from pnp.load.kept.packed import node_count, pack, unpack
from pnp.load.kept.parts import Part, parts
from pnp.load.limits import MAX_NODES
from pnp.load.yaml_compose import compose, compose_alone
from pnp.load.yaml_node import Mapping, Node
from pnp.store import Store

_ABOVE = "pieces:\n"


def kept_nodes(text: str, file: str, store: Store, stamp: str) -> tuple[Node | None, list[Diagnostic]]:
    """What ``compose`` says of the text, from the store as far as it was there; what was not is put there.

    Args:
        text: As ``decode`` gives it.
        file: The file's name as shown to the author.
        store: Where nodes are kept.
        stamp: Tells the program that reads.
    """
    root = PartReader(file, store, stamp).root(parts(text))
    return compose(text, file) if root is None else (root, [])


class PartReader:
    """Reads the parts of one file.

    Args:
        file: Its name as shown to the author.
        store: As for ``kept_nodes``.
        stamp: Likewise.

    Attributes:
        count: Nodes of the parts that were read.
    """

    def __init__(self, file: str, store: Store, stamp: str) -> None:
        self._file = file
        self._store = store
        self._stamp = stamp
        self.count = 0

    def root(self, cut: list[Part]) -> Node | None:
        """The root of the file; None where it has to be read at once: it has faults, or its parts are not on their own."""
        if len(cut) == 1:
            return self._part(cut[0], "")
        head = self.head(cut[0])
        if head is None:
            return None
        pieces: Mapping | None = None
        for part in cut[1:]:
            below = self.below(part)
            if below is None:
                return None
            if pieces is None:
                pieces = below
            elif below.start.column != pieces.start.column or not pieces.entries.keys().isdisjoint(
                below.entries
            ):
                return None
            else:
                pieces.entries.update(below.entries)
                pieces.end = below.end
        assert pieces is not None  # there is a part below 'pieces:' whenever there are two
        if self.count > MAX_NODES:
            return None
        head.entries["pieces"] = (head.entries["pieces"][0], pieces)
        head.end = pieces.end
        return head

    def head(self, part: Part) -> Mapping | None:
        """The first part of a file that is cut, up to ``pieces:``; None when it is not sound on its own."""
        head = self._part(part, "")
        return head if isinstance(head, Mapping) and not head.flow else None

    def below(self, part: Part) -> Mapping | None:
        """The entries of another part; None when it is not sound on its own."""
        found = self._part(part, _ABOVE)
        below = found.get("pieces") if isinstance(found, Mapping) and len(found.entries) == 1 else None
        return below if isinstance(below, Mapping) and not below.flow else None

    def _part(self, part: Part, above: str) -> Node | None:
        """The node of a part with the lines ``above`` over it; None when it is not sound on its own."""
        first = part.first - above.count("\n")
        key = f"nodes {self._stamp} {above} {hashlib.sha256(part.text.encode('utf-8', 'surrogatepass')).hexdigest()}"
        data = self._store.get(key)
        if data is not None:
            with suppress(ValueError):
                node = unpack(data, self._file, first)
                self.count += node_count(data)
                return node
        # Empty lines in front let every place be that in the file.
        found = compose_alone("\n" * first + above + part.text, self._file)
        data = None if found is None else pack(found, first)
        if data is None:
            return None
        self._store.put(key, data)
        self.count += node_count(data)
        return found
