"""Icons by value, and how they are placed on a face."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pnp.colour import BLACK, Colour
from pnp.draw import Fill, Gradient, Group, Item, Paint, Picture, Stroke, in_one_colour
from pnp.geometry import Box, Matrix


@dataclass(frozen=True, slots=True)
class CurrentColour(Colour):
    """The colour that the user of a drawing chooses: ``currentColor`` of SVG. Only its opacity counts."""


INK = CurrentColour(0, 0, 0)
THINNEST = 0.02
"""Millimetres, a dot at 1,270 dpi: viewers and printers draw a thinner line one dot wide, too dark."""


class InkPicture(Picture):
    """A black picture in a drawing that takes any colour: the colour is to be put in the place of black."""

    __slots__ = ()


class VectorPicture(NamedTuple):
    """A vector picture in its own frame: origin top-left, 0 to width and 0 to height, in its own units.

    Attributes:
        width: Of the frame.
        height: Of the frame.
        items: Back to front; paints may be ``CurrentColour``.
        monochrome: Whether ``CurrentColour`` is its only paint, so that it takes any colour.
        sized: Whether parts of it became pictures, for the size that it was read for.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    monochrome: bool
    sized: bool = False


class VectorIcon(NamedTuple):
    """A drawing with a name.

    Attributes:
        name: As it is called in texts and layouts.
        width: Of its frame.
        height: Of its frame.
        items: See ``VectorPicture``.
        monochrome: See ``VectorPicture``.
        key: Sixteen hexadecimal digits made of what it was read from; different drawings have different keys.
        authors: To be credited; empty for a game's own icons.
        licence: Name of the licence; empty for a game's own icons.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    monochrome: bool
    key: str
    authors: tuple[str, ...] = ()
    licence: str = ""


class IconCredit(NamedTuple):
    """One line of thanks: who made which icons under what licence.

    Attributes:
        author: Name.
        licence: Name of the licence, such as ``CC BY 3.0``.
        icons: Names of the icons, sorted.
        site: Where they are from, such as ``game-icons.net``; may be empty.
    """

    author: str
    licence: str
    icons: tuple[str, ...]
    site: str = ""


class InkedIcon(NamedTuple):
    """An icon in one colour, to be placed any number of times.

    Attributes:
        icon: In no colour yet.
        items: In its own frame.
        shared: The name that it has on every face.
        thinnest: Width of its thinnest line in its own units; infinite without lines.
    """

    icon: VectorIcon
    items: tuple[Item, ...]
    shared: str
    thinnest: float

    def placed(self, box: Box) -> Group:
        """The icon centred in the box, as large as fits with its ratio kept."""
        icon = self.icon
        factor = min(box.width / icon.width, box.height / icon.height)
        left = box.x + (box.width - icon.width * factor) / 2
        top = box.y + (box.height - icon.height * factor) / 2
        matrix = Matrix(factor, 0.0, 0.0, factor, left, top)
        if self.thinnest * factor >= THINNEST:
            return Group(self.items, matrix, shared=self.shared, alt=icon.name)
        items = coloured(self.items, BLACK, factor)
        return Group(items, matrix, shared=f"{self.shared} {factor:.6g}", alt=icon.name)


def ink_icon(icon: VectorIcon, colour: Colour | None = None) -> InkedIcon:
    """The icon with ``colour`` in place of ``currentColor``; None is black. Own colours of parts stay."""
    ink = colour or BLACK
    shared = f"icon {icon.name} {ink} {icon.key}"
    return InkedIcon(icon, coloured(icon.items, ink), shared, _thinnest(icon.items))


def place_icon(icon: VectorIcon, box: Box, colour: Colour | None = None) -> Group:
    """The icon centred in the box, as large as fits with its ratio kept.

    Args:
        icon: What to draw.
        box: Millimetres.
        colour: Takes the place of ``currentColor``; None is black. Parts with colours of their own keep them.
    """
    return ink_icon(icon, colour).placed(box)


def coloured(items: tuple[Item, ...], ink: Colour, scale: float = math.inf) -> tuple[Item, ...]:
    """The items with ``ink`` in place of every ``CurrentColour``; opacities multiply.

    Lines that are thinner than ``THINNEST`` on paper become so thick, and paler by as much.

    Args:
        items: Of a drawing.
        ink: The colour.
        scale: Millimetres on paper for each unit of the items; infinite where that is not known yet.
    """
    return tuple(_coloured(item, ink, scale) for item in items)


def _coloured(item: Item, ink: Colour, scale: float) -> Item:
    if isinstance(item, Fill):
        return item._replace(paint=_paint(item.paint, ink))
    if isinstance(item, Stroke):
        if 0 < item.width * scale < THINNEST:
            paler = item.width * scale / THINNEST
            return item._replace(paint=_paint(item.paint, ink, paler), width=THINNEST / scale)
        return item._replace(paint=_paint(item.paint, ink))
    if isinstance(item, Group):
        return item._replace(items=coloured(item.items, ink, scale * item.matrix.scale))
    if isinstance(item, InkPicture):
        opacity = item.opacity * ink.alpha / 255
        return Picture(in_one_colour(item.picture, ink), *item[1:5], opacity)
    return item


def _thinnest(items: Iterable[Item]) -> float:
    """Width of the thinnest line; infinite without lines."""
    widths = [item.width for item in items if isinstance(item, Stroke) and item.width > 0]
    widths += [_thinnest(item.items) * item.matrix.scale for item in items if isinstance(item, Group)]
    return min(widths, default=math.inf)


def _paint(paint: Paint, ink: Colour, opacity: float = 1.0) -> Paint:
    if isinstance(paint, Gradient):
        stops = tuple(stop._replace(colour=_mixed(stop.colour, ink, opacity)) for stop in paint.stops)
        return paint._replace(stops=stops)
    return _mixed(paint, ink, opacity)


def _mixed(colour: Colour, ink: Colour, opacity: float) -> Colour:
    if isinstance(colour, CurrentColour):
        colour = ink.with_alpha(round(ink.alpha * colour.alpha / 255))
    return colour if opacity == 1 else colour.with_alpha(round(colour.alpha * opacity))


def icons_of(items: Iterable[Item]) -> frozenset[str]:
    """Names of the icons among the items, at any depth."""
    names: set[str] = set()
    for item in items:
        if type(item) is Group:
            if item.alt and item.shared is not None and item.shared.startswith("icon "):
                names.add(item.alt)
            else:
                names |= icons_of(item.items)
    return frozenset(names)
