"""Rule sheets: Markdown with facts and pictures of real pieces, set on pages."""

from pnp.rulebook.block import Rulebook
from pnp.rulebook.compose import A4, ComposedRulebook, compose_rulebook
from pnp.rulebook.directive import DIRECTIVES
from pnp.rulebook.parse import parse_rulebook
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
