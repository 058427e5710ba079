"""Tuck boxes: the net of a box for a deck, to cut out, fold and glue, and the pages that hold nets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from pnp.colour import BLACK, Colour, spot_colour
from pnp.draw import (
    Face,
    Group,
    Item,
    Page,
    PlacedFace,
    Stroke,
    StructureElement,
    Tag,
    polygon,
)
from pnp.geometry import Box, Matrix, scale, shift, turn
from pnp.i18n import label
from pnp.impose.furniture import LANE, Furnisher, Ruler, SheetWords, rims
from pnp.impose.grid import PageBlock
from pnp.impose.marks import path_of
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import Footer
from pnp.model import Style
from pnp.model.paper import Margins
from pnp.text import set_label, text_width
from pnp.units import MM_PER_PT, ZERO, Length, mm, pt

if TYPE_CHECKING:
    from pnp.text import TextContext


SLACK = 1.0
"""Millimetres that the inside is wider, higher and deeper than the deck: half a millimetre on each side."""
LEAST_DEPTH = 6.0
"""Millimetres: shallower boxes cannot be folded with card of 0.3 mm."""
TAB = 9.0
"""Millimetres: width of the glue tab at the side."""
_TUCK = 14.0  # mm: of lid and bottom, pushed or glued inside
_SLANT = 2.0  # mm that flaps narrow towards their ends, so that they slide in

LineEnds = tuple[float, float, float, float]
"""From x1, y1 to x2, y2."""


class TuckBox(NamedTuple):
    """A box by its inside, in millimetres.

    The net is upright: glue tab, back, side, front, side from left to right; lid and tuck flap above the
    back, bottom and its flap below it, dust flaps above and below the sides. Frame: its upper left corner.

    Attributes:
        width: As the cards.
        height: As the cards.
        depth: As thick as the deck.
    """

    width: float
    height: float
    depth: float

    @classmethod
    def of(cls, card: Face, count: int, thickness: Length) -> TuckBox:
        """The box for ``count`` cards of that thickness."""
        depth = max(LEAST_DEPTH, count * thickness.mm + SLACK)
        return cls(card.width + SLACK, card.height + SLACK, depth)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole net."""
        return TAB + 2 * self.width + 2 * self.depth, self.height + 2 * self.top

    @property
    def top(self) -> float:
        """Height of the flaps above the panels, and below them."""
        return self.depth + _TUCK

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """X of the left edges of back, side, front and side, and of the right end."""
        w, d = self.width, self.depth
        return (TAB, TAB + w, TAB + w + d, TAB + 2 * w + d, TAB + 2 * w + 2 * d)

    @property
    def back(self) -> Box:
        """The panel that lid and bottom hang on."""
        return Box(self.columns[0], self.top, self.width, self.height)

    @property
    def front(self) -> Box:
        """The panel opposite."""
        return Box(self.columns[2], self.top, self.width, self.height)

    @property
    def sides(self) -> tuple[Box, Box]:
        """The narrow panels."""
        return tuple(Box(x, self.top, self.depth, self.height) for x in self.columns[1:4:2])  # type: ignore[return-value]

    @property
    def lid(self) -> Box:
        """The panel above the back."""
        return Box(self.columns[0], _TUCK, self.width, self.depth)

    def outline(self) -> list[tuple[float, float]]:
        """The cut, clockwise from the upper left corner of the lid's flap."""
        c0, c1, c2, c3, c4 = self.columns
        upper, lower = self.top, self.top + self.height
        dust = min(self.width / 2, upper)
        end = lower + self.top
        above: list[tuple[float, float]] = [
            (c0, _TUCK),
            (c0 + _SLANT, 0.0),
            (c1 - _SLANT, 0.0),
            (c1, _TUCK),
            (c1, upper),
            (c1 + _SLANT, upper - dust),
            (c2 - _SLANT, upper - dust),
            (c2, upper),
            (c3, upper),
            (c3 + _SLANT, upper - dust),
            (c4 - _SLANT, upper - dust),
            (c4, upper),
        ]
        below = [(x, end - y) for x, y in reversed(above)]
        tab = [(c0, lower), (0.0, lower - _SLANT), (0.0, upper + _SLANT), (c0, upper)]
        return [*above, *below, *tab]

    def folds(self) -> Iterator[LineEnds]:
        """All folds."""
        c0, c1, c2, c3, c4 = self.columns
        upper, lower = self.top, self.top + self.height
        for x in (c0, c1, c2, c3):
            yield (x, upper, x, lower)
        for y in (upper, lower):
            for left, right in ((c0, c1), (c1, c2), (c3, c4)):
                yield (left, y, right, y)
        for y in (_TUCK, lower + self.depth):
            yield (c0, y, c1, y)


def box_thickness(text: str) -> Length:
    """The thickness of one card that is written in ``text``, such as ``0.3mm``.

    Raises:
        LengthError: It is no length.
        ValueError: It is not between 0.05 and 3 mm.
    """
    length = Length.parse(text)
    if not mm(0.05) <= length <= mm(3):
        raise ValueError(f"'{text}' is not the thickness of a card; write 0.05mm to 3mm, sleeves included")
    return length


_GAP = 4.0  # mm between two nets
_FOLD = Colour(90, 90, 90)
_DASH = (2.0, 1.0)
_LINE = 0.35 * MM_PER_PT
_NAME = Style("Barlow Semi Condensed", weight=600, size=pt(11))
_TITLE = replace(_NAME, size=pt(20))
_CONTENT = Style("Barlow Semi Condensed", weight=500, size=pt(9), colour=_FOLD)
_WORDS = replace(_CONTENT, size=pt(6))


class Net(NamedTuple):
    """A net to be put on a page.

    Attributes:
        box: Its size.
        faces: Shown on the front panel: one at its own size, its bleed up to the folds; of several, four at
            half of it.
        name: Of the deck, for lid, sides and back.
        content: What is in it.
    """

    box: TuckBox
    faces: tuple[Face, ...]
    name: str
    content: str


class _Sheet:
    """A page to be, with nets one below the other."""

    def __init__(self, profile: PrintProfile, *, lying: bool) -> None:
        paper, margin = profile.paper, profile.margin
        self.margin = margin.lying() if lying else margin
        self.width, self.height = (paper.height, paper.width) if lying else (paper.width, paper.height)
        self.cut_line = profile.cut_line
        self.nets: list[Net] = []

    @property
    def used(self) -> float:
        """Height of the nets."""
        return sum(net.box.size[1] for net in self.nets) + _GAP * (len(self.nets) - 1)

    def takes(self, net: Net) -> bool:
        """Whether there is room for a net; a second one must leave some for ruler and footer."""
        width, height = net.box.size
        across = self.width.mm - 2 * max(self.margin.left, self.margin.right).mm
        down = self.height.mm - 2 * max(self.margin.top, self.margin.bottom).mm
        needed = self.used + _GAP + height + 4 * LANE if self.nets else height
        return width <= across and needed <= down

    def page(
        self,
        words: SheetWords,
        number: int,
        ruler: Ruler,
        context: TextContext,
        elements: list[StructureElement],
    ) -> Page:
        """The finished page: nets in its middle, each a figure among the elements, which grow."""
        y = (self.height.mm - self.used) / 2
        placed: list[PlacedFace] = []
        items: list[Item] = []
        for net in self.nets:
            place = shift((self.width.mm - net.box.size[0]) / 2, y)
            tag = Tag("Figure", len(elements), len(elements), place.apply_box(Box(0.0, 0.0, *net.box.size)))
            elements.append(StructureElement("Figure", alt=_described(net, context.language)))
            placed += [face._replace(tag=tag) for face in _pictures(net, place)]
            drawn = Group(tuple(_items(net, context, self.cut_line)), matrix=place)
            items.append(Group((drawn,), tag=tag))
            y += net.box.size[1] + _GAP
        free = rims(self._block(), self.margin, "no")
        furnisher = Furnisher(self._block(), free, ruler, context)
        items += furnisher.furniture(words.footer(None, number, "")).items
        label = ", ".join(net.name for net in self.nets)
        return Page(self.width, self.height, tuple(placed), tuple(items), label=label, elements=elements)

    def _block(self) -> PageBlock:
        wide = max(net.box.size[0] for net in self.nets)
        left, top = (
            Length.from_mm((self.width.mm - wide) / 2),
            Length.from_mm((self.height.mm - self.used) / 2),
        )
        return PageBlock(
            self.width, self.height, left, top, self.width - left, self.height - top, Margins.even(ZERO)
        )


def box_pages(
    nets: Sequence[Net], footer: Footer, profile: PrintProfile, context: TextContext
) -> tuple[tuple[Page, ...], tuple[int | None, ...]]:
    """The pages, upright or lying, and the page of each net; None where the paper is too small for it.

    Args:
        nets: In order; each comes onto the first page that has room.
        footer: Text at the foot of each page.
        profile: Paper and margins.
        context: To set words with.
    """
    sheets: list[_Sheet] = []
    found: list[int | None] = []
    for net in nets:
        tried = (*sheets, _Sheet(profile, lying=False), _Sheet(profile, lying=True))
        at = next((at for at, sheet in enumerate(tried) if sheet.takes(net)), None)
        if at is not None:
            tried[at].nets.append(net)
            if at >= len(sheets):
                sheets.append(tried[at])
                at = len(sheets) - 1
        found.append(at)
    words = SheetWords(footer, len(sheets), profile, two_sided=False)
    ruler = Ruler.with_words(words.ruler(), context)
    elements: list[StructureElement] = []
    pages = [sheet.page(words, at, ruler, context, elements) for at, sheet in enumerate(sheets, 1)]
    return tuple(pages), tuple(found)


def _described(net: Net, language: str) -> str:
    """A net in words."""
    return f"{label('boxes', language)}: {net.name}, {net.content}"


def has_room(net: Net, profile: PrintProfile) -> bool:
    """Whether a page of the profile, upright or lying, takes a net."""
    return any(_Sheet(profile, lying=lying).takes(net) for lying in (False, True))


def _pictures(net: Net, place: Matrix) -> Iterator[PlacedFace]:
    panel, first = net.box.front, net.faces[0]
    at = shift(panel.x + (panel.width - first.width) / 2, panel.y + (panel.height - first.height) / 2)
    rim = min(first.bleed, SLACK / 2)
    if len(net.faces) == 1:
        shown = Box(0.0, 0.0, first.width, first.height).grown(rim)
        yield PlacedFace(first, at.then(place), shown)
        return
    for row, column in product(range(2), repeat=2):
        number = (row + column) % 2 if len(net.faces) == 2 else (2 * row + column) % len(net.faces)
        face = net.faces[number]
        edges = (2 * rim * (row == 0), 2 * rim * column, 2 * rim * row, 2 * rim * (column == 0))
        clip = Box(0.0, 0.0, face.width, face.height).inset(*(-edge for edge in edges))
        quarter = scale(0.5).then(shift(column * face.width / 2, row * face.height / 2))
        yield PlacedFace(face, quarter.then(at).then(place), clip)


def _items(net: Net, context: TextContext, cut_line: Colour | None) -> Iterator[Item]:
    box, name, content = net.box, net.name, net.content
    folds = _FOLD if cut_line is None else spot_colour("Crease")
    yield Stroke(path_of(box.folds()), folds, _LINE, dash=_DASH)
    yield Stroke(polygon(box.outline()), cut_line or BLACK, _LINE)
    across = _fitting(name, _NAME, box.width, context)
    along = set_label(name, _fitting(name, _NAME, box.height, context), 0.0, 1.3, context, "middle")[0]
    for panel in box.sides:
        yield Group(along, turn(90).then(shift(*panel.centre)))
    lid, back = box.lid, box.back
    yield Group(set_label(name, across, 0.0, 1.3, context, "middle")[0], turn(180).then(shift(*lid.centre)))
    title = _fitting(name, _TITLE, box.width, context)
    yield Group(set_label(name, title, 0.0, 0.0, context, "middle")[0], shift(*back.centre))
    yield Group(set_label(content, _CONTENT, 0.0, 6.5, context, "middle")[0], shift(*back.centre))
    glue = set_label(label("glue-here", context.language), _WORDS, 0.0, 0.8, context, "middle")[0]
    yield Group(glue, turn(270).then(shift(TAB / 2, box.back.centre.y)))


def _fitting(name: str, style: Style, room: float, context: TextContext) -> Style:
    """The style, smaller where that is needed to keep 2 mm to the folds."""
    wide = text_width(name, style, context)
    return replace(style, size=pt(style.size.pt * min(1.0, (room - 4.0) / wide))) if wide else style
