"""What the streams of one file have in common."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.fonts import FontLibrary
from pnp.render.file import PdfFile
from pnp.render.font import FontShelf
from pnp.render.form import FormShelf
from pnp.render.image import ImageShelf
from pnp.render.shading import ShadingShelf


@dataclass(frozen=True, slots=True)
class Shelves:
    """Fonts, images, shadings and forms of one file, each stored once."""

    fonts: FontShelf
    images: ImageShelf
    shadings: ShadingShelf
    forms: FormShelf

    @classmethod
    def of(cls, file: PdfFile, library: FontLibrary) -> Shelves:
        """Empty shelves for the file."""
        return cls(FontShelf(library, file), ImageShelf(file), ShadingShelf(file), FormShelf(file))
