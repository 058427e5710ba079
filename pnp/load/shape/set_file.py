"""The shape of a file of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, get_args

from pnp.load.shape.kind import (
    ALLOW,
    ANYTHING,
    COPIES,
    DECLARED,
    EXPRESSION,
    ID,
    IDENTIFIER,
    LABEL,
    SHUFFLED,
    TERM_RANGE,
    TEXT,
    WHOLE,
)
from pnp.load.shape.shape import Between, Choice, MapOf, Nested, Shape, key
from pnp.load.yaml.node import Node
from pnp.model import BUILT_IN_FIELDS
from pnp.model.piece import Kind

_BUILT_IN = frozenset(field.name for field in BUILT_IN_FIELDS)


@dataclass(init=False, eq=False, repr=False)
class PieceEntry(Shape):
    """One entry under `pieces`: a piece, or several with `for`. The set's own fields are keys, too."""

    name: Node = key(ANYTHING, None, doc="Name as it is printed.")
    text: Node = key(ANYTHING, None, doc="Text of the piece, with inline marks and `{{ }}`.")
    art: Node = key(ANYTHING, None, doc="Picture in the game's folder, such as `art/dragon.jpg`.")
    copies: int | str = key(
        COPIES,
        1,
        doc="How many are printed: 0 to 999, or an expression such as `players.max`. 0 leaves it out.",
    )
    extends: str | None = key(TEXT, None, doc="Entry to take everything from that is not given here.")
    for_: Mapping[str, str | list[str]] | None = key(
        MapOf(IDENTIFIER, TERM_RANGE),
        None,
        doc="Repeats the entry: a name of your own to a vocabulary or a list of term ids; several multiply.",
    )
    where: str | None = key(
        EXPRESSION, None, doc="Expression over the `for` names: which repetitions to keep."
    )
    layout: str | None = key(TEXT, None, doc="Layout of the front.")
    back: str | None = key(TEXT, None, doc="Layout of the back; nothing (`null`) for no back.", nullable=True)
    style: str | None = key(TEXT, None, doc="A word that layouts may ask for to draw the piece differently.")
    size: str | None = key(TEXT, None, doc="Named size, or one written out.")
    context: str | None = key(
        TEXT,
        None,
        doc="Sets the texts of this piece apart for translators, where the same words mean two things.",
    )
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")
    allow: Mapping[str, str] = key(
        ALLOW, dict, doc="Warnings to accept in this piece: codes, each with the reason."
    )


ENTRY_KEYS: tuple[str, ...] = tuple(
    name for name, entry in PieceEntry.keys().items() if entry.attribute not in _BUILT_IN
)
"""Keys of an entry that are no fields."""
NOT_DEFAULTS = ("extends", "for", "where")
"""Keys of an entry that cannot be a default of the set."""


@dataclass(init=False, eq=False, repr=False)
class RowsShape(Shape):
    """Where the rows of a set are, when more than the file needs saying."""

    file: str = key(TEXT, doc="The table, beside this file: `.csv`, `.xlsx` or `.ods`.")
    from_: str | None = key(
        TEXT, None, doc="Address of the table for `pnp pull`, such as that of a published sheet."
    )
    sheet: str | None = key(TEXT, None, doc="Sheet of a spreadsheet; the first one when left out.")
    encoding: str | None = key(TEXT, None, doc="Encoding of a `.csv`, such as `cp1250`; UTF-8 when left out.")
    separator: str | None = key(
        Choice(";", ",", "\t", "|"),
        None,
        doc="Separator of the cells of a `.csv`; found by its titles when left out.",
    )
    header: int | None = key(
        Between(1, None, WHOLE), None, doc="Number of the row with the titles; found when left out."
    )
    where: str | None = key(
        EXPRESSION, None, doc="Expression over the columns: which rows are pieces, such as `name != 'Sum'`."
    )


@dataclass(init=False, eq=False, repr=False)
class SetFile(Shape):
    """A file of pieces. Keys that begin with `_` are skipped: keep values to reuse by alias there."""

    PARKS: ClassVar[bool] = True

    id: str | None = key(ID, None, doc="Id of the set; the file's name without its ending when left out.")
    kind: Kind = key(
        Choice(*get_args(Kind)),
        doc="Kind of the pieces; it chooses the layout and the place in expressions (`cards`, `tiles`, …).",
        stopgap="card",
    )
    name: str | None = key(TEXT, None, doc="Name of the set as it is printed on sheets.")
    layout: str | None = key(
        TEXT, None, doc="Layout of the fronts; the built-in one of the kind when left out."
    )
    back: str | None = key(TEXT, None, doc="Layout of the backs; none when left out.", nullable=True)
    size: str | None = key(
        TEXT,
        None,
        doc="Named size, or one written out; when left out the size named like the kind, else `poker`"
        " for cards and aids.",
    )
    panels: str | None = key(
        TEXT,
        None,
        doc="Into how many equal parts a board folds, across and down, such as `2x1`; each is printed by "
        "itself.",
    )
    fit: str | None = key(
        Choice("page"),
        None,
        doc="`page` prints boards that are larger than a page smaller, so that they stay whole.",
    )
    style: str | None = key(TEXT, None, doc="A word that layouts may ask for.")
    shuffled: bool | str = key(
        SHUFFLED,
        False,
        doc="`true` if pieces are drawn at random, or the field whose values are the piles: all pieces of a "
        "pile must then show the same back.",
    )
    fields: Mapping[str, str] = key(
        MapOf(ID, DECLARED),
        dict,
        doc="Fields of the pieces and what they hold, such as `term weapon`, `number 1..9` or `text?`.",
    )
    labels: Mapping[str, str | None] = key(
        MapOf(ID, LABEL, empty=True),
        dict,
        doc="Names of fields on paper, in the game's language; translated. `null` prints nothing.",
    )
    defaults: Mapping[str, Node] = key(
        MapOf(TEXT, ANYTHING), dict, doc="Values for every piece that does not give its own."
    )
    total: int | str | None = key(
        COPIES,
        None,
        doc="How many pieces are printed from this set, all copies counted, or an expression for it; checked.",
    )
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")
    allow: Mapping[str, str] = key(
        ALLOW, dict, doc="Warnings to accept in this set: codes, each with the reason."
    )
    rows: RowsShape | None = key(
        Nested(RowsShape, alone="file"),
        None,
        doc="A table with one piece in each row, such as `weapons.xlsx`; it comes after `pieces`.",
    )
    columns: Mapping[str, str | None] = key(
        MapOf(TEXT, TEXT, empty=True),
        dict,
        doc="Titles of the table's columns to the fields that they fill; `null` skips a column.",
    )
    pieces: Mapping[str, Node] = key(
        MapOf(ID, ANYTHING), dict, doc="The pieces by id, in the order of printing."
    )
