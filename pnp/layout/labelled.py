"""Fields whose labels a layout prints, as far as its code shows without running it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.layout_source import parsed_layout
from pnp.load.field import FIELD_KINDS
from pnp.model import LayoutSource

_KINDS = frozenset(FIELD_KINDS)


class Labelled(NamedTuple):
    """Fields whose labels are printed.

    Attributes:
        kinds: All declared fields of these kinds.
        names: Fields of these names.
    """

    kinds: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


class Labelling:
    """The fields that the layouts of a game label; each layout is examined once.

    Args:
        layouts: All that there are, by name.
    """

    def __init__(self, layouts: Mapping[str, LayoutSource]) -> None:
        self._layouts = layouts
        self._own: dict[str, Labelled] = {}
        self._named: dict[str, frozenset[str]] = {}

    def of(self, name: str) -> Labelled:
        """The fields that a layout labels, itself or by what it draws in.

        What goes through arguments of macros is not seen, and a layout that cannot be read labels nothing.
        """
        found = Labelled()
        waiting, known = [name], {name}
        while waiting:
            reached = waiting.pop()
            self._read(reached)
            own, named = self._own[reached], self._named[reached]
            found = Labelled(found.kinds | own.kinds, found.names | own.names)
            waiting += named - known
            known |= named
        return found

    def _read(self, name: str) -> None:
        """Record the fields that a layout labels, and the other layouts that its code names."""
        if name in self._own:
            return
        source = self._layouts.get(name)
        layout = parsed_layout(source) if source is not None else None
        if layout is None or layout.tree is None:
            self._named[name], self._own[name] = frozenset(), Labelled()
            return
        named = {text.removesuffix(".xml") for text in layout.constants}
        self._named[name] = frozenset(named & self._layouts.keys())
        read = layout.labels_read
        self._own[name] = Labelled(_KINDS if read.all_kinds else read.kinds, read.names)
