"""Fields that hold one thing: a text, true or false, the name of an icon or picture."""

from __future__ import annotations

import re
from collections.abc import Sequence as SequenceABC
from typing import Any

from pnp.diagnostics import error
from pnp.load.field.kind import EXPRESSION, NO_VALUE, CountedValue, FieldKind, FieldReader, NewPiece
from pnp.load.shape.shape import Schema
from pnp.load.yaml.node import Node, Scalar, TableCell
from pnp.model import FieldDeclaration, Term, Text, Value


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


_BLANK = re.compile(r"[\t\n]")
"""Other control characters are refused where the file is read."""


class PictureKind(FieldKind):
    """Path of a picture in the game's folder."""

    name = "picture"
    forms = ("picture",)
    samples = ("art/bow.png",)
    counted = False
    wanted = "the path of a picture"
    widget = "picture"
    hint = "A file of the folder art"
    mixed = True
    schema = ({"type": "string"},)

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> str:
        if not isinstance(node, Scalar) or isinstance(node.value, bool):
            raise reader.wrong(node, self.wanted, "quote it if the word is meant")
        if match := _BLANK.search(node.text):
            raise reader.control(node, match.group())
        if not node.text and not reader.field.optional:
            raise reader.refuse(error("M101", f"'{reader.field.name}' has no value", node.span, NO_VALUE))
        return node.text

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        return value if isinstance(value, str) else None

    def first(self, of: NewPiece) -> str:
        """The name in another piece, else the one that the page offers."""
        return next(iter(of.used), of.chosen)


class IconKind(PictureKind):
    """Name of an icon."""

    name = "icon"
    forms = ("icon",)
    samples = ("broadsword",)
    wanted = "the name of an icon"
    widget = "icon"
    hint = ""

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        return value.icon if isinstance(value, Term) else super()._fit(reader, value, node)

    def schemas(
        self, field: FieldDeclaration, terms: SequenceABC[str], icons: SequenceABC[str]
    ) -> list[Schema]:
        """See ``FieldKind``."""
        return [{"enum": sorted(icons)} if icons else {"type": "string"}, EXPRESSION]
