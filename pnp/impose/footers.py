"""How words in lanes are set, and the footers among them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.colour import Colour
from pnp.draw import Item
from pnp.model import Style
from pnp.units import pt

if TYPE_CHECKING:
    from pnp.text import Labels, TextContext

GREY = Colour(90, 90, 90)
STYLES = (Style(size=pt(5.5), colour=GREY), Style(size=pt(4.5), colour=GREY))
BASELINE = 1.75  # mm from the top of a lane


class Footers:
    """Sets footers in either of their styles, the larger one being 0; what many have in common is set once."""

    def __init__(self, context: TextContext) -> None:
        self._context = context

    def set(self, words: str, style: int) -> tuple[tuple[Item, ...], float]:
        """A footer that begins at the left end of a lane, and its length."""
        return self._labels[style].set(words, 0.0, BASELINE)

    @cached_property
    def _labels(self) -> list[Labels]:
        from pnp.text import Labels

        return [Labels(style, self._context) for style in STYLES]
