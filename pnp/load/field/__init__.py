"""Kinds of fields: objects that say how a field is declared, read, computed, counted and described.

A new kind is a class of ``FieldKind`` in a module of this package, listed in ``FIELD_KINDS``.
``tests/load/test_field_kinds.py`` says what it lacks, and ``pnp.load.reference`` writes its row in
``docs/data.md``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from pnp.load.field.kind import CountedValue, FieldKind, NewPiece
from pnp.load.field.number import DecimalKind, NumberKind
from pnp.load.field.sequence import ListKind, SidesKind
from pnp.load.field.term import TermKind, TermsKind
from pnp.load.field.text import FlagKind, IconKind, PictureKind, TextKind

FIELD_KINDS: Mapping[str, FieldKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            TextKind(),
            NumberKind(),
            DecimalKind(),
            FlagKind(),
            TermKind(),
            TermsKind(),
            IconKind(),
            PictureKind(),
            SidesKind(),
            ListKind(),
        )
    }
)
"""The kinds of fields by their names, in the order in which they are offered."""

__all__ = ["FIELD_KINDS", "CountedValue", "FieldKind", "NewPiece"]
