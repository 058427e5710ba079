"""Elements to items: who draws what, and what all have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.draw import Clip, Face, Fill, Group, Item, face_hash, rectangle
from pnp.geometry import IDENTITY, Box, scale, shift
from pnp.layout import element as el
from pnp.layout.art import draw_icon, draw_image, draw_qr
from pnp.layout.cache import Drawn
from pnp.layout.context import DrawContext
from pnp.layout.fault import LayoutFault
from pnp.layout.flow import SLACK, grid_slots, line_slots
from pnp.layout.frame import Frame, extent
from pnp.layout.paint import laid
from pnp.layout.shape import (
    draw_circle,
    draw_ellipse,
    draw_hex,
    draw_line,
    draw_path,
    draw_points,
    draw_rect,
)
from pnp.layout.table import draw_table

_OVERSET = "T100"
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
    """The items of an element; what is wrong with it is taken down and leaves the others alone.

    Args:
        context: Takes faults down.
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
    """What ``make`` draws: once for all pieces and languages, unless it asks for the language."""
    known = context.cache.drawn.get(key)
    if known is None:
        own = replace(context, found=[], local=False)
        known = Drawn(make(own), tuple(own.found))
        context.letters = own.letters
        if own.local:
            context.local = True
        else:
            context.cache.drawn[key] = known
    context.found += known.found
    return known.items


def _drawn(context: DrawContext, element: el.Element, frame: Frame, *, slotted: bool) -> tuple[Item, ...]:
    transform = getattr(element, "transform", None)
    matrix = IDENTITY if transform is None else transform.matrix(frame.box)
    inner = frame if transform is None else frame.under(matrix)
    try:
        box = _box(context, element, frame, slotted=slotted)
        items = tuple(_DRAWERS[type(element)](_Call(context, element, box, inner)))
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


def _box(context: DrawContext, element: el.Element, frame: Frame, *, slotted: bool) -> Box:
    """The box that an element fills; raises LayoutFault."""
    return extent(element, frame.box, slotted=slotted, flat=context.outline.shape == "hex-flat")


class _Call(NamedTuple):
    """One element to be drawn: ``element`` is of the type that its drawer is registered for."""

    context: DrawContext
    element: Any
    box: Box
    frame: Frame

    @property
    def bleed(self) -> float:
        return self.context.resources.bleed


def _noted(call: _Call, drawn: tuple[list[Item], list[Diagnostic]]) -> list[Item]:
    items, found = drawn
    call.context.found += found
    return items


def _image(call: _Call) -> list[Item]:
    resources = call.context.resources
    drawn = draw_image(
        call.element, call.box, call.frame, resources.bleed, resources.pictures, resources.drawings
    )
    return _noted(call, drawn)


def _group(call: _Call) -> list[Item]:
    frame = call.frame.around(call.box)
    return [item for child in call.element.children for item in draw(call.context, child, frame)]


def _line(call: _Call) -> list[Item]:
    """Slots for the elements that show anything, so that a row or column closes up around the others."""
    context = call.context
    children = [child for child in context.shown(call.element.children) if not _empty(context, child)]

    def natural(child: el.Element, width: float, room: float) -> float | None:
        if not isinstance(child, el.TextElement):
            return None
        try:
            height = context.height(child, Box(0.0, 0.0, width, room), context.resources.styles.of(child))
        except LayoutFault:
            return 0.0  # told of the child when it is drawn, and not of the row
        return min(height, room)

    slots = line_slots(call.element, call.box, children, natural)
    items: list[Item] = []
    taken = False  # a text that does not fit has left no room for those below, which need not be told of, too
    for child, slot in zip(children, slots, strict=True):
        told = len(context.found)
        items += draw(context, child, call.frame.around(slot), slotted=True)
        new = context.found[told:]
        if taken and slot.height < SLACK:
            context.found[told:] = [finding for finding in new if finding.code != _OVERSET]
        taken = taken or any(finding.code == _OVERSET for finding in new)
    return items


def _empty(context: DrawContext, element: el.Element) -> bool:
    if isinstance(element, el.TextElement):
        return not context.words(element).text.strip()
    if isinstance(element, el.Image):
        return element.optional and not element.src
    return isinstance(element, el.Icon) and element.optional and not element.name


def _grid(call: _Call) -> list[Item]:
    children = call.context.shown(call.element.children)
    items: list[Item] = []
    for child, cell in zip(children, grid_slots(call.element, call.box, len(children)), strict=True):
        items += draw(call.context, child, call.frame.around(cell))
    return items


def _face_of(call: _Call) -> list[Item]:
    """Another face, as large as the box allows, cut along its trim."""
    face = call.context.use_locale().other_face(call.element.piece, call.element.side)
    if isinstance(face, LayoutFault):
        raise face
    box = call.box
    factor = min(box.width / face.width, box.height / face.height)
    if factor <= 0:
        return []
    left = box.x + (box.width - face.width * factor) / 2
    top = box.y + (box.height - face.height * factor) / 2
    matrix = scale(factor).then(shift(left, top))
    return [Group(face.items, matrix, Clip(face.outline.path()), alt=face.label or None)]


_DRAWERS: Mapping[type[el.Element], Callable[[_Call], Sequence[Item]]] = MappingProxyType(
    {
        el.Rect: lambda c: draw_rect(c.element, c.box, c.frame, c.bleed),
        el.Circle: lambda c: draw_circle(c.element, c.box, c.frame, c.bleed),
        el.Ellipse: lambda c: draw_ellipse(c.element, c.box, c.frame, c.bleed),
        el.Hex: lambda c: draw_hex(
            c.element, c.box, c.frame, c.bleed, flat=c.context.outline.shape == "hex-flat"
        ),
        el.Line: lambda c: draw_line(c.element, c.frame),
        el.Polyline: lambda c: draw_points(c.element, c.box, c.frame, c.bleed),
        el.Polygon: lambda c: draw_points(c.element, c.box, c.frame, c.bleed),
        el.PathElement: lambda c: draw_path(c.element, c.box),
        el.TextElement: lambda c: c.context.text(c.element, c.box, c.context.resources.styles.of(c.element)),
        el.Icon: lambda c: _noted(c, draw_icon(c.element, c.box, c.context.resources.icons)),
        el.Image: _image,
        el.Qr: lambda c: _noted(c, draw_qr(c.element, c.box)),
        el.GroupElement: _group,
        el.Row: _line,
        el.Column: _line,
        el.Grid: _grid,
        el.Table: lambda c: draw_table(c.context, c.element, c.box),
        el.FaceOf: _face_of,
    }
)
