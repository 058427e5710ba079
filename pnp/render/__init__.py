"""Documents to PDF bytes; the only package that knows ReportLab."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.render.document import write_pdf

__all__ = [
    "write_pdf",
]

__getattr__ = lazy(
    __name__,
    {
        "write_pdf": "document",
    },
)
