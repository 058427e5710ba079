"""Pages and the faces on them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence, Set
from typing import Protocol

from pnp.draw import (
    AnyFace,
    Item,
    LateItems,
    Needs,
    Page,
    PlacedFace,
    Plate,
    PressedFace,
    Stroke,
    item_box,
    rectangle,
)
from pnp.draw.bounds import MITER_LIMIT
from pnp.geometry import Box, Matrix
from pnp.press import Content, Press
from pnp.press.number import matrix_operands, numbers, utf16
from pnp.render.file import PdfFile, Ref, Stream, compressed
from pnp.render.page_key import PageKeys
from pnp.render.shelves import Shelves
from pnp.units import PT_PER_MM

_FACES_AT_HAND = 512
"""Faces of pages that come one by one that are known again without drawing them; equal ones are stored once all the same."""


_WORTH_STORING = 16
"""Segments from which on a stroke that recurs is worth an object of its own."""


class KeptPages(Protocol):
    """Streams of pages that were written before."""

    def find(self, key: str, plates: Mapping[str, Plate]) -> tuple[Needs, bytes] | None:
        """What was kept under the key: what the stream refers to, and its compressed bytes.

        None where nothing was, or where it refers to a plate that is not there yet.
        """

    def keep(self, key: str, needs: Needs, stream: bytes) -> None:
        """Keep a page for later runs."""


class PageWriter:
    """Writes pages as they come.

    Args:
        file: Where they go.
        shelves: What they have in common.
        press: Draws what is not pressed yet.
        tree: The page tree's root, put by the caller when all pages are written.
        language: Of the document; faces in other languages say so.
        kept: Streams of earlier runs with the same program and fonts, which need not be made again.

    Attributes:
        pages: References to the pages so far, in order.
        heights: Heights of the pages so far, in millimetres.
    """

    def __init__(
        self,
        file: PdfFile,
        shelves: Shelves,
        press: Press,
        tree: Ref,
        language: str,
        kept: KeptPages | None = None,
    ) -> None:
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
        self._kept = kept
        self._keys = PageKeys(self._marks)
        self._known: dict[str, Plate] = {}

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
            for item in (page.items.ready if isinstance(page.items, LateItems) else page.items)
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
        needs, stream = self._stream(page)
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

    def _stream(self, page: Page) -> tuple[Needs, bytes]:
        """The compressed operators of a page, and what they refer to."""
        key = self._key(page)
        found = self._kept.find(key, self._known) if key and self._kept is not None else None
        if found is not None:
            return found
        content = self._drawn(page)
        needs, stream = content.needs(), compressed(content.data())
        if key and self._kept is not None:
            self._know(needs)
            self._kept.keep(key, needs, stream)
        return needs, stream

    def _key(self, page: Page) -> str | None:
        """A key over all that a page of pressed faces is drawn from; None for others, and where nothing is kept."""
        if self._kept is None or page.under or not page.placed:
            return None
        faces: list[str] = []
        for placed in page.placed:
            face = placed.face
            if not isinstance(face, PressedFace):
                return None
            how = "once" if face.plate.name in self._once else "often"
            language = face.language if face.language != self._language else ""
            faces.append(f"{face.plate.name} {how} {language} {self._keys.place(placed, face.plate.box)}")
        return self._keys.key(page, faces)

    def _know(self, needs: Needs) -> None:
        """Remember the plates that a page places."""
        for plate in (*needs.plates.values(), *needs.masks.values()):
            self._known[plate.name] = plate

    def _drawn(self, page: Page) -> Content:
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
        return content

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
