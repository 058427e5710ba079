"""Rule sheets: Markdown with facts and pictures of real pieces, set on pages.

What sets them is imported when it is asked for: checks look at the sources alone.
"""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.rulebook.block import Rulebook
from pnp.rulebook.parse import DIRECTIVES, parse_rulebook, wants_booklet

if TYPE_CHECKING:
    from pnp.rulebook.compose import ComposedRulebook, compose_rulebook
    from pnp.rulebook.reading import check_rulebook
    from pnp.rulebook.reads import ReadyFaces

__getattr__ = lazy(__name__)
