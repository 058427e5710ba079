"""The properties of an element, from attributes, style sheets, ``style`` attributes and its parents."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pnp.icons.svg.css_colour import css_colour
from pnp.icons.svg.fault import Faults
from pnp.icons.svg.limits import MAX_SELECTORS
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
_MARKERS = ("marker-start", "marker-mid", "marker-end")

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Up to its semicolon, or with everything in its braces, rules in them too.
_AT_RULE = re.compile(r"""@(?:[^{};"']|"[^"]*+"|'[^']*+')*+(?:;|\{(?:[^{}]|\{[^{}]*+\})*+\}?|\Z)""")
_IDLE_RULE = re.compile(r"@(?:charset|namespace|page|(?:-\w+-)?keyframes|media\s*\(prefers-)", re.IGNORECASE)
"""At-rules that change nothing on paper."""
_COMPOUND = re.compile(
    r"""(\*|[A-Za-z][\w-]*+)?((?:[.#][\w-]++|\[[^\]"']*+(?:"[^"]*+"|'[^']*+')?\s*+i?\]|:[\w-]++)*+)"""
)
_MARK = re.compile(
    r"""([.#:])([\w-]+)|\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s"']+))\s*)?\]"""
)
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
_STATES = frozenset(
    ["active", "checked", "focus", "focus-visible", "focus-within", "hover", "link", "target", "visited"]
)
"""Pseudo-classes that never hold on paper."""
_PLACES = frozenset(("first-child", "last-child", "only-child", "root"))
_VARIABLE = re.compile(r"var\(\s*--[\w-]+\s*,\s*([^()]*(?:\([^()]*\))?)\s*\)")


class _Declared(NamedTuple):
    """Properties by name, and those marked as important, which win over the others wherever they are."""

    plain: dict[str, str]
    important: dict[str, str]


class _Compound(NamedTuple):
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

    def matches(self, node: Node) -> bool:
        """Whether it holds."""
        of = node.attributes.get
        return (
            self.tag in ("", "*", node.tag)
            and self.ids <= {of("id", "")}
            and self.classes <= frozenset(of("class", "").split())
            and all(_holds(of(name), operator, value) for name, operator, value in self.attributes)
            and all(_is_at(node, place) for place in self.places)
        )


class _Rule(NamedTuple):
    weight: tuple[int, int, int, int]  # ids, classes, tags, place in the file: what comes later wins
    steps: tuple[tuple[str, _Compound], ...]  # from the element outwards, with the combinator before each
    declarations: _Declared


class StyleSheet:
    """The style sheets of one file."""

    def __init__(self, root: Node, faults: Faults) -> None:
        self._faults = faults
        self._rules: list[_Rule] = []
        for node in root.walk():
            if node.tag == "style" and node.attributes.get("type", "text/css") in ("text/css", ""):
                self._read(node)
        self._rules.sort(key=lambda rule: rule.weight)
        compounds = [compound for rule in self._rules for _, compound in rule.steps]
        self._ids = frozenset(name for compound in compounds for name in compound.ids)
        self._classes = frozenset(name for compound in compounds for name in compound.classes)
        self._plain = all(len(rule.steps) == 1 for rule in self._rules) and not any(
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
            sheets, inside = self._matching(node), _declarations(style)
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
        if word in ("none", "inherit", "currentcolor", "context-fill", "context-stroke") or "url(" in word:
            return True
        if css_colour(word) is not None:
            return True
        if not value and name == "stop-color":
            return False
        message = f"'{value[:40]}' is no colour and does not count"
        self._faults.value(message, node, "write it as '#B3202C'")
        return False

    def _matching(self, node: Node) -> _Declared:
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
                if _matches(node, rule.steps):
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
        steps = _steps(selector)
        if steps is None:
            if not any(f":{state}" in selector for state in _STATES):
                self._faults.lost(f"the selector {selector[:40]}", node, "select by tag, class or id")
            return
        if len(self._rules) >= MAX_SELECTORS:
            self._faults.value(
                f"only the first {MAX_SELECTORS} selectors count", node, "put styles on the elements"
            )
            return
        compounds = [compound for _, compound in steps]
        weight = (
            sum(len(each.ids) for each in compounds),
            sum(len(each.classes) + len(each.attributes) + len(each.places) for each in compounds),
            sum(each.tag not in ("", "*") for each in compounds),
            len(self._rules),
        )
        self._rules.append(_Rule(weight, steps, declarations))


def _steps(selector: str) -> tuple[tuple[str, _Compound], ...] | None:
    """The parts of a selector, from the element outwards; None if it is beyond us."""
    steps: list[tuple[str, _Compound]] = []
    at, combinator = 0, ""
    while True:
        match = _COMPOUND.match(selector, at)
        if match is None or match.end() == at:
            return None
        compound = _compound(match.group(1) or "", match.group(2))
        if compound is None:
            return None
        steps.append((combinator, compound))
        at = match.end()
        if at == len(selector):
            break
        found = _COMBINATOR.match(selector, at)
        if found is None:
            return None
        combinator, at = found.group(1) or " ", found.end()
    # A combinator is written before the inner of two elements; from there it leads outwards.
    outwards = [combinator for combinator, _ in steps[1:]][::-1]
    return tuple(zip(["", *outwards], [compound for _, compound in reversed(steps)], strict=True))


def _compound(tag: str, marks: str) -> _Compound | None:
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
    return _Compound(tag, frozenset(ids), frozenset(classes), tuple(attributes), frozenset(places))


def _matches(node: Node, steps: tuple[tuple[str, _Compound], ...]) -> bool:
    (_, compound), *outer = steps
    if not compound.matches(node):
        return False
    if not outer:
        return True
    combinator, rest = outer[0][0], (("", outer[0][1]), *outer[1:])
    return any(_matches(other, rest) for other in _related(node, combinator))


def _related(node: Node, combinator: str) -> list[Node]:
    """The elements that a combinator leads to."""
    if node.parent is None:
        return []
    if combinator == ">":
        return [node.parent]
    if combinator == " ":
        return [node.parent, *_related(node.parent, " ")]
    siblings = node.parent.children
    before = siblings[: next(index for index, each in enumerate(siblings) if each is node)]
    return before[-1:] if combinator == "+" else before


_OPERATORS: Mapping[str, Callable[[str, str], bool]] = {
    "": lambda _found, _value: True,
    "=": str.__eq__,
    "~=": lambda found, value: value in found.split(),
    "|=": lambda found, value: found == value or found.startswith(value + "-"),
    "^=": lambda found, value: bool(value) and found.startswith(value),
    "$=": lambda found, value: bool(value) and found.endswith(value),
    "*=": lambda found, value: bool(value) and value in found,
}


def _holds(found: str | None, operator: str, value: str) -> bool:
    return found is not None and _OPERATORS[operator](found, value)


def _is_at(node: Node, place: str) -> bool:
    if node.parent is None:
        return place == "root"
    siblings = node.parent.children
    return {
        "first-child": siblings[0] is node,
        "last-child": siblings[-1] is node,
        "only-child": len(siblings) == 1,
    }.get(place, False)


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
            for each in _MARKERS if name == "marker" else (name,):
                into[each] = value.strip()
    return found
