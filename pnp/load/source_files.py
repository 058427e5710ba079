"""The files of a game folder as text and as documents, and the texts for the excerpts of findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from pnp.diagnostics import Diagnostic
from pnp.load.decode import decode
from pnp.load.document import DataFile, read_yaml
from pnp.load.edited_set import FileEntries
from pnp.load.expression import PlacedWork, WhereWork
from pnp.load.files import FolderFiles
from pnp.load.findings import Findings
from pnp.model import ComponentSet, FileFault
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.load.table.earlier import EarlierTable

_Made = TypeVar("_Made")


class EarlierSet(NamedTuple):
    """A set without a fault, and what its files said.

    Attributes:
        data: Of the file.
        text: The same as text, for excerpts.
        made: The set.
        entries: Of the file; None where one may depend on another.
        work: Of the ``where`` of its entries and rows, of those that have some.
        table: That it has its rows from; None without one.
    """

    data: bytes
    text: str
    made: ComponentSet
    entries: FileEntries | None
    work: Sequence[PlacedWork] = ()
    table: EarlierTable | None = None

    def after(self, before: WhereWork) -> WhereWork:
        """The work of ``where`` so far, with that of this set."""
        for each in self.work:
            before = before.and_then(*each.work)
        return before


class EarlierSets:
    """The sets of one game by path, what ``game.yaml`` alone says, and texts of other files.

    A set depends on its file, its table and ``game.yaml``. If the last one has changed, it is read again; of
    the others, only entries that have changed (see ``pnp.load.edited_set``). Sets with faults are read again
    each time.
    """

    def __init__(self) -> None:
        self._game_file = b""
        self._parts: dict[str, Any] = {}
        self._texts: dict[str, tuple[bytes, str]] = {}
        self._sets: dict[str, EarlierSet] = {}
        self._seen: set[str] = set()

    def begin(self, game_file: bytes) -> None:
        """A reading begins, of a ``game.yaml`` with this content."""
        if game_file != self._game_file:
            self._sets.clear()
            self._parts.clear()
        self._game_file = game_file
        self._seen.clear()

    def end(self) -> None:
        """A reading ends; sets and texts that it did not have are forgotten."""
        self._sets = {path: known for path, known in self._sets.items() if path in self._seen}
        self._texts = {path: known for path, known in self._texts.items() if path in self._seen}

    def part(self, name: str, make: Callable[[], _Made], findings: Findings) -> _Made:
        """A part of what ``game.yaml`` says, made by ``make`` of nothing else; kept unless it had a fault."""
        if name in self._parts:
            known: _Made = self._parts[name]
            return known
        noted = findings.noted
        made = make()
        if findings.noted == noted:
            self._parts[name] = made
        return made

    def text(self, path: str, data: bytes) -> str | None:
        """The text of a file that says what it said before; None when it has to be decoded."""
        self._seen.add(path)
        known, text = self._texts.get(path, (b"", None))
        return text if known == data else None

    def keep_text(self, path: str, data: bytes, text: str) -> None:
        """Keep a text without faults for the next reading."""
        self._texts[path] = (data, text)

    def before(self, path: str) -> EarlierSet | None:
        """The set of a file as it last was without a fault; None before that."""
        self._seen.add(path)
        return self._sets.get(path)

    def keep(self, path: str, found: EarlierSet) -> None:
        """Keep a set for the next readings."""
        self._sets[path] = found


Decoder: TypeAlias = Callable[[bytes, str], tuple[str, list[Diagnostic]]]
"""Gives the text of a file, and what is wrong with it, from its bytes and its name."""


class SourceFiles:
    """Reads the files of a game that are text, and notes what is wrong with them.

    Args:
        files: Of the folder.
        earlier: What earlier readings of the game decoded.
        findings: Takes up what is found.

    Attributes:
        texts_read: The text of each file that was read, by its name as shown.
    """

    def __init__(self, files: FolderFiles, earlier: EarlierSets, findings: Findings) -> None:
        self.files = files
        self._earlier = earlier
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
            self._findings.error("Y301", str(fault), span, fault.cure)
            return None

    def read(self, path: str, data: bytes) -> DataFile | None:
        """A data file of that content; None after its fault was noted."""
        shown = self.files.shown(path)
        read = read_yaml(data, shown)
        self.texts_read[shown] = read.text
        self._findings.add(*read.found)
        return read.document(shown)

    def documents(self, folder: str) -> dict[str, DataFile]:
        """The YAML files in a folder by their names without ending, without those that cannot be read."""
        paths = self.files.names(folder, ".yaml")
        read = ((path, self.document(path, Span(self.files.shown(path)))) for path in paths)
        return {PurePosixPath(path).stem: document for path, document in read if document is not None}

    def texts(self, folder: str, ending: str, decoder: Decoder | None = None) -> list[tuple[str, str, str]]:
        """Name, shown file and text of the text files in the folder; faults are noted."""
        found = []
        for path in self.files.names(folder, ending):
            shown = self.files.shown(path)
            try:
                data = self.files.read(path)
            except FileFault as fault:
                self._findings.error("Y301", str(fault), Span(shown), fault.cure)
                continue
            text = self._earlier.text(path, data)
            if text is None:
                text, faults = (decoder or decode)(data, shown)
                self._findings.add(*faults)
                if not faults:
                    self._earlier.keep_text(path, data, text)
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
