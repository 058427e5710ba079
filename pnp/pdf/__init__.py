"""Documents to PDF bytes: content streams, fonts, images, files. The only package that knows ReportLab."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.pdf.content import FormMaker
    from pnp.pdf.document import Pdf, PdfWriter, write_pdf
    from pnp.pdf.file import PdfTooLargeError
    from pnp.pdf.form import Form, PdfFace, PdfResources

__getattr__ = lazy(__name__)
