"""Faces of plain colour for tests of sheets."""

from __future__ import annotations

import math
from pathlib import Path

from pnp.colour import Colour
from pnp.draw import Face, Fill, Outline
from pnp.draw.face import Shape
from pnp.fonts import FontLibrary, shared_fonts
from pnp.icons import IconLibrary
from pnp.impose import Footer, PieceFaces, Placement, PrintProfile, profile_from
from pnp.model import PrintSettings
from pnp.text import TextContext

FOOTER = Footer("Game", "Set", "en")


def face(
    width: float = 63.0,
    height: float = 88.0,
    *,
    shape: Shape = "rectangle",
    bleed: float = 3.0,
    grey: int = 90,
) -> Face:
    outline = Outline(shape, width, height)
    return Face(outline, bleed, (Fill(outline.path(bleed), Colour(grey, grey, grey)),))


def deck(count: int, *, backs: bool = True, **form: object) -> list[PieceFaces]:
    """``count`` single pieces ``s/1`` … of one form."""
    front = face(**form)  # type: ignore[arg-type]
    back = face(**form, grey=40) if backs else None  # type: ignore[arg-type]
    return [PieceFaces(f"s/{number}", str(number), front, back, 1) for number in range(1, count + 1)]


def profile(**options: str) -> PrintProfile:
    made, found = profile_from(PrintSettings(), options)
    assert made is not None, found
    return made


def context(language: str = "en") -> TextContext:
    """Type in the fonts that ship."""
    folder = Path(__file__).parents[2] / "fonts"
    index = (folder / "index.json").read_text(encoding="utf-8")
    fonts = FontLibrary(shared_fonts(index, lambda path: (folder / path).read_bytes()))
    return TextContext(fonts, IconLibrary(lambda: "{}"), language)


def covers(one: Placement, other: Placement) -> bool:
    """Whether what shows of the first covers something of the second's trim.

    Hexagons of one stance meet when their centres are nearer than half their widths, along each of three directions:
    their Minkowski sum is a hexagon of that stance again.
    """
    shapes = {one.face.outline.shape, other.face.outline.shape}
    if not shapes & {"hex-pointy", "hex-flat"} or len(shapes) > 1:
        return one.spot.shown.meets(other.spot.trim)
    across = (one.face.outline.shape == "hex-pointy") == (one.turn in (0, 180))
    outline = one.face.outline
    flat = outline.width if outline.shape == "hex-pointy" else outline.height
    bleed = max(0.0, -one.spot.clip.x if outline.shape == "hex-pointy" else -one.spot.clip.y)
    dx, dy = (
        other.spot.trim.centre.x - one.spot.trim.centre.x,
        other.spot.trim.centre.y - one.spot.trim.centre.y,
    )
    turns = (0, 60, 120) if across else (30, 90, 150)
    return all(
        abs(dx * math.cos(math.radians(angle)) + dy * math.sin(math.radians(angle))) < flat + bleed - 1e-4
        for angle in turns
    )
