"""Fields that hold a name: of an icon, or of a picture in the game's folder."""

from __future__ import annotations

import re
from collections.abc import Sequence as SequenceABC
from typing import Any

from pnp.diagnostics import error
from pnp.load.field.kind import EXPRESSION, NO_VALUE, FieldKind, FieldReader, NewPiece, Schema
from pnp.load.yaml.node import Node, Scalar
from pnp.model import FieldDeclaration, Term, Value

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
