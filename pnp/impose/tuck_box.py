"""Tuck boxes: the net of a box for a deck, to be cut out, folded and glued."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.colour import BLACK, Colour
from pnp.dataclass import dataclass
from pnp.draw import Face, Group, Item, Page, Path, PlacedFace, Stroke, polygon
from pnp.geometry import Box, Matrix, shift, turn
from pnp.impose.profile import PrintProfile
from pnp.model import Style
from pnp.units import MM_PER_PT, Length, mm, pt

if TYPE_CHECKING:
    from pnp.text import TextContext

SLACK = 1.0
"""Millimetres that the inside is wider, higher and deeper than the deck: half a millimetre on each side."""
LEAST_DEPTH = 6.0
"""Millimetres: shallower boxes cannot be folded with card of 0.3 mm."""
_TAB = 9.0  # mm: glue tab at the side
_TUCK = 14.0  # mm: of lid and bottom, pushed or glued inside
_SLANT = 2.0  # mm that flaps narrow towards their ends, so that they slip in
_FOLD = Colour(90, 90, 90)
_DASH = (2.0, 1.0)
_LINE = 0.35 * MM_PER_PT
_NAME = Style("Barlow Semi Condensed", weight=600, size=pt(11))
_TITLE = replace(_NAME, size=pt(20))
_CONTENT = Style("Barlow Semi Condensed", weight=500, size=pt(9), colour=_FOLD)
_WORDS = replace(_CONTENT, size=pt(6))

_Line = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TuckBox:
    """A box by its inside, in millimetres.

    The net stands upright: glue tab, back, side, front, side from left to right; lid and tuck flap above the back,
    bottom and its flap below it, dust flaps above and below the sides. Frame: its upper left corner.

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
        """The box for so many cards of that thickness."""
        depth = max(LEAST_DEPTH, count * thickness.mm + SLACK)
        return cls(card.width + SLACK, card.height + SLACK, depth)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole net."""
        return _TAB + 2 * self.width + 2 * self.depth, self.height + 2 * self.top

    @property
    def top(self) -> float:
        """Height of what stands above the panels, and below them."""
        return self.depth + _TUCK

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """X of the left edges of back, side, front and side, and of the right end."""
        w, d = self.width, self.depth
        return (_TAB, _TAB + w, _TAB + w + d, _TAB + 2 * w + d, _TAB + 2 * w + 2 * d)

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

    def folds(self) -> Iterator[_Line]:
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


def box_page(
    box: TuckBox, face: Face, words: tuple[str, str], profile: PrintProfile, context: TextContext
) -> Page | None:
    """The net on a page, upright or lying, in its middle; None where the paper is too small.

    Args:
        box: Its size.
        face: Shown on the front panel, at its own size; its bleed fills the panel up to the folds.
        words: Name of the deck and what is in it, for lid and sides.
        profile: Paper and margins.
        context: To set words with.
    """
    width, height = box.size
    paper, margin = profile.paper, profile.margin
    for page_width, page_height, least in (
        (paper.width, paper.height, margin),
        (paper.height, paper.width, margin.lying()),
    ):
        x, y = (page_width.mm - width) / 2, (page_height.mm - height) / 2
        if x >= max(least.left, least.right).mm and y >= max(least.top, least.bottom).mm:
            place = shift(x, y)
            items = Group(tuple(_items(box, words, context)), matrix=place)
            return Page(page_width, page_height, (_picture(box, face, place),), (items,), label=words[0])
    return None


def _picture(box: TuckBox, face: Face, place: Matrix) -> PlacedFace:
    panel = box.front
    at = shift(panel.x + (panel.width - face.width) / 2, panel.y + (panel.height - face.height) / 2)
    rim = min(face.bleed, SLACK / 2)
    return PlacedFace(face, at.then(place), Box(0.0, 0.0, face.width, face.height).grown(rim))


def _items(box: TuckBox, words: tuple[str, str], context: TextContext) -> Iterator[Item]:
    from pnp.i18n import label
    from pnp.text import set_label

    yield Stroke(_path(list(box.folds())), _FOLD, _LINE, dash=_DASH)
    yield Stroke(polygon(box.outline()), BLACK, _LINE)
    name, content = words
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
    yield Group(glue, turn(270).then(shift(_TAB / 2, box.back.centre.y)))


def _fitting(name: str, style: Style, room: float, context: TextContext) -> Style:
    """The style, smaller where that is needed to keep 2 mm to the folds."""
    from pnp.text import text_width

    wide = text_width(name, style, context)
    return replace(style, size=pt(style.size.pt * min(1.0, (room - 4.0) / wide))) if wide else style


def _path(lines: list[_Line]) -> Path:
    return tuple(segment for x1, y1, x2, y2 in lines for segment in (("M", x1, y1), ("L", x2, y2)))


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
