"""The files of a game folder as text and as documents, and the texts for the excerpts of findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pnp.diagnostics import Diagnostic, error
from pnp.load.decode import decode
from pnp.load.document import DataFile, read_yaml
from pnp.load.files import FolderFiles
from pnp.load.findings import Findings
from pnp.load.kept_sets import KeptSets
from pnp.model import FileFault
from pnp.source import Span

Decoder: TypeAlias = Callable[[bytes, str], tuple[str, list[Diagnostic]]]
"""Gives the text of a file, and what is wrong with it, from its bytes and its name."""


class SourceFiles:
    """Reads the files of a game that are text, and notes what is wrong with them.

    Args:
        files: Of the folder.
        kept: What earlier readings of the game decoded.
        findings: Takes up what is found.

    Attributes:
        texts_read: The text of each file that was read, by its name as shown.
    """

    def __init__(self, files: FolderFiles, kept: KeptSets, findings: Findings) -> None:
        self.files = files
        self._kept = kept
        self._findings = findings
        self.texts_read: dict[str, str] = {}

    def document(self, path: str, span: Span) -> DataFile | None:
        """The data file; None after its fault was noted at ``span`` or in the file itself."""
        data = self.data(path, span)
        return None if data is None else self.read(path, data)

    def data(self, path: str, span: Span) -> bytes | None:
        """The content of a data file; None after its fault was noted at ``span``."""
        try:
            return self.files.read(path)
        except FileFault as fault:
            self._findings.add(error("Y301", str(fault), span, fault.cure))
            return None

    def read(self, path: str, data: bytes) -> DataFile | None:
        """A data file of that content; None after its fault was noted."""
        shown = self.files.shown(path)
        read = read_yaml(data, shown)
        self.texts_read[shown] = read.text
        self._findings.add(*read.found)
        return DataFile(shown, read.text.split("\n"), read.root) if read.root is not None else None

    def texts(self, folder: str, ending: str, decoder: Decoder | None = None) -> list[tuple[str, str, str]]:
        """Name, shown file and text of the text files in the folder; faults are noted."""
        found = []
        for path in self.files.names(folder, ending):
            shown = self.files.shown(path)
            try:
                data = self.files.read(path)
            except FileFault as fault:
                self._findings.add(error("Y301", str(fault), Span(shown), fault.cure))
                continue
            text = self._kept.text(path, data)
            if text is None:
                text, faults = (decoder or decode)(data, shown)
                self._findings.add(*faults)
                if not faults:
                    self._kept.keep_text(path, data, text)
            self.texts_read[shown] = text
            found.append((path[len(folder) + 1 : -len(ending)], shown, text))
        return found


_DRAWING = ".svg"


class SourceTexts(Mapping[str, str]):
    """The texts that were read, by name as shown; drawings, which few findings need, are read on demand."""

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
