"""Documents to PDF bytes; the only package that knows ReportLab."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.render.document import Pdf, pdf_in_parts, write_pdf
    from pnp.render.too_large import PdfTooLargeError

__all__ = [
    "Pdf",
    "PdfTooLargeError",
    "pdf_in_parts",
    "write_pdf",
]

__getattr__ = lazy(
    __name__,
    {
        "Pdf": "document",
        "PdfTooLargeError": "too_large",
        "pdf_in_parts": "document",
        "write_pdf": "document",
    },
)
