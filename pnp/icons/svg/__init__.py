"""A reader for SVG files of the author: vectors where possible; nothing from other files."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.icons.svg.drawing import parse_svg

__getattr__ = lazy(__name__)
