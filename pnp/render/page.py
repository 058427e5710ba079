"""Pages of a file."""

from __future__ import annotations

from pnp.draw import Needs, Page
from pnp.geometry import Box
from pnp.press.number import numbers
from pnp.render.file import PdfFile, Ref, Stream
from pnp.render.shelves import Shelves
from pnp.units import PT_PER_MM


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
        blended = "/Group<</S/Transparency/CS/DeviceRGB>>" if needs.transparent else ""
        self.pages.append(
            self._file.put(
                f"<</Type/Page/Parent {self._tree}{_boxes(page)}/Resources{resources}/Contents {ref}{blended}>>"
            )
        )
        self.heights.append(page.height.mm)


def _boxes(page: Page) -> str:
    """The page's boxes in points from its lower left corner (ISO 32000-1 §14.11.2)."""
    paper = Box(0.0, 0.0, page.width.mm, page.height.mm)
    trim = page.trim or paper
    named = {"MediaBox": paper, "CropBox": paper, "BleedBox": page.bleed or trim, "TrimBox": trim}
    return "".join([f"/{key}{_corners(box, page.height.mm)}" for key, box in named.items()])


def _corners(box: Box, height: float) -> str:
    points = (box.x, height - box.bottom, box.right, height - box.y)
    return f"[{numbers([value * PT_PER_MM for value in points])}]"
