"""Rule sheets: Markdown with facts and pictures of real pieces, set on pages.

What sets them is imported when it is asked for: checks look at the sources alone.
"""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.rulebook.block import Rulebook
from pnp.rulebook.directive import DIRECTIVES
from pnp.rulebook.parse import parse_rulebook

if TYPE_CHECKING:
    from pnp.rulebook.compose import A4, ComposedRulebook, compose_rulebook, wants_booklet
    from pnp.rulebook.ready import ReadyFaces

__all__ = [
    "A4",
    "DIRECTIVES",
    "ComposedRulebook",
    "ReadyFaces",
    "Rulebook",
    "compose_rulebook",
    "parse_rulebook",
    "wants_booklet",
]

__getattr__ = lazy(
    __name__,
    {
        "A4": "compose",
        "ComposedRulebook": "compose",
        "compose_rulebook": "compose",
        "wants_booklet": "compose",
        "ReadyFaces": "ready",
    },
)
