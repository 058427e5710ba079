"""SVG elements as items of the draw list.

What the draw list can say is drawn as vectors. The smallest part around anything else becomes a picture where
somebody can draw it (``PartPictures``); where nobody can, it is reported and left out. Nothing is dropped
silently.
"""

from __future__ import annotations

import math
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from pnp.colour import Colour
from pnp.draw import Clip, Fill, Group, Item, Path, Picture, Stroke, rectangle
from pnp.draw.path import mapped_path
from pnp.geometry import IDENTITY, Box, Matrix, around, shift
from pnp.icons.svg.clip import Clips
from pnp.icons.svg.geometry import Shapes, Viewport, bounds, fitted_view, solid, view_box
from pnp.icons.svg.limits import MAX_PICTURES, MAX_PIXELS
from pnp.icons.svg.paint import FramedPaint, Paints, faded, fraction, stroked
from pnp.icons.svg.part import PartDocument, PartPictures, PartWriter
from pnp.icons.svg.source import NodePlace, SvgSource
from pnp.icons.svg.style import MARKERS, inherited, reference
from pnp.icons.svg.xml_node import Faults, NeedsPicture, SvgNode, TooComplexError

_GROUPS = frozenset(("g", "a", "svg", "symbol"))
# Never drawn themselves; other elements refer to them, or they are notes.
_QUIET = frozenset(
    [
        "clipPath",
        "defs",
        "desc",
        "filter",
        "font",
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
_PLAIN = "draw it with plain shapes"
_MOVING = frozenset(["animate", "animateColor", "animateMotion", "animateTransform", "set", "script"])
_COARSE = 3
"""An embedded picture with this many pixels of the print to one of its own is drawn smoothly."""
_UNREAD = frozenset(["offset-path", "rotate", "scale", "translate", "vector-effect"])
"""Properties that resvg does not know, either."""


class DrawnNode(NamedTuple):
    """The drawing of an element.

    Attributes:
        items: In the frame around the element.
        box: Around the shapes, hidden ones too, without the width of lines and without clips
            (SVG 2 §8.10); None for nothing.
        exact: Whether the box is known: nobody knows what a picture shows.
    """

    items: list[Item]
    box: Box | None = None
    exact: bool = True


_NOTHING = DrawnNode([])


class SvgReader:
    """Draws one parsed file.

    Args:
        source: The file.
        frame: What shows of it, in its user units.
        pictures: Gives what makes pictures; None where there are to be none.
        per_unit: Pixels of pictures for each user unit.
    """

    def __init__(
        self,
        source: SvgSource,
        frame: Box,
        pictures: Callable[[], PartPictures] | None = None,
        per_unit: float = 1.0,
    ) -> None:
        self._source = source
        self._faults: Faults = source.faults
        self._frame = frame
        self._pictures = pictures
        self._per_unit = per_unit
        self._paints = Paints(source)
        self._clips = Clips(source)
        self._writer = PartWriter(source)
        self.drawn_pictures = 0
        for node in source.root.walk():
            if node.tag in _MOVING:
                source.faults.lost(node.tag, node, "a print does not move; delete it")

    def draw(self, viewport: Viewport) -> list[Item]:
        """The items of the root in its user units.

        Raises:
            TooComplexError: A limit is reached.
        """
        try:
            return self._element(self._source.root, NodePlace({}, viewport)).items
        except NeedsPicture as need:
            return self._whole(NeedsPicture(need.feature, need.node, whole=True))

    def _element(self, node: SvgNode, place: NodePlace) -> DrawnNode:
        """The drawing of an element, as a picture if nothing less will do."""
        if node.tag in _QUIET or node.tag in _MOVING or " " in node.tag:
            return _NOTHING
        self._source.count(place.depth)
        own = self._source.sheet.declared(node)
        if own.get("display") == "none" or not self._source.is_for_us(node):
            return _NOTHING
        if node is self._source.root:
            return self._vectors(node, own, place)
        try:
            return self._vectors(node, own, place)
        except NeedsPicture as need:
            if need.whole or (need.outer and place.using):
                raise
            return self._picture(node, place, need)

    def _vectors(self, node: SvgNode, own: Mapping[str, str], place: NodePlace) -> DrawnNode:
        self._check_effects(node, own)
        matrix = self._source.transform(node, own, place.viewport)
        if node is self._source.root:
            matrix = IDENTITY  # browsers ignore it there, and so does resvg
        inner = place._replace(
            style=inherited(place.style, own), matrix=matrix.then(place.matrix), depth=place.depth + 1
        )
        return self._finished(node, own, self._content(node, own, inner), matrix, inner.viewport)

    def _finished(
        self, node: SvgNode, own: Mapping[str, str], drawn: DrawnNode, matrix: Matrix, viewport: Viewport
    ) -> DrawnNode:
        """The drawing of an element with its clips, opacity and transform."""
        if not drawn.items and drawn.box is None:
            return _NOTHING
        if not drawn.exact and ("clip-path" in own or own.get("mask", "none") != "none"):
            self._faults.feature("a clip or mask of a picture", node, _PLAIN)
        clips = self._clips.of(own, node, drawn.box, viewport)
        items = _grouped(drawn.items, matrix, clips, fraction(own.get("opacity")))
        return DrawnNode(items, None if drawn.box is None else matrix.apply_box(drawn.box), drawn.exact)

    def _check_effects(self, node: SvgNode, own: Mapping[str, str]) -> None:
        """Report what an element has and nothing of ours draws."""
        if own.get("filter", "none") not in ("none", ""):
            self._faults.feature("filter", node, _PLAIN)
        if own.get("mix-blend-mode", "normal") not in ("normal", ""):
            cure = "give the shapes the colours that are to be seen"
            self._faults.feature("mix-blend-mode", node, cure, whole=True)
        if node is self._source.root and {"background", "background-color"} & own.keys():
            self._faults.feature("background of the svg element", node, "draw a rectangle")
        for name in sorted(_UNREAD & own.keys()):
            if own[name] not in ("none", ""):
                self._faults.lost(name, node, "draw it as it is to be seen")
        if "inherit" in (own.get("opacity"), own.get("clip-path"), own.get("mask"), own.get("filter")):
            self._faults.feature("an inherited effect", node, _PLAIN)

    def _content(self, node: SvgNode, own: Mapping[str, str], place: NodePlace) -> DrawnNode:
        if node.tag in Shapes.TAGS:
            return self._shape(node, own, place)
        if node.tag in ("use", "image"):
            return (self._use if node.tag == "use" else self._image)(node, own, place)
        if node.tag == "switch":
            chosen = [child for child in node.children if self._source.is_for_us(child)][:1]
            return _together([self._element(child, place) for child in chosen])
        if node.tag == "svg" and node is not self._source.root:
            return self._nested(node, place, {**node.attributes, **_sized(own)})
        if node.tag in _GROUPS:
            return _together([self._element(child, place) for child in node.children])
        if node.tag == "text":
            self._faults.feature("text", node, "convert text to paths")
        else:  # resvg draws nothing for elements that it does not know, and nor do browsers for most
            self._faults.lost(node.tag, node, _TO_PATHS)
        return _NOTHING

    def _shape(self, node: SvgNode, own: Mapping[str, str], place: NodePlace) -> DrawnNode:
        style = place.style
        path = self._source.outline(node, own, place.viewport)
        box = bounds(path)
        if box is None:
            return _NOTHING
        if style.get("visibility", "visible") in ("hidden", "collapse"):
            return DrawnNode([], box)
        if any(name in style and self._marks(style[name]) for name in MARKERS):
            self._faults.feature("marker", node, "draw the arrow heads as paths")
        inside: list[Item] = []
        around: list[Item] = []
        area = solid(path)
        if node.tag != "line" and area:
            paint = self._painted("fill", "black", node, box, place)
            if paint is not None:
                inside = _filled(area, paint, style.get("fill-rule") == "evenodd")
        paint = self._painted("stroke", "none", node, box, place)
        if paint is not None:
            around = stroked(path, paint, node, style, place.viewport, self._faults)
        order = style.get("paint-order", "").split()
        return DrawnNode(around + inside if _stroke_first(order) else inside + around, box)

    def _marks(self, text: str) -> bool:
        link = reference(text)
        found = self._source.linked(link[0]) if link else None
        return found is not None and found.tag == "marker"

    def _painted(
        self, kind: str, default: str, node: SvgNode, box: Box, place: NodePlace
    ) -> FramedPaint | None:
        text = place.style.get(kind, default)
        opacity = fraction(place.style.get(f"{kind}-opacity"))
        return self._paints.paint(text, opacity, place.style, node, box, place.viewport)

    def _use(self, node: SvgNode, own: Mapping[str, str], place: NodePlace) -> DrawnNode:
        target = node.attributes.get("href", "").strip()
        if not target.startswith("#"):
            self._faults.lost("a reference to another file", node, "put the drawing into this file")
            return _NOTHING
        found = self._source.linked(target)
        if found is None or target in place.using:
            if found is not None:
                self._faults.feature("an element that uses itself", node, _LOST, outer=True)
            self._faults.value(f"there is no '{target[:40]}'", node, _LOST)
            return _NOTHING
        sized = {**node.attributes, **_sized(own)}
        frame = SvgNode("use", sized, node.line, node.column)
        matrix = shift(
            self._source.length(frame, "x", place.viewport.width),
            self._source.length(frame, "y", place.viewport.height),
        )
        inner = place._replace(using=(*place.using, target), matrix=matrix.then(place.matrix))
        if found.tag not in ("symbol", "svg"):
            drawn = self._element(found, inner)
        else:
            declared = self._source.sheet.declared(found)
            size: dict[str, str] = {name: sized[name] for name in ("width", "height") if name in sized}
            if found.tag == "symbol":
                size |= {"x": "0", "y": "0"}
            drawn = self._nested(found, inner, {**found.attributes, **_sized(declared), **size})
        items = _grouped(drawn.items, matrix, [], 1.0)
        return DrawnNode(items, None if drawn.box is None else matrix.apply_box(drawn.box), drawn.exact)

    def _nested(self, node: SvgNode, place: NodePlace, sized: Mapping[str, str]) -> DrawnNode:
        """A viewport inside the drawing: its content fitted into its box and clipped to it (SVG 2 §8.2)."""
        self._source.count(place.depth)
        own = self._source.sheet.declared(node)
        if own.get("display") == "none" or not self._source.is_for_us(node):
            return _NOTHING
        used = node.tag == "symbol" or bool(place.using)
        if used:
            self._check_effects(node, own)
        frame = SvgNode(node.tag, dict(sized), node.line, node.column)
        of, outer = self._source.length, place.viewport
        width = of(frame, "width", outer.width, outer.width)
        height = of(frame, "height", outer.height, outer.height)
        if width <= 0 or height <= 0:
            return _NOTHING
        window = Box(0.0, 0.0, width, height)
        view = view_box(node, self._faults)
        matrix = shift(of(frame, "x", outer.width), of(frame, "y", outer.height))
        viewport = Viewport(width, height)
        if view is not None:
            viewport = Viewport(view.width, view.height)
            fitted = fitted_view(view, width, height, node.attributes.get("preserveAspectRatio", ""))
            matrix = fitted.then(matrix)
            back = fitted.inverse()
            window = back.apply_box(window) if back is not None else view
        inner = place._replace(
            style=inherited(place.style, own),
            viewport=viewport,
            matrix=matrix.then(place.matrix),
            depth=place.depth + 1,
        )
        drawn = _together([self._element(child, inner) for child in node.children])
        overflow = own.get("overflow", node.attributes.get("overflow", "hidden")).split()[:1]
        clips = [] if overflow in (["visible"], ["auto"]) else [Clip(rectangle(window))]
        if not used:
            items = _grouped(drawn.items, matrix, clips, 1.0)
            return DrawnNode(items, None if drawn.box is None else matrix.apply_box(drawn.box), drawn.exact)
        clipped = drawn._replace(items=_grouped(drawn.items, IDENTITY, clips, 1.0))
        return self._finished(node, own, clipped, matrix, viewport)

    def _image(self, node: SvgNode, own: Mapping[str, str], place: NodePlace) -> DrawnNode:
        """An embedded picture with its bytes as they are, where a PDF can hold them."""
        link = node.attributes.get("href", "").strip()
        if not link.startswith("data:"):
            if link:
                self._faults.lost("image of another file", node, "embed it, or place it by the layout")
            return _NOTHING
        if self._pictures is None or place.style.get("visibility", "visible") != "visible":
            self._faults.feature("image", node, "place pictures by the layout")
            return _NOTHING
        data = _data(link)
        if (
            data.lstrip().startswith((b"<svg", b"<?xml", b"\x1f\x8b"))
            or place.style.get("image-rendering", "auto") != "auto"
        ):
            self._faults.feature("image", node, "place pictures by the layout")
            return _NOTHING
        found = self._pictures().embedded(data)
        if isinstance(found, str):
            self._faults.value(found, node, _LOST)
            return _NOTHING
        frame = SvgNode("image", {**node.attributes, **_sized(own)}, node.line, node.column)
        of, whole = self._source.length, place.viewport
        x, y = of(frame, "x", whole.width), of(frame, "y", whole.height)
        width, height = of(frame, "width", whole.width, -1.0), of(frame, "height", whole.height, -1.0)
        ratio = found.width_px / found.height_px
        if width < 0:
            width = height * ratio if height > 0 else float(found.width_px)
        if height < 0:
            height = width / ratio
        if width == 0 or height == 0:
            return _NOTHING
        view = Box(0.0, 0.0, float(found.width_px), float(found.height_px))
        fitted = fitted_view(view, width, height, node.attributes.get("preserveAspectRatio", ""))
        shown, window = fitted.apply_box(view).moved(x, y), Box(x, y, width, height)
        a, b, _, _, _, _ = place.matrix
        if found.width_px * _COARSE < shown.width * math.hypot(a, b) * self._per_unit:
            # Viewers of PDFs and printers show its pixels as squares, browsers do not.
            self._faults.coarse("enlarged image", node)
        picture = Picture(found, shown.x, shown.y, shown.width, shown.height)
        clips = [] if window.holds(shown) else [Clip(rectangle(window))]
        return DrawnNode(_grouped([picture], IDENTITY, clips, 1.0), window)

    def _picture(self, node: SvgNode, place: NodePlace, need: NeedsPicture) -> DrawnNode:
        """An element as a picture of what shows of it."""
        self.drawn_pictures += 1
        if self.drawn_pictures > MAX_PICTURES:
            raise NeedsPicture(f"more than {MAX_PICTURES} parts with {need.feature}", need.node, whole=True)
        back = place.matrix.inverse()
        if back is None:
            return _NOTHING
        crop = back.apply_box(self._frame)
        a, b, c, d, _, _ = place.matrix
        width, height = self._pixels(crop, math.hypot(a, b), math.hypot(c, d))
        document = self._writer.part(
            node, place.style, place.viewport, crop, (width, height), used=bool(place.using)
        )
        return DrawnNode(self._drawn(document, crop, (width, height), need), crop, exact=False)

    def _whole(self, need: NeedsPicture) -> list[Item]:
        """The whole drawing as a picture."""
        self.drawn_pictures += 1
        page = self._pixels(self._frame, 1.0, 1.0)
        return self._drawn(self._writer.whole(self._frame, page), self._frame, page, need)

    def _pixels(self, crop: Box, across: float, down: float) -> tuple[int, int]:
        """Pixels of a picture of ``crop``; fewer to the unit where there would be too many."""
        width, height = crop.width * across * self._per_unit, crop.height * down * self._per_unit
        less = min(1.0, math.sqrt(MAX_PIXELS / max(width * height, 1.0)), 30_000 / max(width, height, 1.0))
        return max(1, math.ceil(width * less - 1e-6)), max(1, math.ceil(height * less - 1e-6))

    def _drawn(
        self, document: PartDocument, crop: Box, page: tuple[int, int], need: NeedsPicture
    ) -> list[Item]:
        assert self._pictures is not None
        for outside in document.outside:
            self._faults.lost("a reference to another file", outside, "put it into this file")
        known = {family.casefold() for family in self._pictures().families(" ".join(document.families))}
        for family in sorted(document.families):
            if family.casefold() not in known:
                cure = "put the font into fonts/, or convert text to paths"
                self._faults.value(f"no font '{family[:40]}' for the text of the SVG", need.node, cure)
        found = self._pictures().drawn(document.text, text=document.letters)
        if isinstance(found, str):
            if "seconds" in found:
                raise TooComplexError(f"'{need.feature}' of the SVG {found}")
            self._faults.lost(need.feature, need.node, f"the part with it {found}", _PLAIN)
            return []
        self._faults.picture(need)
        if found is None:
            return []
        picture, left, top = found
        unit_x, unit_y = crop.width / page[0], crop.height / page[1]
        x, y = crop.x + left * unit_x, crop.y + top * unit_y
        return [Picture(picture, x, y, picture.width_px * unit_x, picture.height_px * unit_y)]


def _data(link: str) -> bytes:
    """The bytes of a ``data:`` link; empty if they cannot be read."""
    head, _, body = link.partition(",")
    try:
        if head.rstrip().endswith("base64"):
            return b64decode("".join(body.split()) + "===", validate=False)
        return unquote_to_bytes(body)
    except ValueError:
        return b""


def _sized(own: Mapping[str, str]) -> dict[str, str]:
    return {name: own[name] for name in ("x", "y", "width", "height") if name in own}


def _together(drawn: Sequence[DrawnNode]) -> DrawnNode:
    boxes = [each.box for each in drawn if each.box is not None]
    box = around(boxes) if boxes else None
    return DrawnNode([item for each in drawn for item in each.items], box, all(each.exact for each in drawn))


def _stroke_first(order: list[str]) -> bool:
    """Whether ``paint-order`` draws the outline before the inside (SVG 2 §13.8)."""
    return "stroke" in order and "fill" not in order[: order.index("stroke")]


def _filled(path: Path, painted: FramedPaint, even_odd: bool) -> list[Item]:
    if painted.frame is None:
        return [Fill(path, painted.paint, even_odd)]
    # The gradient is round in its own frame only: draw there, and bring the path into it.
    back = painted.frame.inverse()
    if back is None:
        return []
    return [Group((Fill(mapped_path(path, back), painted.paint, even_odd),), painted.frame)]


def _grouped(items: list[Item], matrix: Matrix, clips: Sequence[Clip], opacity: float) -> list[Item]:
    if not items or opacity == 0:
        return []
    if matrix == IDENTITY and not clips:
        if opacity == 1:
            return items
        if len(items) == 1 and isinstance(items[0], Fill | Stroke) and isinstance(items[0].paint, Colour):
            return [items[0]._replace(paint=faded(items[0].paint, opacity))]
    for clip in clips[:-1]:
        items = [Group(tuple(items), clip=clip)]
    return [Group(tuple(items), matrix, clips[-1] if clips else None, opacity)]
