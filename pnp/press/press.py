"""Faces as plates."""

from __future__ import annotations

from pnp.draw import Face, FaceHashes, Outline, Path, Plate, PressedFace, path_box
from pnp.fonts import FontLibrary
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.icons import icons_of
from pnp.press.content import Content
from pnp.press.font import FontCase
from pnp.press.means import Means

_OUTLINES_KEPT = 256


class Press:
    """Makes plates of faces. What many of them share is made once and remembered.

    Args:
        library: Has every font that a glyph run names.
    """

    def __init__(self, library: FontLibrary) -> None:
        self.fonts = FontCase(library)
        self._means = Means(self.fonts)
        self._reaches: dict[tuple[Outline, float], tuple[Path, Box]] = {}

    def content(self, matrix: Matrix = IDENTITY) -> Content:
        """An empty stream; ``matrix`` as in ``Content``."""
        return Content(self._means, matrix=matrix)

    def plate(self, face: Face) -> Plate:
        """The face as a plate.

        Raises:
            KeyError: A glyph run names a font that the library does not have.
            ValueError: A number is not finite.
        """
        path, box = self._reach(face.outline, face.bleed)
        content = self.content()
        if face.outline.shape != "rectangle":
            content.clip(path)
        content.draw(face.items)
        return content.plate(box)

    def _reach(self, outline: Outline, bleed: float) -> tuple[Path, Box]:
        """How far a face may reach: its outline with the bleed, and the box around it."""
        known = self._reaches.get((outline, bleed))
        if known is None:
            if len(self._reaches) >= _OUTLINES_KEPT:
                self._reaches.clear()
            path = outline.path(bleed)
            known = self._reaches[outline, bleed] = (path, path_box(path))
        return known


def pressed_face(face: Face, press: Press, hashes: FaceHashes) -> PressedFace:
    """The face with its drawing finished."""
    return PressedFace(
        face.outline,
        face.bleed,
        press.plate(face),
        hashes.of_passing(face),
        frozenset(icons_of(face.items)),
        face.label,
        face.language,
    )
