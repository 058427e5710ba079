"""New games: small ones that work, with comments that teach, and ones made from files of other tools."""

from pnp.start.found_table import TOOLS, FoundTable, find_tables
from pnp.start.from_table import TableSet, table_set
from pnp.start.new_game import TEMPLATES, SetTemplate, bare_game, new_game, sample_language, translations

__all__ = [
    "TEMPLATES",
    "TOOLS",
    "FoundTable",
    "SetTemplate",
    "TableSet",
    "bare_game",
    "find_tables",
    "new_game",
    "sample_language",
    "table_set",
    "translations",
]
