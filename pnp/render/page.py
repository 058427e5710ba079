"""Pages and the faces on them."""

from __future__ import annotations

from collections import OrderedDict

from pnp.draw import Face, Page, PlacedFace, path_box, rectangle
from pnp.draw.bounds import MITER_LIMIT
from pnp.geometry import Box, Matrix
from pnp.render.content import Content
from pnp.render.file import Dictionary, PdfFile, Ref, Value, deflated
from pnp.render.form import Form
from pnp.render.number import PLACES, matrix_operands, numbers
from pnp.render.shelves import Shelves
from pnp.render.tounicode import utf16
from pnp.units import PT_PER_MM

_FACES_AT_HAND = 512
"""How many faces are known again without drawing them; beyond that equal faces are still stored once."""


class PageWriter:
    """Writes pages as they come.

    Args:
        file: Where they go.
        shelves: What they have in common.
        tree: The page tree's root, put by the caller when all pages are written.
        language: Of the document; faces in other languages say so.

    Attributes:
        pages: References to the pages so far, in order.
        heights: Heights of the pages so far, in millimetres.
    """

    def __init__(self, file: PdfFile, shelves: Shelves, tree: Ref, language: str) -> None:
        self.pages: list[Ref] = []
        self.heights: list[float] = []
        self._file = file
        self._shelves = shelves
        self._tree = tree
        self._language = language
        self._faces: OrderedDict[int, tuple[Face, Form]] = OrderedDict()

    def write(self, page: Page) -> None:
        """Put one page and what is new on it into the file."""
        height = page.height.mm
        flip = Matrix(PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, page.height.pt)
        content = Content(self._shelves, matrix=flip)
        content.write(f"{matrix_operands(flip)} cm", f"{MITER_LIMIT:g} M")
        content.draw(page.under)
        for placed in page.placed:
            self._place(content, placed)
        content.draw(page.items)
        entries: dict[str, Value] = {
            "Type": "/Page",
            "Parent": self._tree,
            **_boxes(page),
            "Resources": content.resources.dictionary(),
            "Contents": self._file.put(deflated({}, content.data())),
        }
        self._shelves.images.show(content.resources.pictures)
        if content.resources.transparent:
            entries["Group"] = "<</S/Transparency/CS/DeviceRGB>>"
        self.pages.append(self._file.put(Dictionary(entries)))
        self.heights.append(height)

    def _place(self, content: Content, placed: PlacedFace) -> None:
        form = self._form(placed.face)
        content.save()
        content.map(placed.matrix)
        if not placed.clip.holds(_reach(placed.face)):
            content.clip(rectangle(placed.clip))
        content.place(form)
        content.restore()

    def _form(self, face: Face) -> Form:
        """The face's form. A face is known by identity first; one drawn anew is still stored once if it is equal."""
        key = id(face)
        if key in self._faces:
            self._faces.move_to_end(key)
            return self._faces[key][1]
        form = self._draw(face)
        self._faces[key] = (face, form)
        if len(self._faces) > _FACES_AT_HAND:
            self._faces.popitem(last=False)
        return form

    def _draw(self, face: Face) -> Form:
        content = Content(self._shelves)
        foreign = face.language != self._language
        if foreign:
            content.write(f"/Span<</Lang<FEFF{utf16(face.language)}>>>BDC")
        if face.outline.shape != "rectangle":
            content.clip(face.outline.path(face.bleed))
        content.draw(face.items)
        if foreign:
            content.write("EMC")
        return self._shelves.forms.put(content.data(), content.resources, _reach(face), PLACES)


def _reach(face: Face) -> Box:
    """The box of everything that the face may show: trim and bleed."""
    return path_box(face.outline.path(face.bleed))


def _boxes(page: Page) -> dict[str, str]:
    """The page's boxes in points from its lower left corner (ISO 32000-1 §14.11.2)."""
    paper = Box(0.0, 0.0, page.width.mm, page.height.mm)
    trim = page.trim or paper
    named = {"MediaBox": paper, "CropBox": paper, "BleedBox": page.bleed or trim, "TrimBox": trim}
    return {key: _corners(box, page.height.mm) for key, box in named.items()}


def _corners(box: Box, height: float) -> str:
    points = (box.x, height - box.bottom, box.right, height - box.y)
    return f"[{numbers([value * PT_PER_MM for value in points])}]"
