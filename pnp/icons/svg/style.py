"""Which properties an element has: presentation attributes, style sheets, ``style`` attributes, and its parents."""

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
        "opacity",
        "stop-color",
        "stop-opacity",
    ]
)
_KNOWN = INHERITED | OWN

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)")
_IMPORTANT = re.compile(r"\s*!\s*important\s*\Z")


class _Rule(NamedTuple):
    weight: tuple[int, int, int, int]  # ids, classes, tag, place in the file: what comes later wins
    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: dict[str, str]


class Sheet:
    """The style sheets of one file. Selectors are tags, classes, ids and combinations of these on one element."""

    def __init__(self, root: Node, faults: Faults) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        self._count = 0
        for node in root.walk():
            if node.tag == "style":
                self._read(node, faults)

    def declared(self, node: Node) -> dict[str, str]:
        """The properties that the element itself is given, the strongest source winning."""
        own = {name: value.strip() for name, value in node.attributes.items() if name in _KNOWN}
        classes = set(node.attributes.get("class", "").split())
        identity = node.attributes.get("id", "")
        keys = ("*", node.tag, *(f".{name}" for name in sorted(classes)), f"#{identity}")
        hits = [
            rule
            for key in keys
            for rule in self._rules.get(key, ())
            if rule.tag in ("", "*", node.tag) and rule.ids <= {identity} and rule.classes <= classes
        ]
        for rule in sorted(hits, key=lambda rule: rule.weight):
            own.update(rule.declarations)
        own.update(_declarations(node.attributes.get("style", "")))
        return own

    def _read(self, node: Node, faults: Faults) -> None:
        text = _COMMENT.sub(" ", node.text)
        if "@" in text:
            faults.feature("@ rules of style sheets", node, "put the styles on the elements")
        for selectors, body in _RULE.findall(text):
            declarations = _declarations(body)
            for selector in selectors.split(","):
                self._add(selector.strip(), declarations, node, faults)

    def _add(self, selector: str, declarations: dict[str, str], node: Node, faults: Faults) -> None:
        match = _SELECTOR.fullmatch(selector)
        if match is None or not selector:
            if not selector.startswith("@"):
                faults.feature(f"the selector {selector[:40]}", node, "select by one tag, class or id")
            return
        self._count += 1
        if self._count > MAX_SELECTORS:
            faults.value(
                f"only the first {MAX_SELECTORS} selectors count", node, "put styles on the elements"
            )
            return
        tag, marks = match.group(1) or "", re.findall(r"[.#][\w-]+", match.group(2))
        ids = frozenset(mark[1:] for mark in marks if mark[0] == "#")
        classes = frozenset(mark[1:] for mark in marks if mark[0] == ".")
        weight = (len(ids), len(classes), int(tag not in ("", "*")), self._count)
        key = marks[0] if marks else tag
        self._rules.setdefault(key, []).append(_Rule(weight, tag, ids, classes, declarations))


def inherited(parent: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """The inheritable properties that hold for an element."""
    style = dict(parent)
    style.update((name, value) for name, value in own.items() if name in INHERITED and value != "inherit")
    return style


def _declarations(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _COMMENT.sub(" ", text).split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in _KNOWN:
            found[name] = _IMPORTANT.sub("", value).strip()
    return found
