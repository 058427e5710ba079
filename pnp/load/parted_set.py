"""Sets of large files, made of the parts that earlier runs have read and of those that are new."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import NamedTuple

from pnp.load.document import Document
from pnp.load.findings import Findings
from pnp.load.kept import Readings
from pnp.load.kept.nodes import PartReader
from pnp.load.kept.parts import SHORTEST, Part, parts
from pnp.load.kept.pieces import LatePart, PieceRows, piece_row, rows_decoded
from pnp.load.limits import MAX_NODES, MAX_PIECES
from pnp.load.resolve_set import SetHead, SetMaker
from pnp.load.yaml_node import Mapping
from pnp.model import ComponentSet, Piece, Text
from pnp.source import Chunk, Origin, Span

_ELSEWHERE = frozenset({"extends", "for", "where"})
"""Keys of entries that may look at other parts, or come to several pieces."""


_WORTH_SHARING = 8
"""Parts for each process from which on another one saves more time than it costs."""

_BUNDLE = 2
"""Parts that a process takes at once: enough to keep talk rare, few enough for all to end together."""


class _PartRead(NamedTuple):
    """A part that was read on its own without a word.

    Attributes:
        column: In which its entries begin.
        nodes: How many it has.
        ids: Of its entries.
        pieces: Of all of them, in order.
    """

    column: int
    nodes: int
    ids: list[str]
    pieces: list[Piece]


class PartedSets:
    """Makes sets of one game part by part.

    What a part comes to follows from what it says, from the head of its file and from ``game.yaml``; so that is what its pieces are
    kept under. Only sound parts are: where anything is told, or parts have to do with one another, there is no set, and the
    file is read as ever.

    Args:
        readings: Of earlier runs.
        game_file: What ``game.yaml`` holds.
        language: Of the game.
        maker: Of the sets.
        findings: Those of the maker; what is told on the way to nothing is forgotten.
        jobs: Processes at most that read.
        meanwhile: What this one does while others have begun.
    """

    def __init__(
        self,
        readings: Readings,
        game_file: bytes,
        language: str,
        maker: SetMaker,
        findings: Findings,
        jobs: int,
        meanwhile: Callable[[], None] | None,
    ) -> None:
        self._jobs, self._meanwhile = jobs, meanwhile
        self._readings = readings
        self._game = hashlib.sha256(game_file).hexdigest()
        self._language = language
        self._maker = maker
        self._findings = findings

    def worth(self, data: bytes) -> bool:
        """Whether a file with this content may have several parts."""
        return len(data) >= SHORTEST

    def make(self, text: str, file: str) -> ComponentSet | None:
        """The set of a file; None where it has to be read at once.

        Args:
            text: Of the file, without a fault.
            file: Its name as shown to the author.
        """
        reader = self._readings.parts(file)
        cut = parts(text) if reader is not None else []
        if reader is None or len(cut) < 2:
            return None
        told, known = self._findings.told, len(self._findings)
        made = self._made(text, file, reader, cut)
        if made is None or self._findings.told != told:
            self._findings.forget(told, known)
            return None
        return made

    def _made(self, text: str, file: str, reader: PartReader, cut: list[Part]) -> ComponentSet | None:
        root = reader.head(cut[0])
        if root is None or "rows" in root.entries or "pieces" not in root.entries:
            return None
        names = (self._readings.stamp_of_pieces, self._game, PurePosixPath(file).stem, cut[0].text)
        ground = hashlib.sha256("\n".join(names).encode("utf-8", "surrogatepass")).hexdigest()
        document = Document(file, text.split("\n"), _with(root, Mapping(file, root.start, flow=False)))
        rows = [self._kept(part, ground) for part in cut[1:]]
        new = [part for part, kept in zip(cut[1:], rows, strict=True) if kept is None]
        read = iter(self._read(new, ground, document, reader))
        found = [kept or next(read) for kept in rows]
        if not _together(found):
            return None
        head = self._maker.head(document)
        every: list[Piece] = []
        printed = 0
        for part, each in zip(cut[1:], found, strict=True):
            assert each is not None, "they are all sound"
            pieces = (
                self._late(head, part, each, printed, reader) if isinstance(each, PieceRows) else each.pieces
            )
            printed += sum([piece.copies > 0 for piece in pieces])
            every += pieces
        return self._maker.made(head, every) if len(every) <= MAX_PIECES else None

    def _kept(self, part: Part, ground: str) -> PieceRows | None:
        """The pieces of a part that earlier runs have made."""
        data = self._readings.store.get(_key(ground, part))
        return None if data is None else rows_decoded(data)

    def _read(
        self, new: Sequence[Part], ground: str, document: Document, reader: PartReader
    ) -> list[_PartRead | None]:
        """The parts, read on their own by as many processes as are worth it; with one that is not sound others are None too."""
        sound = True

        def read(number: int) -> _PartRead | None:
            nonlocal sound
            found = self._part_read(new[number], ground, document, reader) if sound else None
            sound = found is not None
            return found

        jobs = min(self._jobs, len(new) // _WORTH_SHARING)
        if jobs < 2:
            return [read(number) for number in range(len(new))]
        from pnp.crew.packet import Wire
        from pnp.crew.sharing import sharing

        wire = Wire(apart=(Piece, Text, Span, Origin, Chunk))
        with sharing(read, len(new), jobs, wire, bundle=_BUNDLE) as shared:
            if self._meanwhile is not None:
                self._meanwhile()
            return shared(lambda _: None)

    def _part_read(self, part: Part, ground: str, document: Document, reader: PartReader) -> _PartRead | None:
        """A part as if there were no other; what may be kept of it is. None when it is not sound."""
        before, told = reader.count, self._findings.told
        below = reader.below(part)
        if below is None:
            return None
        own = Document(document.file, document.lines, _with(document.root, below))
        head = self._maker.head(own)
        made = list(self._maker.pieces(head, own, part.entries))
        if self._findings.told != told:
            return None
        found = _PartRead(
            below.start.column,
            reader.count - before,
            [*below.entries],
            [piece for _, pieces in made for piece in pieces],
        )
        rows = self._rows(part, found, below, head)
        if rows is not None:
            self._readings.store.put(_key(ground, part), rows.coded())
        return found

    def _late(
        self, head: SetHead, part: Part, rows: PieceRows, printed: int, reader: PartReader
    ) -> list[Piece]:
        """The pieces of a part that is kept; so many come before it."""
        file, shape = head.document.file, head.shape
        model = Piece(head.id, "", shape.kind, 1, {}, "", None, "", head.size, Span(file))
        read = partial(self._again, head, part, reader)
        return LatePart(model, rows.rows, part.first, printed, read).pieces

    def _again(self, head: SetHead, part: Part, reader: PartReader) -> list[Piece]:
        """The pieces of a part that was sound when it was kept, read again."""
        below = reader.below(part)
        assert below is not None, "what was sound on its own is so again"
        document = head.document
        own = Document(document.file, document.lines, _with(document.root, below))
        return [piece for _, pieces in self._maker.pieces(head, own) for piece in pieces]

    def _rows(self, part: Part, found: _PartRead, below: Mapping, head: SetHead) -> PieceRows | None:
        """The pieces of a part, where each entry is one of them and says all of it itself."""
        if len(found.pieces) != len(found.ids):
            return None
        for piece, (name, (_, node)) in zip(found.pieces, below.entries.items(), strict=True):
            if isinstance(node, Mapping) and _ELSEWHERE & node.entries.keys():
                return None
            if piece.size is not head.size or piece.binds or piece.id != name:
                return None
        rows = [piece_row(piece, part.first, self._language) for piece in found.pieces]
        return PieceRows(found.column, found.nodes, rows)


def _key(ground: str, part: Part) -> str:
    return f"pieces {ground} {hashlib.sha256(part.text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _together(found: Sequence[_PartRead | PieceRows | None]) -> bool:
    """Whether all parts are sound and fit together."""
    seen: set[str] = set()
    nodes = 0
    for each in found:
        if each is None or found[0] is None or each.column != found[0].column:
            return False
        if not seen.isdisjoint(each.ids):
            return False
        seen.update(each.ids)
        nodes += each.nodes
    return nodes <= MAX_NODES


def _with(root: Mapping, pieces: Mapping) -> Mapping:
    """The root of a file with those entries."""
    made = Mapping(root.file, root.start, root.flow)
    made.end = root.end
    made.entries = {**root.entries, "pieces": (root.entries["pieces"][0], pieces)}
    return made
