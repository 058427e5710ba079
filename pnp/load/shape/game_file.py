"""The shape of ``game.yaml``."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from pnp.load.shape.kind import (
    AsTyped,
    ClaimId,
    ColourText,
    GameId,
    Id,
    Identifier,
    LanguageCode,
    LengthText,
    Names,
    Number,
    PlayersText,
    Shape,
    SizeText,
    Weight,
)
from pnp.load.shape.print_shape import PrintShape


class SourceShape(Shape):
    """A document that facts and claims are taken from."""

    title: AsTyped = Field(description="Title of the document.")
    date: AsTyped = Field("", description="Date or year of the edition.")
    author: AsTyped = Field("", description="Who wrote it.")
    note: AsTyped = Field("", description="Remark for yourself; never printed.")


class StyleShape(Shape):
    """A named style of text. What is left out is taken from `extends`, or from the standard style of the same name."""

    extends: AsTyped | None = Field(None, description="Style to start from.")
    font: AsTyped | None = Field(None, description="Font family.")
    weight: Weight | None = Field(None, description="Boldness from 100 to 900; 400 is regular, 700 bold.")
    italic: bool | None = Field(None, description="Whether slanted.")
    size: LengthText | None = Field(None, description="Type size, such as `8.5pt`.")
    min_size: LengthText | None = Field(None, description="Smallest size that fitting may go down to.")
    leading: Number | None = Field(None, ge=0.8, le=3, description="Line distance as a multiple of the size.")
    colour: ColourText | None = Field(None, description="Colour of the letters.")
    align: Literal["left", "center", "right", "justify"] | None = Field(
        None, description="Sideways alignment."
    )
    valign: Literal["top", "middle", "bottom"] | None = Field(
        None, description="Place of the text in its box."
    )
    tracking: Number | None = Field(
        None, ge=-100, le=500, description="Extra space between letters in thousandths of the size."
    )
    hyphenate: bool | None = Field(None, description="Whether words may be divided.")
    case: Literal["as-is", "upper"] | None = Field(None, description="`upper` sets everything in capitals.")
    figures: Literal["default", "tabular"] | None = Field(
        None, description="`tabular` gives all digits one width."
    )
    paragraph_gap: Number | None = Field(
        None, ge=0, le=5, description="Space between paragraphs as a multiple of the size."
    )
    term_style: Literal["plain", "bold", "colour", "icon"] | None = Field(
        None, description="How `[form](term)` is shown."
    )
    note: AsTyped = Field("", description="Remark for yourself; never printed.")


class TermShape(Shape):
    """A word of the game with meaning: a weapon, a colour, a kind of tile."""

    name: AsTyped = Field(description="As it is printed, in the nominative singular.")
    colour: ColourText | None = Field(None, description='Its colour, in quotes: `"#B3202C"`.')
    icon: AsTyped | None = Field(None, description="Name of its icon.")
    gender: AsTyped = Field(
        "", description="Grammatical gender: `m`, `f`, `n` or a finer mark of the language."
    )
    forms: dict[Id, AsTyped] = Field(
        default_factory=dict,
        description="Other forms of the name by a label of your choice, such as `gen: luku`.",
    )
    data: dict[Id, Any] = Field(
        default_factory=dict,
        description="Values of your own: numbers, texts, flags, lists, or another term written `vocabulary.id`.",
    )
    note: AsTyped = Field("", description="Remark for yourself; never printed.")


class FactShape(Shape):
    """A value that the rulebook states, with the place where it does."""

    value: Any = Field(description="A number, text, flag, list, or mapping such as `{2: 10, 3: 8, 4: 7}`.")
    source: AsTyped = Field(
        "", description="Id of a document under `sources` and the section, such as `r 3.3.4`."
    )
    assumed: bool = Field(False, description="`true` where the rulebook is silent and the value is your own.")
    note: AsTyped = Field("", description="Why, in a few words; never printed.")


class ClaimShape(Shape):
    """A statement of the rulebook that is checked against the data."""

    says: AsTyped = Field(description="The statement in your own words.")
    source: AsTyped = Field("", description="Id of a document under `sources` and the section.")
    severity: Literal["error", "warning"] = Field("error", description="What a false claim is.")
    data: AsTyped = Field(description="Expression over the pieces: what the box has.")
    is_: Literal["==", "!=", "<", "<=", ">", ">=", "in"] = Field(
        "==", description="How the two sides compare."
    )
    rulebook: AsTyped = Field(description="Expression over the facts: what the rulebook says.")
    pieces: AsTyped = Field("", description="Expression that lists the pieces to name when the claim fails.")
    assumed: bool = Field(False, description="`true` where the right side is your own number.")
    note: AsTyped = Field("", description="Remark for yourself; never printed.")


class GameFile(Shape):
    """What `game.yaml` holds. Keys that begin with `_` are passed over: keep values to reuse by alias there."""

    PARKS: ClassVar[bool] = True

    id: GameId | None = Field(
        None,
        description="Short ASCII name of the game; the folder's name when left out. It names the output.",
    )
    name: AsTyped = Field(description="Name of the game as it is printed.")
    language: LanguageCode = Field("en", description="Language of the texts in the data files, such as `cs`.")
    languages: list[LanguageCode] = Field(
        default_factory=list, description="All languages of the game, `language` among them."
    )
    players: PlayersText = Field((), description="Numbers of players: `2-4`, `2` or `[2, 4]`.")
    version: AsTyped = Field("", description="Version of the data, as it is printed in footers.")
    notice: AsTyped | None = Field(None, description="A line for the rule sheet, such as a licence.")
    note: AsTyped = Field("", description="Remark for yourself; never printed.")
    credits: dict[AsTyped, Names] = Field(
        default_factory=dict, description="Roles to names, such as `design: [Ada, Ben]`."
    )
    sources: dict[Id, SourceShape] = Field(
        default_factory=dict, description="Documents that facts and claims are taken from, by a short id."
    )
    sizes: dict[Id, SizeText] = Field(
        default_factory=dict,
        description="Your own sizes by name: `45x45mm r2mm`, `circle 20mm`, `hex-pointy 40mm` (flat-to-flat).",
    )
    styles: dict[Id, StyleShape] = Field(default_factory=dict, description="Styles of text by name.")
    terms: dict[Identifier, dict[Id, TermShape]] = Field(
        default_factory=dict, description="Vocabularies by id, each with its terms by id."
    )
    facts: dict[Identifier, FactShape] = Field(
        default_factory=dict, description="Numbers and other values that the rulebook states, by name."
    )
    claims: dict[ClaimId, ClaimShape] = Field(
        default_factory=dict, description="Statements of the rulebook to be checked, by an id for life."
    )
    sets: list[AsTyped] | None = Field(
        None, description="Files of pieces in the order of printing; `*` stands for any letters."
    )
    print: PrintShape = Field(PrintShape.model_validate({}), description="How the game is printed.")
