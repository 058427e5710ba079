"""Strips: the unbreakable slices that a rule sheet is cut into before it is laid on pages."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.colour import Colour
from pnp.draw import Item


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A background of the strips that share it; compared by identity.

    Attributes:
        x: Left edge, from the left of the column, in millimetres.
        width: In millimetres.
        fill: Colour of the ground; None for none.
        bar: Colour of a bar along the left edge; None for none.
        radius: Of the corners.
    """

    x: float
    width: float
    fill: Colour | None = None
    bar: Colour | None = None
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: title, and depth from 0."""

    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Strip:
    """One slice of a column, as wide as the column.

    Attributes:
        height: In millimetres.
        items: In the strip's frame: origin at its top-left corner, millimetres, y downwards.
        before: Room above it, left out at the top of a column.
        keep: Whether the next strip must be below it in the same column.
        panels: Grounds that it lies on, outermost first; room above belongs to those that the strip before it
            shares.
        bookmark: The heading that begins here.
        breaks: ``column`` or ``page`` when the strip must begin one; empty otherwise.
    """

    height: float
    items: tuple[Item, ...] = ()
    before: float = 0.0
    keep: bool = False
    panels: tuple[Panel, ...] = ()
    bookmark: Bookmark | None = None
    breaks: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Strips that run through ``columns`` columns side by side, from one place of a page downwards."""

    columns: int
    strips: tuple[Strip, ...]
