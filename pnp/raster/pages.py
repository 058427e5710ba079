"""Pages of a PDF file as PNG pictures. Needs pypdfium2, which comes with the extra ``preview``."""

from __future__ import annotations

import io
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pnp.diagnostics import Diagnostic, missing_library
from pnp.geometry import Box
from pnp.raster.limits import MOST_PIXELS
from pnp.units import MM_PER_INCH, MM_PER_PT, PT_PER_MM

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

    def png(self, page: int, dpi: float, *, transparent: bool = False, crop: Box | None = None) -> bytes:
        """The page as a PNG file that knows its resolution.

        Args:
            page: From 0.
            dpi: Pixels to the inch. The picture is as many whole pixels wide and high as come nearest.
            transparent: Whether bare paper is left transparent instead of white.
            crop: What to show, in millimetres from the top left corner of the page; None for the whole page.

        Raises:
            IndexError: The file has no page of this number.
            ValueError: The picture would have no or more than 400 million pixels.
        """
        self._check(page)
        box = crop or Box(0.0, 0.0, *self.size(page))
        if dpi <= 0:
            raise ValueError(f"a picture of {dpi} pixels to the inch cannot be made")
        width, height = (max(1, round(side / MM_PER_INCH * dpi)) for side in (box.width, box.height))
        return png_bytes(self.image(page, width, height, transparent=transparent, crop=crop), dpi)

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
