"""Stamps: the first digits of its hash on each front, so that a card shows its state of the data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.colour import WHITE, Colour
from pnp.draw import FaceHashes, Group, Halo, Item, Outline
from pnp.impose.sheet import Placement
from pnp.model import Style
from pnp.units import pt

if TYPE_CHECKING:
    from pnp.text import TextContext

DIGITS = 7
"""As many as programs show of commits: a collision has a chance of one in 268 million."""
_STYLE = Style("Barlow Semi Condensed", weight=500, size=pt(4), colour=Colour(100, 100, 100))
_HALO = Halo(WHITE, 0.18)  # keeps the digits readable on dark grounds
_LEAST = 0.9  # mm from the trim to the baseline: hardly noticed, and still there when a cut misses by half a millimetre
_BESIDE = 0.5  # mm between the digits and the trim at both sides
_STEP = 0.2


class Stamps:
    """Makes stamps for the fronts of a set.

    Args:
        hashes: Of faces.
        context: To set digits with; None stamps nothing.
    """

    def __init__(self, hashes: FaceHashes, context: TextContext | None) -> None:
        self._hashes, self._context = hashes, context
        self._made: dict[tuple[str, Outline], tuple[Item, ...]] = {}
        self.cramped = False
        """Whether some piece had no room."""

    def of(self, slots: Sequence[Placement]) -> Iterator[Item]:
        """The stamps of fronts, in the page's frame, at the lower edge of each piece."""
        for slot in slots if self._context is not None else ():
            key = (self._hashes.of(slot.face)[:DIGITS], slot.face.outline)
            if key not in self._made:
                self._made[key] = self._stamp(*key)
            if self._made[key]:
                yield Group(self._made[key], matrix=slot.matrix)

    def _stamp(self, digits: str, outline: Outline) -> tuple[Item, ...]:
        from pnp.text import set_label, text_width

        assert self._context is not None
        height = baseline(outline, text_width(digits, _STYLE, self._context) + 2 * _BESIDE)
        if height is None:
            self.cramped = True
            return ()
        x, y = outline.width / 2, outline.height - height
        return set_label(digits, _STYLE, x, y, self._context, "middle", halo=_HALO)[0]


def baseline(outline: Outline, width: float) -> float | None:
    """The least height above the lower end at which the shape is as wide; None if not in its lower third."""
    steps = int((outline.height / 3 - _LEAST) / _STEP) + 1
    heights = (_LEAST + step * _STEP for step in range(max(0, steps)))
    return next((height for height in heights if chord(outline, height) >= width), None)


def chord(outline: Outline, height: float) -> float:
    """How wide a shape is at a height above its lower end, both in millimetres."""
    width, radius = outline.width, outline.radius
    if outline.shape == "circle":
        return 2.0 * math.sqrt(max(0.0, (width / 2) ** 2 - (width / 2 - height) ** 2))
    if outline.shape == "hex-pointy":  # its lower corner opens to the whole width at a quarter of its height
        return min(width, width * height / (outline.height / 4))
    if outline.shape == "hex-flat":  # from its lower edge, half as wide as the whole, to the middle
        return min(width, width / 2 + width / 2 * height / (outline.height / 2))
    if height < radius:
        return width - 2 * (radius - math.sqrt(radius**2 - (radius - height) ** 2))
    return width
