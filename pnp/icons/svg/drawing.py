"""SVG files as drawings with a frame of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from pnp.colour import BLACK, WHITE, Colour
from pnp.diagnostics import Diagnostic
from pnp.draw import Clip, Fill, Gradient, Group, Item, Picture, Stroke, is_black, rectangle
from pnp.geometry import Box, Matrix, shift
from pnp.icons.icon import CurrentColour, InkPicture, VectorPicture
from pnp.icons.svg.geometry import Viewport, fitted_view, items_box, length, view_box
from pnp.icons.svg.part import PartPictures
from pnp.icons.svg.reader import SvgReader
from pnp.icons.svg.source import SvgSource
from pnp.icons.svg.xml_node import Faults, SvgNode, TooComplexError, XmlFault, read_xml

_ALIKE = 0.01  # sizes are written in whole pixels, or in millimetres with few decimals
_SIZE = 100.0
"""Width and height that percentages refer to in a drawing without a size."""


def parse_svg(
    data: bytes,
    file: str,
    pictures: Callable[[], PartPictures] | None = None,
    per_unit: Callable[[float, float], float] = lambda _width, _height: 1.0,
) -> tuple[VectorPicture | None, list[Diagnostic]]:
    """The drawing of an SVG file and what is wrong with it; never raises, whatever the bytes.

    The drawing's frame is the ``viewBox``, or ``width`` and ``height`` where these have another shape;
    without one, ``width`` and ``height`` in pixels; without these, the box around what is drawn. What reaches
    beyond the frame is clipped. Black counts as ``currentColor`` where a drawing has no other colour.

    Args:
        data: The file.
        file: As shown to the author.
        pictures: Gives what makes pictures of embedded files, and of parts that are no vectors; None for
            neither.
        per_unit: Pixels of such a part for each unit of the frame, by its width and height.

    Returns:
        The drawing, None when there is an error; and findings of the codes A110 (no SVG), A111 (something is
        not supported and left out), A112 (nothing is drawn), A113 (a value cannot be read), A114 (a limit)
        and A115 (a part became a picture).
    """
    make = None if pictures is None else cache(pictures)
    faults = Faults(file, lambda: make is not None and make().available())
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
    try:
        return _read(root, faults, make, per_unit), faults.found
    except TooComplexError as fault:
        faults.too_complex(str(fault))
        return None, faults.found


def _read(
    root: SvgNode,
    faults: Faults,
    pictures: Callable[[], PartPictures] | None,
    per_unit: Callable[[float, float], float],
) -> VectorPicture | None:
    frame = _frame(root, faults)
    stretched = _stretched(root, frame)
    page = stretched[1] if stretched else frame or Box(0.0, 0.0, _SIZE, _SIZE)
    pixels = per_unit(page.width, page.height)
    if stretched:
        pixels *= max(abs(stretched[0].a), abs(stretched[0].d))
    view = frame or Box(0.0, 0.0, _SIZE, _SIZE)
    reader = SvgReader(SvgSource(root, faults), view, pictures, pixels)
    items = reader.draw(Viewport(view.width, view.height))
    if stretched is not None and items:
        matrix, frame = stretched
        items = [Group(tuple(items), matrix)]
    drawn = items_box(items)
    frame = frame or drawn
    if not items or frame.width <= 0 or frame.height <= 0:
        faults.empty()
        return None
    return _finished(tuple(items), frame, drawn)._replace(sized=reader.drawn_pictures > 0)


def _frame(root: SvgNode, faults: Faults) -> Box | None:
    box = view_box(root, faults)
    if box is not None:
        return box
    sizes = [length(root.attributes.get(name), 0.0) for name in ("width", "height")]
    if all(sizes) and min(size or 0.0 for size in sizes) > 0:
        return Box(0.0, 0.0, *(abs(size) for size in sizes if size))
    faults.value("the SVG has no viewBox; its frame is the drawing", root, "give the svg element a viewBox")
    return None


def _stretched(root: SvgNode, view: Box | None) -> tuple[Matrix, Box] | None:
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
        elif isinstance(item, Picture):
            yield BLACK if is_black(item.picture) else WHITE


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
        elif isinstance(item, Picture):
            result.append(InkPicture(*item))
    return tuple(result)
