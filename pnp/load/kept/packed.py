"""Nodes of YAML as bytes, and back.

Two parts: six numbers for each node in the order of the file, and all texts, with a NUL between two. Reading them runs
nothing and makes nothing but nodes, whatever the bytes are; ``pickle`` and ``marshal`` do not promise that, and JSON takes
four times as long.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator

from pnp.load.yaml_node import Mapping, Node, Scalar, Sequence

_STYLES = {0: "", 1: "'", 2: '"', 3: "|", 4: ">"}
_KINDS = {style: kind for kind, style in _STYLES.items()}
_MAPPING, _SEQUENCE, _FLOW = 8, 16, 32
_FLOWS = {_MAPPING: False, _SEQUENCE: False, _MAPPING | _FLOW: True, _SEQUENCE | _FLOW: True}
_WIDTH = 6
_NUMBER = "i"


class Place:
    """A place in a file; see ``Mark``."""

    __slots__ = ("column", "line")

    index = -1
    """Only known, and only needed, while a text is composed."""

    def __init__(self, line: int, column: int) -> None:
        self.line = line
        self.column = column


def pack(root: Node, first: int = 0) -> bytes | None:
    """The node with all that is in it; None where a text holds the sign that separates texts.

    Aliases must have been ruled out: what two places share would come back as two.

    Args:
        root: The node.
        first: Lines that come before its part of the file.
    """
    counted: list[int] = []
    texts: list[str] = []
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        start, end = node.start, node.end
        if isinstance(node, Scalar):
            kind, size = _KINDS[node.style], 0
            texts.append(node.text)
        elif isinstance(node, Mapping):
            kind, size = _MAPPING | _FLOW if node.flow else _MAPPING, len(node.entries)
            for entry in reversed(node.entries.values()):
                pending += entry[::-1]
        else:
            kind, size = _SEQUENCE | _FLOW if node.flow else _SEQUENCE, len(node.items)
            pending += node.items[::-1]
        counted += (kind, size, start.line - first, start.column, end.line - first, end.column)
    joined = "\0".join(texts)
    if joined.count("\0") != max(len(texts) - 1, 0):
        return None
    # Quicker than an array, which takes each number for an argument of its own.
    numbers = struct.pack(f"<{len(counted)}i", *counted)
    return len(counted).to_bytes(8, "little") + numbers + joined.encode("utf-8", "surrogatepass")


def unpack(data: bytes, file: str, first: int = 0) -> Node:
    """The node that was packed.

    Args:
        data: As ``pack`` gave it.
        file: That the nodes stand in, as shown to the author.
        first: Lines that come before it in the file.

    Raises:
        ValueError: The bytes are no nodes.
    """
    numbers = array(_NUMBER)
    end = 8 + int.from_bytes(data[:8], "little") * numbers.itemsize
    numbers.frombytes(data[8:end])
    if sys.byteorder == "big":
        numbers.byteswap()
    texts = data[end:].decode("utf-8", "surrogatepass").split("\0")
    unpacker = _Unpacker(numbers, texts, file, first)
    try:
        root = unpacker.node()
    except (StopIteration, KeyError, RecursionError):
        raise ValueError("no nodes") from None
    if unpacker.left:
        raise ValueError("no nodes")
    return root


def node_count(data: bytes) -> int:
    """How many nodes were packed."""
    return int.from_bytes(data[:8], "little") // _WIDTH


class _Unpacker:
    def __init__(self, numbers: array[int], texts: list[str], file: str, first: int) -> None:
        self._rows: Iterator[tuple[int, ...]] = zip(*[iter(numbers)] * _WIDTH, strict=False)
        self._texts = iter(texts)
        self._file = file
        self._first = first

    @property
    def left(self) -> bool:
        """Whether something is left that belongs to no node."""
        return next(self._rows, None) is not None or bool(next(self._texts, ""))

    def node(self) -> Node:
        kind, size, line, column, end_line, end_column = next(self._rows)
        start, end = Place(line + self._first, column), Place(end_line + self._first, end_column)
        if kind not in _FLOWS:
            return Scalar(self._file, next(self._texts), _STYLES[kind], start, end)
        flow = _FLOWS[kind]
        if kind in (_MAPPING, _MAPPING | _FLOW):
            mapping = Mapping(self._file, start, flow)
            mapping.end = end
            for _ in range(size):
                key = self.node()
                if not isinstance(key, Scalar):
                    raise ValueError("no nodes")
                mapping.entries[key.text] = (key, self.node())
            return mapping
        sequence = Sequence(self._file, start, flow)
        sequence.end = end
        sequence.items = [self.node() for _ in range(size)]
        return sequence
