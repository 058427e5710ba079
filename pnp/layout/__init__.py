"""Layouts: Jinja to XML to typed elements to faces.

What composes is imported when it is asked for: checks want the names of the layouts alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pnp.layout.library import shipped_layouts

if TYPE_CHECKING:
    from pnp.layout.compose import Composed, Composer
    from pnp.layout.stage import Fit
    from pnp.layout.stock import Stock

__all__ = ["Composed", "Composer", "Fit", "Stock", "shipped_layouts"]

_LATER = {
    "Composed": "pnp.layout.compose",
    "Composer": "pnp.layout.compose",
    "Fit": "pnp.layout.stage",
    "Stock": "pnp.layout.stock",
}


def __getattr__(name: str) -> Any:
    """What ``_LATER`` lists, imported now."""
    if name not in _LATER:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(_LATER[name]), name)
