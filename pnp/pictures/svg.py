"""Pictures in SVG files, for a reader that seldom needs them: nothing is imported before it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from pnp.pictures.resvg import SvgPictures

DPI = 300
"""Pixels to the inch of a part of an SVG file that becomes a picture, at its printed size."""
ICON_PIXELS = 1024
"""Pixels of the longer side of an icon with such parts: it is read before its printed size is known."""


class FontFile(Protocol):
    """A font (``pnp.fonts.FontSource`` is one)."""

    def named_file(self) -> bytes:
        """The bytes of the file, which calls its family as styles do."""
        ...

    @property
    def shared(self) -> bool:
        """Whether it ships with pnp, and is none of the game."""
        ...


class Fonts(Protocol):
    """The fonts of a game and the shared ones (``pnp.fonts.FontLibrary`` has them)."""

    def families(self) -> list[str]:
        """The names of all families, sorted."""
        ...

    def sources(self, family: str | None = None) -> Iterable[FontFile]:
        """The fonts of a family."""
        ...


def pixels_in(length: float) -> float:
    """Pixels of such a part along a length in millimetres."""
    return length / MM_PER_INCH * DPI


def svg_pictures(fonts: Fonts) -> Callable[[], SvgPictures]:
    """Makes ``SvgPictures`` with these fonts when it is called."""

    def make() -> SvgPictures:
        from pnp.pictures.resvg import SvgPictures

        return SvgPictures(fonts)

    return make
