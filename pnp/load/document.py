"""One data file: from its bytes to nodes, and while a game is built from it."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingABC
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.diagnostics.allowance import Allowance
from pnp.load.decode import blanked, decode, is_readable
from pnp.load.yaml.compose import compose
from pnp.load.yaml.node import Mapping, Node, Scalar, TableCell, origin, span_of
from pnp.model import Text
from pnp.source import Origin, Span


class DataFile(NamedTuple):
    """A data file that could be read.

    Attributes:
        file: As shown to the author.
        lines: Of its text, for the places of characters.
        root: Its keys and values.
    """

    file: str
    lines: list[str]
    root: Mapping

    def text(self, node: Scalar, context: str) -> Text:
        """The value as a text of the game, exactly as it was typed."""
        return Text(node.text, self.origin(node), context)

    def span(self, *path: str) -> Span | None:
        """Where the value at a path of keys is written; None if missing."""
        node = child(self.root, *path)
        return None if node is None else node.span

    def place(self, *path: str) -> Span:
        """The same; without a value where the file begins."""
        return self.span(*path) or self.root.span

    def origin(self, node: Node) -> Origin:
        """Where the value is written, character by character when it is one text."""
        if type(node) is Scalar:
            return origin(node, self.lines)
        return Origin(span_of(node), node.chunks if isinstance(node, TableCell) else ())


def child(node: Node | None, *path: str) -> Node | None:
    """The value at the path of keys; None if it does not exist."""
    for key in path:
        if not isinstance(node, Mapping):
            return None
        node = node.get(key)
    return node


_GLUED = re.compile(r"[^\W\d][\w-]*:(?=[^\s:/\\])")


class Read(NamedTuple):
    """A file once read: its text for excerpts, its root when that is a mapping, and its faults."""

    text: str
    root: Mapping | None
    found: list[Diagnostic]

    def document(self, file: str) -> DataFile | None:
        """The file under the name that is shown; None if its root is no mapping."""
        return None if self.root is None else DataFile(file, self.text.split("\n"), self.root)


def read_yaml(data: bytes, file: str) -> Read:
    """The root mapping of a data file.

    Args:
        data: The file's content.
        file: Its name as shown to the author.
    """
    text, found = decode(data, file)
    if not is_readable(found):
        return Read(text, None, found)
    node, faults = compose(blanked(text), file)
    found = [*found, *faults]
    if isinstance(node, Mapping):
        return Read(text, node, found)
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
