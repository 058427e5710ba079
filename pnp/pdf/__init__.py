"""Documents to PDF bytes: content streams, fonts, images, files. The only package that knows ReportLab."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.pdf.content import Content, FormMaker
    from pnp.pdf.document import Pdf, pdf_in_parts, write_pdf
    from pnp.pdf.file import PdfTooLargeError
    from pnp.pdf.form import Form, PdfFace, PdfResources

__all__ = [
    "Content",
    "Form",
    "FormMaker",
    "Pdf",
    "PdfFace",
    "PdfResources",
    "PdfTooLargeError",
    "pdf_in_parts",
    "write_pdf",
]

__getattr__ = lazy(
    __name__,
    {
        "Content": "content",
        "Form": "form",
        "FormMaker": "content",
        "Pdf": "document",
        "PdfFace": "form",
        "PdfTooLargeError": "file",
        "PdfResources": "form",
        "pdf_in_parts": "document",
        "write_pdf": "document",
    },
)
