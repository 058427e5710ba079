"""Icons: the shared ones, a game's own SVG files, and how they come onto a face."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.icons.icon import (
        CurrentColour,
        IconLibrary,
        InkedIcon,
        VectorIcon,
        VectorPicture,
        coloured,
        icons_of,
        ink_icon,
        place_icon,
        unknown_icon,
    )
    from pnp.icons.svg import parse_svg
    from pnp.icons.svg_path import SvgPathError, parse_path

__getattr__ = lazy(__name__)
