"""Icons: the shared ones, a game's own SVG files, and how they come onto a face."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.icons.icon import (
        CurrentColour,
        IconCredit,
        InkedIcon,
        VectorIcon,
        VectorPicture,
        coloured,
        icons_of,
        ink_icon,
        place_icon,
    )
    from pnp.icons.library import SHARED_VIEW, IconLibrary, unknown_icon
    from pnp.icons.svg import parse_svg
    from pnp.icons.svg_path import SvgPathError, parse_path

__all__ = [
    "SHARED_VIEW",
    "CurrentColour",
    "IconCredit",
    "IconLibrary",
    "InkedIcon",
    "SvgPathError",
    "VectorIcon",
    "VectorPicture",
    "coloured",
    "icons_of",
    "ink_icon",
    "parse_path",
    "parse_svg",
    "place_icon",
    "unknown_icon",
]

__getattr__ = lazy(
    __name__,
    {
        "CurrentColour": "icon",
        "VectorPicture": "icon",
        "VectorIcon": "icon",
        "IconCredit": "icon",
        "InkedIcon": "icon",
        "coloured": "icon",
        "ink_icon": "icon",
        "place_icon": "icon",
        "IconLibrary": "library",
        "SHARED_VIEW": "library",
        "unknown_icon": "library",
        "parse_svg": "svg",
        "SvgPathError": "svg_path",
        "parse_path": "svg_path",
        "icons_of": "icon",
    },
)
