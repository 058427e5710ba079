"""Documents to PDF bytes: content streams, fonts, images, files. The only package that knows ReportLab.

There is a module for each topic: ``number`` (operands), ``colours`` (RGB, or the inks of a press, gradients),
``stream`` (graphics state), ``text`` (fonts, glyph runs), ``content`` (items to operators, faces to forms),
``resources`` (subset fonts, pictures, forms in a file), ``pages``, ``document`` (bookmarks, page labels,
preferences, XMP, PDF/X-4), ``structure`` (tags) and ``file``. ReportLab's ``pdfdoc`` formats objects, page
labels and viewer preferences. The rest is ours, because ReportLab has no way to do it:

- Text is written as glyph ids chosen by ``pnp.text``. A ReportLab ``Canvas`` takes strings and chooses the
  glyphs itself.
- PNG rows, palettes and JPEG files pass through. ``PDFImageXObject`` decodes pictures with Pillow and
  compresses them again.
- Names of forms, shadings and fonts are hashes, so equal drawings are one object, and streams can be made by
  other processes and cached. ``PDFDocument`` numbers objects as they come, and keeps all of them until the
  end.
- Objects are written in compressed object streams, which keeps files small. ``PDFDocument`` does not write
  them.
- A file contains no date, and its identifier is a hash. ``PDFInfo`` always writes dates.
"""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.pdf.content import FormMaker
    from pnp.pdf.document import Pdf, PdfWriter, write_pdf
    from pnp.pdf.file import PdfTooLargeError
    from pnp.pdf.form import Form, PdfFace, PdfResources

__getattr__ = lazy(__name__)
