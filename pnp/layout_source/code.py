"""Names and labels that pieces of a layout's code read, as far as the code shows without running it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pnp.layout_source.limits import WAY

if TYPE_CHECKING:
    from jinja2 import nodes


class LabelsRead(NamedTuple):
    """Fields whose labels are asked for.

    Attributes:
        kinds: All declared fields of these kinds.
        all_kinds: Whether declared fields of any kind are among them.
        names: Fields of these names.
    """

    kinds: frozenset[str] = frozenset()
    all_kinds: bool = False
    names: frozenset[str] = frozenset()


def names_in(node: nodes.Node) -> Iterator[str]:
    """The names that a piece of code reads."""
    from jinja2 import nodes

    if isinstance(node, nodes.Name) and node.ctx == "load":
        yield node.name
    for name in node.find_all(nodes.Name):
        if name.ctx == "load":
            yield name.name


def member_of(node: nodes.Node) -> tuple[str, nodes.Node | None]:
    """The name of a member and what it is taken from; None when the code takes no member by a fixed name."""
    from jinja2 import nodes

    if isinstance(node, nodes.Getattr):
        return node.attr, node.node
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
        return (node.arg.value, node.node) if isinstance(node.arg.value, str) else ("", None)
    return "", None


def labels_read(tree: nodes.Template) -> LabelsRead:
    """The fields whose labels a layout asks for."""
    look = _Look()
    look.at(tree)
    return LabelsRead(frozenset(look.kinds), look.all_kinds, frozenset(look.names))


class _Look:
    """A look through the code of a layout.

    Attributes:
        kinds: Of fields whose labels are asked for.
        all_kinds: Whether fields of any kind may be among them.
        names: Of fields whose labels are asked for.
    """

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.all_kinds = False
        self.names: set[str] = set()
        self._values: dict[str, nodes.Node] = {}
        """Values of names at the present place of the walk."""

    def at(self, node: nodes.Node) -> None:
        """Record the labels that a piece of code asks for."""
        from jinja2 import nodes

        member, owner = member_of(node)
        if owner is not None:
            if member == "label":
                self._add_kinds(owner)
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
        for _ in range(WAY):
            if way is None:
                break
            yield way
            if isinstance(way, nodes.Name):
                way = self._values.get(way.name)
            elif isinstance(way, nodes.Call) and isinstance(way.node, nodes.EnvironmentAttribute):
                way = way.args[0]  # values of a loop, which are counted
            else:
                way = way.node if isinstance(way, nodes.Filter | nodes.Getitem) else None

    def _add_kinds(self, node: nodes.Node) -> None:
        """Record the kinds of fields that a value holds, or is one of."""
        from jinja2 import nodes

        for each in self._way(node):
            if isinstance(each, nodes.Filter) and each.name == "fields":
                words = [word.value if isinstance(word, nodes.Const) else "" for word in each.args]
                if words and "" not in words:
                    self.kinds.update(words)
                else:
                    self.all_kinds = True
                return

    def _is_labels(self, node: nodes.Node) -> bool:
        """Whether a value is ``set.labels``."""
        from jinja2 import nodes

        found = [member_of(each) for each in self._way(node)]
        return any(
            member == "labels" and isinstance(owner, nodes.Name) and owner.name == "set"
            for member, owner in found
        )
