"""What the stream of a page is drawn from, as a key."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable

from pnp.draw import Item, LateItems, Page, PlacedFace
from pnp.geometry import Box, Matrix


class PageKeys:
    """Keys of pages; what many pages have in common is looked at once."""

    def __init__(self) -> None:
        self._places: dict[tuple[Matrix, Box, Box], str] = {}
        self._items: dict[int, tuple[Item, str]] = {}

    def place(self, placed: PlacedFace, box: Box) -> str:
        """Where a face lies whose plate has that box, and what of it shows."""
        key = (placed.matrix, placed.clip, box)
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = repr(key)
        return known

    def key(self, page: Page, faces: Iterable[str], marks: Container[Item]) -> str:
        """The key of a page.

        Args:
            page: With its items.
            faces: What tells its faces and their places.
            marks: Items that are objects of their own in the file.
        """
        ready, late = page.items, ""
        if isinstance(page.items, LateItems):
            ready, late = page.items.ready, page.items.key
        parts = (str(page.height.emu), *faces, *[self._item(item, marks) for item in ready], late)
        return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def _item(self, item: Item, marks: Container[Item]) -> str:
        known = self._items.get(id(item))
        if known is None:
            said = f"{item in marks} {item!r}".encode("utf-8", "surrogatepass")
            # The item is kept with its hash: an id means nothing once its object is gone.
            known = self._items[id(item)] = (item, hashlib.sha256(said).hexdigest())
        return known[1]
