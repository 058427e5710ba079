"""Of which fields a layout prints what they are called, as far as its code tells without running it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pnp.layout import limits
from pnp.load.field import FIELD_KINDS
from pnp.model import LayoutSource

if TYPE_CHECKING:
    from jinja2 import nodes

_KINDS = frozenset(FIELD_KINDS)
_ASKING = (".label", "['label", '["label')
"""What the code of a layout that prints labels has somewhere; the others need not be read as code."""


class Labelled(NamedTuple):
    """Fields whose labels are printed.

    Attributes:
        kinds: All declared fields of these kinds.
        names: Fields of these names.
    """

    kinds: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


class Labelling:
    """What the layouts of a game label; each is read once, when it is first asked for.

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
        """Take down what a layout labels, and which others are named between quotes in it."""
        if name in self._own:
            return
        source = self._layouts.get(name)
        text = source.text if source is not None and len(source.text) <= limits.SOURCE else ""
        parts = {part.removesuffix(".xml") for quote in "'\"" for part in text.split(quote)}
        self._named[name] = frozenset(parts & self._layouts.keys())
        self._own[name] = _labelled(text) if any(asking in text for asking in _ASKING) else Labelled()


def _labelled(text: str) -> Labelled:
    from jinja2 import Environment, TemplateError

    look = _Look()
    try:
        look.at(Environment(autoescape=True).parse(text))
    except (TemplateError, RecursionError):
        return Labelled()  # told where the layout is run
    return Labelled(frozenset(look.kinds), frozenset(look.names))


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
        """What names stand for where the look has come to."""

    def at(self, node: nodes.Node) -> None:
        """Take down what a piece of code asks for."""
        from jinja2 import nodes

        member, owner = _member(node)
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

        found = [_member(each) for each in self._way(node)]
        return any(
            member == "labels" and isinstance(owner, nodes.Name) and owner.name == "set"
            for member, owner in found
        )


def _member(node: nodes.Node) -> tuple[str, nodes.Node | None]:
    """The name of a member and of what it is one; None when the code is no member of anything."""
    from jinja2 import nodes

    if isinstance(node, nodes.Getattr):
        return node.attr, node.node
    if (
        isinstance(node, nodes.Getitem)
        and isinstance(node.arg, nodes.Const)
        and isinstance(node.arg.value, str)
    ):
        return node.arg.value, node.node
    return "", None
