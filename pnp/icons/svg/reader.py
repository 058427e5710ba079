"""SVG files as items of the draw list. Elements that cannot be drawn are reported, never silently dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic
from pnp.draw import Clip, Fill, Gradient, Group, Item, Path, Stroke, rectangle
from pnp.geometry import IDENTITY, Box, Matrix, shift
from pnp.icons.icon import CurrentColour, VectorPicture
from pnp.icons.svg.fault import Faults, TooComplexError
from pnp.icons.svg.limits import MAX_DEPTH, MAX_ELEMENTS, MAX_SEGMENTS
from pnp.icons.svg.paint import FramedPaint, Paints, faded, fraction, reference, stroked
from pnp.icons.svg.shape import Shapes, Viewport, length
from pnp.icons.svg.style import StyleSheet, inherited, tell_effects
from pnp.icons.svg.transform import (
    bounds,
    fitted_view,
    inverse,
    items_box,
    mapped,
    parse_transform,
    solid,
    view_box,
)
from pnp.icons.svg.xml_node import Node, XmlFault, read_xml

_GROUPS = frozenset(("g", "a", "svg", "symbol"))
# Never drawn themselves; other elements refer to them, or they are notes.
_QUIET = frozenset(
    [
        "clipPath",
        "defs",
        "desc",
        "filter",
        "linearGradient",
        "marker",
        "mask",
        "metadata",
        "pattern",
        "radialGradient",
        "stop",
        "style",
        "symbol",
        "title",
        "view",
    ]
)
_TO_PATHS = "convert it to paths"
_LOST = "save the drawing again, or remove the element"
_CURES = {
    "text": "convert text to paths",
    "image": "place pictures by the layout",
    "foreignObject": _TO_PATHS,
}
_MOVING = frozenset(["animate", "animateColor", "animateMotion", "animateTransform", "set", "script"])


class _Place(NamedTuple):
    """Where the reader is in the file: inherited style, viewport, nesting, and the ids that ``use`` draws."""

    style: Mapping[str, str]
    viewport: Viewport
    depth: int = 0
    using: tuple[str, ...] = ()


class SvgReader:
    """Draws one parsed file."""

    def __init__(self, root: Node, faults: Faults) -> None:
        self._root = root
        self._faults = faults
        self._ids: dict[str, Node] = {}
        for node in root.walk():
            self._ids.setdefault(node.attributes.get("id", ""), node)
            if node.tag in _MOVING:
                faults.feature(node.tag, node, "a print does not move; delete it")
        self._ids.pop("", None)
        self._sheet = StyleSheet(root, faults)
        self._paints = Paints(self._ids, self._sheet, faults)
        self._shapes = Shapes(faults)
        self._elements = 0
        self._segments = 0

    def draw(self, viewport: Viewport) -> list[Item]:
        """The items of the root in its user units.

        Raises:
            TooComplexError: A limit is reached.
        """
        return self._element(self._root, _Place({}, viewport))

    def _element(self, node: Node, place: _Place) -> list[Item]:
        if node.tag in _QUIET or node.tag in _MOVING or " " in node.tag:
            return []
        self._count(place)
        own = self._sheet.declared(node)
        if own.get("display") == "none":
            return []
        inner = place._replace(style=inherited(place.style, own), depth=place.depth + 1)
        items = self._content(node, inner)
        if not items:
            return []
        tell_effects(node, own, self._faults)
        clip = self._clip(own.get("clip-path", "none"), node, items, inner)
        return _grouped(items, self._transform(node), clip, fraction(own.get("opacity")))

    def _count(self, place: _Place) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise TooComplexError(f"the SVG draws more than {MAX_ELEMENTS:,} elements")
        if place.depth > MAX_DEPTH:
            raise TooComplexError(f"elements of the SVG lie more than {MAX_DEPTH} deep in one another")

    def _count_segments(self, path: Path) -> None:
        self._segments += len(path)
        if self._segments > MAX_SEGMENTS:
            raise TooComplexError(f"the SVG draws more than {MAX_SEGMENTS:,} path segments")

    def _content(self, node: Node, place: _Place) -> list[Item]:
        if node.tag in Shapes.TAGS:
            return self._shape(node, place)
        if node.tag == "use":
            return self._use(node, place)
        if node.tag == "switch":
            return self._switch(node, place)
        if node.tag == "svg" and node is not self._root:
            return self._nested(node, place, node.attributes)
        if node.tag in _GROUPS:
            return self._children(node, place)
        self._faults.feature(node.tag, node, _CURES.get(node.tag, _TO_PATHS))
        return []

    def _switch(self, node: Node, place: _Place) -> list[Item]:
        """The first child that is for every program and reader."""
        plain = [child for child in node.children if "requiredExtensions" not in child.attributes]
        if any("systemLanguage" in child.attributes for child in plain):
            self._faults.feature("systemLanguage", node, "make a drawing for each language")
        for_all = [child for child in plain if "systemLanguage" not in child.attributes]
        return [item for child in (for_all or plain)[:1] for item in self._element(child, place)]

    def _children(self, node: Node, place: _Place) -> list[Item]:
        return [item for child in node.children for item in self._element(child, place)]

    def _transform(self, node: Node) -> Matrix:
        text = node.attributes.get("transform", "")
        matrix = parse_transform(text)
        if matrix is None:
            self._faults.value(f"transform='{text[:40]}' cannot be read", node, "save the drawing again")
            return IDENTITY
        return matrix

    def _shape(self, node: Node, place: _Place) -> list[Item]:
        path = self._shapes.path(node, place.viewport)
        self._count_segments(path)
        box = bounds(path)
        if box is None or place.style.get("visibility", "visible") in ("hidden", "collapse"):
            return []
        inside: list[Item] = []
        around: list[Item] = []
        area = solid(path)
        if node.tag != "line" and area:
            paint = self._painted("fill", "black", node, box, place)
            if paint is not None:
                inside = _filled(area, paint, place.style.get("fill-rule") == "evenodd")
        paint = self._painted("stroke", "none", node, box, place)
        if paint is not None:
            around = stroked(path, paint, node, place.style, self._faults)
        order = place.style.get("paint-order", "").split()
        return around + inside if _stroke_first(order) else inside + around

    def _painted(self, kind: str, default: str, node: Node, box: Box, place: _Place) -> FramedPaint | None:
        text = place.style.get(kind, default)
        opacity = fraction(place.style.get(f"{kind}-opacity"))
        return self._paints.paint(text, opacity, place.style, node, box, place.viewport)

    def _use(self, node: Node, place: _Place) -> list[Item]:
        target = node.attributes.get("href", "").strip()
        if not target.startswith("#"):
            self._faults.feature("a reference to another file", node, "put the drawing into this file")
            return []
        found = self._ids.get(target[1:])
        if found is None or target in place.using:
            what = "there is no" if found is None else "an element uses itself:"
            self._faults.value(f"{what} '{target[:40]}'", node, _LOST)
            return []
        inner = place._replace(using=(*place.using, target))
        x = self._shapes.length(node, "x", place.viewport.width) or 0.0
        y = self._shapes.length(node, "y", place.viewport.height) or 0.0
        if found.tag in ("symbol", "svg"):
            sized = found.attributes | {
                name: node.attributes[name] for name in ("width", "height") if name in node.attributes
            }
            items = self._nested(found, inner, sized if found.tag == "svg" else {**sized, "x": "0", "y": "0"})
        else:
            items = self._element(found, inner)
        return _grouped(items, shift(x, y), None, 1.0)

    def _nested(self, node: Node, place: _Place, sized: Mapping[str, str]) -> list[Item]:
        """A viewport inside the drawing: its content fitted into its box and clipped to it (SVG 2 §8.2)."""
        frame = Node(node.tag, dict(sized), node.line, node.column)
        outer = place.viewport
        x = self._shapes.length(frame, "x", outer.width) or 0.0
        y = self._shapes.length(frame, "y", outer.height) or 0.0
        width = self._shapes.length(frame, "width", outer.width, default=outer.width) or 0.0
        height = self._shapes.length(frame, "height", outer.height, default=outer.height) or 0.0
        if width <= 0 or height <= 0:
            return []
        inner = place._replace(style=inherited(place.style, self._sheet.declared(node)))
        view = view_box(node, self._faults)
        matrix = shift(x, y)
        window = Box(0.0, 0.0, width, height)
        if view is not None:
            inner = inner._replace(viewport=Viewport(view.width, view.height))
            ratio = node.attributes.get("preserveAspectRatio", "xMidYMid meet")
            fitted = fitted_view(view, width, height, ratio)
            matrix = fitted.then(matrix)
            back = inverse(fitted)
            window = back.apply_box(window) if back is not None else view
        else:
            inner = inner._replace(viewport=Viewport(width, height))
        return _grouped(self._children(node, inner), matrix, Clip(rectangle(window)), 1.0)

    def _clip(self, text: str, node: Node, items: list[Item], place: _Place) -> Clip | None:
        link = reference(text)
        if link is None:
            if text not in ("none", ""):
                self._faults.feature(f"clip-path {text[:40]}", node, "clip by a clipPath element")
            return None
        found = self._ids.get(link[0][1:]) if link[0].startswith("#") else None
        if found is None or found.tag != "clipPath":
            self._faults.value(f"there is no clipPath '{link[0][:40]}'", node, _LOST)
            return None
        frame = self._transform(found)
        if found.attributes.get("clipPathUnits") == "objectBoundingBox":
            box = items_box(items)
            frame = frame.then(Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y))
        path: Path = ()
        even_odd = False
        for child in found.children:
            shape = (
                self._ids.get(child.attributes.get("href", "#")[1:], child) if child.tag == "use" else child
            )
            if shape.tag not in Shapes.TAGS:
                if shape.tag not in _QUIET:
                    self._faults.feature(f"{shape.tag} in a clipPath", child, "clip by one path")
                continue
            matrix = (
                self._transform(child)
                if shape is child
                else self._transform(shape).then(self._transform(child))
            )
            outline = self._shapes.path(shape, place.viewport)
            self._count_segments(outline)
            path += mapped(outline, matrix.then(frame))
            style = inherited(
                inherited(place.style, self._sheet.declared(found)), self._sheet.declared(shape)
            )
            even_odd = even_odd or style.get("clip-rule") == "evenodd"
        return Clip(path, even_odd)


def _stroke_first(order: list[str]) -> bool:
    """Whether ``paint-order`` draws the outline before the inside (SVG 2 §13.8)."""
    return "stroke" in order and "fill" not in order[: order.index("stroke")]


def _filled(path: Path, painted: FramedPaint, even_odd: bool) -> list[Item]:
    if painted.frame is None:
        return [Fill(path, painted.paint, even_odd)]
    # The gradient is round in its own frame only: draw there, and bring the path into it.
    back = inverse(painted.frame)
    if back is None:
        return []
    return [Group((Fill(mapped(path, back), painted.paint, even_odd),), painted.frame)]


def _grouped(items: list[Item], matrix: Matrix, clip: Clip | None, opacity: float) -> list[Item]:
    if not items or opacity == 0:
        return []
    if matrix == IDENTITY and clip is None:
        if opacity == 1:
            return items
        if len(items) == 1 and isinstance(items[0], Fill | Stroke) and isinstance(items[0].paint, Colour):
            return [items[0]._replace(paint=faded(items[0].paint, opacity))]
    return [Group(tuple(items), matrix, clip, opacity)]


_ALIKE = 0.01  # sizes are written in whole pixels, or in millimetres with few decimals


def parse_svg(data: bytes, file: str) -> tuple[VectorPicture | None, list[Diagnostic]]:
    """The drawing of an SVG file and what is wrong with it; never raises, whatever the bytes.

    The drawing's frame is the ``viewBox``, or ``width`` and ``height`` where these have another shape;
    without one, ``width`` and ``height`` in pixels; without these, the box around what is drawn. What reaches
    beyond the frame is clipped. Black counts as ``currentColor`` where a drawing has no other colour.

    Args:
        data: The file.
        file: As shown to the author.

    Returns:
        The drawing, None when there is an error; and findings of the codes A110 (no SVG), A111 (something is
        not supported and left out), A112 (nothing is drawn), A113 (a value cannot be read), A114 (a limit).
    """
    faults = Faults(file)
    try:
        root = read_xml(data)
    except XmlFault as fault:
        faults.broken(str(fault), fault.line, fault.column, fault.cure)
        return None, faults.found
    if root.tag != "svg":
        faults.broken(
            f"the file is no SVG: its root element is '{root.tag[:40]}'",
            root.line,
            root.column,
            "save it as plain SVG",
        )
        return None, faults.found
    frame = _frame(root, faults)
    try:
        items = SvgReader(root, faults).draw(
            Viewport(frame.width, frame.height) if frame else Viewport(100.0, 100.0)
        )
    except TooComplexError as fault:
        faults.too_complex(str(fault))
        return None, faults.found
    stretched = _stretched(root, frame)
    if stretched is not None and items:
        matrix, frame = stretched
        items = [Group(tuple(items), matrix)]
    drawn = items_box(items)
    frame = frame or drawn
    if not items or frame.width <= 0 or frame.height <= 0:
        faults.empty()
        return None, faults.found
    return _finished(tuple(items), frame, drawn), faults.found


def _frame(root: Node, faults: Faults) -> Box | None:
    box = view_box(root, faults)
    if box is not None:
        return box
    sizes = [length(root.attributes.get(name), 0.0) for name in ("width", "height")]
    if all(sizes):
        return Box(0.0, 0.0, *(abs(size) for size in sizes if size))
    faults.value("the SVG has no viewBox; its frame is the drawing", root, "give the svg element a viewBox")
    return None


def _stretched(root: Node, view: Box | None) -> tuple[Matrix, Box] | None:
    """From the viewBox to a page of another shape, and that page; None if missing (SVG 2 §8.2)."""
    width, height = (length(root.attributes.get(name), 0.0) or 0.0 for name in ("width", "height"))
    if (
        view is None
        or min(width, height) <= 0
        or abs(width * view.height / (height * view.width) - 1) < _ALIKE
    ):
        return None
    ratio = root.attributes.get("preserveAspectRatio", "xMidYMid meet")
    return fitted_view(view, width, height, ratio), Box(0.0, 0.0, width, height)


def _finished(items: tuple[Item, ...], frame: Box, drawn: Box) -> VectorPicture:
    if (frame.x, frame.y) != (0.0, 0.0):
        items = (Group(items, shift(-frame.x, -frame.y)),)
    if not frame.holds(drawn, slack=1e-3 * frame.width):
        items = (Group(items, clip=Clip(rectangle(Box(0.0, 0.0, frame.width, frame.height)))),)
    monochrome = all(_is_ink(colour) for colour in _colours(items))
    return VectorPicture(frame.width, frame.height, _inked(items) if monochrome else items, monochrome)


def _is_ink(colour: Colour) -> bool:
    return isinstance(colour, CurrentColour) or (colour.red, colour.green, colour.blue) == (0, 0, 0)


def _colours(items: tuple[Item, ...]) -> Iterator[Colour]:
    for item in items:
        if isinstance(item, Group):
            yield from _colours(item.items)
        elif isinstance(item, Fill | Stroke):
            if isinstance(item.paint, Gradient):
                yield from (stop.colour for stop in item.paint.stops)
            else:
                yield item.paint


def _inked(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items with every colour turned into ``CurrentColour`` of the same opacity."""
    result: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            result.append(item._replace(items=_inked(item.items)))
        elif isinstance(item, Fill | Stroke):
            paint = item.paint
            if isinstance(paint, Gradient):
                stops = tuple(s._replace(colour=CurrentColour(0, 0, 0, s.colour.alpha)) for s in paint.stops)
                result.append(item._replace(paint=paint._replace(stops=stops)))
            else:
                result.append(item._replace(paint=CurrentColour(0, 0, 0, paint.alpha)))
    return tuple(result)
