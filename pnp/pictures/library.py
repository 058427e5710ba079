"""The pictures of one game, each loaded once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from pnp.colour import Colour
from pnp.draw import PictureData
from pnp.pictures.fault import PictureFault
from pnp.pictures.proved import Proved
from pnp.pictures.reads import Reads

if TYPE_CHECKING:  # what looks at pictures is imported with the first one
    from pnp.pictures.ahead import Ahead
    from pnp.pictures.beside import Beside
    from pnp.pictures.provers import Provers


class PictureLibrary:
    """Pictures by path; they and what is made of them are kept compressed.

    Args:
        files: Of the game.
        proved: PNG pictures that earlier runs proved; those of this run are added.
    """

    def __init__(self, files: Reads, proved: Proved | None = None) -> None:
        self._files = files
        self._proved = proved
        self._loaded: dict[str, PictureData | PictureFault] = {}
        self._made: dict[tuple[str, Colour], PictureData] = {}
        self._ahead: Ahead | Beside | None = None

    def get(self, path: str) -> PictureData:
        """The picture at ``path``, relative to the game folder.

        Raises:
            PictureFault: The file is no usable picture.
            FileFault: The file cannot be read (from the reader that was given).
        """
        found = self._loaded.get(path)
        if found is None and self._ahead is not None:
            found = self._ahead.take(path)
            if found is not None:
                self._loaded[path] = found
        if found is None:
            from pnp.pictures.load import load_picture

            data = self._files.read(path)
            try:
                found = load_picture(data, path, self._proved)
            except PictureFault as fault:
                found = fault
            self._loaded[path] = found
        if isinstance(found, PictureFault):
            raise PictureFault(str(found), found.cure)
        return found

    def look_ahead(self, paths: Iterable[str], threads: int, provers: Provers | None = None) -> None:
        """Let threads begin with pictures that will be asked for; nothing but the time depends on it.

        Only PNG files that can stay as they are take long and need nothing but unpacking. All else is left to whoever asks.

        Args:
            paths: In the order in which they will be asked for.
            threads: At most.
            provers: Processes that have begun with them, instead of threads; they are ended here.
        """
        wanted = [path for path in dict.fromkeys(paths) if path.lower().endswith(".png")]
        if provers is not None and self._proved is not None:
            from pnp.pictures.beside import Beside

            self._ahead = Beside(self._passed, wanted, provers, self._proved)
            return
        threads = min(threads, len(wanted))
        if threads > 0:
            from pnp.pictures.ahead import Ahead

            self._ahead = Ahead(self._passed, wanted, threads)

    def settle(self) -> dict[str, PictureData]:
        """Let threads or processes finish what they are to look at; all pictures that were loaded, by key.

        None is left then, so that a process can be forked.
        """
        if self._ahead is not None:
            self._loaded |= self._ahead.finish()
            self._ahead = None
        return {found.key: found for found in self._loaded.values() if not isinstance(found, PictureFault)}

    def close(self) -> None:
        """End whoever still looks ahead."""
        if self._ahead is not None:
            self._ahead.stop()
            self._ahead = None

    def _passed(self, path: str) -> PictureData | None:
        from pnp.pictures.png_file import passed_png

        try:
            return passed_png(self._files.read(path), path, proved=self._proved)
        except Exception:  # whoever asks for it meets the same, and tells
            return None

    def tinted(self, picture: PictureData, colour: Colour) -> PictureData:
        """The picture in shades of one colour (see ``pnp.pictures.tinted``)."""
        made = self._made.get((picture.key, colour))
        if made is None:
            from pnp.pictures.resample import tinted

            made = self._made[picture.key, colour] = tinted(picture, colour)
        return made

    def renewed(self, files: Reads, changed: Collection[str]) -> PictureLibrary:
        """The pictures for another reading of the folder, without those at the ``changed`` paths."""
        library = PictureLibrary(files, self._proved)
        library._loaded = {path: found for path, found in self._loaded.items() if path not in changed}
        kept = {found.key for found in library._loaded.values() if not isinstance(found, PictureFault)}
        library._made = {made: picture for made, picture in self._made.items() if made[0] in kept}
        return library
