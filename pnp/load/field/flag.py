"""Fields that hold true or false."""

from __future__ import annotations

from typing import Any

from pnp.load.cell import TableCell
from pnp.load.field.kind import EXPRESSION, CountedValue, FieldKind, FieldReader
from pnp.load.yaml.node import Node, Scalar
from pnp.model import Value

# As people and the spreadsheets of cs, pl, fr and de write them.
_TRUE = frozenset(
    ["true", "yes", "y", "x", "1", "✓", "pravda", "ano", "prawda", "tak", "vrai", "oui", "wahr", "ja"]
)
_FALSE = frozenset(
    ["false", "no", "n", "0", "nepravda", "ne", "fałsz", "nie", "faux", "non", "falsch", "nein"]
)


class FlagKind(FieldKind):
    """`true` or `false`; `false` when left out."""

    name = "flag"
    forms = ("flag",)
    samples = ("true", "false")
    counted = True
    widget = "flag"
    wanted = "true or false"
    absent = False
    implied = True
    schema = (
        {"type": "boolean"},
        EXPRESSION,
    )

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> bool:
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, bool):
            cure = "write true or false"
            if isinstance(node, Scalar) and node.text.lower() in ("yes", "no", "on", "off"):
                cure = f"write {'true' if node.text.lower() in ('yes', 'on') else 'false'}"
            raise reader.wrong(node, self.wanted, cure)
        return value

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        return value if isinstance(value, bool) else None

    def count(self, value: bool) -> list[CountedValue]:
        """Yes or no."""
        return [CountedValue("yes" if value else "no")]

    def in_condition(self, node: Node) -> Any:
        """True or false."""
        return node.value if isinstance(node, Scalar) else None

    def _cell(self, cell: TableCell) -> Node:
        word = cell.text.casefold()
        return cell.holding("true" if word in _TRUE else "false" if word in _FALSE else cell.text)
