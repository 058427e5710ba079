"""Everything that setting a text needs besides the text: fonts, icons, terms, the rules of a language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from pnp.colour import Colour
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.markup import Marks
from pnp.memo import Memo
from pnp.model import Style, Term
from pnp.text.dividing import Hyphenator, UnspacedScripts
from pnp.text.format import TextFormat
from pnp.text.limits import LONGEST_WORD, MOST_PLACES
from pnp.text.shaping import SMALL_CAPITALS, Features, ShapingFont
from pnp.text.space import InnerBreak, Ties, opportunities

_MOST_FORMATS = 256
_FontKey: TypeAlias = tuple[str, int, bool, tuple[tuple[str, float], ...]]
_FormatKey: TypeAlias = tuple[_FontKey, str, float, tuple[tuple[str, int], ...], Colour, Marks | None]


class TextContext:
    """Fonts, icons and terms for texts of one language. Font formats are cached, which changes no result.

    Args:
        fonts: Where styles take their fonts from.
        icons: Where ``:name:`` is looked up.
        language: BCP 47 tag of the texts.
        term: Gives the term that ``[form](term)`` names, or None.
        term_cure: Says what to write for a name that ``term`` knows nothing by.
    """

    def __init__(
        self,
        fonts: FontLibrary,
        icons: IconLibrary,
        language: str,
        term: Callable[[str], Term | None] = lambda _: None,
        term_cure: Callable[[str], str] = lambda _: "define it under 'terms' in game.yaml",
    ) -> None:
        self.fonts = fonts
        self.icons = icons
        self.language = language
        self.term = term
        self.term_cure = term_cure
        self._formats = Memo(self._new_format, _MOST_FORMATS)

    @cached_property
    def ties(self) -> Ties:
        """Which spaces hold together."""
        return Ties(self.language)

    @cached_property
    def unspaced(self) -> UnspacedScripts:
        """Where lines may end in scripts without spaces between words."""
        return UnspacedScripts(self.language)

    @cached_property
    def hyphenator(self) -> Hyphenator:
        """Hyphenation of the language."""
        return Hyphenator(self.language)

    def text_format(
        self,
        style: Style,
        colour: Colour | None = None,
        *,
        bold: bool = False,
        italic: bool = False,
        marks: Marks | None = None,
    ) -> TextFormat:
        """The font and colour of a run of ``style``. Emphasis in an italic style is upright.

        Args:
            style: How the text is set.
            colour: Of the run where it is not that of the style.
            bold: Whether the run is bold.
            italic: Whether the run is emphasised.
            marks: Its other marks; their colour gives way to ``colour``.

        Raises:
            UnknownFontError: The style names a family that the library does not have.
        """
        weight = bold_weight(style.weight) if bold else style.weight
        slanted = style.italic != italic
        colour = colour or (marks and marks.colour) or style.colour
        font = (style.font, weight, slanted, style.axes)
        return self._formats[font, style.figures, style.tracking, style.features, colour, marks]

    def _new_format(self, key: _FormatKey) -> TextFormat:
        wanted, figures, tracking, chosen, colour, marks = key
        face = self.fonts.face(*wanted)
        capitals = marks.capitals if marks is not None else ""
        if capitals == "small":
            chosen = (*chosen, SMALL_CAPITALS)
        features = Features(
            tracking == 0, figures == "tabular", tracking / 1000, chosen, capitals == "shrunk"
        )
        font = ShapingFont(face, features, self.language, self.fonts)
        return TextFormat(font, colour, marks and marks._replace(colour=None))

    def inner_breaks(self, word: str, style: Style) -> tuple[InnerBreak, ...]:
        """Where a word may be broken, in order; hyphenation by patterns only where the style wants it."""
        if len(word) > LONGEST_WORD:
            return ()
        found = {place.offset: place for place in opportunities(word, self.language)}
        soft = any(place.adds for place in found.values())  # then the author has said where
        if style.hyphenate and not soft:
            for offset, letters in self.hyphenator.divisions(word, capitals=style.case == "upper"):
                found.setdefault(offset, InnerBreak(offset, "pattern", adds=True, letters=letters))
        return tuple(found[offset] for offset in sorted(found)[:MOST_PLACES])


def bold_weight(weight: int) -> int:
    """The weight of ``**bold**`` in a text of this weight: 700, or 900 for texts that are bold."""
    return 700 if weight <= 500 else 900
