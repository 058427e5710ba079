"""The files of a game as text and as documents: read, decoded and parsed, with their faults noted.

A file goes from bytes (``FolderFiles``) to a text (``decode``) to nodes (``compose``). ``SourceFiles`` reads
the files of one game, and ``EarlierSets`` remembers what earlier readings made of files that are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from pnp import diagnostics
from pnp.diagnostics import Diagnostic, error
from pnp.diagnostics.diagnostic import Allowance
from pnp.load.decode import blanked, decode, is_readable
from pnp.load.files import FolderFiles
from pnp.load.yaml.compose import compose
from pnp.load.yaml.node import Mapping, Node, Scalar, span_of
from pnp.model import FileFault, Text
from pnp.source import Origin, Span

if TYPE_CHECKING:
    from pnp.load.edited_set import EarlierSet

_P = ParamSpec("_P")


def _adding(make: Callable[_P, Diagnostic]) -> Callable[Concatenate[Findings, _P], None]:
    """Adds the diagnostic that ``make`` makes of the same arguments."""

    def add(self: Findings, /, *args: _P.args, **kwargs: _P.kwargs) -> None:
        self.add(make(*args, **kwargs))

    return add


class Findings:
    """Diagnostics in the order of finding; the same fault at the same place is kept once.

    A value that many pieces inherit or that a ``for`` repeats is wrong once, where it is written.

    Attributes:
        noted: How many were added so far, repeats counted.
    """

    def __init__(self) -> None:
        self.noted = 0
        self._found: dict[tuple[object, ...], Diagnostic] = {}

    def add(self, *found: Diagnostic) -> None:
        """Keep these."""
        self.noted += len(found)
        for item in found:
            self._found.setdefault((item.code, item.span, item.message), item)

    error = _adding(diagnostics.error)
    warning = _adding(diagnostics.warning)
    note = _adding(diagnostics.note)

    def all(self) -> list[Diagnostic]:
        """Everything found so far."""
        return list(self._found.values())


_Made = TypeVar("_Made")
_GLUED = re.compile(r"[^\W\d][\w-]*:(?=[^\s:/\\])")


@dataclass(frozen=True)
class DataFile:
    """A data file that could be read.

    Attributes:
        file: As shown to the author.
        content: Its text.
        root: Its keys and values.
    """

    file: str
    content: str
    root: Mapping

    @cached_property
    def lines(self) -> list[str]:
        """The lines of its text, for the places of characters."""
        return self.content.split("\n")

    def text(self, node: Scalar, context: str) -> Text:
        """The value as a text of the game, exactly as it was typed."""
        return Text(node.text, node.origin(self.lines), context)

    def span(self, *path: str) -> Span | None:
        """Where the value at a path of keys is written; None if missing."""
        node = child(self.root, *path)
        return None if node is None else node.span

    def place(self, *path: str) -> Span:
        """The same; without a value where the file begins."""
        return self.span(*path) or self.root.span

    def origin(self, node: Node) -> Origin:
        """Where the value is written, character by character when it is one text."""
        return node.origin(self.lines) if isinstance(node, Scalar) else Origin(span_of(node))


def child(node: Node | None, *path: str) -> Node | None:
    """The value at the path of keys; None if it does not exist."""
    for key in path:
        if not isinstance(node, Mapping):
            return None
        node = node.get(key)
    return node


class Read(NamedTuple):
    """A file once read: its text for excerpts, the document when its root is a mapping, and its faults."""

    text: str
    document: DataFile | None
    found: list[Diagnostic]


def read_yaml(data: bytes, file: str) -> Read:
    """A data file.

    Args:
        data: The file's content.
        file: Its name as shown to the author.
    """
    text, found = decode(data, file)
    if not is_readable(found):
        return Read(text, None, found)
    node, faults = compose(blanked(text) if found else text, file)
    found = [*found, *faults]
    if isinstance(node, Mapping):
        return Read(text, DataFile(file, text, node), found)
    if node is None or (isinstance(node, Scalar) and node.value is None):
        if not found:
            found.append(error("Y209", "the file is empty", Span(file), "write 'key: value' lines into it"))
    elif not found:
        what = "a list" if not isinstance(node, Scalar) else "a single text"
        message = f"the file holds {what}, not 'key: value' lines"
        cure = "give every value a key, such as 'name: …'"
        if isinstance(node, Scalar) and not node.style and _GLUED.match(node.text):
            cure = "put a space after ':'"
        found.append(error("Y211", message, node.span, cure))
    return Read(text, None, found)


def allowances(
    codes: MappingABC[str, str], node: Node | None, owner: str = "", places: tuple[Span, ...] = ()
) -> tuple[Allowance, ...]:
    """The accepted warnings of a game, a set or a piece.

    Args:
        codes: Valid codes, each with its reason.
        node: The mapping that they are written in; None without one.
        owner: See ``Allowance``.
        places: See ``Allowance``.
    """
    written = node.entries if isinstance(node, Mapping) else {}
    return tuple(
        Allowance(code, reason, written[code][0].span, owner, places) for code, reason in codes.items()
    )


class EarlierSets:
    """Results of earlier readings of one game; they change nothing but the time.

    A set depends on its file, its table and ``game.yaml``. If the last one has changed, all sets are read
    again; else only entries that have changed (see ``pnp.load.edited_set``). Whatever has a fault is read
    again each time, so that the fault is found again.

    Attributes:
        sets: Each set by its path, as it last was without a fault.
    """

    def __init__(self) -> None:
        self.sets: dict[str, EarlierSet] = {}
        self._game_file = b""
        self._before: dict[str, tuple[bytes, Any]] = {}
        self._now: dict[str, tuple[bytes, Any]] = {}

    def begin(self, game_file: bytes) -> None:
        """A reading begins, of a ``game.yaml`` with this content; results that the last did not use go."""
        if game_file != self._game_file:
            self.sets = {}
        self._game_file = game_file
        if self._now:  # else the last one ended before it asked for anything
            self._before, self._now = self._now, {}

    def once(self, path: str, data: bytes, make: Callable[[], _Made], findings: Findings) -> _Made:
        """The result of ``make`` for a file, now or in the last reading of the same content.

        Args:
            path: Of the file.
            data: Its content.
            make: Reads nothing else, and notes faults in ``findings``.
            findings: Of this reading.
        """
        known, noted = self._before.get(path), findings.noted
        made: _Made = known[1] if known is not None and known[0] == data else make()
        if findings.noted == noted:
            self._now[path] = data, made
        return made


Decoder: TypeAlias = Callable[[bytes, str], tuple[str, list[Diagnostic]]]
"""Gives the text of a file, and what is wrong with it, from its bytes and its name."""


class SourceFiles:
    """Reads the files of a game that are text, and notes what is wrong with them.

    Args:
        files: Of the folder.
        findings: Takes up what is found.

    Attributes:
        texts_read: The text of each file that was read, by its name as shown.
    """

    def __init__(self, files: FolderFiles, findings: Findings) -> None:
        self.files = files
        self._findings = findings
        self.texts_read: dict[str, str] = {}

    def data(self, path: str, span: Span) -> bytes | None:
        """The content of a data file; None after its fault was noted at ``span``."""
        try:
            return self.files.read(path)
        except FileFault as fault:
            self._findings.error("Y301", str(fault), span, fault.cure)
            return None

    def document(self, path: str, data: bytes | None) -> DataFile | None:
        """A data file of that content; None without any, or after its fault was noted."""
        if data is None:
            return None
        shown = self.files.shown(path)
        read = read_yaml(data, shown)
        self.texts_read[shown] = read.text
        self._findings.add(*read.found)
        return read.document

    def documents(self, folder: str) -> dict[str, DataFile]:
        """The YAML files in a folder by their names without ending, without those that cannot be read."""
        found = {}
        for path in self.files.names(folder, ".yaml"):
            document = self.document(path, self.data(path, Span(self.files.shown(path))))
            if document is not None:
                found[PurePosixPath(path).stem] = document
        return found

    def texts(
        self, folder: str, ending: str, earlier: EarlierSets, decoder: Decoder | None = None
    ) -> list[tuple[str, str, str]]:
        """Name, shown file and text of the text files in the folder; faults are noted."""
        paths = self.files.names(folder, ending)
        read = ((path, self._text(path, earlier, decoder)) for path in paths)
        names = slice(len(folder) + 1, -len(ending))
        return [(path[names], self.files.shown(path), text) for path, text in read if text is not None]

    def _text(self, path: str, earlier: EarlierSets, decoder: Decoder | None) -> str | None:
        shown = self.files.shown(path)
        data = self.data(path, Span(shown))
        if data is None:
            return None

        def decoded() -> str:
            text, faults = (decoder or decode)(data, shown)
            self._findings.add(*faults)
            return text

        text = self.texts_read[shown] = earlier.once(path, data, decoded, self._findings)
        return text


_DRAWING = ".svg"


class SourceTexts(MappingABC[str, str]):
    """The texts that were read, by name as shown; drawings, which few findings need, are read on demand."""

    def __init__(self, read: MappingABC[str, str], files: FolderFiles) -> None:
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
