"""Words of a game: texts as their author typed them, terms that carry meaning, and the styles of both."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from pnp.colour import BLACK, Colour
from pnp.diagnostics import did_you_mean
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


_INK = Colour(0x1C, 0x1C, 0x1E)
_GREY = Colour(0x6A, 0x6A, 0x70)
_ACCENT = Colour(0x2B, 0x3A, 0x55)

STANDARD_STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "title": Style(
            "Barlow Condensed", weight=600, size=pt(14), min_size=pt(9), leading=1.1, align="center",
            valign="middle", hyphenate=False,
        ),
        "body": Style("Barlow Semi Condensed", size=pt(9), min_size=pt(7.5), leading=1.22, term_style="bold"),
        "small": Style("Barlow Semi Condensed", size=pt(7.5), min_size=pt(6.5), leading=1.2),
        "tiny": Style("Barlow Semi Condensed", size=pt(5.5), min_size=pt(5), leading=1.2, hyphenate=False),
        "number": Style(
            "Barlow Condensed", weight=700, size=pt(20), min_size=pt(10), leading=1.0, align="center",
            valign="middle", hyphenate=False, figures="tabular",
        ),
        "label": Style(
            "Barlow Condensed", weight=600, size=pt(8), min_size=pt(6), leading=1.1, hyphenate=False, tracking=30.0
        ),
        "caption": Style("Barlow", italic=True, size=pt(7.5), min_size=pt(6.5), leading=1.25),
        "rulebook-title": Style(
            "Barlow Condensed", weight=800, size=pt(34), leading=1.0, colour=_ACCENT, hyphenate=False
        ),
        "rulebook-subtitle": Style("Barlow", size=pt(12), leading=1.25, colour=_GREY, hyphenate=False),
        "rulebook-body": Style("Barlow", size=pt(9), leading=1.36, colour=_INK),
        "rulebook-table": Style("Barlow Semi Condensed", size=pt(8.5), leading=1.26, colour=_INK),
        "rulebook-caption": Style("Barlow", italic=True, size=pt(7.5), leading=1.25, colour=_GREY),
        "rulebook-small": Style("Barlow", size=pt(7), leading=1.3, colour=_GREY),
        "heading-1": Style(
            "Barlow Condensed", weight=700, size=pt(16), leading=1.08, colour=_ACCENT, hyphenate=False
        ),
        "heading-2": Style(
            "Barlow Condensed", weight=600, size=pt(12.5), leading=1.12, colour=_ACCENT, hyphenate=False
        ),
        "heading-3": Style("Barlow", weight=700, size=pt(9.5), leading=1.25, colour=_INK, hyphenate=False),
        "heading-4": Style(
            "Barlow", weight=600, italic=True, size=pt(9), leading=1.25, colour=_INK, hyphenate=False
        ),
    }
)  # fmt: skip
"""Named styles. A game's own style of the same name starts from the standard one.

``heading-…`` and ``rulebook-…`` are those of rule sheets; the colour of ``heading-1`` is also that of their
rules and bullets.
"""


@dataclass(frozen=True, slots=True)
class Term:
    """A weapon, a colour, a kind of tile.

    Attributes:
        vocabulary: Id of the vocabulary that it belongs to.
        id: Unique within its vocabulary.
        name: As it is printed, in the nominative singular.
        span: Where it is defined.
        colour: Its colour, when it has one.
        icon: Name of its icon, when it has one.
        gender: ``m``, ``f``, ``n`` or a finer mark of the language; empty when not given.
        forms: Other forms of the name by their label, such as ``gen: luku``.
        data: Further values that the game gives its terms: numbers, flags, texts or other terms, by name.
        untranslated: Of a translated term what it is in the game's own language.
        icon_span: Where its icon is named.
    """

    vocabulary: str
    id: str
    name: Text
    span: Span
    colour: Colour | None = None
    icon: str | None = None
    gender: str = ""
    forms: Mapping[str, Text] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    untranslated: Term | None = None
    icon_span: Span | None = None

    def seen_in(self, language: str) -> Term:
        """The term as a text in the language sees it.

        A text without a translation is in the game's own language, and its sentence asks for words of that
        language: for forms that no other may have, and for its genders.
        """
        own = self.untranslated
        return own if own is not None and own.name.language == language else self

    def member(self, name: str) -> Any:
        """The value that expressions and layouts see under ``name``.

        Raises:
            KeyError: It does not exist; callers suggest others from ``members``.
        """
        if name in _OWN:
            return getattr(self, name)
        return self.data[name]

    def members(self) -> list[str]:
        """All names that ``member`` knows."""
        return [*_OWN, *self.data]

    def __hash__(self) -> int:
        return hash(self.id)  # equal to its id, so it must hash like it

    def __eq__(self, other: object) -> bool:
        """Terms are equal by vocabulary and id; a term also equals its id, as in ``spell == 'lure'``."""
        if isinstance(other, Term):
            return (self.vocabulary, self.id) == (other.vocabulary, other.id)
        return self.id == other if isinstance(other, str) else NotImplemented

    def __str__(self) -> str:
        return self.id


_OWN = ("id", "name", "colour", "icon", "gender", "forms", "vocabulary")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A named group of terms that exclude one another, in the author's order."""

    id: str
    terms: Mapping[str, Term]
    span: Span


def which_term(word: str, terms: Collection[Term]) -> str:
    """A cure for a word that is the id of none of these terms.

    The id of the term that is called so, by its name or by one of its forms: who sees the game on paper
    writes what is printed. Else the nearest id, or the list of all.
    """
    called = terms_called(word, terms)
    if called:
        return f"write the id of the term: '{called[0].id}'"
    return did_you_mean(word, [term.id for term in terms], "terms")


def terms_called(word: str, terms: Collection[Term]) -> list[Term]:
    """The terms whose name, or one of its forms, is ``word`` in the game's language, in any case."""
    meant = word.strip().casefold()
    return [
        term
        for term in terms
        if any(each.source.casefold() == meant for each in (term.name, *term.forms.values()))
    ]
