"""Faces as plates."""

from __future__ import annotations

from pnp.draw import Face, FaceHashes, Outline, Path, Plate, PressedFace, path_box
from pnp.fonts import FontLibrary
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.icons import icons_of
from pnp.press.content import Content
from pnp.press.font import FontCase
from pnp.press.means import Means
from pnp.remember import ByValue

_OUTLINES_KEPT = 256


class Press:
    """Makes plates of faces. What many of them share is made once and remembered.

    Args:
        library: Has every font that a glyph run names.
    """

    def __init__(self, library: FontLibrary) -> None:
        self.fonts = FontCase(library)
        self._means = Means(self.fonts)
        self._reaches = ByValue(_reach, _OUTLINES_KEPT)

    def content(self, matrix: Matrix = IDENTITY) -> Content:
        """An empty stream; ``matrix`` as in ``Content``."""
        return Content(self._means, matrix=matrix)

    def plate(self, face: Face) -> Plate:
        """The face as a plate.

        Raises:
            KeyError: A glyph run names a font that the library does not have.
            ValueError: A number is not finite.
        """
        path, box = self._reaches[face.outline, face.bleed]
        content = self.content()
        if face.outline.shape != "rectangle":
            content.clip(path)
        content.draw(face.items)
        return content.plate(box)

    def pressed(self, face: Face, hashes: FaceHashes) -> PressedFace:
        """The face with its drawing finished; raises what ``plate`` raises."""
        return PressedFace(
            face.outline,
            face.bleed,
            self.plate(face),
            hashes.of_passing(face),
            icons_of(face.items),
            face.label,
            face.language,
        )


def _reach(face: tuple[Outline, float]) -> tuple[Path, Box]:
    """How far a face with this outline and bleed may reach: the outline with the bleed, and the box around it."""
    outline, bleed = face
    path = outline.path(bleed)
    return path, path_box(path)
