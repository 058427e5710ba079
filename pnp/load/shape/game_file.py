"""The shapes of game.yaml and of files of pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from pnp.colour import Colour
from pnp.load.shape.kind import (
    ALLOW,
    ANYTHING,
    AXES,
    CLAIM_ID,
    COLOUR,
    COPIES,
    DECLARED,
    EXPRESSION,
    FEATURES,
    FLAG,
    GAME_ID,
    ID,
    IDENTIFIER,
    LABEL,
    LANGUAGE,
    LENGTH,
    NUMBER,
    PLAYERS,
    SHUFFLED,
    SIZE,
    TERM_RANGE,
    TEXT,
    WEIGHT,
    WHOLE,
)
from pnp.load.shape.print_file import PrintShape
from pnp.load.shape.shape import Between, Choice, ListOf, MapOf, Nested, Shape, key
from pnp.load.yaml.node import Node
from pnp.model import BUILT_IN_FIELDS, Size
from pnp.model.piece import PieceKind
from pnp.units import Length


@dataclass(init=False, eq=False, repr=False)
class SourceShape(Shape):
    """A document that facts and claims are taken from."""

    title: str = key(TEXT, doc="Title of the document.")
    date: str = key(TEXT, "", doc="Date or year of the edition.")
    author: str = key(TEXT, "", doc="Who wrote it.")
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")


@dataclass(init=False, eq=False, repr=False)
class StyleShape(Shape):
    """A named style of text. Missing keys come from `extends`, or from the standard style of that name."""

    extends: str | None = key(TEXT, None, doc="Style to start from.")
    font: str | None = key(TEXT, None, doc="Font family.")
    weight: int | None = key(WEIGHT, None, doc="Boldness from 1 to 1000; 400 is regular, 700 bold.")
    italic: bool | None = key(FLAG, None, doc="Whether slanted.")
    size: Length | None = key(LENGTH, None, doc="Type size, such as `8.5pt`.")
    min_size: Length | None = key(LENGTH, None, doc="Smallest size that fitting may go down to.")
    leading: float | None = key(Between(0.8, 3, NUMBER), None, doc="Line distance as a multiple of the size.")
    colour: Colour | None = key(COLOUR, None, doc="Colour of the letters.")
    align: str | None = key(Choice("left", "center", "right", "justify"), None, doc="Sideways alignment.")
    valign: str | None = key(Choice("top", "middle", "bottom"), None, doc="Place of the text in its box.")
    tracking: float | None = key(
        Between(-100, 500, NUMBER), None, doc="Extra space between letters in thousandths of the size."
    )
    hyphenate: bool | None = key(FLAG, None, doc="Whether words may be divided.")
    case: str | None = key(Choice("as-is", "upper"), None, doc="`upper` sets everything in capitals.")
    figures: str | None = key(Choice("default", "tabular"), None, doc="`tabular` gives all digits one width.")
    features: tuple[tuple[str, int], ...] | None = key(
        FEATURES, None, doc="OpenType features, such as `smcp, onum`; `liga=0` turns one off."
    )
    axes: tuple[tuple[str, float], ...] | None = key(
        AXES, None, doc="Axes of a variable font, such as `wdth=80, opsz=12`."
    )
    paragraph_gap: float | None = key(
        Between(0, 5, NUMBER), None, doc="Space between paragraphs as a multiple of the size."
    )
    term_style: str | None = key(
        Choice("plain", "bold", "colour", "icon"), None, doc="How `[form](term)` is shown."
    )
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")


@dataclass(init=False, eq=False, repr=False)
class TermShape(Shape):
    """A word of the game with meaning: a weapon, a colour, a kind of tile."""

    name: str = key(TEXT, doc="As it is printed, in the nominative singular.")
    colour: Colour | None = key(COLOUR, None, doc='Its colour, in quotes: `"#B3202C"`.')
    icon: str | None = key(TEXT, None, doc="Name of its icon.")
    gender: str = key(TEXT, "", doc="Grammatical gender: `m`, `f`, `n` or a finer mark of the language.")
    forms: Mapping[str, str] = key(
        MapOf(ID, TEXT), dict, doc="Other forms of the name by a label of your choice, such as `gen: luku`."
    )
    data: Mapping[str, Node] = key(
        MapOf(ID, ANYTHING),
        dict,
        doc="Values of your own: numbers, texts, flags, lists, or another term written `vocabulary.id`.",
    )
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")


@dataclass(init=False, eq=False, repr=False)
class FactShape(Shape):
    """A value that the rulebook states, with the place where it does."""

    value: Node = key(ANYTHING, doc="A number, text, flag, list, or mapping such as `{2: 10, 3: 8, 4: 7}`.")
    stated: Node | None = key(
        ANYTHING, None, doc="The value that the source states; if `value` differs, `pnp check` says so."
    )
    source: str = key(TEXT, "", doc="Id of a document under `sources` and the section, such as `r 3.3.4`.")
    assumed: bool = key(FLAG, False, doc="`true` where the rulebook is silent and the value is your own.")
    ruling: str = key(
        TEXT, "", doc="How you read the rulebook where it is unclear, in a sentence; `pnp check` lists it."
    )
    note: str = key(TEXT, "", doc="Why, in a few words; never printed.")


@dataclass(init=False, eq=False, repr=False)
class ClaimShape(Shape):
    """A statement of the rulebook that is checked against the data."""

    says: str = key(TEXT, doc="The statement in your own words.")
    source: str = key(TEXT, "", doc="Id of a document under `sources` and the section.")
    severity: Literal["error", "warning"] = key(
        Choice("error", "warning"), "error", doc="Severity of a false claim."
    )
    data: str = key(EXPRESSION, doc="Expression over the pieces: what the box has.")
    is_: str = key(Choice("==", "!=", "<", "<=", ">", ">=", "in"), "==", doc="How the two sides compare.")
    rulebook: str = key(EXPRESSION, doc="Expression over the facts: what the rulebook says.")
    pieces: str = key(EXPRESSION, "", doc="Expression that lists the pieces to name when the claim fails.")
    assumed: bool = key(FLAG, False, doc="`true` where the right side is your own number.")
    ruling: str = key(
        TEXT, "", doc="How you read the rulebook where it is unclear, in a sentence; `pnp check` lists it."
    )
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")


@dataclass(init=False, eq=False, repr=False)
class GameFile(Shape):
    """The file `game.yaml`. Keys that begin with `_` are skipped: keep values to reuse by alias there."""

    PARKS: ClassVar[bool] = True

    id: str | None = key(
        GAME_ID,
        None,
        doc="Short ASCII name of the game; the folder's name when left out. It names the output.",
    )
    name: str = key(TEXT, doc="Name of the game as it is printed.", stopgap="?")
    language: str = key(LANGUAGE, "en", doc="Language of the texts in the data files, such as `cs`.")
    languages: Sequence[str] = key(
        ListOf(LANGUAGE), (), doc="All languages of the game, `language` among them."
    )
    players: tuple[int, ...] = key(PLAYERS, (), doc="Numbers of players: `2-4`, `2` or `[2, 4]`.")
    version: str = key(TEXT, "", doc="Version of the data, as it is printed in footers.")
    notice: str | None = key(TEXT, None, doc="A line for the rule sheet, such as a licence.")
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")
    allow: Mapping[str, str] = key(
        ALLOW, dict, doc="Warnings to accept in the whole game: codes, each with the reason."
    )
    credits: Mapping[str, tuple[str, ...]] = key(
        MapOf(TEXT, ListOf(TEXT, alone=True)), dict, doc="Roles to names, such as `design: [Ada, Ben]`."
    )
    sources: Mapping[str, SourceShape] = key(
        MapOf(ID, Nested(SourceShape)),
        dict,
        doc="Documents that facts and claims are taken from, by a short id.",
    )
    sizes: Mapping[str, Size] = key(
        MapOf(ID, SIZE),
        dict,
        doc='Your own sizes by name: `45x45mm r2mm`, `circle 20mm`, `hex-pointy 40mm` (flat-to-flat), `path "M0 0 H60 L50 40 Z"`.',
    )
    styles: Mapping[str, StyleShape] = key(MapOf(ID, Nested(StyleShape)), dict, doc="Styles of text by name.")
    terms: Mapping[str, Mapping[str, TermShape]] = key(
        MapOf(IDENTIFIER, MapOf(ID, Nested(TermShape))),
        dict,
        doc="Vocabularies by id, each with its terms by id.",
    )
    facts: Mapping[str, FactShape] = key(
        MapOf(IDENTIFIER, Nested(FactShape)),
        dict,
        doc="Numbers and other values that the rulebook states, by name.",
    )
    claims: Mapping[str, ClaimShape] = key(
        MapOf(CLAIM_ID, Nested(ClaimShape)),
        dict,
        doc="Statements of the rulebook to be checked, by an id for life.",
    )
    sets: Sequence[str] | None = key(
        ListOf(TEXT), None, doc="Files of pieces in the order of printing; `*` stands for any letters."
    )
    print: PrintShape = key(Nested(PrintShape), PrintShape, doc="How the game is printed.")


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
RESERVED = frozenset(
    [*ENTRY_KEYS, "id", "set", "key", "piece", "game", "facts", "terms", "players", "lang", "ink"]
)
"""Names that neither a field nor a ``for`` may have."""


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
    kind: PieceKind = key(
        Choice(*get_args(PieceKind)),
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
