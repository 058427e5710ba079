"""SVG bytes to a finished drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic
from pnp.draw import Clip, Fill, Gradient, Group, Item, Stroke, rectangle
from pnp.geometry import Box, Matrix, shift
from pnp.icons.icon import CurrentColour, VectorPicture
from pnp.icons.svg.curve import items_box
from pnp.icons.svg.fault import Faults, TooComplexError
from pnp.icons.svg.reader import SvgReader
from pnp.icons.svg.shape import Viewport, length
from pnp.icons.svg.transform import fitted_view, view_box
from pnp.icons.svg.xml_node import Node, XmlFault, read_xml

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
            result.append(replace(item, items=_inked(item.items)))
        elif isinstance(item, Fill | Stroke):
            paint = item.paint
            if isinstance(paint, Gradient):
                stops = tuple(replace(s, colour=CurrentColour(0, 0, 0, s.colour.alpha)) for s in paint.stops)
                result.append(replace(item, paint=replace(paint, stops=stops)))
            else:
                result.append(replace(item, paint=CurrentColour(0, 0, 0, paint.alpha)))
    return tuple(result)
