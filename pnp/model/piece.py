"""Pieces, the fields that they have, and the sets that hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pnp.diagnostics.diagnostic import Allowance
from pnp.draw import Outline
from pnp.model.size import ONE_PANEL, Panels, Size
from pnp.model.text import TableTranslation, Term, Text
from pnp.model.value import FieldValue
from pnp.source import Origin, Span

PieceKind: TypeAlias = Literal["card", "tile", "token", "standee", "board", "aid"]


Value: TypeAlias = (
    "Text | Term | tuple[Term, ...] | tuple[str | int, ...] | FieldValue | str | int | float | bool | None"
)
"""The value of a field: ``Text`` for text, ``Term``/tuple for terms, ``str`` for icon and picture names."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One printed thing.

    Attributes:
        set_id: Of the set that it belongs to.
        id: Unique within the set; made of the entry's id and the ids of the terms it was repeated for.
        kind: Of the set.
        copies: How many are printed; 0 leaves the piece out.
        fields: Every declared and built-in field by name, None (or empty) where optional and absent.
        layout: Name of the layout of the front.
        back: Name of the layout of the back, or None for no back.
        style: Name of a style variant that layouts may ask for; empty for none.
        size: Trimmed size.
        span: Where the piece's entry begins (its id).
        origins: Where each field's value is written.
        binds: The terms that ``for`` repeated the entry over, by variable name.
        note: The author's comment; never printed.
        number: Running number within the set, from 1, before copies.
    """

    set_id: str
    id: str
    kind: PieceKind
    copies: int
    fields: Mapping[str, Value]
    layout: str
    back: str | None
    style: str
    size: Size
    span: Span
    origins: Mapping[str, Origin] = field(default_factory=dict)
    binds: Mapping[str, Term] = field(default_factory=dict)
    note: str = ""
    number: int = 0

    @property
    def key(self) -> str:
        """``set/piece``, unique within the game."""
        return f"{self.set_id}/{self.id}"

    def member(self, name: str) -> Any:
        """The value that expressions and layouts see under ``name``; fields hide attributes of the piece.

        Raises:
            KeyError: It does not exist.
        """
        if name in self.fields:
            return self.fields[name]
        if name in self.binds:
            return self.binds[name]
        if name in OWN_NAMES:
            return getattr(self, name)
        if name == "set":
            return self.set_id
        if name == "size":
            return {"width": self.size.width.mm, "height": self.size.height.mm}
        raise KeyError(name)

    def members(self) -> list[str]:
        """The names that ``member`` knows, but for ``size``, which would hide a name of the game.

        ``size`` has ``width`` and ``height`` in millimetres.
        """
        return [*self.fields, *(name for name in (*self.binds, *OWN_NAMES, "set") if name not in self.fields)]

    def __hash__(self) -> int:
        return hash(self.key)


OWN_NAMES = ("id", "kind", "copies", "layout", "back", "style", "number", "key")
"""Names of what every piece has besides fields."""


@dataclass(frozen=True, slots=True)
class ComponentSet:
    """A file of pieces that share kind, size, back and layout.

    Attributes:
        id: The file's name without its ending unless the file says otherwise; unique within the game.
        kind: Of all its pieces.
        name: As it is printed on sheets, such as ``Karty zbraní``.
        fields: The declared fields by name, built-in ones included.
        pieces: In the author's order, those with no copies included.
        size: Of its pieces.
        span: Where the set's file begins.
        total: How many pieces the set is said to have (printed copies), or None when it doesn't say.
        file: The file as shown to the author.
        labels: What fields are called on paper, where the set says so; ``label`` gives that of any field.
        total_span: Where ``total`` is written.
        panels: Into which boards of the set's size fold.
        shuffled: The field whose values are the piles that pieces are drawn from; empty for a single pile,
            None for pieces that are not drawn at random.
        shuffled_span: Where ``shuffled`` is written.
        allowed: Warnings that the set and its pieces accept.
        fitted: Whether boards that are larger than a page are printed smaller.
        translations: Texts in other languages that its table has in columns of their own.
    """

    id: str
    kind: PieceKind
    name: Text
    fields: Mapping[str, FieldDeclaration]
    pieces: tuple[Piece, ...]
    size: Size
    span: Span
    file: str
    total: int | None = None
    labels: Mapping[str, Text] = field(default_factory=dict)
    total_span: Span | None = None
    panels: Panels = ONE_PANEL
    shuffled: str | None = None
    shuffled_span: Span | None = None
    allowed: tuple[Allowance, ...] = ()
    fitted: bool = False
    translations: tuple[TableTranslation, ...] = ()

    @property
    def copies(self) -> int:
        """Printed pieces of the set, all copies counted."""
        return sum(piece.copies for piece in self.pieces)

    def panels_of(self, outline: Outline) -> Panels:
        """Into which a piece of that outline folds; pieces with a size of their own do not."""
        return self.panels if outline == self.size.outline else ONE_PANEL

    def label(self, name: str) -> Text:
        """The label of a field on paper: the given one, else its name with spaces for ``-`` and ``_``.

        The latter is no text of the game, so no translation reaches it. A label may be empty.
        """
        given = self.labels.get(name)
        if given is not None:
            return given
        words = name.replace("-", " ").replace("_", " ").strip()
        return Text(words or name, Origin(self.fields[name].span or self.span), "field.name")

    def member(self, name: str) -> Any:
        """The value that expressions and layouts see under ``name``.

        Raises:
            KeyError: It does not exist.
        """
        if name == "total":
            return self.copies
        if name == "labels":
            return {name: self.label(name) for name in self.fields}
        if name == "pieces":
            return tuple(piece for piece in self.pieces if piece.copies)
        if name in ("id", "kind", "name"):
            return getattr(self, name)
        raise KeyError(name)

    def members(self) -> list[str]:
        """All names that ``member`` knows."""
        return ["id", "kind", "labels", "name", "pieces", "total"]


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """The declaration of a field.

    Attributes:
        name: As it is written in the pieces.
        kind: Name of its kind, a key of ``pnp.load.field.FIELD_KINDS``.
        optional: Whether it may be left out (written with a ``?``); it then has the value that its kind calls
            absent.
        vocabulary: Of terms.
        low: Least value of a number.
        high: Greatest value of a number.
        span: Where it is declared; None for the built-in fields.
    """

    name: str
    kind: str
    optional: bool = False
    vocabulary: str | None = None
    low: float | None = None
    high: float | None = None
    span: Span | None = None


BUILT_IN_FIELDS: tuple[FieldDeclaration, ...] = (
    FieldDeclaration("name", "text", optional=True),
    FieldDeclaration("text", "text", optional=True),
    FieldDeclaration("art", "picture", optional=True),
)
"""Fields that every set has without declaring them."""
