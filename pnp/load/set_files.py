"""The files of a game that hold its sets: which they are, the sets in them, and files that nothing reads."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from collections.abc import Sequence as SequenceABC
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, did_you_mean, nearest, warning
from pnp.load.document import DataFile, EarlierSets, SourceFiles, child
from pnp.load.edited_set import EarlierSet, listed
from pnp.load.findings import Findings
from pnp.load.limits import MAX_PIECES
from pnp.load.locate import GAME_FILE
from pnp.load.resolve_set import SetMaker
from pnp.load.yaml.node import Scalar, Sequence
from pnp.model import ComponentSet, FileFault
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.load.files import FolderFiles

DEFAULT_SETS = (
    "cards/*.yaml", "tiles/*.yaml", "tokens/*.yaml", "standees/*.yaml", "boards/*.yaml", "aids/*.yaml",
)  # fmt: skip
"""Where sets are looked for, in order of printing, when ``game.yaml`` does not say."""


class SetFiles:
    """Finds and reads the sets of a game.

    Args:
        source: Reads files.
        earlier: Sets of earlier readings.
        findings: Takes up what is found.
    """

    def __init__(self, source: SourceFiles, earlier: EarlierSets, findings: Findings) -> None:
        self._source = source
        self._files = source.files
        self._earlier = earlier
        self._findings = findings

    def sets(self, maker: SetMaker, document: DataFile) -> tuple[ComponentSet, ...]:
        """All valid sets, in order of printing; what is wrong with the others was noted."""
        found: dict[str, ComponentSet] = {}
        pieces = 0
        paths = self.paths(document)
        for path, span in paths:
            made = self._set(maker, path, span)
            if made is None:
                continue
            first = found.setdefault(made.id, made)
            if first is not made:
                message = f"the set '{made.id}' is defined twice, first in {first.file}"
                cure = "give one of them an 'id: …' of its own"
                self._findings.error("M133", message, made.span, cure, related=[(first.span, "first here")])
                continue
            pieces += len(made.pieces)
            if pieces > MAX_PIECES:
                message = f"the game has more than {MAX_PIECES:,} pieces"
                self._findings.error("M137", message, made.span, "split it into several games")
                break
        known = self._earlier.sets
        self._earlier.sets = {path: known[path] for path, _ in paths if path in known}
        self._report_unread([path for path, _ in paths], document)
        return tuple(found.values())

    def _report_unread(self, read: list[str], document: DataFile) -> None:
        """Report sets that nothing reads, if the game leaves it to pnp to find them."""
        if document.root.get("sets") is None:
            folders = [pattern.partition("/")[0] for pattern in DEFAULT_SETS]
            noted = {found.code for found in self._findings.all()}
            # The set that reads a table may be faulty.
            tables = not any(code == "Y301" or code.startswith("Y5") for code in noted)
            texts = list(self._source.texts_read.values()) if tables else None
            self._findings.add(*unread(self._files, read, texts, folders))

    def _set(self, maker: SetMaker, path: str, span: Span) -> ComponentSet | None:
        """The set in a file, made now or known from before; None after a fault was noted."""
        data = self._source.data(path, span)
        if data is None:
            self._earlier.sets.pop(path, None)
            return None
        earlier, before = self._earlier.sets.get(path), maker.expressions.where
        known = None if earlier is None else earlier.again(maker, self._files, data)
        if known is not None and (work := known.after(before)).fits():
            maker.expressions.where = work
        else:
            noted = self._findings.noted
            document = self._source.document(path, data)
            made = None if document is None else maker.make(document)
            if document is None or made is None or self._findings.noted != noted:
                return made  # one with faults is not kept: they have to be reported each time
            text = document.content
            known = EarlierSet(data, text, made, listed(document, text), maker.work, maker.table)
        self._earlier.sets[path] = known
        self._source.texts_read.update(known.texts())
        return known.made

    def paths(self, document: DataFile | None) -> list[tuple[str, Span]]:
        """The files of pieces, each with the place that asks for it, each once, in order of printing."""
        listed = child(document.root, "sets") if document else None
        game_file = Span(self._files.shown(GAME_FILE))
        if not isinstance(listed, Sequence):
            paths = [path for pattern in DEFAULT_SETS for path in self._files.matching(pattern)]
            if not paths and document is not None:
                cure = "write cards into cards/….yaml, or list the files under 'sets'"
                self._findings.warning("Y302", "the game has no pieces yet", game_file, cure)
            return [(path, game_file) for path in paths]
        found: dict[str, Span] = {}
        for node in listed.items:
            if isinstance(node, Scalar) and node.text:
                for path in self._matching(node):
                    found.setdefault(path, node.span)
        return list(found.items())

    def _matching(self, node: Scalar) -> list[str]:
        if not re.search(r"[*?\[]", node.text):
            return [node.text]
        try:
            paths = [path for path in self._files.matching(node.text) if path.endswith((".yaml", ".yml"))]
        except FileFault as fault:
            self._findings.error("Y301", str(fault), node.span, fault.cure)
            return []
        if not paths:
            files = [*self._files.names("", ".yaml"), *self._files.names("", ".yml")]
            places = [PurePosixPath(path) for path in files if "/" in path]
            known = {f"{place.parent.as_posix()}/*{place.suffix}" for place in places}
            cure = did_you_mean(node.text, sorted(known), "files")
            self._findings.warning("Y303", f"no file fits '{node.text}'", node.span, cure)
        return paths


_DATA = (".yaml", ".yml")
_TABLES = (".csv", ".xlsx", ".ods")
_SHEETS = (".md", ".markdown", ".txt")
_OUT = "out"
_KIND = re.compile(rb"^kind:[ \t]*(card|tile|token|standee|board|aid)s?\b", re.MULTILINE)
_SHEET = re.compile(
    rb"^:::(?:components|piece|setup|figure|credits|break|example|plain|full|columns)\b"
    rb"|\A---[ \t]*\r?\n(?:.{0,200}\n){0,9}?(?:columns|pages|booklet):[ \t]*\w+[ \t]*\r?\n(?:.{0,200}\n){0,9}?---",
    re.MULTILINE,
)
_SHOWN = 20  # of a folder full of strange files, the first ones are reported


def unread(
    files: FolderFiles, read: Collection[str], texts: SequenceABC[str] | None, folders: SequenceABC[str]
) -> list[Diagnostic]:
    """Warnings Y304 for sets, tables and rule sheets in places or with endings that nothing looks for.

    Args:
        files: The game's folder.
        read: Paths of the sets that were read.
        texts: Of the data files; no set reads a table that none of them names. None skips tables.
        folders: Where sets are looked for.
    """
    found = [*_sets(files, read, folders), *(() if texts is None else _tables(files, texts, folders))]
    found += _sheets(files)
    return [
        warning("Y304", f"'{path}' is not read", Span(files.shown(path)), cure)
        for path, cure in sorted(found)[:_SHOWN]
    ]


def _sets(files: FolderFiles, read: Collection[str], folders: SequenceABC[str]) -> Iterator[tuple[str, str]]:
    inside = [path for folder in folders for path in files.names(folder, "")]
    near = [path for path in files.near() if path.split("/")[0] not in {*folders, _OUT}]
    for path in (*inside, *near):
        name = PurePosixPath(path)
        if name.suffix.lower() not in _DATA or path in read or path == GAME_FILE:
            continue
        kind = _found(files, path, _KIND)
        if kind is None:
            continue
        folder = name.parts[0] if len(name.parts) > 1 else ""
        usual = folder if folder in folders else nearest(folder, folders) or f"{kind[1].decode()}s"
        yield path, f"sets are read from {', '.join(folders)}: call it '{usual}/{name.stem}.yaml'"


def _tables(
    files: FolderFiles, texts: SequenceABC[str], folders: SequenceABC[str]
) -> Iterator[tuple[str, str]]:
    for path in (path for folder in folders for path in files.names(folder, "")):
        name = PurePosixPath(path)
        if name.suffix.lower() in _TABLES and not any(name.name in text for text in texts):
            beside = f"{name.parent.as_posix()}/{name.stem}.yaml"
            yield path, f"let a set read it: write 'rows: {name.name}' in {beside}"


def _sheets(files: FolderFiles) -> Iterator[tuple[str, str]]:
    for path in (path for path in files.near() if not path.startswith(f"{_OUT}/")):
        name = PurePosixPath(path)
        if name.suffix.lower() not in _SHEETS or (name.parts[0] == "rulebook" and name.suffix == ".md"):
            continue
        if _found(files, path, _SHEET):
            yield path, f"rule sheets are read from rulebook: call it 'rulebook/{name.stem}.md'"


def _found(files: FolderFiles, path: str, wanted: re.Pattern[bytes]) -> re.Match[bytes] | None:
    try:
        return wanted.search(files.read(path))
    except FileFault:
        return None
