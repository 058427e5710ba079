"""Fields that hold a text."""

from __future__ import annotations

from pnp.diagnostics import error
from pnp.load.cell import TableCell
from pnp.load.field.kind import NO_VALUE, CountedValue, FieldKind, FieldReader, NewPiece
from pnp.load.yaml.node import Node, Scalar
from pnp.model import Text, Value


class TextKind(FieldKind):
    """Text with inline marks and expressions; translated."""

    name = "text"
    forms = ("text",)
    samples = ("Draw **two** cards.", "'{{ facts.spells }} spells'")
    counted = False
    worded = True
    widget = "text"
    schema = ({"type": ["string", "number"]},)

    def _nothing(self, reader: FieldReader, key: Scalar, node: Scalar) -> Value:
        if node.text:  # the word Null, most likely a name
            cure = f'quote it if the word is meant: "{node.text}"; leave the line out if nothing is'
            raise reader.refuse(error("M101", f"'{reader.field.name}' has no value", node.span, cure))
        return super()._nothing(reader, key, node)

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> Text:
        if not isinstance(node, Scalar):
            raise reader.wrong(node, "text", "quote text that starts with a bracket")
        if not node.style and node.text[:1] in "tTfF" and isinstance(node.value, bool):
            raise reader.wrong(node, "text", f'quote it if the word is meant: "{node.text}"')
        if not node.text and not reader.field.optional:
            raise reader.refuse(error("M101", f"'{reader.field.name}' has no value", key.span, NO_VALUE))
        of_field = f"{reader.kind}.{reader.field.name}"
        return reader.document.text(node, f"{of_field}/{context}" if context else of_field)

    def is_computed(self, node: Node) -> bool:
        """See ``FieldKind``."""
        return False

    def count(self, value: Text) -> list[CountedValue]:
        """The text as it is written, on one line."""
        words = " ".join(value.source.split())
        return [CountedValue(words)] if words else []

    def first(self, of: NewPiece) -> str:
        """The label of the field."""
        return of.words

    def cell(self, cell: TableCell, grouping: str = ",") -> Node:
        """See ``FieldKind``."""
        return cell.holding(cell.text, '"')
