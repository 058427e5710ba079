"""The shape of a file of pieces."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from pnp.load.shape.kind import AsTyped, Copies, Declared, Id, Identifier, Label, Shape, TermRange, told
from pnp.load.shape.value import rows as read_rows


class PieceEntry(Shape):
    """One entry under `pieces`: a piece, or several when it has a `for`. The set's own fields stand beside these keys."""

    NULLABLE: ClassVar[frozenset[str]] = frozenset({"back"})

    name: Any = Field(None, description="Name as it is printed.")
    text: Any = Field(None, description="Text of the piece, with inline marks and `{{ }}`.")
    art: Any = Field(None, description="Picture in the game's folder, such as `art/dragon.jpg`.")
    copies: Copies = Field(
        1,
        description="How many are printed: 0 to 999, or an expression such as `players.max`. 0 leaves it out.",
    )
    extends: AsTyped | None = Field(None, description="Entry to take everything from that is not given here.")
    for_: dict[Identifier, TermRange] | None = Field(
        None,
        description="Repeats the entry: a name of your own to a vocabulary or a list of term ids; several multiply.",
    )
    where: AsTyped | None = Field(
        None, description="Expression over the `for` names: which repetitions to keep."
    )
    layout: AsTyped | None = Field(None, description="Layout of the front.")
    back: AsTyped | None = Field(None, description="Layout of the back; nothing (`null`) for no back.")
    style: AsTyped | None = Field(
        None, description="A word that layouts may ask for to draw the piece differently."
    )
    size: AsTyped | None = Field(None, description="Named size, or one written out.")
    context: AsTyped | None = Field(
        None,
        description="Sets the texts of this piece apart for translators, where the same words mean two things.",
    )
    note: AsTyped = Field("", description="Remark for yourself; never printed.")


class RowsShape(Shape):
    """Where the rows of a set are, when more than the file needs saying."""

    file: AsTyped = Field(description="The table, beside this file: `.csv`, `.xlsx` or `.ods`.")
    sheet: AsTyped | None = Field(None, description="Sheet of a spreadsheet; the first one when left out.")
    encoding: AsTyped | None = Field(
        None, description="Encoding of a `.csv`, such as `cp1250`; UTF-8 when left out."
    )
    separator: Literal[";", ",", "\t", "|"] | None = Field(
        None, description="What parts the cells of a `.csv`; found by its titles when left out."
    )
    header: int | None = Field(
        None, ge=1, description="Number of the row with the titles; found when left out."
    )


class SetFile(Shape):
    """What a file of pieces holds. Keys that begin with `_` are passed over: keep values to reuse by alias there."""

    PARKS: ClassVar[bool] = True
    NULLABLE: ClassVar[frozenset[str]] = frozenset({"back"})

    id: Id | None = Field(
        None, description="Id of the set; the file's name without its ending when left out."
    )
    kind: Literal["card", "tile", "token", "standee", "board", "aid"] = Field(
        description="What the pieces are; it chooses the layout and the place in expressions (`cards`, `tiles`, …)."
    )
    name: AsTyped | None = Field(None, description="Name of the set as it is printed on sheets.")
    layout: AsTyped | None = Field(
        None, description="Layout of the fronts; the built-in one of the kind when left out."
    )
    back: AsTyped | None = Field(None, description="Layout of the backs; none when left out.")
    size: AsTyped | None = Field(
        None,
        description="Named size, or one written out; when left out the size named like the kind, else `poker`"
        " for cards and aids.",
    )
    panels: AsTyped | None = Field(
        None,
        description="Into how many equal parts a board folds, across and down, such as `2x1`; each is printed by itself.",
    )
    style: AsTyped | None = Field(None, description="A word that layouts may ask for.")
    fields: dict[Id, Declared] = Field(
        default_factory=dict,
        description="Fields of the pieces and what they hold, such as `term weapon`, `number 1..9` or `text?`.",
    )
    labels: dict[Id, Label | None] = Field(
        default_factory=dict,
        description="What fields are called on paper, in the game's language; translated. `null` prints nothing.",
    )
    defaults: dict[AsTyped, Any] = Field(
        default_factory=dict, description="Values for every piece that does not give its own."
    )
    total: int | None = Field(
        None, ge=0, description="How many pieces are printed from this set, all copies counted; checked."
    )
    note: AsTyped = Field("", description="Remark for yourself; never printed.")
    rows: Annotated[RowsShape, BeforeValidator(told(read_rows))] | None = Field(
        None,
        description="A table with one piece in each row, such as `weapons.xlsx`; it comes behind `pieces`.",
    )
    columns: dict[AsTyped, AsTyped | None] = Field(
        default_factory=dict,
        description="Titles of the table's columns to the fields that they fill; `null` passes a column over.",
    )
    pieces: dict[Id, Any] = Field(
        default_factory=dict, description="The pieces by id, in the order of printing."
    )
