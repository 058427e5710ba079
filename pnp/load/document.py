"""One data file while a game is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.load.cell import Cell
from pnp.load.yaml_node import Mapping, Node, Scalar, span_of
from pnp.load.yaml_origin import origin
from pnp.model import Text
from pnp.source import Origin


@dataclass(frozen=True, slots=True)
class Document:
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

    def origin(self, node: Node) -> Origin:
        """Where the value stands, character by character when it is one text."""
        if type(node) is Scalar:
            return origin(node, self.lines)
        return Origin(span_of(node), node.chunks if isinstance(node, Cell) else ())


def child(node: Node | None, *path: str) -> Node | None:
    """The value at the path of keys; None when there is none."""
    for key in path:
        if not isinstance(node, Mapping):
            return None
        node = node.get(key)
    return node
