"""Elements to items: styles, the context of drawing a face, and what is drawn once for all pieces.

The class of an element says what it draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from pnp.colour import PressColour
from pnp.diagnostics import Diagnostic, did_you_mean, error, warning
from pnp.draw import Face, Fill, Group, Item, NamedBox, Outline, PictureData, face_hash, rectangle
from pnp.draw.item import Recolouring
from pnp.fonts import FontLibrary, UnknownFontError, unseen_settings
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.icons import IconLibrary
from pnp.layout import limits
from pnp.layout.cache import DrawingCache, Drawings, Drawn
from pnp.layout.element import Element, FaceElement, Lettering, Shown
from pnp.layout.fault import LayoutFault
from pnp.layout.fit import Fit
from pnp.layout.frame import Frame
from pnp.layout.kind import laid
from pnp.layout.wording import BoundText, ElementWords, put_together, read_marks, text_findings
from pnp.markup import Marked
from pnp.model import Style, Text
from pnp.model.text import BOLD
from pnp.pictures import PictureLibrary
from pnp.source import Span
from pnp.text import SetText, TextContext, set_text

_HEAD_WEIGHT = 700


_OF_STYLE = tuple(each.name for each in fields(Style) if hasattr(Lettering, each.name))
"""Fields of a style that an element may change; both call them the same."""


class StyleBook:
    """The named styles of a game, with what elements change in them; each combination is made once."""

    def __init__(self, styles: Mapping[str, Style]) -> None:
        self._styles = styles
        self._made: dict[tuple[int, bool], Style] = {}

    def of(self, element: Lettering, *, header: bool = False) -> Style:
        """The style that an element is set in.

        Args:
            element: The text or cell.
            header: Whether it is in the head of a table, and is bold unless it says otherwise.

        Raises:
            LayoutFault: L240, the style does not exist; M124, its attribute for the least size is above the
                size.
        """
        made = self._made.get((element.written, header)) if element.written else None
        if made is not None:
            return made
        named = self._styles.get(element.style, Style() if element.style == "body" else None)
        if named is None:
            cure = did_you_mean(element.style, self._styles, "styles")
            raise LayoutFault("L240", f"unknown style '{element.style}'", cure, element.style)
        wanted = {name: getattr(element, name) for name in _OF_STYLE}
        if header:
            wanted["weight"] = element.weight or _HEAD_WEIGHT
        changes: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
        made = replace(named, **changes)
        least = element.min_size
        if least is not None and least > made.size:
            message = f"the least size, {least.pt:g}pt, is above the size, {made.size.pt:g}pt"
            raise LayoutFault("M124", message, "make 'min-font-size' the smaller one", "min-font-size")
        if element.written:
            self._made[element.written, header] = made
        return made


_SHORT = 40
"""Characters of a text that other pieces are likely to have too."""


class DrawResources(NamedTuple):
    """Resources of drawing that are the same for every piece in all languages.

    Attributes:
        bleed: Beyond the trim, in millimetres.
        ink: Theme, ``full`` or ``low``.
        styles: Of the game.
        icons: By name.
        pictures: Of the game's folder.
        drawings: SVG files of the game's folder.
        fonts: For texts in SVG files.
    """

    bleed: float
    ink: str
    styles: StyleBook
    icons: IconLibrary
    pictures: PictureLibrary
    drawings: Drawings
    fonts: FontLibrary


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


class DrawnBox(NamedTuple):
    """The box of an element on a face.

    Attributes:
        tag: Of the element.
        span: Its place in the layout.
        box: In the frame of the face, in millimetres; of an element that is askew what it fills in its own.
        frame: The box that its place refers to, likewise.
        upright: Whether it is neither turned nor scaled.
        slotted: Whether something around it places it.
    """

    tag: str
    span: Span
    box: Box
    frame: Box
    upright: bool
    slotted: bool


@dataclass(slots=True)
class DrawContext:
    """The drawing of one face.

    Attributes:
        resources: The same for every piece.
        outline: Of the piece.
        piece: ``set/piece``.
        cache: Items that were drawn before.
        _locale: Only ``use_locale`` reads it, so that ``local`` is true of every drawing that depends on it.
        _bind: Gives the words of texts.
        found: Findings so far, in order.
        fits: Texts so far, in order.
        letters: Characters of texts so far.
        boxes: Receives the box of each element; None lets items be drawn once for all pieces.
        matrix: From the frame of the elements to the frame of the face.
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
    boxes: list[DrawnBox] | None = None
    matrix: Matrix = IDENTITY
    local: bool = False

    def use_locale(self) -> Locale:
        """Record that the language matters, and return the locale.

        There is no other way to it, so items that are drawn without it serve all languages.
        """
        self.local = True
        return self._locale

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
        parsed, _ = read_marks(self.words(element), element.span)
        return self._set(parsed, style, box, element).height

    def text(self, element: Lettering, box: Box, style: Style) -> tuple[Item, ...]:
        """The letters of a text in its box; its faults and its fit are recorded."""
        words = self.words(element)
        self.found += words.faults
        if not words.text.strip():
            return ()
        # The start tag decides the style, except that the words of a table's head are bold.
        key = (words.text, element.written, box, style.weight)
        short = bool(element.written) and len(words.text) <= _SHORT
        setting = self.cache.texts.get(key) if short else None
        if setting is None:
            parsed, faults = read_marks(words, element.span)
            self.found += faults
            setting = self._set(parsed, style, box, element)
            if short and not faults:
                self.cache.texts[key] = setting
        locale = self.use_locale()
        self._check_font(element, style)
        if setting.faults:
            self.found += text_findings(setting.faults, words, element.span, locale.text)
        share = setting.height / box.height if box.height > 0 else 0.0
        self.fits.append(
            Fit(
                piece=self.piece,
                language=locale.language,
                span=element.span,
                size=setting.size,
                lines=setting.lines,
                share_of_box=share,
                overset=setting.overset,
                words=words.text,
                place=words.main.span if words.main.chunks else None,
                box=box,
                style=style,
                unprinted=bool(setting.faults)
                and any(fault.kind == "missing-glyph" for fault in setting.faults),
                marked=setting.marked,
            )
        )
        return setting.items

    def _check_font(self, element: Lettering, style: Style) -> None:
        """Report bold or slanted letters (T220) and features (T221) that are asked for and not there."""
        bold, italic = (element.weight or 0) >= BOLD, bool(element.italic)
        if not (bold or italic or element.features or element.axes):
            return
        face = self.use_locale().text.fonts.face(style.font, style.weight, style.italic, style.axes)
        for what, lacks in (
            ("bold", bold and face.weight < BOLD),
            ("italic", italic and not face.italic),
        ):
            if lacks:
                message = f"'{face.family}' has no {what} font, so the text is set without"
                cure = "choose a family that has one ('pnp fonts' lists them), or leave the attribute out"
                self.found.append(warning("T220", message, element.span, cure))
        for message, cure in unseen_settings(element.features or (), element.axes or (), face, "the text"):
            self.found.append(warning("T221", message, element.span, cure))

    def _set(self, parsed: Marked, style: Style, box: Box, element: Lettering) -> SetText:
        try:
            return set_text(parsed, style, box, self.use_locale().text, halo=element.halo)
        except UnknownFontError as fault:
            families = self.use_locale().text.fonts.families()
            cure = did_you_mean(fault.family, families, "families")
            raise LayoutFault("L241", str(fault), cure) from None


class DrawPlace(NamedTuple):
    """Where an element is drawn.

    Attributes:
        context: For all that it needs and notes.
        box: Its own.
        frame: Around it.
    """

    context: DrawContext
    box: Box
    frame: Frame

    @property
    def bleed(self) -> float:
        """Beyond the trim, in millimetres."""
        return self.context.resources.bleed

    def draw(self, element: Element, frame: Frame, *, slotted: bool = False) -> tuple[Item, ...]:
        """The items of an element inside; see ``draw``."""
        return draw(self.context, element, frame, slotted=slotted)


_WORTH_SHARING = 3
"""Items that a run must have before it is named, so that exports draw it once for all pieces."""


def draw_face(context: DrawContext, face: FaceElement) -> tuple[Item, ...]:
    """The items of a whole face, in its own frame.

    Runs that are the same on every piece are shared groups. A face that is held the other way round than its
    piece is drawn in its own orientation, and turned by a quarter clockwise.
    """
    outline = context.outline
    held = "landscape" if outline.width > outline.height else "portrait"
    square = outline.width == outline.height or outline.shape not in ("rectangle", "path")
    if not square and face.orientation not in (None, held):
        quarter = Matrix(0.0, 1.0, -1.0, 0.0, outline.width, 0.0)
        turned = outline._replace(width=outline.height, height=outline.width)
        own = replace(context, outline=turned, matrix=quarter)
        drawn = draw_face(own, face)
        context.letters, context.local = own.letters, own.local
        return (Group(drawn, quarter),) if drawn else ()
    trim = Box(0.0, 0.0, outline.width, outline.height)
    frame = Frame(trim, trim, outline.shape)
    items: list[Item] = []
    whole = trim.grown(context.resources.bleed)
    ground = laid(face.fill, whole)
    if ground is not None:
        items.append(Fill(rectangle(whole), ground))
    for fixed, run in groupby(context.shown(face.children), attrgetter("fixed")):
        if fixed:
            items += _shared(context, list(run), frame)
        else:
            for element in run:
                items += draw(context, element, frame)
    return tuple(items)


def _shared(context: DrawContext, run: list[Element], frame: Frame) -> tuple[Item, ...]:
    """The items of a run of fixed elements, as one group with a name made of what it shows."""
    numbers = [element.number for element in run]
    if 0 in numbers or context.boxes is not None:
        return _grouped(context, run, frame)
    return _memoised(context, ("run", *numbers, context.outline), lambda own: _grouped(own, run, frame))


def _grouped(context: DrawContext, run: list[Element], frame: Frame) -> tuple[Item, ...]:
    items = tuple(item for element in run for item in draw(context, element, frame))
    if len(items) < _WORTH_SHARING:
        return items
    name = face_hash(Face(context.outline, context.resources.bleed, items))
    return (Group(items, shared=f"layout {name[:32]}"),)


def draw(context: DrawContext, element: Element, frame: Frame, *, slotted: bool = False) -> tuple[Item, ...]:
    """The items of an element; its faults are recorded and leave the other elements alone.

    Args:
        context: Records faults.
        element: Any that the theme draws but the face, rows and cells of tables.
        frame: Around it.
        slotted: Whether the frame is a slot made for it, which it fills whatever its own place says.
    """
    if not element.number or context.boxes is not None:
        return _element_items(context, element, frame, slotted=slotted)
    key = (element.number, frame, slotted)
    return _memoised(context, key, lambda own: _element_items(own, element, frame, slotted=slotted))


def _memoised(
    context: DrawContext, key: tuple[object, ...], make: Callable[[DrawContext], tuple[Item, ...]]
) -> tuple[Item, ...]:
    """The items that ``make`` draws, once for all pieces and languages, unless it reads the language."""
    drawn, local = context.cache.drawn, context.cache.local_drawn
    known = drawn.get(key) or local.get(key)
    if known is None or context.letters + known.letters > limits.LETTERS:
        own = replace(context, found=[], fits=[], local=False)
        items = make(own)
        letters = own.letters - context.letters
        known = Drawn(items, tuple(own.found), tuple(own.fits), letters, own.local)
        if own.letters <= limits.LETTERS:
            (local if own.local else drawn)[key] = known
    context.letters += known.letters
    context.local |= known.local
    if known.found:
        context.found += known.found
    if known.fits:
        context.fits += [fit._replace(piece=context.piece) for fit in known.fits]
    return known.items


def _element_items(
    context: DrawContext, element: Element, frame: Frame, *, slotted: bool
) -> tuple[Item, ...]:
    assert isinstance(element, Shown)  # only a face, rows and cells are not, which are drawn in other ways
    transform = element.transform
    matrix = IDENTITY if transform is None else transform.matrix(frame.box)
    inner = frame if transform is None else frame.under(matrix)
    try:
        box = element.box(frame, slotted=slotted)
        if context.boxes is None:
            items = tuple(element.items(DrawPlace(context, box, inner)))
        else:
            items = _noted(
                context, element, DrawPlace(context, box, inner), matrix, frame.box, slotted=slotted
            )
        if element.spot is not None:
            items = _on_spot(element.spot, element.tag, items)
    except LayoutFault as fault:
        context.found.append(error(fault.code, fault.message, fault.span or element.span, fault.cure))
        return ()
    clip = element.clip_over(box)
    if not items or (transform is None and clip is None and element.opacity >= 1 and not element.id):
        return items
    place = NamedBox(element.id, box) if element.id else None
    return (Group(items, matrix, clip, element.opacity, place=place),)


def _noted(
    context: DrawContext, element: Element, place: DrawPlace, matrix: Matrix, frame: Box, *, slotted: bool
) -> tuple[Item, ...]:
    """The items of an element, after its box was noted, and then the boxes of those in it."""
    assert context.boxes is not None
    around = context.matrix
    context.matrix = matrix.then(around)
    a, b, c, d, _, _ = context.matrix
    upright = (a, b, c, d) == (1.0, 0.0, 0.0, 1.0)
    box, whole = (
        (context.matrix.apply_box(place.box), context.matrix.apply_box(frame))
        if upright
        else (place.box, frame)
    )
    context.boxes.append(DrawnBox(element.tag, element.span, box, whole, upright, slotted))
    try:
        return tuple(element.items(place))
    finally:
        context.matrix = around


def _on_spot(spot: PressColour, tag: str, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items of an element on the separation that it asks for.

    Raises:
        LayoutFault: L206, there is a picture among them.
    """

    def refuse(picture: PictureData) -> PictureData:
        del picture
        message = f"'<{tag}>' has a picture, which cannot be printed on the spot '{spot.spot}'"
        raise LayoutFault("L206", message, "use shapes, icons and texts", "spot")

    return Recolouring(f"spot {spot.spot}", lambda colour: spot.with_alpha(colour.alpha), refuse).items(items)
