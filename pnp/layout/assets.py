"""Assets that the composers of a game share: its pictures, and tables of drawn items."""

from __future__ import annotations

from collections.abc import Collection

from pnp.layout.art import Drawings
from pnp.layout.cache import DrawingCache
from pnp.model import Files
from pnp.pictures import PictureLibrary


class SharedAssets:
    """Pictures and drawings of a game, and what its composers share. None of it changes what comes out.

    Args:
        files: Of the game.

    Attributes:
        pictures: Decoded once.
        drawings: Parsed once.
    """

    _ground: tuple[object, ...] = ()

    def __init__(self, files: Files) -> None:
        self.pictures = PictureLibrary(files)
        self.drawings = Drawings(files)
        self._cache = DrawingCache()

    def cache(self, *ground: object) -> DrawingCache:
        """Tables for a composer, filled with results of earlier composers that are valid for this one, too.

        Args:
            ground: Everything that faces depend on except language, terms and pieces; the tables are new if
                it differs from the last one.
        """
        if self._ground != ground:
            self._ground, self._cache = ground, DrawingCache()
        return self._cache.for_another_language()

    def renewed(self, files: Files, changed: Collection[str]) -> SharedAssets:
        """The assets for another reading of the game's folder.

        Args:
            files: Reads what is there now.
            changed: Paths of files that are new, gone or not what they were, relative to the folder.
        """
        assets = SharedAssets(files)
        assets.pictures = self.pictures.renewed(files, changed)
        assets.drawings = self.drawings.renewed(files, changed)
        return assets
