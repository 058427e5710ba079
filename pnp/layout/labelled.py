"""Fields whose labels a layout prints, as far as its code shows without running it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pnp.layout import limits
from pnp.layout_source import member_of, parsed_layout
from pnp.load.field import FIELD_KINDS
from pnp.model import LayoutSource

if TYPE_CHECKING:
    from jinja2 import nodes

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
        look = _Look()
        if "label" in layout.source.text:
            look.at(layout.tree)
        self._own[name] = Labelled(frozenset(look.kinds), frozenset(look.names))


class _Look:
    """A look through the code of a layout.

    Attributes:
        kinds: Of fields whose labels are asked for.
        names: Of fields whose labels are asked for.
    """

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.names: set[str] = set()
        self._values: dict[str, nodes.Node] = {}
        """Values of names at the present place of the walk."""

    def at(self, node: nodes.Node) -> None:
        """Record the labels that a piece of code asks for."""
        from jinja2 import nodes

        member, owner = member_of(node)
        if owner is not None:
            if member == "label":
                self.kinds |= self._kinds(owner)
            elif self._is_labels(owner):
                self.names.add(member)
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            self._values[node.target.name] = node.node
        looped = (
            node.target.name if isinstance(node, nodes.For) and isinstance(node.target, nodes.Name) else ""
        )
        before = self._values.get(looped)
        if isinstance(node, nodes.For) and looped:
            self._values[looped] = node.iter
        for child in node.iter_child_nodes():
            self.at(child)
        if looped:
            self._values.pop(looped)
        if before is not None:
            self._values[looped] = before

    def _way(self, node: nodes.Node) -> Iterator[nodes.Node]:
        """The code, and what it picks from or stands for, as far back as is sensible."""
        from jinja2 import nodes

        way: nodes.Node | None = node
        for _ in range(limits.WAY):
            if way is None:
                break
            yield way
            if isinstance(way, nodes.Name):
                way = self._values.get(way.name)
            elif isinstance(way, nodes.Call) and isinstance(way.node, nodes.EnvironmentAttribute):
                way = way.args[0]  # values of a loop, which are counted
            else:
                way = way.node if isinstance(way, nodes.Filter | nodes.Getitem) else None

    def _kinds(self, node: nodes.Node) -> frozenset[str]:
        """The kinds of fields that a value holds, or is one of."""
        from jinja2 import nodes

        for each in self._way(node):
            if isinstance(each, nodes.Filter) and each.name == "fields":
                words = [word.value if isinstance(word, nodes.Const) else "" for word in each.args]
                return frozenset(words) if words and "" not in words else _KINDS
        return frozenset()

    def _is_labels(self, node: nodes.Node) -> bool:
        """Whether a value is ``set.labels``."""
        from jinja2 import nodes

        found = [member_of(each) for each in self._way(node)]
        return any(
            member == "labels" and isinstance(owner, nodes.Name) and owner.name == "set"
            for member, owner in found
        )
