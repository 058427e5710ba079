"""Tuck boxes: the net of a box for a deck, to be cut out, folded and glued."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.draw import Face
from pnp.geometry import Box
from pnp.units import Length, mm

SLACK = 1.0
"""Millimetres that the inside is wider, higher and deeper than the deck: half a millimetre on each side."""
LEAST_DEPTH = 6.0
"""Millimetres: shallower boxes cannot be folded with card of 0.3 mm."""
TAB = 9.0
"""Millimetres: width of the glue tab at the side."""
_TUCK = 14.0  # mm: of lid and bottom, pushed or glued inside
_SLANT = 2.0  # mm that flaps narrow towards their ends, so that they slide in

Line = tuple[float, float, float, float]
"""From x1, y1 to x2, y2."""


@dataclass(frozen=True, slots=True)
class TuckBox:
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

    def folds(self) -> Iterator[Line]:
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
