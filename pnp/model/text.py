"""Texts of the game as their author typed them, and the styles that they are set in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pnp.colour import BLACK, Colour
from pnp.source import Origin, Span
from pnp.units import Length, pt


@dataclass(frozen=True, slots=True)
class Text:
    """One translatable text.

    Attributes:
        source: In the game's own language, NFC, with its ``{{ }}`` expressions and inline marks.
        origin: Where it is written.
        context: What kind of text it is, such as ``card.name``; texts with equal source and context are one
            text.
        language: BCP 47 tag of the words once a language was chosen for them: that of a translation, or the
            game's own if it is not translated; empty in the game as it was read.
    """

    source: str
    origin: Origin
    context: str = ""
    language: str = ""

    def __bool__(self) -> bool:
        return bool(self.source)


class TableTranslation(NamedTuple):
    """A text in another language, in a column such as ``name_fr`` of a table.

    Attributes:
        language: BCP 47 tag.
        field: Whose text it translates.
        place: Where the text in the game's language is written.
        words: The translation.
        title: Of the column.
    """

    language: str
    field: str
    place: Span
    words: Text
    title: str


BOLD = 600
"""Weight from which letters count as bold."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set.

    Attributes:
        font: Family name.
        weight: 1 to 1000.
        italic: Whether slanted.
        size: Type size.
        min_size: Smallest size that fitting may go down to; None forbids shrinking.
        leading: Line distance as a multiple of the size.
        colour: Of the letters.
        align: Horizontally.
        valign: Of the block in its box.
        tracking: Extra space between letters, in thousandths of the size.
        hyphenate: Whether words may be divided.
        case: ``upper`` sets everything in capitals by the language's rules.
        figures: ``tabular`` gives all digits one width.
        features: OpenType features by tag with their values; 0 turns one off.
        axes: Of a variable font by tag with their numbers; weight is not among them.
        paragraph_gap: Space between paragraphs as a multiple of the size.
        term_style: How ``[form](term)`` is shown: ``plain``, ``bold``, ``colour`` or ``icon``.
    """

    font: str = "Barlow"
    weight: int = 400
    italic: bool = False
    size: Length = pt(9)
    min_size: Length | None = None
    leading: float = 1.2
    colour: Colour = BLACK
    align: Literal["left", "center", "right", "justify"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    tracking: float = 0.0
    hyphenate: bool = True
    case: Literal["as-is", "upper"] = "as-is"
    figures: Literal["default", "tabular"] = "default"
    features: tuple[tuple[str, int], ...] = ()
    axes: tuple[tuple[str, float], ...] = ()
    paragraph_gap: float = 0.35
    term_style: Literal["plain", "bold", "colour", "icon"] = "plain"
