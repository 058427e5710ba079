"""Faces of plain colour for tests of sheets."""

from __future__ import annotations

from pathlib import Path

from pnp.colour import Colour
from pnp.draw import Face, Fill, Outline
from pnp.draw.face import Shape
from pnp.fonts import FontLibrary, shared_fonts
from pnp.icons import IconLibrary
from pnp.impose import Footer, PieceFaces, PrintProfile, profile_from
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
