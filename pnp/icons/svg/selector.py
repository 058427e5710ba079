"""The selectors of style sheets, and the elements that they select."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pnp.icons.svg.fault import TooComplexError
from pnp.icons.svg.limits import MAX_COMPARISONS, MAX_COMPOUNDS
from pnp.icons.svg.xml_node import Node

_COMPOUND = re.compile(
    r"""(\*|[A-Za-z][\w-]*+)?((?:[.#][\w-]++|\[[^\]"']*+(?:"[^"]*+"|'[^']*+')?\s*+i?\]|:[\w-]++)*)"""
)
_MARK = re.compile(
    r"""([.#:])([\w-]+)|\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s"']+))\s*)?\]"""
)
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
_PLACES = frozenset(("first-child", "last-child", "only-child", "root"))
_NODES_A_COMPARISON = 4
"""Elements that are visited in the time of a comparison."""
_LETTERS_A_COMPARISON = 25
"""Characters of an attribute that are looked through in that time."""


class Compound(NamedTuple):
    """Conditions that one element has to meet.

    Attributes:
        tag: ``*`` or empty for any.
        ids: Of the element.
        classes: Of the element.
        attributes: Name, operator (empty: it is there), value.
        places: Names of pseudo-classes.
    """

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    attributes: tuple[tuple[str, str, str], ...]
    places: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Selector:
    """A selector that we can follow.

    Attributes:
        compounds: The conditions of the elements in it, as they are written: the last are those of the
            element that it selects.
        combinators: What leads from each to the next.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]


def read_selector(source: str) -> Selector | None:
    """A selector; None if it is beyond us."""
    compounds: list[Compound] = []
    combinators: list[str] = []
    at = 0
    while len(compounds) < MAX_COMPOUNDS:
        match = _COMPOUND.match(source, at)
        if match is None or match.end() == at:
            return None
        compound = _compound(match.group(1) or "", match.group(2))
        if compound is None:
            return None
        compounds.append(compound)
        at = match.end()
        if at == len(source):
            return Selector(tuple(compounds), tuple(combinators))
        found = _COMBINATOR.match(source, at)
        if found is None:
            return None
        combinators.append(found.group(1) or " ")
        at = found.end()
    return None


def _compound(tag: str, marks: str) -> Compound | None:
    ids: set[str] = set()
    classes: set[str] = set()
    places: set[str] = set()
    attributes: list[tuple[str, str, str]] = []
    at = 0
    for match in _MARK.finditer(marks):
        if match.start() != at:
            return None
        at = match.end()
        kind, name, attribute, operator, *values = match.groups()
        if attribute:
            attributes.append((attribute, operator or "", next((v for v in values if v is not None), "")))
        elif kind == ":":
            if name not in _PLACES:
                return None
            places.add(name)
        else:
            (ids if kind == "#" else classes).add(name)
    if at != len(marks):
        return None
    return Compound(tag, frozenset(ids), frozenset(classes), tuple(attributes), frozenset(places))


class Matching:
    """Finds the elements of a file that selectors select.

    Every selector looks at every element, so the comparisons are counted.

    Args:
        root: Of the file.
    """

    def __init__(self, root: Node) -> None:
        self._nodes = list(root.walk())
        self._left = MAX_COMPARISONS
        self._led_to: dict[Selector, set[Node]] = {}
        self._classes: dict[Node, frozenset[str]] = {}
        self._edges: tuple[set[Node], set[Node]] | None = None

    def selects(self, selector: Selector, node: Node) -> bool:
        """Whether it selects the element.

        Raises:
            TooComplexError: The elements and selectors are too many.
        """
        if not self._meets(node, selector.compounds[-1]):
            return False
        if not selector.combinators:
            return True
        if selector not in self._led_to:
            self._led_to[selector] = self._reached(selector)
        return node in self._led_to[selector]

    def _reached(self, selector: Selector) -> set[Node]:
        """The elements to which all but the last conditions lead, worked out from the outermost inwards."""
        reached: Collection[Node] = self._nodes
        for compound, combinator in zip(selector.compounds, selector.combinators, strict=False):
            found = {node for node in reached if self._meets(node, compound)}
            self._pay(len(self._nodes) // _NODES_A_COMPARISON)
            reached = self._inside(found, combinator) if combinator in "> " else _behind(found, combinator)
        return set(reached)

    def _inside(self, found: set[Node], combinator: str) -> set[Node]:
        """The children of the elements, or with a blank everything inside of them."""
        reached: set[Node] = set()
        for node in self._nodes:  # parents come before their children
            if node.parent in found or (combinator == " " and node.parent in reached):
                reached.add(node)
        return reached

    def _meets(self, node: Node, compound: Compound) -> bool:
        """Whether the element meets the conditions."""
        self._pay(1)
        of = node.attributes.get
        return (
            compound.tag in ("", "*", node.tag)
            and compound.ids <= {of("id", "")}
            and compound.classes <= self._classes_of(node)
            and all(self._holds(of(name), operator, value) for name, operator, value in compound.attributes)
            and all(self._is_at(node, place) for place in compound.places)
        )

    def _classes_of(self, node: Node) -> frozenset[str]:
        if node not in self._classes:
            self._classes[node] = frozenset(node.attributes.get("class", "").split())
        return self._classes[node]

    def _holds(self, found: str | None, operator: str, value: str) -> bool:
        if found is None:
            return False
        self._pay(len(found) // _LETTERS_A_COMPARISON)
        return _OPERATORS[operator](found, value)

    def _is_at(self, node: Node, place: str) -> bool:
        if node.parent is None:
            return place == "root"
        if self._edges is None:
            families = [children for each in self._nodes if (children := each.children)]
            self._edges = {each[0] for each in families}, {each[-1] for each in families}
        first, last = node in self._edges[0], node in self._edges[1]
        return {"first-child": first, "last-child": last, "only-child": first and last}.get(place, False)

    def _pay(self, comparisons: int) -> None:
        self._left -= comparisons
        if self._left < 0:
            raise TooComplexError(
                f"the style sheets of the SVG take more than {MAX_COMPARISONS:,} comparisons"
            )


def _behind(found: set[Node], combinator: str) -> set[Node]:
    """The next sibling of each element, or with ``~`` all later ones."""
    reached = set()
    for parent in {node.parent for node in found if node.parent is not None}:
        before = False
        for child in parent.children:
            if before:
                reached.add(child)
            before = child in found or (before and combinator == "~")
    return reached


_OPERATORS: Mapping[str, Callable[[str, str], bool]] = {
    "": lambda _found, _value: True,
    "=": str.__eq__,
    "~=": lambda found, value: value in found.split(),
    "|=": lambda found, value: found == value or found.startswith(value + "-"),
    "^=": lambda found, value: bool(value) and found.startswith(value),
    "$=": lambda found, value: bool(value) and found.endswith(value),
    "*=": lambda found, value: bool(value) and value in found,
}
