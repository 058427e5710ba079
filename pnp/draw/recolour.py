"""Items in other colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from pnp.colour import Colour
from pnp.draw.item import Fill, GlyphRun, Group, Item, Paint, Picture, PictureData, Stroke


class Recolouring:
    """Puts other colours in the place of those of items.

    Args:
        name: Of the change: groups that recur get it in addition to their names.
        colour: The colour that takes the place of one.
        picture: The picture that takes the place of one; None keeps pictures.
        letters: The colour that takes the place of that of letters; None for ``colour``.
    """

    def __init__(
        self,
        name: str,
        colour: Callable[[Colour], Colour],
        picture: Callable[[PictureData], PictureData] | None = None,
        letters: Callable[[Colour], Colour] | None = None,
    ) -> None:
        self._name = name
        self._colour = colour
        self._picture = picture
        self._letters = letters or colour

    def items(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items, recoloured."""
        return tuple(map(self._item, items))

    def _item(self, item: Item) -> Item:
        match item:
            case Fill() | Stroke():
                return item._replace(paint=self._paint(item.paint))
            case GlyphRun():
                halo = item.halo and item.halo._replace(colour=self._colour(item.halo.colour))
                return item._replace(colour=self._letters(item.colour), halo=halo)
            case Picture():
                return item if self._picture is None else item._replace(picture=self._picture(item.picture))
            case Group():
                shared = f"{item.shared} {self._name}" if item.shared is not None else None
                return item._replace(items=self.items(item.items), shared=shared)
            case _:
                assert_never(item)

    def _paint(self, paint: Paint) -> Paint:
        if isinstance(paint, Colour):
            return self._colour(paint)
        stops = tuple(stop._replace(colour=self._colour(stop.colour)) for stop in paint.stops)
        return paint._replace(stops=stops)
