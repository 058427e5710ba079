"""Cards of other tools: tables, layouts and pictures of their folders as files of a new game."""

from pnp.importers.cards.found import FoundTable, ImportNote, merged_notes, report_text
from pnp.importers.cards.marks import PrintableGlyphs
from pnp.importers.cards.reading import FolderReader, ScriptWishes
from pnp.importers.cards.records import ENDINGS as RECORD_ENDINGS
from pnp.importers.cards.records import record_tables
from pnp.importers.cards.table_columns import SetWishes
from pnp.importers.cards.table_set import ImportedSet, table_set
from pnp.importers.cards.tools import TOOLS, find_tables

__all__ = [
    "RECORD_ENDINGS",
    "TOOLS",
    "FolderReader",
    "FoundTable",
    "ImportNote",
    "ImportedSet",
    "PrintableGlyphs",
    "ScriptWishes",
    "SetWishes",
    "find_tables",
    "merged_notes",
    "record_tables",
    "report_text",
    "table_set",
]
