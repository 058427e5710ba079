"""Rule sheets: Markdown with facts and pictures of real pieces, set on pages.

What sets them is imported when it is asked for: checks look at the sources alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pnp.rulebook.block import Rulebook
from pnp.rulebook.directive import DIRECTIVES
from pnp.rulebook.parse import parse_rulebook

if TYPE_CHECKING:
    from pnp.rulebook.compose import A4, ComposedRulebook, compose_rulebook
    from pnp.rulebook.ready import ReadyFaces

__all__ = [
    "A4",
    "DIRECTIVES",
    "ComposedRulebook",
    "ReadyFaces",
    "Rulebook",
    "compose_rulebook",
    "parse_rulebook",
]

_LATER = {
    "A4": "pnp.rulebook.compose",
    "ComposedRulebook": "pnp.rulebook.compose",
    "compose_rulebook": "pnp.rulebook.compose",
    "ReadyFaces": "pnp.rulebook.ready",
}


def __getattr__(name: str) -> Any:
    """What ``_LATER`` lists, imported now."""
    if name not in _LATER:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(_LATER[name]), name)
