"""The context of drawing a face: locale and resources, findings, fits of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.diagnostics import Diagnostic, did_you_mean, error, warning
from pnp.draw import Face, Item, Outline
from pnp.fonts import UnknownFontError
from pnp.geometry import Box
from pnp.icons import IconLibrary
from pnp.layout import limits
from pnp.layout.art import Drawings
from pnp.layout.bound import BoundText
from pnp.layout.cache import DrawingCache
from pnp.layout.fault import LayoutFault
from pnp.layout.fit import Fit
from pnp.layout.frame import Frame
from pnp.layout.style import StyleBook
from pnp.layout.words import ElementWords, marked, put_together, text_findings
from pnp.markup import Marked
from pnp.model import Style, Text
from pnp.pictures import PictureLibrary
from pnp.source import Span
from pnp.text import SetText, TextContext, set_text

_BOLD = 600
"""Weight from which letters count as bold."""
_SHORT = 40
"""Characters of a text that other pieces are likely to have too."""

if TYPE_CHECKING:
    from pnp.layout.element import Element, Lettering


class DrawResources(NamedTuple):
    """Resources of drawing that are the same for every piece in all languages.

    Attributes:
        bleed: Beyond the trim, in millimetres.
        ink: Theme, ``full`` or ``low``.
        styles: Of the game.
        icons: By name.
        pictures: Of the game's folder.
        drawings: SVG files of the game's folder.
    """

    bleed: float
    ink: str
    styles: StyleBook
    icons: IconLibrary
    pictures: PictureLibrary
    drawings: Drawings


class Locale(NamedTuple):
    """Resources of drawing that differ between languages.

    Attributes:
        language: Of the texts.
        text: For setting texts.
        other_face: The face of a piece, by its name and side, or why it cannot be had.
    """

    language: str
    text: TextContext
    other_face: Callable[[str, str], Face | LayoutFault]


@dataclass(slots=True)
class DrawContext:
    """The drawing of one face.

    Attributes:
        resources: The same for every piece.
        outline: Of the piece.
        piece: ``set/piece``.
        cache: Items that were drawn before.
        _locale: Handed out by ``use_locale``.
        _bind: Gives the words of texts.
        found: Findings so far, in order.
        fits: Texts so far, in order.
        letters: Characters of texts so far.
        local: Whether the locale has been used.
    """

    resources: DrawResources
    outline: Outline
    piece: str
    cache: DrawingCache
    _locale: Locale
    _bind: Callable[[Text, object], BoundText]
    found: list[Diagnostic] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)
    letters: int = 0
    local: bool = False

    def use_locale(self) -> Locale:
        """Record that the language matters, and return the locale.

        There is no other way to it, so items that are drawn without it serve all languages.
        """
        self.local = True
        return self._locale

    def note(self, fault: LayoutFault, span: Span) -> None:
        """Record a fault at an element."""
        self.found.append(error(fault.code, fault.message, span, fault.cure))

    def shown(self, elements: Iterable[Element]) -> list[Element]:
        """The elements that the theme of the build draws."""
        return [element for element in elements if element.ink is None or element.ink == self.resources.ink]

    def words(self, element: Lettering) -> ElementWords:
        """The words of a text or cell.

        Raises:
            LayoutFault: L208, a value in it has no words; L120, the texts of the face are too long.
        """
        words = put_together(element.words, element.span, self.use_locale().language, self._bind)
        self.letters += len(words.text)
        if self.letters > limits.LETTERS:
            raise LayoutFault(
                "L120",
                f"the texts of the face hold more than {limits.LETTERS} characters",
                "print less on it",
            )
        return words

    def height(self, element: Lettering, box: Box, style: Style) -> float:
        """Height that the text takes in a box that is as wide, and as high as it may become."""
        parsed, _ = marked(self.words(element), element.span)
        return self._set(parsed, style, box, element).height

    def text(self, element: Lettering, box: Box, style: Style) -> tuple[Item, ...]:
        """The letters of a text in its box; its faults and its fit are recorded."""
        words = self.words(element)
        self.found += words.faults
        if not words.text.strip():
            return ()
        setting = self._setting(words, element, box, style)
        locale = self.use_locale()
        self._check_weight(element, style)
        if setting.faults:
            self.found += text_findings(setting.faults, words, element.span, locale.text)
        share = setting.height / box.height if box.height > 0 else 0.0
        self.fits.append(
            Fit(
                self.piece,
                locale.language,
                element.span,
                setting.size,
                setting.lines,
                share,
                setting.overset,
                words.text,
                words.main.span if words.main.chunks else None,
                box,
                style,
                bool(setting.faults) and any(fault.kind == "missing-glyph" for fault in setting.faults),
            )
        )
        return setting.items

    def _check_weight(self, element: Lettering, style: Style) -> None:
        """Report a bold weight or a slant that an attribute asks for and the family does not have (T220)."""
        bold, italic = (element.weight or 0) >= _BOLD, bool(element.italic)
        if not (bold or italic):
            return
        source = self.use_locale().text.fonts.face(style.font, style.weight, style.italic).source
        for what, lacks in (
            ("bold", bold and source.weight < _BOLD),
            ("italic", italic and not source.italic),
        ):
            if lacks:
                message = f"'{source.family}' has no {what} font, so the text is set without"
                cure = "choose a family that has one ('pnp fonts' lists them), or leave the attribute out"
                self.found.append(warning("T220", message, element.span, cure))

    def _setting(self, words: ElementWords, element: Lettering, box: Box, style: Style) -> SetText:
        """The text set in its box; faults of its marks are recorded."""
        short = bool(element.written) and len(words.text) <= _SHORT
        key = (words.text, element.written, box, style)
        known = self.cache.texts.get(key) if short else None
        if known is not None:
            return known
        parsed, faults = marked(words, element.span)
        self.found += faults
        setting = self._set(parsed, style, box, element)
        if short and not faults:
            self.cache.texts[key] = setting
        return setting

    def _set(self, parsed: Marked, style: Style, box: Box, element: Lettering) -> SetText:
        try:
            return set_text(parsed, style, box, self.use_locale().text, halo=element.halo)
        except UnknownFontError as fault:
            families = self.use_locale().text.fonts.families()
            cure = did_you_mean(fault.family, families, "families")
            raise LayoutFault("L241", str(fault), cure) from None


class Draw(Protocol):
    """Draws an element in a frame; ``slotted`` says that the frame is a slot made for it."""

    def __call__(
        self, context: DrawContext, element: Element, frame: Frame, *, slotted: bool = False
    ) -> tuple[Item, ...]:
        """The items of the element; what is wrong with it is noted in the context."""


class DrawPlace(NamedTuple):
    """Where an element is drawn.

    Attributes:
        context: For all that it needs and notes.
        box: Its own.
        frame: Around it.
        draw: Draws elements inside it.
    """

    context: DrawContext
    box: Box
    frame: Frame
    draw: Draw

    @property
    def bleed(self) -> float:
        """Beyond the trim, in millimetres."""
        return self.context.resources.bleed
