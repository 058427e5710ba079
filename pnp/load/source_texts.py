"""Texts of files for the excerpts of findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.load.decode import decode
from pnp.load.files import FolderFiles
from pnp.model import FileFault

_DRAWING = ".svg"


class SourceTexts(Mapping[str, str]):
    """The texts that were read, by name as shown; drawings of the game, whose texts few findings ask for, are read then."""

    def __init__(self, read: Mapping[str, str], files: FolderFiles) -> None:
        """Reads nothing yet.

        Args:
            read: Texts at hand.
            files: Of the game's folder.
        """
        self._read = read
        self._files = files

    def __getitem__(self, name: str) -> str:
        text = self._read.get(name)
        if text is None:
            text = self._drawing(name)
        if text is None:
            raise KeyError(name)
        return text

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)

    def _drawing(self, name: str) -> str | None:
        folder = self._files.shown("")
        if not name.endswith(_DRAWING) or not name.startswith(folder):
            return None
        try:
            return decode(self._files.read(name[len(folder) :]), name)[0]
        except FileFault:
            return None
