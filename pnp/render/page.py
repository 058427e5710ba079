"""Pages of a file."""

from __future__ import annotations

from pnp.draw import Needs, Page
from pnp.geometry import Box
from pnp.press.number import numbers
from pnp.remember import ByValue
from pnp.render.file import PdfFile, Ref, Stream
from pnp.render.shelves import Shelves
from pnp.units import PT_PER_MM, Length


class PageWriter:
    """Writes pages as they come.

    Args:
        file: Where they go.
        shelves: What they have in common.
        tree: The page tree's root, put by the caller when all pages are written.

    Attributes:
        pages: References to the pages so far, in order.
        heights: Heights of the pages so far, in millimetres.
    """

    def __init__(self, file: PdfFile, shelves: Shelves, tree: Ref) -> None:
        self.pages: list[Ref] = []
        self.heights: list[float] = []
        self._boxes: ByValue[tuple[int, int, Box | None, Box | None], str] = ByValue(
            lambda sizes: _boxes(*sizes), _SIZES_AT_HAND
        )
        self._file = file
        self._shelves = shelves
        self._tree = tree

    def write(self, page: Page, needs: Needs, stream: bytes) -> None:
        """Put one page and what is new on it into the file.

        Args:
            page: What it is.
            needs: What its operators refer to.
            stream: They themselves, compressed.
        """
        self._shelves.pictures.show(needs.sizes)
        resources = self._shelves.resources(needs)
        ref = self._file.put(Stream({"Filter": "/FlateDecode"}, stream))
        boxes = self._boxes[page.width.emu, page.height.emu, page.trim, page.bleed]
        blended = "/Group<</S/Transparency/CS/DeviceRGB>>" if needs.transparent else ""
        self.pages.append(
            self._file.put(
                f"<</Type/Page/Parent {self._tree}{boxes}/Resources{resources}/Contents {ref}{blended}>>"
            )
        )
        self.heights.append(page.height.mm)


_SIZES_AT_HAND = 64
"""Sizes of pages with their boxes that are written again."""


def _boxes(width: int, height: int, trim: Box | None, bleed: Box | None) -> str:
    """The boxes of a page in points from its lower left corner (ISO 32000-1 §14.11.2); its sizes are whole EMU."""
    wide, high = Length(width).mm, Length(height).mm
    paper = Box(0.0, 0.0, wide, high)
    trim = trim or paper
    named = {"MediaBox": paper, "CropBox": paper, "BleedBox": bleed or trim, "TrimBox": trim}
    return "".join([f"/{key}{_corners(box, high)}" for key, box in named.items()])


def _corners(box: Box, height: float) -> str:
    points = (box.x, height - box.bottom, box.right, height - box.y)
    return f"[{numbers([value * PT_PER_MM for value in points])}]"
