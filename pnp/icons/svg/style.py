"""The properties of an element, from attributes, style sheets, ``style`` attributes and its parents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.icons.svg.css_colour import css_colour
from pnp.icons.svg.fault import Faults
from pnp.icons.svg.limits import MAX_SELECTORS
from pnp.icons.svg.selector import Matching, Selector, read_selector
from pnp.icons.svg.xml_node import Node

INHERITED = frozenset(
    [
        "clip-rule",
        "color",
        "color-interpolation",
        "color-interpolation-filters",
        "direction",
        "fill",
        "fill-opacity",
        "fill-rule",
        "font",
        "font-family",
        "font-feature-settings",
        "font-kerning",
        "font-size",
        "font-size-adjust",
        "font-stretch",
        "font-style",
        "font-variant",
        "font-variation-settings",
        "font-weight",
        "glyph-orientation-vertical",
        "image-rendering",
        "letter-spacing",
        "marker-end",
        "marker-mid",
        "marker-start",
        "paint-order",
        "shape-rendering",
        "stroke",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-miterlimit",
        "stroke-opacity",
        "stroke-width",
        "text-anchor",
        "text-orientation",
        "text-rendering",
        "visibility",
        "white-space",
        "word-spacing",
        "writing-mode",
    ]
)
OWN = frozenset(
    [
        "background",
        "background-color",
        "clip-path",
        "display",
        "filter",
        "mask",
        "mask-type",
        "mix-blend-mode",
        "opacity",
        "overflow",
        "stop-color",
        "stop-opacity",
        "transform-box",
        "transform-origin",
        "vector-effect",
    ]
)
GEOMETRY = frozenset(["cx", "cy", "d", "height", "r", "rx", "ry", "width", "x", "y"])
"""Properties in style sheets that are attributes elsewhere (SVG 2 §7)."""
TEXT = frozenset(
    ["alignment-baseline", "baseline-shift", "dominant-baseline", "text-decoration", "unicode-bidi"]
)
"""Properties that are not inherited, and yet decide how the text of elements inside looks."""
_ATTRIBUTES = INHERITED | OWN | TEXT
_UNREAD = frozenset(["offset-path", "rotate", "scale", "translate"])
"""Properties that move elements and that nobody draws here."""
_KNOWN = _ATTRIBUTES | GEOMETRY | _UNREAD | {"marker", "transform"}
_PAINTS = frozenset(["color", "fill", "stop-color", "stroke"])
_PAINT_WORDS = frozenset(["none", "inherit", "currentcolor", "context-fill", "context-stroke"])
MARKERS = ("marker-start", "marker-mid", "marker-end")

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Up to its semicolon, or with everything in its braces, rules in them too.
_AT_RULE = re.compile(r"""@(?:[^{};"']++|"[^"]*+"|'[^']*+')*(?:;|\{(?:[^{}]++|\{[^{}]*+\})*\}?|\Z)""")
_IDLE_RULE = re.compile(r"@(?:charset|namespace|page|(?:-\w+-)?keyframes|media\s*\(prefers-)", re.IGNORECASE)
"""At-rules that change nothing on paper."""
_STATES = frozenset(
    ["active", "checked", "focus", "focus-visible", "focus-within", "hover", "link", "target", "visited"]
)
"""Pseudo-classes that never hold on paper."""
_URL = re.compile(r"""url\(\s*+['"]?([^'")]*+)['"]?\s*+\)\s*+(.*+)""", re.DOTALL)
_VARIABLE = re.compile(r"var\(\s*+--[\w-]++\s*+,([^()]*+(?:\([^()]*+\)\s*+)?)\)")


class _Declared(NamedTuple):
    """Properties by name, and those marked as important, which win over the others wherever they are."""

    plain: dict[str, str]
    important: dict[str, str]


class _Rule(NamedTuple):
    weight: tuple[int, int, int, int]  # ids, classes, tags, place in the file: what comes later wins
    selector: Selector
    declarations: _Declared


class StyleSheet:
    """The style sheets of one file."""

    def __init__(self, root: Node, faults: Faults) -> None:
        self._faults = faults
        self._rules: list[_Rule] = []
        self._selectors = 0
        for node in root.walk():
            if node.tag == "style" and node.attributes.get("type", "text/css") in ("text/css", ""):
                self._read(node)
        self._rules.sort(key=lambda rule: rule.weight)
        compounds = [compound for rule in self._rules for compound in rule.selector.compounds]
        self._matching = Matching(root)
        self._ids = frozenset(name for compound in compounds for name in compound.ids)
        self._classes = frozenset(name for compound in compounds for name in compound.classes)
        self._plain = all(len(rule.selector.compounds) == 1 for rule in self._rules) and not any(
            compound.attributes or compound.places for compound in compounds
        )
        self.places = any(compound.places for compound in compounds)
        self.has_rules = bool(self._rules)
        self._matched: dict[object, _Declared] = {}

    def declared(self, node: Node) -> dict[str, str]:
        """The properties that the element itself is given, the strongest source winning.

        Invalid colours are none, so that the next source counts.
        """
        own: dict[str, str] = {}
        attributes = {name: value for name, value in node.attributes.items() if name in _ATTRIBUTES}
        style = node.attributes.get("style", "")
        sources = [attributes]
        if self._rules or style:
            sheets, inside = self._selected(node), _declarations(style)
            sources += [sheets.plain, inside.plain, sheets.important, inside.important]
        for declared in sources:
            for name, raw in declared.items():
                value = raw.strip()
                if "var(" in value:
                    value = _VARIABLE.sub(r"\1", value).strip()
                if name not in _PAINTS or self._is_paint(name, value, node):
                    own[name] = value
        return own

    def _is_paint(self, name: str, value: str, node: Node) -> bool:
        word = value.lower()
        link = reference(word)
        if link is not None:
            word = link[1] or "none"  # what is painted with where nothing has that id
        if word in _PAINT_WORDS or css_colour(word) is not None:
            return True
        if not value and name == "stop-color":
            return False
        message = f"'{value[:40]}' is no colour and does not count"
        self._faults.value(message, node, "write it as '#B3202C'")
        return False

    def _selected(self, node: Node) -> _Declared:
        """Declarations of the style sheets, cached by all that selectors can see of an element."""
        key: object = node
        if self._plain:
            identity = node.attributes.get("id", "")
            key = (
                node.tag,
                identity if identity in self._ids else "",
                frozenset(node.attributes.get("class", "").split()) & self._classes,
            )
        if key not in self._matched:
            found = _Declared({}, {})
            for rule in self._rules:  # lighter ones first
                if self._matching.selects(rule.selector, node):
                    found.plain.update(rule.declarations.plain)
                    found.important.update(rule.declarations.important)
            self._matched[key] = found
        return self._matched[key]

    def _read(self, node: Node) -> None:
        text = _COMMENT.sub(" ", node.text)
        for rule in _AT_RULE.findall(text):
            if not _IDLE_RULE.match(rule) and not rule.lower().startswith("@font-face"):
                self._faults.lost("@ rules of style sheets", node, "put the styles on the elements")
        text = _AT_RULE.sub(" ", text).replace("<!--", " ").replace("-->", " ")
        for rule in text.split("}")[:-1]:
            selectors, _, body = rule.rpartition("{")
            declarations = _declarations(body)
            for selector in selectors.split(","):
                self._add(selector.strip(), declarations, node)

    def _add(self, selector: str, declarations: _Declared, node: Node) -> None:
        self._selectors += 1
        if self._selectors > MAX_SELECTORS:
            self._faults.value(
                f"only the first {MAX_SELECTORS} selectors count", node, "put styles on the elements"
            )
            return
        read = read_selector(selector)
        if read is None:
            if not any(f":{state}" in selector for state in _STATES):
                self._faults.lost(f"the selector {selector[:40]}", node, "select by tag, class or id")
            return
        compounds = read.compounds
        weight = (
            sum(len(each.ids) for each in compounds),
            sum(len(each.classes) + len(each.attributes) + len(each.places) for each in compounds),
            sum(each.tag not in ("", "*") for each in compounds),
            len(self._rules),
        )
        self._rules.append(_Rule(weight, read, declarations))


def reference(text: str) -> tuple[str, str] | None:
    """The target of ``url(…)`` and what follows it, or None when the text is no reference."""
    text = text.strip()
    match = _URL.fullmatch(text) if text.startswith("url(") else None
    return (match.group(1).strip(), match.group(2).strip()) if match else None


def inherited(parent: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """The inheritable properties that hold for an element."""
    style = dict(parent)
    for name, value in own.items():
        # ``color`` may name itself: it is then the one of the parent.
        same = value == "inherit" or (name == "color" and value.lower() == "currentcolor")
        if name in INHERITED and not same:
            style[name] = value
    return style


def _declarations(text: str) -> _Declared:
    found = _Declared({}, {})
    for part in _COMMENT.sub(" ", text).split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in _KNOWN:
            value, mark, _ = value.partition("!")
            into = found.important if mark else found.plain
            for each in MARKERS if name == "marker" else (name,):
                into[each] = value.strip()
    return found
