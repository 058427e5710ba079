"""Elements to items: boxes, transforms, and what is drawn once for all pieces.

What an element draws its class says.
"""

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
from pnp.layout.frame import Frame
from pnp.layout.paint import laid

_WORTH_SHARING = 3
"""Items that a run must have before it is named, so that exporters draw it once for all pieces."""


def draw_face(context: DrawContext, face: el.FaceElement) -> tuple[Item, ...]:
    """The items of a whole face, in its own frame.

    Runs that are the same on every piece are shared groups.
    """
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
    """The items that ``make`` draws, once for all pieces and languages, unless it reads the language."""
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
        box = element.box(frame, slotted=slotted)
        items = tuple(element.items(DrawPlace(context, box, inner, draw)))
    except LayoutFault as fault:
        context.note(fault, fault.span or element.span)
        return ()
    if not items:
        return ()
    clip = element.clip_over(box)
    opacity: float = getattr(element, "opacity", 1.0)
    if transform is None and clip is None and opacity >= 1:
        return items
    return (Group(items, matrix, clip, opacity),)
