"""Clip paths and such masks as are nothing else (CSS Masking 1)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from pnp.draw import Clip, Path, path_box, rectangle
from pnp.draw.path import mapped_path
from pnp.geometry import IDENTITY, Box, Matrix, shift
from pnp.icons.svg.geometry import Shapes, Viewport, bounds, length
from pnp.icons.svg.limits import MAX_HREFS
from pnp.icons.svg.paint import fraction
from pnp.icons.svg.source import SvgSource
from pnp.icons.svg.style import css_colour, inherited, reference
from pnp.icons.svg.xml_node import SvgNode

_NOTES = frozenset(("title", "desc", "metadata", "defs", "style"))
_SIMPLE = frozenset(("rect", "circle", "ellipse"))
_CURE = "clip by one path"


class _Outline(NamedTuple):
    """A shape in a clip path: where it is, how it is filled, and whether it is known to run clockwise."""

    path: Path
    even_odd: bool
    clockwise: bool


class Clips:
    """Resolves the clip paths and masks of one file.

    Args:
        source: The file.
    """

    def __init__(self, source: SvgSource) -> None:
        self._source = source
        self._faults = source.faults

    def of(self, own: Mapping[str, str], node: SvgNode, box: Box | None, viewport: Viewport) -> list[Clip]:
        """The clips of an element, in its frame; all hold.

        Args:
            own: Properties of the element.
            node: The element.
            box: Around what it draws, without the width of lines; None for nothing.
            viewport: What percentages refer to.
        """
        clips = self._clips(own.get("clip-path", "none"), node, box, viewport, 0)
        return clips + self._mask(own.get("mask", "none"), node, box, viewport)

    def _clips(self, text: str, node: SvgNode, box: Box | None, viewport: Viewport, depth: int) -> list[Clip]:
        if text in ("none", ""):
            return []
        link = reference(text)
        if link is None:
            self._faults.lost(f"clip-path {text[:40]}", node, "clip by a clipPath element")
            return []
        found = self._source.linked(link[0])
        if found is None or found.tag != "clipPath":
            self._faults.value(
                f"there is no clipPath '{link[0][:40]}'",
                node,
                "save the drawing again, or remove the element",
            )
            return []
        if depth >= MAX_HREFS:
            self._faults.feature("a clipPath that clips itself", node, _CURE)
            return []
        own = self._source.sheet.declared(found)
        if "transform-origin" in own:
            self._faults.feature("transform-origin of a clipPath", found, _CURE)
        frame = self._source.transform(found, own, viewport)
        if found.attributes.get("clipPathUnits") == "objectBoundingBox":
            if box is None or box.width <= 0 or box.height <= 0:
                self._faults.feature("a clipPath measured by an empty box", node, _CURE)
                return []
            frame = Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y).then(frame)
        outlines: list[_Outline] = []
        inner: list[Clip] = []
        shapes = [child for child in found.children if self._shows(child)]
        for child in shapes:
            outlines += self._outline(child, frame, viewport, "clip-rule")
            nested = self._source.sheet.declared(self._target(child)).get("clip-path", "none")
            if child.tag == "use" and nested == "none":
                nested = self._source.sheet.declared(child).get("clip-path", "none")
            if nested not in ("none", ""):
                if len(shapes) > 1 or frame != IDENTITY or "transform" in child.attributes:
                    self._faults.feature("clip-path inside a clipPath", child, _CURE)
                inner += self._clips(nested, child, path_box(outlines[-1].path), viewport, depth + 1)
        own_clip = own.get("clip-path", "none")
        if own_clip not in ("none", "") and frame != IDENTITY:
            self._faults.feature("clip-path on a clipPath", found, _CURE)
        return [
            self._union(outlines, found),
            *inner,
            *self._clips(own_clip, found, box, viewport, depth + 1),
        ]

    def _shows(self, child: SvgNode) -> bool:
        if child.tag in _NOTES or " " in child.tag:
            return False
        return self._source.sheet.declared(child).get("display") != "none" and self._source.is_for_us(child)

    def _target(self, child: SvgNode) -> SvgNode:
        if child.tag != "use":
            return child
        return self._source.linked(child.attributes.get("href", "").strip()) or child

    def _outline(self, child: SvgNode, frame: Matrix, viewport: Viewport, rule: str) -> list[_Outline]:
        """The outline of a child, or none if it does not show."""
        source = self._source
        shape = self._target(child)
        own = source.sheet.declared(shape)
        if shape.tag not in Shapes.TAGS:
            # All but text and what programs draw anyway is an error that hides it (CSS Masking 1 §5.1).
            if shape.tag in ("text", "tspan", "use") or rule != "clip-rule":
                self._faults.feature(
                    f"{shape.tag} in a {'clipPath' if rule == 'clip-rule' else 'mask'}", child, _CURE
                )
            return []
        style = source.cascaded(shape)
        matrix = source.transform(shape, own, viewport)
        if shape is not child:
            style = inherited(source.cascaded(child), own)
            moved = shift(
                source.length(child, "x", viewport.width), source.length(child, "y", viewport.height)
            )
            matrix = matrix.then(moved).then(source.transform(child, source.sheet.declared(child), viewport))
        if style.get("visibility", "visible") != "visible" or own.get("display") == "none":
            return []
        matrix = matrix.then(frame)
        path = mapped_path(source.outline(shape, own, viewport), matrix)
        turned = matrix.a * matrix.d - matrix.b * matrix.c < 0
        even_odd = style.get(rule) == "evenodd"
        return [_Outline(path, even_odd, shape.tag in _SIMPLE and not turned)] if path else []

    def _union(self, outlines: list[_Outline], node: SvgNode) -> Clip:
        """One clip for all outlines together."""
        if len(outlines) < 2:
            return Clip(outlines[0].path, outlines[0].even_odd) if outlines else Clip(())
        path = tuple(segment for each in outlines for segment in each.path)
        boxes = [bounds(each.path) for each in outlines]
        apart = not any(one and two and one.meets(two) for one, two in combinations(boxes, 2))
        if not all(each.clockwise for each in outlines) and not (
            apart and len({each.even_odd for each in outlines}) == 1
        ):
            self._faults.feature("overlapping shapes in a clipPath", node, _CURE)
        return Clip(path, apart and outlines[0].even_odd)

    def _mask(self, text: str, node: SvgNode, box: Box | None, viewport: Viewport) -> list[Clip]:
        """A mask as clips if it is one opaque white shape, as programs draw inner strokes and round flags."""
        if text in ("none", ""):
            return []
        link = reference(text)
        found = self._source.linked(link[0]) if link else None
        shape = self._plain_shape(found) if found is not None and found.tag == "mask" else None
        if found is None or shape is None or box is None:
            self._faults.feature("mask", node, "draw it with plain shapes")
            return []
        frame = IDENTITY
        if found.attributes.get("maskContentUnits") == "objectBoundingBox":
            frame = Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y)
        outlines = self._outline(shape, frame, viewport, "fill-rule")
        clip = Clip(outlines[0].path, outlines[0].even_odd) if outlines else Clip(())
        region = self._region(found, box, viewport)
        inside = not clip.path or region.holds(path_box(clip.path), slack=1e-6 * viewport.diagonal)
        return [clip] if inside else [clip, Clip(rectangle(region))]

    def _plain_shape(self, mask: SvgNode) -> SvgNode | None:
        """The one opaque white shape that a mask consists of."""
        sheet = self._source.sheet
        children = [child for child in mask.children if child.tag not in _NOTES and " " not in child.tag]
        if len(children) != 1 or children[0].tag not in Shapes.TAGS or sheet.declared(mask).get("mask"):
            return None
        (shape,) = children
        own, style = sheet.declared(shape), self._source.cascaded(shape)
        fill = css_colour(style.get("fill", "black"))
        by_alpha = sheet.declared(mask).get("mask-type") == "alpha"
        white = (
            fill is not None
            and fill.alpha == 255
            and (by_alpha or (fill.red, fill.green, fill.blue) == (255, 255, 255))
        )
        plain = (
            white
            and style.get("stroke", "none") == "none"
            and fraction(style.get("fill-opacity")) == fraction(own.get("opacity")) == 1.0
            and not {"clip-path", "mask", "filter", "mix-blend-mode"} & own.keys()
            and self._shows(shape)
        )
        return shape if plain else None

    def _region(self, mask: SvgNode, box: Box, viewport: Viewport) -> Box:
        """The area that a mask can show (CSS Masking 1 §7.3)."""
        by_box = mask.attributes.get("maskUnits", "") != "userSpaceOnUse"
        whole = (1.0, 1.0) if by_box else viewport
        sides = [
            length(mask.attributes.get(name, default), whole[index % 2]) or 0.0
            for index, (name, default) in enumerate(
                [("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%")]
            )
        ]
        region = Box(*sides)
        return Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y).apply_box(region) if by_box else region
