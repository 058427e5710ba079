"""The pictures of a game, and what draws parts of SVG files. Imports nothing heavy before it is needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Protocol

from pnp.colour import Colour
from pnp.draw import PictureData
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from pnp.pictures.resvg import SvgPictures


class PictureFault(Exception):
    """A file that is no usable picture.

    Attributes:
        cure: What to do about it.
    """

    def __init__(self, message: str, cure: str = "download or export the picture again") -> None:
        """The message is one line for the author, with the path he typed."""
        super().__init__(message)
        self.cure = cure


class ReadsFiles(Protocol):
    """Reads the files of a game (``pnp.model.Files`` does)."""

    def read(self, path: str) -> bytes:
        """The content of the file at ``path``, relative to the game folder."""
        ...


class PictureLibrary:
    """Pictures by path, and pictures made from them; all are held compressed.

    Args:
        files: Of the game.
    """

    def __init__(self, files: ReadsFiles) -> None:
        self._files = files
        self._loaded: dict[str, PictureData | PictureFault] = {}
        self._made: dict[tuple[str, Colour], PictureData] = {}

    def get(self, path: str) -> PictureData:
        """The picture at ``path``, relative to the game folder.

        Raises:
            PictureFault: The file is no usable picture.
            FileFault: The file cannot be read (from the reader that was given).
        """
        found = self._loaded.get(path)
        if found is None:
            from pnp.pictures.load import load_picture

            data = self._files.read(path)
            try:
                found = load_picture(data, path)
            except PictureFault as fault:
                found = fault
            self._loaded[path] = found
        if isinstance(found, PictureFault):
            raise PictureFault(str(found), found.cure)
        return found

    def loaded(self) -> dict[str, PictureData]:
        """The pictures that have been loaded, by key."""
        return {found.key: found for found in self._loaded.values() if not isinstance(found, PictureFault)}

    def tinted(self, picture: PictureData, colour: Colour) -> PictureData:
        """The picture in shades of one colour (see ``pnp.pictures.tinted``)."""
        made = self._made.get((picture.key, colour))
        if made is None:
            from pnp.pictures.resample import tinted

            made = self._made[picture.key, colour] = tinted(picture, colour)
        return made

    def renewed(self, files: ReadsFiles, changed: Collection[str]) -> PictureLibrary:
        """A library for another reading of the folder, without the pictures at the ``changed`` paths."""
        library = PictureLibrary(files)
        library._loaded = {path: found for path, found in self._loaded.items() if path not in changed}
        kept = {found.key for found in library._loaded.values() if not isinstance(found, PictureFault)}
        library._made = {made: picture for made, picture in self._made.items() if made[0] in kept}
        return library


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
