"""What the stream of a page is drawn from, as a key."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable

from pnp.draw import Item, LateItems, Page, PlacedFace
from pnp.geometry import Box, Matrix
from pnp.remember import ByIdentity, ByValue

_AT_HAND = 8192
"""Places, and items, that are known again."""


class PageKeys:
    """Keys of pages; what many pages have in common is looked at once.

    Args:
        marks: Items that are objects of their own in the file; those of a page are known before its key is asked for.
    """

    def __init__(self, marks: Container[Item]) -> None:
        self._marks = marks
        self._places: ByValue[tuple[Matrix, Box, Box], str] = ByValue(repr, _AT_HAND)
        self._same: dict[tuple[int, int, int], tuple[str, Matrix, Box, Box]] = {}
        self._items = ByIdentity(self._item, _AT_HAND)

    def place(self, placed: PlacedFace, box: Box) -> str:
        """Where a face lies whose plate has that box, and what of it shows."""
        matrix, clip = placed.matrix, placed.clip
        same = (id(matrix), id(clip), id(box))
        known = self._same.get(same)
        if known is None:
            if len(self._same) >= _AT_HAND:
                self._same.clear()
            # Kept with all whose ids are its key.
            known = self._same[same] = (self._places[matrix, clip, box], matrix, clip, box)
        return known[0]

    def key(self, page: Page, faces: Iterable[str]) -> str:
        """The key of a page.

        Args:
            page: With its items.
            faces: What tells its faces and their places.
        """
        ready, late = page.items, ""
        if isinstance(page.items, LateItems):
            ready, late = page.items.ready, page.items.key
        parts = (str(page.height.emu), *faces, *self._items.each(ready), late)
        return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def _item(self, item: Item) -> str:
        said = f"{item in self._marks} {item!r}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(said).hexdigest()
