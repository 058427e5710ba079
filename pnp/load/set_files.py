"""The files of a game that hold its sets: which they are, and the sets in them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from pnp.diagnostics import did_you_mean, error, warning
from pnp.load.document import Document, child
from pnp.load.findings import Findings
from pnp.load.kept_sets import KeptSet, KeptSets
from pnp.load.limits import MAX_PIECES
from pnp.load.locate import GAME_FILE
from pnp.load.resolve_set import SetMaker
from pnp.load.source_files import SourceFiles
from pnp.load.unread import unread
from pnp.load.yaml_node import Scalar, Sequence
from pnp.model import ComponentSet, FileFault
from pnp.source import Span

DEFAULT_SETS = (
    "cards/*.yaml", "tiles/*.yaml", "tokens/*.yaml", "standees/*.yaml", "boards/*.yaml", "aids/*.yaml",
)  # fmt: skip
"""Where sets are looked for, in order of printing, when ``game.yaml`` does not say."""


class SetFiles:
    """Finds and reads the sets of a game.

    Args:
        source: Reads files.
        kept: Sets of earlier readings.
        findings: Takes up what is found.
    """

    def __init__(self, source: SourceFiles, kept: KeptSets, findings: Findings) -> None:
        self._source = source
        self._files = source.files
        self._kept = kept
        self._findings = findings

    def sets(self, maker: SetMaker, document: Document) -> tuple[ComponentSet, ...]:
        """All sound sets, in order of printing; what is wrong with the others was noted."""
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
                self._findings.add(
                    error("M133", message, made.span, cure, related=[(first.span, "first here")])
                )
                continue
            pieces += len(made.pieces)
            if pieces > MAX_PIECES:
                message = f"the game has more than {MAX_PIECES:,} pieces"
                self._findings.add(error("M137", message, made.span, "split it into several games"))
                break
        self._tell_unread([path for path, _ in paths], document)
        return tuple(found.values())

    def _tell_unread(self, read: list[str], document: Document) -> None:
        """Warn of sets that nothing reads, where the game leaves it to pnp to find them."""
        if document.root.get("sets") is None:
            folders = [pattern.partition("/")[0] for pattern in DEFAULT_SETS]
            told = {found.code for found in self._findings.all()}
            # What reads a table may be what is at fault.
            tables = not any(code == "Y301" or code.startswith("Y5") for code in told)
            texts = list(self._source.texts_read.values()) if tables else None
            self._findings.add(*unread(self._files, read, texts, folders))

    def _set(self, maker: SetMaker, path: str, span: Span) -> ComponentSet | None:
        """The set in a file, made now or kept from before; None after a fault was noted."""
        data = self._source.data(path, span)
        if data is None:
            return None
        kept = self._kept.get(path, data)
        if kept is not None:
            self._source.texts_read[kept.made.file] = kept.text
            return kept.made
        told, sources = self._findings.told, len(self._source.texts_read)
        document = self._source.read(path, data)
        made = maker.make(document) if document is not None else None
        # Faults have to be told each time, and a table is a file of its own, which may change.
        alone = self._findings.told == told and len(self._source.texts_read) == sources + 1
        text = self._source.texts_read[self._files.shown(path)]
        self._kept.keep(path, KeptSet(data, text, made) if made is not None and alone else None)
        return made

    def paths(self, document: Document | None) -> list[tuple[str, Span]]:
        """The files of pieces, each with the place that asks for it, each once, in order of printing."""
        listed = child(document.root, "sets") if document else None
        game_file = Span(self._files.shown(GAME_FILE))
        if not isinstance(listed, Sequence):
            paths = [path for pattern in DEFAULT_SETS for path in self._files.matching(pattern)]
            if not paths and document is not None:
                cure = "write cards into cards/….yaml, or list the files under 'sets'"
                self._findings.add(warning("Y302", "the game has no pieces yet", game_file, cure))
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
            self._findings.add(error("Y301", str(fault), node.span, fault.cure))
            return []
        if not paths:
            folder = PurePosixPath(node.text).parent.as_posix()
            known = self._files.names("" if folder == "." else folder, ".yaml") or self._files.names(
                "", ".yaml"
            )
            cure = did_you_mean(node.text, known, "files")
            self._findings.add(warning("Y303", f"no file fits '{node.text}'", node.span, cure))
        return paths
