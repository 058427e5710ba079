"""Documents to PDF bytes; the only package that knows ReportLab."""

from pnp.render.document import write_pdf

__all__ = ["write_pdf"]
