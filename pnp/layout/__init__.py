"""Layouts: Jinja to XML to typed elements to faces."""

from pnp.layout.compose import Composed, Composer
from pnp.layout.library import shipped_layouts
from pnp.layout.stage import Fit

__all__ = ["Composed", "Composer", "Fit", "shipped_layouts"]
