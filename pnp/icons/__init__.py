"""Icons: the shared ones, a game's own SVG files, and how they come onto a face."""

from pnp.icons.icon import CurrentColour, Drawing, Icon, IconCredit, coloured, place_icon
from pnp.icons.library import SHARED_VIEW, IconLibrary, unknown_icon
from pnp.icons.svg import parse_svg
from pnp.icons.svg_path import SvgPathError, parse_path

__all__ = [
    "SHARED_VIEW",
    "CurrentColour",
    "Drawing",
    "Icon",
    "IconCredit",
    "IconLibrary",
    "SvgPathError",
    "coloured",
    "parse_path",
    "parse_svg",
    "place_icon",
    "unknown_icon",
]
