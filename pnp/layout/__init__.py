"""Layouts: Jinja to XML to typed elements to faces.

What composes is imported when it is asked for: checks want the names of the layouts alone.
"""

from typing import TYPE_CHECKING

from pnp.layout.library import shipped_layouts
from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.layout.cache import SharedAssets
    from pnp.layout.compose import ComposeContext, Composed, Composer
    from pnp.layout.fit import Fit, Tightness, least_slack, tightest

__getattr__ = lazy(__name__)
