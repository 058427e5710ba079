"""Pages of PDF files and faces as pictures of pixels, and faces cut out of pages again.

Needs pypdfium2, which comes with the extra ``preview``.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from pnp.diagnostics import Diagnostic, missing_library
from pnp.draw import Clip, Document, Face, Group, Item, Outline, Page, Picture, PlacedFace, Stroke
from pnp.geometry import Box, shift
from pnp.pictures import unfiltered_picture
from pnp.raster.limits import MOST_PIXELS
from pnp.units import MM_PER_INCH, MM_PER_PT, PT_PER_MM, Length

if TYPE_CHECKING:
    from PIL.Image import Image


def missing_renderer() -> Diagnostic | None:
    """Error E310 if pypdfium2 is not installed, else None; call it before the other functions here."""
    return missing_library("pypdfium2", "E310", "pictures of pages need", "preview")


class PagePictures:
    """An open PDF file whose pages can be had as PNG; a context manager.

    Args:
        pdf: The whole file.

    Raises:
        ImportError: pypdfium2 is not installed.
    """

    def __init__(self, pdf: bytes) -> None:
        self._pdfium: Any = import_module("pypdfium2")  # it has no types
        self._document = self._pdfium.PdfDocument(pdf)

    def __enter__(self) -> PagePictures:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._document.close()

    def __len__(self) -> int:
        """Pages in the file."""
        return len(self._document)

    def size(self, page: int) -> tuple[float, float]:
        """Width and height of the page in millimetres."""
        width, height = self._document.get_page_size(page)
        return float(width) * MM_PER_PT, float(height) * MM_PER_PT

    def png(self, page: int, dpi: float) -> bytes:
        """The page as a PNG file that knows its resolution; raises what ``image`` raises."""
        self._check(page)
        width, height = (max(1, round(side / MM_PER_INCH * dpi)) for side in self.size(page))
        return png_bytes(self.image(page, width, height), dpi)

    def image(
        self, page: int, width_px: int, height_px: int, *, transparent: bool = False, crop: Box | None = None
    ) -> Image:
        """The page, or the part of it that ``crop`` shows, stretched over exactly this many pixels.

        Args:
            page: From 0.
            width_px: Of the picture.
            height_px: Of the picture.
            transparent: Whether bare paper is left transparent instead of white.
            crop: What to show, in millimetres from the top left corner of the page; None for the whole page.

        Raises:
            IndexError: The file has no page of this number.
            ValueError: The picture would have no or more than 400 million pixels.
        """
        self._check(page)
        if width_px < 1 or height_px < 1 or width_px * height_px > MOST_PIXELS:
            raise ValueError(
                f"a picture of {width_px} x {height_px} pixels cannot be made, only up to {MOST_PIXELS:,} in all"
            )
        opened = self._document[page]
        before = opened.get_cropbox()
        try:
            if crop is not None:
                height = self.size(page)[1]
                edges = (crop.x, height - crop.bottom, crop.right, height - crop.y)
                opened.set_cropbox(*(edge * PT_PER_MM for edge in edges))
            return self._drawn(opened, width_px, height_px, transparent)
        finally:
            opened.set_cropbox(*before)
            opened.close()

    def _check(self, page: int) -> None:
        if not 0 <= page < len(self):
            raise IndexError(f"page {page} of {len(self)}")

    def _drawn(self, page: Any, width: int, height: int, transparent: bool) -> Image:
        """The page stretched over a bitmap of exactly this size, as a Pillow image."""
        raw = self._pdfium.raw
        kind = raw.FPDFBitmap_BGRA if transparent else raw.FPDFBitmap_BGR
        bitmap = self._pdfium.PdfBitmap.new_native(width, height, kind)
        bitmap.fill_rect((255, 255, 255, 0 if transparent else 255), 0, 0, width, height)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_ANNOT)
        image: Image = bitmap.to_pil().convert("RGBA" if transparent else "RGB")
        bitmap.close()
        return image


def png_bytes(image: Image, dpi: float) -> bytes:
    """The picture as a PNG file that knows its resolution."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi), compress_level=6)
    return buffer.getvalue()


WritePdf: TypeAlias = Callable[[Document], bytes]
"""Writes the file that pictures are taken of."""

_BATCH = 48
"""Faces in one file: enough that their fonts and icons are written once, few enough to be held in memory."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture that is wanted of a face.

    Attributes:
        face: What is drawn; beyond its bleed there is bare paper.
        box: What shows, in the face's frame.
        width_px: Of the picture before it is turned.
        height_px: Of the picture before it is turned.
        turned: Whether the picture is turned clockwise by a quarter.
        cut_out: Whether only the trimmed piece shows and the rest is transparent.
    """

    face: Face
    box: Box
    width_px: int
    height_px: int
    turned: bool = False
    cut_out: bool = False


def trimmed(face: Face) -> Face:
    """The face without its bleed, cut along its outline."""
    return face._replace(items=(Group(face.items, clip=Clip(face.outline.path())),))


def trim_shot(face: Face, dpi: float, *, bleed: float = 0.0, cut_out: bool = False) -> Shot:
    """The face at this many pixels per inch, rounded to whole pixels, with ``bleed`` mm around it."""
    box = Box(0.0, 0.0, face.width, face.height).grown(bleed)
    width, height = (max(1, round(side / MM_PER_INCH * dpi)) for side in (box.width, box.height))
    return Shot(face, box, width, height, cut_out=cut_out)


_FINER = 4
"""PDFium draws no line thinner than a pixel. Pictures with such lines are made this many times as fine."""


def has_hairlines(items: Iterable[Item], pixels: float) -> bool:
    """Whether a stroke is thinner than a pixel.

    Args:
        items: Of a face.
        pixels: To the millimetre.
    """
    for item in items:
        if isinstance(item, Stroke) and item.width * pixels < 1:
            return True
        if isinstance(item, Group) and has_hairlines(item.items, pixels * item.matrix.scale):
            return True
    return False


def _drawn(pages: PagePictures, number: int, shot: Shot) -> Image:
    """The picture before it is turned."""
    width, height = shot.width_px, shot.height_px
    thin = has_hairlines(shot.face.items, width / shot.box.width)
    if not thin or width * height * _FINER**2 > MOST_PIXELS:
        return pages.image(number, width, height, transparent=shot.cut_out)
    fine = pages.image(number, _FINER * width, _FINER * height, transparent=shot.cut_out)
    if shot.cut_out:
        return fine.convert("RGBa").reduce(_FINER).convert("RGBA")
    return fine.reduce(_FINER)


def take(shots: Sequence[Shot], write: WritePdf) -> Iterator[Image]:
    """The pictures, in order: ``RGBA`` where they are cut out, else ``RGB`` on white.

    Raises:
        ImportError: pypdfium2 is not installed.
        ValueError: A picture would have no or too many pixels.
    """
    for start in range(0, len(shots), _BATCH):
        batch = shots[start : start + _BATCH]
        pdf = write(Document("", batch[0].face.language, tuple(_page(shot) for shot in batch)))
        with PagePictures(pdf) as pages:
            for number, shot in enumerate(batch):
                image = _drawn(pages, number, shot)
                yield _turned(image) if shot.turned else image


def _page(shot: Shot) -> Page:
    """Paper of the size of the box with the face on it."""
    face, box = shot.face, shot.box
    if shot.cut_out:
        face = trimmed(face)
    return Page(
        Length.from_mm(box.width), Length.from_mm(box.height), (PlacedFace(face, shift(-box.x, -box.y), box),)
    )


def _turned(image: Image) -> Image:
    from PIL.Image import Transpose

    return image.transpose(Transpose.ROTATE_270)


_DPI = 200
"""Enough for a face that is shown at two thirds of its size."""

_NEAR = 0.02
"""Share that a printed place may differ from its outline: it is enlarged for printers that shrink."""


def cut_out(
    pdf: bytes, places: Mapping[str, tuple[int, Box, int]], outlines: Mapping[str, Outline] | None = None
) -> dict[str, Face]:
    """The faces by the names of their places.

    Args:
        pdf: The whole file.
        places: For each face its page from 0, its box on the page in millimetres, and its clockwise turn in
            degrees.
        outlines: Of faces that most likely are no rectangles; an outline that is not as large as the place is
            not the one that was printed.

    Raises:
        ImportError: pypdfium2 is not installed.
    """
    faces = {}
    with PagePictures(pdf) as pages:
        for name, (page, box, turn) in places.items():
            if page >= len(pages):
                continue  # the file is not the one that the places are of
            width, height = (max(1, round(side / MM_PER_INCH * _DPI)) for side in (box.width, box.height))
            image = _upright(pages.image(page, width, height, crop=box), turn)
            sides = round(box.width, 3), round(box.height, 3)
            upright = sides if turn in (0, 180) else sides[::-1]
            picture = Picture(unfiltered_picture(image), 0.0, 0.0, *upright)
            outline = (outlines or {}).get(name)
            known = outline is not None and _as_large(outline, upright)
            kept = outline if outline and known else Outline("rectangle", *upright)
            faces[name] = Face(kept._replace(width=upright[0], height=upright[1]), 0.0, (picture,))
    return faces


def _as_large(outline: Outline, sides: tuple[float, float]) -> bool:
    return abs(outline.width / sides[0] - 1) < _NEAR and abs(outline.height / sides[1] - 1) < _NEAR


def _upright(image: Image, turn: int) -> Image:
    from PIL.Image import Transpose

    back = {90: Transpose.ROTATE_90, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_270}.get(turn)
    return image if back is None else image.transpose(back)
