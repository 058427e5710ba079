"""Elements to items: boxes, transforms, and what is drawn once for all pieces. What an element draws its class says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pnp.draw import Face, Fill, Group, Item, face_hash, rectangle
from pnp.geometry import IDENTITY, Box
from pnp.layout import element as el
from pnp.layout import limits
from pnp.layout.cache import Drawn
from pnp.layout.context import DrawContext, DrawPlace
from pnp.layout.fault import LayoutFault
from pnp.layout.frame import TOUCH, Frame
from pnp.layout.measure import CENTRE, Measure, Spot
from pnp.layout.paint import laid

_WORTH_SHARING = 3
"""Items that a run must have before it is named, so that exporters draw it once for all pieces."""


def draw_face(context: DrawContext, face: el.FaceElement) -> tuple[Item, ...]:
    """The items of a whole face, in its own frame. Runs that are the same on every piece are shared groups."""
    trim = Box(0.0, 0.0, context.outline.width, context.outline.height)
    frame = Frame(trim, trim, context.outline.shape)
    items: list[Item] = []
    whole = frame.box.grown(context.resources.bleed)
    ground = laid(face.fill, whole)
    if ground is not None:
        items.append(Fill(rectangle(whole), ground))
    for fixed, run in _runs(context.shown(face.children)):
        if fixed:
            items += _shared(context, run, frame)
        else:
            for element in run:
                items += draw(context, element, frame)
    return tuple(items)


def _runs(elements: Sequence[el.Element]) -> Iterator[tuple[bool, list[el.Element]]]:
    """Neighbours that are the same on every piece, and those that are not, in turn."""
    run: list[el.Element] = []
    for element in elements:
        if run and element.fixed != run[0].fixed:
            yield run[0].fixed, run
            run = []
        run.append(element)
    if run:
        yield run[0].fixed, run


def _shared(context: DrawContext, run: list[el.Element], frame: Frame) -> tuple[Item, ...]:
    """The items of a run of fixed elements, as one group with a name made of what it shows."""
    numbers = [element.number for element in run]
    if 0 in numbers:
        return _grouped(context, run, frame)
    return _memoised(context, ("run", *numbers, context.outline), lambda own: _grouped(own, run, frame))


def _grouped(context: DrawContext, run: list[el.Element], frame: Frame) -> tuple[Item, ...]:
    items = tuple(item for element in run for item in draw(context, element, frame))
    if len(items) < _WORTH_SHARING:
        return items
    name = face_hash(Face(context.outline, context.resources.bleed, items))
    return (Group(items, shared=f"layout {name[:32]}"),)


def draw(
    context: DrawContext, element: el.Element, frame: Frame, *, slotted: bool = False
) -> tuple[Item, ...]:
    """The items of an element; its faults are recorded and leave the other elements alone.

    Args:
        context: Records faults.
        element: Any but the face, rows and cells of tables.
        frame: Around it.
        slotted: Whether the frame is a slot made for it, which it fills whatever its own place says.
    """
    if element.ink is not None and element.ink != context.resources.ink:
        return ()
    if not element.number:
        return _drawn(context, element, frame, slotted=slotted)
    key = (element.number, frame, slotted)
    return _memoised(context, key, lambda own: _drawn(own, element, frame, slotted=slotted))


def _memoised(
    context: DrawContext, key: tuple[object, ...], make: Callable[[DrawContext], tuple[Item, ...]]
) -> tuple[Item, ...]:
    """The items that ``make`` draws: once for all pieces, and for all languages unless it asks for the language."""
    drawn, local = context.cache.drawn, context.cache.local_drawn
    known = drawn.get(key) or local.get(key)
    if known is None or context.letters + known.letters > limits.LETTERS:
        own = replace(context, found=[], fits=[], local=False)
        items = make(own)
        letters = own.letters - context.letters
        known = Drawn(items, tuple(own.found), tuple(own.fits), letters, own.local)
        if own.letters <= limits.LETTERS:
            (local if own.local else drawn)[key] = known
    context.letters += known.letters
    context.local |= known.local
    context.found += known.found
    context.fits += [fit._replace(piece=context.piece) for fit in known.fits]
    return known.items


def _drawn(context: DrawContext, element: el.Element, frame: Frame, *, slotted: bool) -> tuple[Item, ...]:
    transform = getattr(element, "transform", None)
    matrix = IDENTITY if transform is None else transform.matrix(frame.box)
    inner = frame if transform is None else frame.under(matrix)
    try:
        box = _box(element, frame.box, slotted=slotted, flat=context.outline.shape == "hex-flat")
        items = tuple(element.items(DrawPlace(context, box, inner, draw)))
    except LayoutFault as fault:
        context.note(fault, fault.span or element.span)
        return ()
    if not items:
        return ()
    clip = element.clip.over(box) if isinstance(element, el.GroupElement) and element.clip else None
    opacity: float = getattr(element, "opacity", 1.0)
    if transform is None and clip is None and opacity >= 1:
        return items
    return (Group(items, matrix, clip, opacity),)


def _box(element: el.Element, around: Box, *, slotted: bool, flat: bool) -> Box:
    """The box that an element fills.

    Args:
        element: Any but the face.
        around: The frame's box.
        slotted: Whether that is a slot made for the element; its own place then counts no more, but for an ``inset``.
        flat: Whether a hexagon that does not say has an edge on top.

    Raises:
        LayoutFault: L210, the place contradicts itself; L211, there is no room.
    """
    box = around
    if isinstance(element, el.Circle | el.Hex) and (element.r is not None or element.cx is not None):
        box = _round(element, around, flat=flat)
    elif isinstance(element, el.Ellipse) and (element.rx is not None or element.cx is not None):
        box = _elliptic(element, around)
    elif isinstance(element, el.Line):
        box = _spanned([Spot(element.x1, element.y1), Spot(element.x2, element.y2)], around)
    elif isinstance(element, el.Polyline | el.Polygon):
        box = _spanned(element.points, around)
    elif isinstance(element, el.Placed) and (element.inset is not None or not slotted):
        box = _placed(element, around, slotted=slotted)
    return box


def _placed(element: el.Placed, box: Box, *, slotted: bool) -> Box:
    width, height = (None, None) if slotted else element.own_size()
    corner = element.x is not None or element.y is not None
    if element.inset is not None:
        if not slotted and (corner or element.center is not None):
            raise _twice(element, "'inset' and by another attribute")
        top, right, bottom, left = element.inset
        x, w = _axis(left, right, width, box.width, element)
        y, h = _axis(top, bottom, height, box.height, element)
    elif element.center is not None:
        if corner:
            raise _twice(element, "'center' and by 'x' or 'y'")
        w = box.width if width is None else width.of(box.width)
        h = box.height if height is None else height.of(box.height)
        x, y = element.center.x.of(box.width) - w / 2, element.center.y.of(box.height) - h / 2
    else:
        x, w = _axis(element.x, None, width, box.width, element)
        y, h = _axis(element.y, None, height, box.height, element)
    if w < -TOUCH or h < -TOUCH:
        raise LayoutFault(
            "L211",
            f"'<{element.tag}>' has no room: its box would be {w:.4g} × {h:.4g} mm",
            "make its inset smaller",
        )
    return Box(box.x + x, box.y + y, max(w, 0.0), max(h, 0.0))


def _twice(element: el.Element, ways: str) -> LayoutFault:
    return LayoutFault("L210", f"'<{element.tag}>' is placed by {ways}", "keep one of them")


def _axis(
    start: Measure | None, end: Measure | None, size: Measure | None, whole: float, element: el.Element
) -> tuple[float, float]:
    """Where the box begins and how long it is, in one direction."""
    if size is None:
        first = start.of(whole) if start else 0.0
        return first, whole - first - (end.of(whole) if end else 0.0)
    if start is not None and end is not None:
        raise LayoutFault(
            "L210",
            f"'<{element.tag}>' has an inset on both sides and a size",
            "write 'auto' for one side of the inset, or leave out the size",
        )
    length = size.of(whole)
    if end is not None:
        return whole - end.of(whole) - length, length
    return (start.of(whole) if start else 0.0), length


def _round(element: el.Circle | el.Hex, box: Box, *, flat: bool) -> Box:
    shorter = min(box.width, box.height)
    radius = element.r.of(shorter) if element.r else shorter / 2
    x, y = Spot(element.cx or CENTRE.x, element.cy or CENTRE.y).of(box)
    across = along = radius
    if isinstance(element, el.Hex):
        # The corners of a hexagon are 2/√3 as far from its middle as its edges.
        if element.orientation == "flat" or (element.orientation is None and flat):
            along = radius * 3**0.5 / 2
        else:
            across = radius * 3**0.5 / 2
    return Box(x - across, y - along, 2 * across, 2 * along)


def _elliptic(element: el.Ellipse, box: Box) -> Box:
    rx = element.rx.of(box.width) if element.rx else box.width / 2
    ry = element.ry.of(box.height) if element.ry else box.height / 2
    x, y = Spot(element.cx or CENTRE.x, element.cy or CENTRE.y).of(box)
    return Box(x - rx, y - ry, 2 * rx, 2 * ry)


def _spanned(spots: tuple[Spot, ...] | list[Spot], box: Box) -> Box:
    points = [spot.of(box) for spot in spots]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)
