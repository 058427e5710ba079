"""A reader for SVG files of the author: shapes, paths, groups, gradients, clips; nothing from outside the file."""

from pnp.icons.svg.drawing import parse_svg

__all__ = ["parse_svg"]
