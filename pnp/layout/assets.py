"""What composing makes of a game's files, kept for the next time that the same files are read."""

from __future__ import annotations

from collections.abc import Collection
from types import CodeType

from jinja2.bccache import Bucket, BytecodeCache

from pnp.layout.art import Drawings
from pnp.layout.cache import DrawingCache
from pnp.layout.marking import Marking
from pnp.model import Files
from pnp.pictures import PictureLibrary


class CompiledLayouts(BytecodeCache):
    """Compiled layouts by file; the latest text of each is kept.

    What is compiled depends on nothing but the text, which Jinja compares, so all languages share it.
    """

    def __init__(self) -> None:
        self._codes: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give Jinja the code of a layout that has not changed."""
        checksum, code = self._codes.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a layout."""
        if bucket.code is not None:
            self._codes[bucket.key] = (bucket.checksum, bucket.code)

    def clear(self) -> None:
        """Forget everything."""
        self._codes.clear()


class SharedAssets:
    """Pictures, drawings and compiled layouts of a game, and what languages share. What is kept never changes what comes out.

    Args:
        files: Of the game.

    Attributes:
        pictures: Decoded once.
        drawings: Parsed once.
        compiled: Layouts, compiled once.
    """

    _ground: tuple[object, ...] = ()

    def __init__(self, files: Files) -> None:
        self.pictures = PictureLibrary(files)
        self.drawings = Drawings(files)
        self.compiled = CompiledLayouts()
        self.marking = Marking([])
        self._cache = DrawingCache()

    def cache(self, *ground: object) -> DrawingCache:
        """Tables for a composer, filled with what earlier composers made where that is right for this one, too.

        Args:
            ground: All that composing depends on but language, terms and pieces; the tables are new when it differs
                from the last one.
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
        assets.compiled = self.compiled
        return assets
