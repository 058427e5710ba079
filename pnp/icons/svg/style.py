"""The properties of an element, from attributes, style sheets, ``style`` attributes and its parents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.icons.svg.fault import Faults
from pnp.icons.svg.limits import MAX_SELECTORS
from pnp.icons.svg.xml_node import Node

INHERITED = frozenset(
    [
        "clip-rule",
        "color",
        "fill",
        "fill-opacity",
        "fill-rule",
        "paint-order",
        "stroke",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-opacity",
        "stroke-width",
        "visibility",
    ]
)
OWN = frozenset(
    [
        "clip-path",
        "display",
        "filter",
        "marker-end",
        "marker-mid",
        "marker-start",
        "mask",
        "mix-blend-mode",
        "opacity",
        "stop-color",
        "stop-opacity",
        "transform-origin",
        "vector-effect",
    ]
)
_ATTRIBUTES = INHERITED | OWN
_KNOWN = _ATTRIBUTES | {
    "transform"
}  # the attribute of that name is none of style: it has a grammar of its own

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Up to its semicolon, or with everything in its braces, rules in them too.
_AT_RULE = re.compile(r"""@(?:[^{};"']|"[^"]*+"|'[^']*+')*+(?:;|\{(?:[^{}]|\{[^{}]*+\})*+\}?|\Z)""")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*+)?((?:[.#][\w-]++)*+)")


class _Declared(NamedTuple):
    """Properties by name, and those marked as important, which win over the others wherever they are."""

    plain: dict[str, str]
    important: dict[str, str]


class _Rule(NamedTuple):
    weight: tuple[int, int, int, int]  # ids, classes, tag, place in the file: what comes later wins
    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: _Declared


class StyleSheet:
    """The style sheets of one file. Selectors are tags, classes, ids and combinations of them."""

    def __init__(self, root: Node, faults: Faults) -> None:
        self._rules: list[_Rule] = []
        for node in root.walk():
            if node.tag == "style":
                self._read(node, faults)
        self._rules.sort(key=lambda rule: rule.weight)
        self._ids = frozenset(name for rule in self._rules for name in rule.ids)
        self._classes = frozenset(name for rule in self._rules for name in rule.classes)
        self._matched: dict[tuple[str, str, frozenset[str]], _Declared] = {}

    def declared(self, node: Node) -> dict[str, str]:
        """The properties that the element itself is given, the strongest source winning."""
        own = {name: value.strip() for name, value in node.attributes.items() if name in _ATTRIBUTES}
        sheets, style = self._matching(node), _declarations(node.attributes.get("style", ""))
        for declared in (sheets.plain, style.plain, sheets.important, style.important):
            own.update(declared)
        return own

    def _matching(self, node: Node) -> _Declared:
        """Declarations of the style sheets, cached by all that selectors can see of an element."""
        identity = node.attributes.get("id", "")
        key = (
            node.tag,
            identity if identity in self._ids else "",
            frozenset(node.attributes.get("class", "").split()) & self._classes,
        )
        if key not in self._matched:
            tag, identity, classes = key
            found = _Declared({}, {})
            for rule in self._rules:  # lighter ones first
                if rule.tag in ("", "*", tag) and rule.ids <= {identity} and rule.classes <= classes:
                    found.plain.update(rule.declarations.plain)
                    found.important.update(rule.declarations.important)
            self._matched[key] = found
        return self._matched[key]

    def _read(self, node: Node, faults: Faults) -> None:
        text = _COMMENT.sub(" ", node.text)
        if "@" in text:
            faults.feature("@ rules of style sheets", node, "put the styles on the elements")
            text = _AT_RULE.sub(" ", text)
        for rule in text.split("}")[:-1]:
            selectors, _, body = rule.rpartition("{")
            declarations = _declarations(body)
            for selector in selectors.split(","):
                self._add(selector.strip(), declarations, node, faults)

    def _add(self, selector: str, declarations: _Declared, node: Node, faults: Faults) -> None:
        match = _SELECTOR.fullmatch(selector)
        if match is None or not selector:
            faults.feature(f"the selector {selector[:40]}", node, "select by one tag, class or id")
            return
        if len(self._rules) >= MAX_SELECTORS:
            faults.value(
                f"only the first {MAX_SELECTORS} selectors count", node, "put styles on the elements"
            )
            return
        tag, marks = match.group(1) or "", re.findall(r"[.#][\w-]+", match.group(2))
        ids = frozenset(mark[1:] for mark in marks if mark[0] == "#")
        classes = frozenset(mark[1:] for mark in marks if mark[0] == ".")
        weight = (len(ids), len(classes), int(tag not in ("", "*")), len(self._rules))
        self._rules.append(_Rule(weight, tag, ids, classes, declarations))


def inherited(parent: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """The inheritable properties that hold for an element."""
    style = dict(parent)
    style.update((name, value) for name, value in own.items() if name in INHERITED and value != "inherit")
    return style


def _declarations(text: str) -> _Declared:
    found = _Declared({}, {})
    for part in _COMMENT.sub(" ", text).split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in _KNOWN:
            value, mark, _ = value.partition("!")
            (found.important if mark else found.plain)[name] = value.strip()
    return found


_SHAPES = "draw it with plain shapes"
_ATTRIBUTE = "write it as an attribute: transform='rotate(45 20 20)'"
# With the values that change nothing, and the cure.
_EFFECTS = {
    **dict.fromkeys(("mask", "filter", "marker-start", "marker-mid", "marker-end"), (("none", ""), _SHAPES)),
    "mix-blend-mode": (("normal", ""), "give the shapes the colours that are to be seen"),
    "transform": (("none", ""), _ATTRIBUTE),
    "transform-origin": (("0", "0 0", "0px 0px", "0% 0%", "top left", "left top", ""), _ATTRIBUTE),
    "vector-effect": (("none", ""), "turn the stroke into a path"),
}


def tell_effects(node: Node, own: Mapping[str, str], faults: Faults) -> None:
    """Names those that the element has.

    Args:
        node: The element.
        own: Its properties, without those that it inherits.
        faults: Take them up.
    """
    for effect, (idle, cure) in _EFFECTS.items():
        # Without a transform there is nothing to turn about; one in a style is reported separately.
        turned = effect != "transform-origin" or node.attributes.get("transform")
        if own.get(effect, "") not in idle and turned:
            faults.feature("transform in a style" if effect == "transform" else effect, node, cure)
