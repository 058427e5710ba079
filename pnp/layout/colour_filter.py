"""Filters that make colours of colours."""

from __future__ import annotations

from typing import Any

from jinja2 import Undefined

from pnp.colour import BLACK, WHITE, Colour, ColourError, contrast
from pnp.layout.fault import LayoutFault


def as_colour(value: Any, name: str) -> Colour:
    """The colour that a filter is given.

    Raises:
        LayoutFault: L113, it is none.
    """
    if isinstance(value, Colour):
        return value
    if isinstance(value, Undefined):
        str(value)  # raises the fault of the name that does not exist
    try:
        return Colour.parse(value if isinstance(value, str) else "")
    except ColourError:
        shown = f", not '{value}'" if isinstance(value, str | int) else ""
        raise LayoutFault(
            "L113", f"the filter '{name}' needs a colour{shown}", "write one as '#B3202C'"
        ) from None


def _share(value: Any, name: str) -> float:
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise LayoutFault("L113", f"the filter '{name}' needs a number from 0 to 1", "write one, such as 0.3")


def darker(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of black in it."""
    return as_colour(colour, "darker").mixed(BLACK, _share(share, "darker"))


def lighter(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of white in it."""
    return as_colour(colour, "lighter").mixed(WHITE, _share(share, "lighter"))


def alpha(colour: Any, opacity: float) -> Colour:
    """The colour with the opacity, 0 to 1."""
    return as_colour(colour, "alpha").with_alpha(round(_share(opacity, "alpha") * 255))


def readable(colour: Any) -> Colour:
    """Black or white, whichever is read better on the colour."""
    ground = as_colour(colour, "readable").opaque
    return BLACK if contrast(ground, BLACK) >= contrast(ground, WHITE) else WHITE
