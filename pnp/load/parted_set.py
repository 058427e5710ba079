"""Sets of large files, made of the parts that earlier runs have read and of those that are new."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import PurePosixPath

from pnp.load.document import Document
from pnp.load.findings import Findings
from pnp.load.kept import Readings
from pnp.load.kept.nodes import PartReader
from pnp.load.kept.parts import SHORTEST, Part, parts
from pnp.load.kept.pieces import LatePart, PieceRows, piece_row, rows_decoded
from pnp.load.limits import MAX_NODES, MAX_PIECES
from pnp.load.resolve_set import SetHead, SetMaker
from pnp.load.yaml_node import Mapping
from pnp.model import ComponentSet, Piece
from pnp.named_tuple import NamedTuple
from pnp.source import Span

_ELSEWHERE = frozenset({"extends", "for", "where"})
"""Keys of entries that may look at other parts, or come to several pieces."""


class _Found(NamedTuple):
    """A part, with its pieces where they are kept, or else its entries and how many nodes they are."""

    part: Part
    rows: PieceRows | None
    below: Mapping | None = None
    nodes: int = 0

    @property
    def ids(self) -> Collection[str]:
        """Of the entries."""
        return self.below.entries.keys() if self.below is not None else self.rows.ids if self.rows else ()

    @property
    def column(self) -> int | None:
        """In which the entries begin; None when the part is not sound on its own."""
        return self.below.start.column if self.below is not None else self.rows.column if self.rows else None


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
    """

    def __init__(
        self, readings: Readings, game_file: bytes, language: str, maker: SetMaker, findings: Findings
    ) -> None:
        self._readings = readings
        self._game = hashlib.sha256(game_file).hexdigest()
        self._language = language
        self._maker = maker
        self._findings = findings

    def worth(self, data: bytes) -> bool:
        """Whether a file with this content may have several parts, and those be kept."""
        return self._readings.store.folder is not None and len(data) >= SHORTEST

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
        waiting: dict[str, PieceRows] = {}
        made = self._made(text, file, reader, cut, waiting)
        if made is None or self._findings.told != told:
            self._findings.forget(told, known)
            return None
        for key, rows in waiting.items():
            self._readings.store.put(key, rows.coded())
        return made

    def _made(
        self, text: str, file: str, reader: PartReader, cut: list[Part], waiting: dict[str, PieceRows]
    ) -> ComponentSet | None:
        """The set; what may be kept of its new parts, once it has turned out to be sound, is put into ``waiting``."""
        root = reader.head(cut[0])
        if root is None or "rows" in root.entries or "pieces" not in root.entries:
            return None
        names = (self._readings.stamp_of_pieces, self._game, PurePosixPath(file).stem, cut[0].text)
        ground = hashlib.sha256("\n".join(names).encode("utf-8", "surrogatepass")).hexdigest()
        found = [self._found(part, ground, reader) for part in cut[1:]]
        entries = _together(found, root)
        nodes = reader.count + sum(each.rows.nodes for each in found if each.rows is not None)
        if entries is None or nodes > MAX_NODES:
            return None
        document = Document(file, text.split("\n"), _with(root, entries))
        head = self._maker.head(document)
        new = {entry.id: pieces for entry, pieces in self._maker.pieces(head, document)}
        every: list[Piece] = []
        printed = 0
        for each in found:
            if each.rows is not None:
                pieces = self._late(head, each.part, each.rows, printed, reader)
            else:
                pieces = [piece for name in each.ids for piece in new.get(name, ())]
                kept = self._rows(each, head, new)
                if kept is not None:
                    waiting[_key(ground, each.part)] = kept
            printed += sum([piece.copies > 0 for piece in pieces])
            every += pieces
        return self._maker.made(head, every) if len(every) <= MAX_PIECES else None

    def _found(self, part: Part, ground: str, reader: PartReader) -> _Found:
        data = self._readings.store.get(_key(ground, part))
        rows = None if data is None else rows_decoded(data)
        if rows is not None:
            return _Found(part, rows)
        before = reader.count
        below = reader.below(part)
        return _Found(part, None, below, reader.count - before)

    def _late(
        self, head: SetHead, part: Part, rows: PieceRows, printed: int, reader: PartReader
    ) -> list[Piece]:
        """The pieces of a part that is kept; so many come before it."""
        file, shape = head.document.file, head.shape
        model = Piece(head.id, "", shape.kind, 1, {}, "", None, "", head.size, Span(file))
        read = partial(self._read, head, part, reader)
        return LatePart(model, rows.rows, part.first, printed, read).pieces

    def _read(self, head: SetHead, part: Part, reader: PartReader) -> list[Piece]:
        """The pieces of a part that was sound when it was kept, read again."""
        below = reader.below(part)
        assert below is not None, "what was sound on its own is so again"
        document = head.document
        own = Document(document.file, document.lines, _with(document.root, below))
        return [piece for _, pieces in self._maker.pieces(head, own) for piece in pieces]

    def _rows(self, found: _Found, head: SetHead, new: dict[str, list[Piece]]) -> PieceRows | None:
        """The pieces of a part, where it has to do with no other and each entry is one of them."""
        part, below, rows = found.part, found.below, []
        assert below is not None, "it was read"
        for name, (_, node) in below.entries.items():
            pieces = new.get(name, ())
            if len(pieces) != 1 or (isinstance(node, Mapping) and _ELSEWHERE & node.entries.keys()):
                return None
            (piece,) = pieces
            if piece.size is not head.size or piece.binds or piece.id != name:
                return None
            rows.append(piece_row(piece, part.first, self._language))
        return PieceRows(below.start.column, found.nodes, rows)


def _key(ground: str, part: Part) -> str:
    return f"pieces {ground} {hashlib.sha256(part.text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _together(found: Sequence[_Found], root: Mapping) -> Mapping | None:
    """The entries of the parts that are new; None when a part is not sound, or two of them do not fit together."""
    entries = Mapping(root.file, root.start, flow=False)
    seen: set[str] = set()
    for each in found:
        if each.column is None or each.column != found[0].column or not seen.isdisjoint(each.ids):
            return None
        seen.update(each.ids)
        if each.below is not None:
            if not entries.entries:
                entries.start = each.below.start
            entries.entries.update(each.below.entries)
            entries.end = each.below.end
    return entries


def _with(root: Mapping, pieces: Mapping) -> Mapping:
    """The root of a file with those entries."""
    made = Mapping(root.file, root.start, root.flow)
    made.end = root.end
    made.entries = {**root.entries, "pieces": (root.entries["pieces"][0], pieces)}
    return made
