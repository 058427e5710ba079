"""Everything that the readers of one SVG file share: its elements, styles, transforms and outlines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.draw import Path
from pnp.geometry import IDENTITY, Matrix, Point, shift
from pnp.icons.svg.geometry import Shapes, Viewport, parse_transform, transform_origin
from pnp.icons.svg.limits import MAX_DEPTH, MAX_ELEMENTS, MAX_SEGMENTS
from pnp.icons.svg.style import GEOMETRY, StyleSheet, inherited
from pnp.icons.svg.xml_node import Faults, SvgNode, TooComplexError

LANGUAGE = "en"
"""The language of ``systemLanguage``: a drawing is the same in all editions of a game."""


class NodePlace(NamedTuple):
    """Where a reader is in the file.

    Attributes:
        style: That elements inherit here.
        viewport: What percentages refer to.
        matrix: From here to the frame of the drawing.
        depth: Elements around.
        using: Targets of the ``use`` elements around.
    """

    style: Mapping[str, str]
    viewport: Viewport
    matrix: Matrix = IDENTITY
    depth: int = 0
    using: tuple[str, ...] = ()


class SvgSource:
    """One parsed file.

    Args:
        root: Its root element.
        faults: Take up what cannot be read.
    """

    def __init__(self, root: SvgNode, faults: Faults) -> None:
        self.root = root
        self.faults = faults
        self.ids: dict[str, SvgNode] = {}
        for node in root.walk():
            self.ids.setdefault(node.attributes.get("id", ""), node)
        self.ids.pop("", None)
        self.sheet = StyleSheet(root, faults)
        self._shapes = Shapes(faults)
        self._cascaded: dict[SvgNode, dict[str, str]] = {}
        self._elements = 0
        self._segments = 0

    def linked(self, target: str) -> SvgNode | None:
        """The element that ``#id`` leads to."""
        return self.ids.get(target[1:]) if target.startswith("#") else None

    def cascaded(self, node: SvgNode) -> Mapping[str, str]:
        """The inheritable properties that hold for an element where it is written."""
        if node not in self._cascaded:
            around = self.cascaded(node.parent) if node.parent is not None else {}
            self._cascaded[node] = inherited(around, self.sheet.declared(node))
        return self._cascaded[node]

    def transform(self, node: SvgNode, own: Mapping[str, str], viewport: Viewport) -> Matrix:
        """The map from the frame of an element to the one around it."""
        text = own.get("transform", node.attributes.get("transform", ""))
        if text.strip().lower() in ("", "none"):
            return IDENTITY
        matrix = parse_transform(text)
        if matrix is None:
            self.faults.value(f"transform='{text[:40]}' cannot be read", node, "save the drawing again")
            return IDENTITY
        origin: Point | None = Point(0.0, 0.0)
        if "transform-origin" in own:
            if own.get("transform-box", "view-box") != "view-box":
                self.faults.lost(f"transform-box {own['transform-box'][:40]}", node, "turn about a point")
            origin = transform_origin(own["transform-origin"], *viewport)
            if origin is None:
                text = own["transform-origin"][:40]
                self.faults.value(f"transform-origin='{text}' cannot be read", node, "write two numbers")
        if not origin or origin == (0.0, 0.0):
            return matrix
        return shift(-origin.x, -origin.y).then(matrix).then(shift(origin.x, origin.y))

    def outline(self, node: SvgNode, own: Mapping[str, str], viewport: Viewport) -> Path:
        """The outline of a shape element, in its own frame."""
        sized = {name: _plain(name, value) for name, value in own.items() if name in GEOMETRY}
        if sized:
            node = SvgNode(node.tag, node.attributes | sized, node.line, node.column)
        path = self._shapes.path(node, viewport)
        self._segments += len(path)
        if self._segments > MAX_SEGMENTS:
            raise TooComplexError(f"the SVG draws more than {MAX_SEGMENTS:,} path segments")
        return path

    def length(self, node: SvgNode, name: str, reference: float, default: float = 0.0) -> float:
        """An attribute of an element, in user units."""
        value = self._shapes.length(node, name, reference, default)
        return default if value is None else value

    def count(self, depth: int) -> None:
        """Take note of one more element that is drawn, so deep inside others.

        Raises:
            TooComplexError: It is one too many.
        """
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise TooComplexError(f"the SVG draws more than {MAX_ELEMENTS:,} elements")
        if depth > MAX_DEPTH:
            raise TooComplexError(f"elements of the SVG lie more than {MAX_DEPTH} deep in one another")

    def is_for_us(self, node: SvgNode) -> bool:
        """Whether an element is for every program and for our language (SVG 2 §5.9)."""
        of = node.attributes
        if "requiredExtensions" in of:
            return False
        if "systemLanguage" not in of:
            return True
        languages = [each.strip().partition("-")[0] for each in of["systemLanguage"].split(",")]
        cure = "make a drawing for each language"
        self.faults.value(f"of systemLanguage, '{LANGUAGE}' is drawn", node, cure)
        return LANGUAGE in languages


def _plain(name: str, value: str) -> str:
    """A property of a style sheet as the attribute of that name."""
    if name == "d" and value.startswith("path("):
        return value[5:].strip(" )\"'")
    return value
