"""Drawing one face: elements to items, with everything that they need at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.colour import BLACK
from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.draw import Clip, Face, Fill, Group, Item, Outline, Stroke, polygon, rectangle
from pnp.fonts import UnknownFontError
from pnp.geometry import IDENTITY, Box, scale, shift
from pnp.icons import IconLibrary
from pnp.layout.art import Drawings, draw_icon, draw_image, draw_qr
from pnp.layout.bound import BoundText
from pnp.layout.element import (
    Cell,
    Circle,
    Column,
    Element,
    Ellipse,
    FaceElement,
    FaceOf,
    Grid,
    GroupElement,
    Hex,
    Icon,
    Image,
    Lettering,
    Line,
    PathElement,
    Polygon,
    Polyline,
    Qr,
    Rect,
    Row,
    Table,
    TableRow,
    TextElement,
)
from pnp.layout.fault import LayoutFault
from pnp.layout.flow import column_widths, grid_slots, line_slots
from pnp.layout.frame import Frame, extent
from pnp.layout.paint import laid
from pnp.layout.shape import (
    draw_circle,
    draw_ellipse,
    draw_hex,
    draw_line,
    draw_path,
    draw_points,
    draw_rect,
)
from pnp.layout.style import StyleBook
from pnp.layout.words import Words, marked, put_together, text_findings
from pnp.model import Style, Text
from pnp.pictures import PictureLibrary
from pnp.source import Span
from pnp.text import SetText, TextContext, set_text
from pnp.units import Length


class Fit(NamedTuple):
    """How one text of a face was set, for the fit report.

    Attributes:
        piece: ``set/piece``.
        language: Of the text.
        span: Of the element in the layout.
        size: Type size that was used.
        lines: How many.
        share_of_box: Height of the text as a share of its box; above 1 when it does not fit.
        overset: Whether it does not fit.
    """

    piece: str
    language: str
    span: Span
    size: Length
    lines: int
    share_of_box: float
    overset: bool


class Drawn(NamedTuple):
    """What an element became: items, findings, and how its texts fit."""

    items: tuple[Item, ...]
    found: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]


@dataclass(frozen=True, slots=True)
class Means:
    """What drawing needs that is the same for every piece of a build."""

    bleed: float
    ink: str
    language: str
    styles: StyleBook
    context: TextContext
    icons: IconLibrary
    pictures: PictureLibrary
    drawings: Drawings
    other_face: Callable[[str, str], Face | LayoutFault]


@dataclass(slots=True)
class Stage:
    """The drawing of one face.

    Attributes:
        means: See there.
        outline: Of the piece.
        bind: Gives the words of texts.
        piece: ``set/piece``.
        kept: What elements that are the same on every piece became, by element, frame and slot.
        found: Findings so far, in order.
        fits: Texts so far, in order.
    """

    means: Means
    outline: Outline
    bind: Callable[[Text, object], BoundText]
    piece: str
    kept: dict[tuple[object, ...], Drawn]
    found: list[Diagnostic] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)

    @property
    def _flat(self) -> bool:
        return self.outline.shape == "hex-flat"

    def face(self, element: FaceElement) -> tuple[Item, ...]:
        """The items of the whole face, in its own frame."""
        trim = Box(0.0, 0.0, self.outline.width, self.outline.height)
        frame = Frame(trim, trim)
        items: list[Item] = []
        whole = trim.grown(self.means.bleed)
        ground = laid(element.fill, whole)
        if ground is not None:
            items.append(Fill(rectangle(whole), ground))
        for child in element.children:
            items += self.draw(child, frame)
        return tuple(items)

    def draw(self, element: Element, frame: Frame, slot: Box | None = None) -> tuple[Item, ...]:
        """The items of an element; what is wrong with it is noted and leaves the others alone."""
        if element.ink is not None and element.ink != self.means.ink:
            return ()
        if not element.fixed or isinstance(element, FaceOf):
            return self._drawn(element, frame, slot)
        key = (id(element), frame, slot, self.outline.shape)
        kept = self.kept.get(key)
        if kept is None:
            found, fits = self.found, self.fits
            self.found, self.fits = [], []
            items = self._drawn(element, frame, slot)
            kept = self.kept[key] = Drawn(items, tuple(self.found), tuple(self.fits))
            self.found, self.fits = found, fits
        self.found += kept.found
        self.fits += (fit._replace(piece=self.piece) for fit in kept.fits)
        return kept.items

    def _drawn(self, element: Element, frame: Frame, slot: Box | None) -> tuple[Item, ...]:
        try:
            around = frame.box if slot is None else slot
            transform = getattr(element, "transform", None)
            matrix = IDENTITY if transform is None else transform.matrix(around)
            inner = frame if transform is None else frame.under(matrix)
            box = extent(element, frame, slot, flat=self._flat)
            items = tuple(self._items(element, box, inner))
        except LayoutFault as fault:
            self.note(fault, element.span)
            return ()
        if not items:
            return ()
        clip = element.clip.over(box) if isinstance(element, GroupElement) and element.clip else None
        opacity: float = getattr(element, "opacity", 1.0)
        if transform is None and clip is None and opacity >= 1:
            return items
        return (Group(items, matrix, clip, opacity),)

    def note(self, fault: LayoutFault, span: Span) -> None:
        """Take down a fault at an element."""
        self.found.append(error(fault.code, fault.message, span, fault.cure or None))

    def _items(self, element: Element, box: Box, frame: Frame) -> tuple[Item, ...] | list[Item]:
        shape = self._shape(element, box, frame)
        if shape is not None:
            return shape
        match element:
            case TextElement():
                return self._text(element, box)
            case Icon():
                return self._noted(draw_icon(element, box, self.means.icons))
            case Image():
                means = self.means
                return self._noted(
                    draw_image(element, box, frame, means.bleed, means.pictures, means.drawings)
                )
            case Qr():
                return self._noted(draw_qr(element, box))
            case GroupElement():
                return self._all(element.children, frame.inside(box))
            case Row() | Column():
                return self._line(element, box, frame)
            case Grid():
                children = self._shown(element.children)
                slots = grid_slots(element, box, len(children))
                cells = zip(children, slots, strict=True)
                return [item for child, cell in cells for item in self.draw(child, frame.inside(cell))]
            case Table():
                return self._table(element, box)
            case FaceOf():
                return self._face_of(element, box)
            case _:
                raise TypeError(f"'{element.tag}' cannot be drawn by itself")

    def _shape(self, element: Element, box: Box, frame: Frame) -> list[Item] | None:
        bleed = self.means.bleed
        match element:
            case Rect():
                return draw_rect(element, box, frame, bleed)
            case Circle():
                return draw_circle(element, box, frame, bleed)
            case Ellipse():
                return draw_ellipse(element, box, frame, bleed)
            case Hex():
                return draw_hex(element, box, frame, bleed, flat=self._flat)
            case Line():
                return draw_line(element, frame)
            case Polyline() | Polygon():
                return draw_points(element, box, frame, bleed)
            case PathElement():
                return draw_path(element, box)
            case _:
                return None

    def _noted(self, drawn: tuple[list[Item], list[Diagnostic]]) -> list[Item]:
        items, found = drawn
        self.found += found
        return items

    def _shown(self, elements: tuple[Element, ...]) -> list[Element]:
        return [element for element in elements if element.ink is None or element.ink == self.means.ink]

    def _all(self, elements: tuple[Element, ...], frame: Frame) -> list[Item]:
        return [item for element in elements for item in self.draw(element, frame)]

    def _line(self, element: Row | Column, box: Box, frame: Frame) -> list[Item]:
        children = [child for child in self._shown(element.children) if not self._empty(child)]
        slots = line_slots(element, box, children, self._natural)
        items: list[Item] = []
        for child, slot in zip(children, slots, strict=True):
            items += self.draw(child, frame.inside(slot), slot)
        return items

    def _empty(self, element: Element) -> bool:
        """Whether an element has nothing to show, so that a row or column closes up."""
        if isinstance(element, TextElement):
            return not self._words(element).text.strip()
        return (
            (isinstance(element, Image)
            and element.optional
            and not element.src)
            or (isinstance(element, Icon) and element.optional and not element.name)
        )

    def _natural(self, element: Element, width: float, room: float) -> float | None:
        if not isinstance(element, TextElement):
            return None
        words = self._words(element)
        style = self.means.styles.of(element)
        parsed, _ = marked(words, element.span)
        return min(self._set(parsed, style, Box(0.0, 0.0, width, room), element).height, room)

    def _words(self, element: Lettering) -> Words:
        return put_together(element.words, element.span, self.means.language, self.bind)

    def _set(self, parsed: object, style: Style, box: Box, element: Lettering) -> SetText:
        try:
            return set_text(parsed, style, box, self.means.context, halo=element.halo)  # type: ignore[arg-type]
        except UnknownFontError as fault:
            families = self.means.context.fonts.families()
            raise LayoutFault("L241", str(fault), did_you_mean(fault.family, families, "families")) from None

    def _text(self, element: Lettering, box: Box, style: Style | None = None) -> tuple[Item, ...]:
        words = self._words(element)
        self.found += words.faults
        if not words.text.strip():
            return ()
        parsed, faults = marked(words, element.span)
        self.found += faults
        setting = self._set(parsed, style or self.means.styles.of(element), box, element)
        self.found += text_findings(setting.faults, words, element.span, self.means.context)
        share = setting.height / box.height if box.height > 0 else 0.0
        self.fits.append(
            Fit(
                self.piece,
                self.means.language,
                element.span,
                setting.size,
                setting.lines,
                share,
                setting.overset,
            )
        )
        return setting.items

    def _table(self, element: Table, box: Box) -> list[Item]:
        rows = [row for row in self._shown(element.children) if isinstance(row, TableRow)]
        count = max((len(row.children) for row in rows), default=0)
        if count == 0:
            return []
        widths = column_widths(element.columns, count, box.width)
        padding = element.padding.of(box.width)
        ground: list[Item] = []
        items: list[Item] = []
        y = box.y
        stroke = BLACK if element.stroke is None else laid(element.stroke, box)
        for index, row in enumerate(rows):
            height = self._row_height(row, widths, padding, box.bottom - y)
            if index and element.rule > 0 and stroke is not None:
                line = polygon([(box.x, y), (box.right, y)], closed=False)
                items.append(Stroke(line, stroke, element.rule))
            drawn = self._row(row, widths, padding, Box(box.x, y, box.width, height))
            ground += drawn[0]
            items += drawn[1]
            y += height
        if y > box.bottom + 0.01:
            raise LayoutFault(
                "L220",
                f"the rows of '<table>' need {y - box.y:.4g} mm, it has {box.height:.4g} mm",
                "shorten the texts or make the box larger",
            )
        return [*ground, *items]

    def _row_height(self, row: TableRow, widths: list[float], padding: float, room: float) -> float:
        heights = [2 * padding]
        for cell, width in zip(row.children, widths, strict=False):
            if isinstance(cell, Cell):
                parsed, _ = marked(self._words(cell), cell.span)
                style = self.means.styles.of(cell, header=row.header)
                inner = Box(0.0, 0.0, max(width - 2 * padding, 0.0), max(room - 2 * padding, 0.0))
                heights.append(self._set(parsed, style, inner, cell).height + 2 * padding)
        return max(heights)

    def _row(
        self, row: TableRow, widths: list[float], padding: float, box: Box
    ) -> tuple[list[Item], list[Item]]:
        ground: list[Item] = []
        items: list[Item] = []
        paint = laid(row.fill, box)
        if paint is not None:
            ground.append(Fill(rectangle(box), paint))
        x = box.x
        for cell, width in zip(row.children, widths, strict=False):
            place = Box(x, box.y, width, box.height)
            if isinstance(cell, Cell):
                behind = laid(cell.fill, place)
                if behind is not None:
                    ground.append(Fill(rectangle(place), behind))
                style = self.means.styles.of(cell, header=row.header)
                items += self._text(cell, place.inset(padding, padding, padding, padding), style)
            x += width
        return ground, items

    def _face_of(self, element: FaceOf, box: Box) -> list[Item]:
        face = self.means.other_face(element.piece, element.side)
        if isinstance(face, LayoutFault):
            raise face
        factor = min(box.width / face.width, box.height / face.height)
        if factor <= 0:
            return []
        left = box.x + (box.width - face.width * factor) / 2
        top = box.y + (box.height - face.height * factor) / 2
        matrix = scale(factor).then(shift(left, top))
        return [Group(face.items, matrix, Clip(face.outline.path()), alt=face.label or None)]
