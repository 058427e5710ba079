"""Pages and the faces on them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence, Set

from pnp.draw import AnyFace, Item, Page, PlacedFace, Plate, PressedFace, Stroke, item_box, rectangle
from pnp.draw.bounds import MITER_LIMIT
from pnp.geometry import Box, Matrix
from pnp.press import Content, Press
from pnp.press.number import matrix_operands, numbers, utf16
from pnp.render.file import PdfFile, Ref, deflated
from pnp.render.shelves import Shelves
from pnp.units import PT_PER_MM

_FACES_AT_HAND = 512
"""Faces of pages that come one by one that are known again without drawing them; equal ones are stored once all the same."""


_WORTH_STORING = 16
"""Segments from which on a stroke that recurs is worth an object of its own."""


class PageWriter:
    """Writes pages as they come.

    Args:
        file: Where they go.
        shelves: What they have in common.
        press: Draws what is not pressed yet.
        tree: The page tree's root, put by the caller when all pages are written.
        language: Of the document; faces in other languages say so.

    Attributes:
        pages: References to the pages so far, in order.
        heights: Heights of the pages so far, in millimetres.
    """

    def __init__(self, file: PdfFile, shelves: Shelves, press: Press, tree: Ref, language: str) -> None:
        self.pages: list[Ref] = []
        self.heights: list[float] = []
        self._file = file
        self._shelves = shelves
        self._press = press
        self._tree = tree
        self._language = language
        self._once: Set[str] = frozenset()
        self._faces: OrderedDict[int, tuple[AnyFace, Plate]] = OrderedDict()
        self._at_hand = _FACES_AT_HAND
        self._marks: dict[Item, Plate] = {}

    def look_ahead(self, pages: Sequence[Page]) -> None:
        """Find what is on all pages of the document once, and what is there often.

        Plates that are placed a single time are drawn right into the streams of their pages: beside each other they
        compress to half, and need no objects of their own. Marks that many pages have are stored once.
        """
        self._at_hand = sum(len(page.placed) for page in pages)
        counts = Counter(self._plate(placed.face).name for page in pages for placed in page.placed)
        self._once = {name for name, count in counts.items() if count == 1}
        strokes = Counter(
            item
            for page in pages
            for item in page.items
            if isinstance(item, Stroke) and len(item.path) >= _WORTH_STORING
        )
        for stroke, count in strokes.items():
            box = item_box(stroke)
            if count > 1 and box is not None:
                content = self._press.content()
                content.draw((stroke,))
                self._marks[stroke] = content.plate(box)

    def write(self, page: Page) -> None:
        """Put one page and what is new on it into the file."""
        height = page.height.mm
        flip = Matrix(PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, page.height.pt)
        content = self._press.content(flip)
        content.write(f"{matrix_operands(flip)} cm", f"{MITER_LIMIT:g} M")
        content.draw(page.under)
        for placed in page.placed:
            self._place(content, placed)
        for item in page.items:
            plate = self._marks.get(item) if isinstance(item, Stroke) and self._marks else None
            if plate is None:
                content.draw((item,))
            else:
                content.place(plate)
        needs = content.needs()
        self._shelves.pictures.show(needs.sizes)
        resources = self._shelves.resources(needs)
        stream = self._file.put(deflated({}, content.data()))
        blended = "/Group<</S/Transparency/CS/DeviceRGB>>" if needs.transparent else ""
        self.pages.append(
            self._file.put(
                f"<</Type/Page/Parent {self._tree}{_boxes(page)}"
                f"/Resources{resources}/Contents {stream}{blended}>>"
            )
        )
        self.heights.append(height)

    def _place(self, content: Content, placed: PlacedFace) -> None:
        face = placed.face
        plate = self._plate(face)
        here = plate.name in self._once and plate.movable
        foreign = face.language != self._language
        if foreign:
            content.write(f"/Span<</Lang<FEFF{utf16(face.language)}>>>BDC")
        content.save()
        content.map(placed.matrix)
        if not placed.clip.holds(plate.box):
            content.clip(rectangle(placed.clip))
        if here:
            content.clip(rectangle(plate.box))
            content.repeat(plate)
        else:
            content.place(plate)
        content.restore()
        if foreign:
            content.write("EMC")

    def _plate(self, face: AnyFace) -> Plate:
        """The face's plate. A face is known by identity first; one drawn anew is still stored once if it is equal."""
        if isinstance(face, PressedFace):
            return face.plate
        key = id(face)
        if key in self._faces:
            self._faces.move_to_end(key)
            return self._faces[key][1]
        plate = self._press.plate(face)
        self._faces[key] = (face, plate)
        if len(self._faces) > self._at_hand:
            self._faces.popitem(last=False)
        return plate


def _boxes(page: Page) -> str:
    """The page's boxes in points from its lower left corner (ISO 32000-1 §14.11.2)."""
    paper = Box(0.0, 0.0, page.width.mm, page.height.mm)
    trim = page.trim or paper
    named = {"MediaBox": paper, "CropBox": paper, "BleedBox": page.bleed or trim, "TrimBox": trim}
    return "".join([f"/{key}{_corners(box, page.height.mm)}" for key, box in named.items()])


def _corners(box: Box, height: float) -> str:
    points = (box.x, height - box.bottom, box.right, height - box.y)
    return f"[{numbers([value * PT_PER_MM for value in points])}]"
