"""Style sheets: colours, selectors, and the properties of an element.

Properties come from attributes, style sheets, ``style`` attributes and parents. Colours are written as in CSS
Color 4.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pnp.colour import Colour, ColourError
from pnp.icons.svg.limits import MAX_COMPARISONS, MAX_COMPOUNDS, MAX_SELECTORS
from pnp.icons.svg.xml_node import Faults, SvgNode, TooComplexError

# The named colours of CSS Color 4 §6.1.
_NAMES = """
aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc,
bisque ffe4c4, black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a,
burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50,
cornflowerblue 6495ed, cornsilk fff8dc, crimson dc143c, cyan 00ffff, darkblue 00008b, darkcyan 008b8b,
darkgoldenrod b8860b, darkgray a9a9a9, darkgreen 006400, darkgrey a9a9a9, darkkhaki bdb76b,
darkmagenta 8b008b, darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc, darkred 8b0000,
darksalmon e9967a, darkseagreen 8fbc8f, darkslateblue 483d8b, darkslategray 2f4f4f, darkslategrey 2f4f4f,
darkturquoise 00ced1, darkviolet 9400d3, deeppink ff1493, deepskyblue 00bfff, dimgray 696969,
dimgrey 696969, dodgerblue 1e90ff, firebrick b22222, floralwhite fffaf0, forestgreen 228b22,
fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700, goldenrod daa520, gray 808080,
green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0, hotpink ff69b4, indianred cd5c5c,
indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5, lawngreen 7cfc00,
lemonchiffon fffacd, lightblue add8e6, lightcoral f08080, lightcyan e0ffff, lightgoldenrodyellow fafad2,
lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3, lightpink ffb6c1, lightsalmon ffa07a,
lightseagreen 20b2aa, lightskyblue 87cefa, lightslategray 778899, lightslategrey 778899,
lightsteelblue b0c4de, lightyellow ffffe0, lime 00ff00, limegreen 32cd32, linen faf0e6, magenta ff00ff,
maroon 800000, mediumaquamarine 66cdaa, mediumblue 0000cd, mediumorchid ba55d3, mediumpurple 9370db,
mediumseagreen 3cb371, mediumslateblue 7b68ee, mediumspringgreen 00fa9a, mediumturquoise 48d1cc,
mediumvioletred c71585, midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5,
navajowhite ffdead, navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23, orange ffa500,
orangered ff4500, orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee,
palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd,
powderblue b0e0e6, purple 800080, rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1,
saddlebrown 8b4513, salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d,
silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, slategrey 708090, snow fffafa,
springgreen 00ff7f, steelblue 4682b4, tan d2b48c, teal 008080, thistle d8bfd8, tomato ff6347,
turquoise 40e0d0, violet ee82ee, wheat f5deb3, white ffffff, whitesmoke f5f5f5, yellow ffff00,
yellowgreen 9acd32
"""
_NAMED = dict(pair.split() for pair in _NAMES.split(","))
_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]*+)\)")
_NUMBER = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d*)?|\.\d+))(%|deg)?")


def css_colour(text: str) -> Colour | None:
    """The colour that ``text`` says, or None when it is none that we know."""
    word = text.strip().lower()
    if word.startswith("#"):
        if len(word) == 5:
            word = "#" + "".join(digit * 2 for digit in word[1:])
        try:
            return Colour.parse(word)
        except ColourError:
            return None
    if word == "transparent":
        return Colour(0, 0, 0, 0)
    if word in _NAMED:
        return Colour.parse("#" + _NAMED[word])
    match = _FUNCTION.fullmatch(word)
    return _function(match.group(1), match.group(2)) if match else None


def _function(name: str, arguments: str) -> Colour | None:
    matches = [_NUMBER.fullmatch(part) for part in re.split(r"[\s,/]+", arguments.strip())]
    if len(matches) not in (3, 4) or None in matches:
        return None
    parts = [(float(match.group(1)), match.group(2) or "") for match in matches if match]
    if "," in arguments and name.startswith("rgb") and len({unit for _, unit in parts[:3]}) > 1:
        return None  # only without commas may numbers and percentages be mixed (CSS Color 4 §5.1)
    alpha = 255
    if len(parts) == 4:
        value, unit = parts.pop()
        alpha = _byte(value * 255 / (100 if unit == "%" else 1))
    if name.startswith("rgb"):
        red, green, blue = (_byte(value * 255 / 100 if unit == "%" else value) for value, unit in parts)
    else:
        (hue, _), (saturation, _), (lightness, _) = parts
        channels = colorsys.hls_to_rgb(hue % 360 / 360, _share(lightness / 100), _share(saturation / 100))
        red, green, blue = (_byte(channel * 255) for channel in channels)
    return Colour(red, green, blue, alpha)


def _byte(value: float) -> int:
    return round(min(max(value, 0.0), 255.0))


def _share(value: float) -> float:
    return min(max(value, 0.0), 1.0)


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

    def __init__(self, root: SvgNode) -> None:
        self._nodes = list(root.walk())
        self._left = MAX_COMPARISONS
        self._led_to: dict[Selector, set[SvgNode]] = {}
        self._classes: dict[SvgNode, frozenset[str]] = {}
        self._edges: tuple[set[SvgNode], set[SvgNode]] | None = None

    def selects(self, selector: Selector, node: SvgNode) -> bool:
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

    def _reached(self, selector: Selector) -> set[SvgNode]:
        """The elements to which all but the last conditions lead, worked out from the outermost inwards."""
        reached: Collection[SvgNode] = self._nodes
        for compound, combinator in zip(selector.compounds, selector.combinators, strict=False):
            found = {node for node in reached if self._meets(node, compound)}
            self._pay(len(self._nodes) // _NODES_A_COMPARISON)
            reached = self._inside(found, combinator) if combinator in "> " else _behind(found, combinator)
        return set(reached)

    def _inside(self, found: set[SvgNode], combinator: str) -> set[SvgNode]:
        """The children of the elements, or with a blank everything inside of them."""
        reached: set[SvgNode] = set()
        for node in self._nodes:  # parents come before their children
            if node.parent in found or (combinator == " " and node.parent in reached):
                reached.add(node)
        return reached

    def _meets(self, node: SvgNode, compound: Compound) -> bool:
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

    def _classes_of(self, node: SvgNode) -> frozenset[str]:
        if node not in self._classes:
            self._classes[node] = frozenset(node.attributes.get("class", "").split())
        return self._classes[node]

    def _holds(self, found: str | None, operator: str, value: str) -> bool:
        if found is None:
            return False
        self._pay(len(found) // _LETTERS_A_COMPARISON)
        return _OPERATORS[operator](found, value)

    def _is_at(self, node: SvgNode, place: str) -> bool:
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


def _behind(found: set[SvgNode], combinator: str) -> set[SvgNode]:
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

    def __init__(self, root: SvgNode, faults: Faults) -> None:
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

    def declared(self, node: SvgNode) -> dict[str, str]:
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

    def _is_paint(self, name: str, value: str, node: SvgNode) -> bool:
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

    def _selected(self, node: SvgNode) -> _Declared:
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

    def _read(self, node: SvgNode) -> None:
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

    def _add(self, selector: str, declarations: _Declared, node: SvgNode) -> None:
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
